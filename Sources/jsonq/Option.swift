/// An option, by any of its names.
enum Option: CaseIterable {
    case indent, tab, compact
    case sortKeys, ascii, raw, join, raw0, sequence
    case color, alwaysColor, neverColor
    case filter, pointer, slurp, nullInput, exitStatus, statistics
    case comments, json5, duplicates, invalidUTF8, maximumDepth, keepGoing, checkFirst, partial
    case model, mappable, immutable, codable, macro, structModel, classModel, publicModel, enums
    case inPlace, force, check, checkFormat, jobs, noProgress
    case completions, help, version

    /// The name after two dashes.
    var name: String {
        switch self {
        case .indent: "indent"
        case .tab: "tab"
        case .compact: "compact-output"
        case .sortKeys: "sort-keys"
        case .ascii: "ascii-output"
        case .raw: "raw-output"
        case .join: "join-output"
        case .raw0: "raw-output0"
        case .sequence: "seq"
        case .color: "color"
        case .alwaysColor: "color-output"
        case .neverColor: "monochrome-output"
        case .filter: "filter"
        case .pointer: "pointer"
        case .slurp: "slurp"
        case .nullInput: "null-input"
        case .exitStatus: "exit-status"
        case .statistics: "stats"
        case .comments: "jsonc"
        case .json5: "json5"
        case .duplicates: "dup"
        case .invalidUTF8: "utf8"
        case .maximumDepth: "max-depth"
        case .keepGoing: "keep-going"
        case .checkFirst: "check-first"
        case .partial: "partial"
        case .model: "model"
        case .mappable: "mappable"
        case .immutable: "immutable"
        case .codable: "codable"
        case .macro: "macro"
        case .structModel: "struct"
        case .classModel: "class"
        case .publicModel: "public"
        case .enums: "enums"
        case .inPlace: "in-place"
        case .force: "force"
        case .check: "check"
        case .checkFormat: "check-format"
        case .jobs: "jobs"
        case .noProgress: "no-progress"
        case .completions: "completions"
        case .help: "help"
        case .version: "version"
        }
    }

    /// The letter after one dash, if there is one.
    var letter: Unicode.Scalar? {
        switch self {
        case .compact: "c"
        case .sortKeys: "S"
        case .ascii: "a"
        case .raw: "r"
        case .join: "j"
        case .raw0: "0"
        case .alwaysColor: "C"
        case .neverColor: "M"
        case .filter: "f"
        case .slurp: "s"
        case .nullInput: "n"
        case .exitStatus: "e"
        case .inPlace: "i"
        case .help: "h"
        case .version: "V"
        default: nil
        }
    }

    /// The name of its value; nil if it has none.
    var valueName: String? {
        switch self {
        case .indent, .maximumDepth, .jobs: "N"
        case .color: "WHEN"
        case .filter: "EXPR"
        case .pointer: "POINTER"
        case .model: "NAME"
        case .duplicates, .invalidUTF8: "WHAT"
        case .completions: "SHELL"
        default: nil
        }
    }

    /// The possible values, if these can be listed.
    var values: [String] {
        switch self {
        case .color: Arguments.Coloring.allCases.map(\.rawValue)
        case .duplicates: Arguments.Duplicates.allCases.map(\.rawValue)
        case .invalidUTF8: Arguments.InvalidUTF8.allCases.map(\.rawValue)
        case .completions: Completions.Shell.allCases.map(\.rawValue)
        default: []
        }
    }

    /// A short description.
    var summary: String {
        switch self {
        case .indent: "indent by N spaces a level"
        case .tab: "indent by a tab a level"
        case .compact: "write each value on one line"
        case .sortKeys: "write members in the order of their names"
        case .ascii: "escape all that is not ASCII"
        case .raw: "write strings without quotes and escapes"
        case .join: "as -r, and nothing after a value"
        case .raw0: "as -r, and a NUL after each value"
        case .sequence: "read and write record separators (RFC 7464)"
        case .color: "when to colour the output"
        case .alwaysColor: "colour the output"
        case .neverColor: "do not colour the output"
        case .filter: "select by this filter"
        case .pointer: "select by this JSON Pointer (RFC 6901)"
        case .slurp: "put all values into one array"
        case .nullInput: "read nothing, filter null"
        case .exitStatus: "exit with 1 if the last result is false or null"
        case .statistics: "count values instead of writing them"
        case .comments: "accept comments and trailing commas"
        case .json5: "accept JSON5"
        case .duplicates: "what to do with duplicate names"
        case .invalidUTF8: "what to do with invalid UTF-8"
        case .maximumDepth: "accept N levels of nesting"
        case .keepGoing: "go on behind a line that is invalid"
        case .checkFirst: "write nothing of a file that is invalid"
        case .partial: "write also the beginning of a value that is cut off"
        case .model: "print a Swift type that the values are samples of"
        case .mappable: "a model that is Mappable"
        case .immutable: "a model that is ImmutableMappable"
        case .codable: "a model that is Codable"
        case .macro: "a model with the macro @Mappable"
        case .structModel: "a model of structures"
        case .classModel: "a model of classes"
        case .publicModel: "a model that is public"
        case .enums: "a model with enumerations for strings that repeat"
        case .inPlace: "rewrite the files"
        case .force: "rewrite them even if the filter loses values"
        case .check: "only report what is invalid"
        case .checkFormat: "only report files that are not formatted"
        case .jobs: "read on N threads"
        case .noProgress: "do not show how far it is"
        case .completions: "print completions for a shell"
        case .help: "print the help"
        case .version: "print the version"
        }
    }

    init?(letter: Unicode.Scalar) {
        guard let option = Option.allCases.first(where: { $0.letter == letter }) else { return nil }
        self = option
    }

    init?(name: String) {
        guard let option = Option.allCases.first(where: { $0.name == name }) else { return nil }
        self = option
    }
}
