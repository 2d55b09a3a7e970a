// One import for those who fetch JSON.
@_exported public import NeatlineFoundation
@_exported public import NeatlineHTTP
@_exported public import NeatlineJSON
