@_exported public import NeatlineHTTP
