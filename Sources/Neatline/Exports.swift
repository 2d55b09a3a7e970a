// One import for those who read and write JSON: the umbrella declares nothing of its own.
@_exported import NeatlineFoundation
@_exported import NeatlineJSON
@_exported import NeatlineMapping
