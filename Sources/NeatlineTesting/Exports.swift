// One import for tests of code that sends requests.
@_exported public import NeatlineHTTP
