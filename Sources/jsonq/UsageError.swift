/// An error of the command line.
enum UsageError: Error, Equatable {
    case unknownOption(String)
    case missingValue(String)
    case unwantedValue(String)
    case invalidIndentation(String)
    case invalidDepth(String)
    case invalidJobs(String)
    case invalidChoice(Option, String)
    case invalidPointer(String)
    case contradiction(String, String)
    case noFile
    case invalidTypeName(String)
    case needs(Option, Option)
    case invalidSuffix(String)
    case unknownWords
}

extension UsageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownOption(let name): "there is no option '\(name)'"
        case .missingValue(let name): "the option '\(name)' needs a value"
        case .unwantedValue(let name): "the option '\(name)' takes no value"
        case .invalidIndentation(let value): "--indent takes a number of spaces from 0 to 65535, not '\(value)'"
        case .invalidDepth(let value): "--max-depth takes a number of levels from 0 to 1000000000, not '\(value)'"
        case .invalidJobs(let value): "--jobs takes a number of threads from 1 to 1024, not '\(value)'"
        case .invalidChoice(let option, let value):
            "--\(option.name) takes \(UsageError.list(option.values)), not '\(value)'"
        case .invalidPointer(let problem): "--pointer: \(problem)"
        case .contradiction(let a, let b): "\(a) does not go together with \(b)"
        case .noFile: "--in-place needs the names of files"
        case .invalidTypeName(let value):
            "--model takes the name of a Swift type that the source does not use for something else, not '\(value)'"
        case .needs(let option, let other): "--\(option.name) needs --\(other.name)"
        case .invalidSuffix(let value): "--in-place takes the ending of a file's name, such as .bak, not '\(value)'"
        case .unknownWords: "the arguments are not known; Swift reads them from /proc, which is not mounted here"
        }
    }

    private static func list(_ words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
