/// Why a command line makes no sense.
enum UsageError: Error, Equatable {
    case unknownOption(String)
    case missingValue(String)
    case unwantedValue(String)
    case invalidIndentation(String)
    case invalidColoring(String)
    case unsupportedFilter(String)
}

extension UsageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownOption(let name): "there is no option '\(name)'"
        case .missingValue(let name): "the option '\(name)' needs a value"
        case .unwantedValue(let name): "the option '\(name)' takes no value"
        case .invalidIndentation(let value): "--indent takes a number of spaces from 0 to 65535, not '\(value)'"
        case .invalidColoring(let value): "--color takes auto, always or never, not '\(value)'"
        case .unsupportedFilter(let filter):
            "the filter '\(filter)' is not supported, only . is supported; a file of this name is './\(filter)'"
        }
    }
}
