// One import for those who fetch models.
@_exported public import NeatlineHTTPJSON
@_exported public import NeatlineMapping
