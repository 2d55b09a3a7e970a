// One import for those who read and write a site's content.
@_exported public import NeatlineDefaults
@_exported public import NeatlineHTTPMapping
