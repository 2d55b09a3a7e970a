import NeatlineSystem

/// The parsed command line.
struct Arguments: Equatable {
    /// The task of the command.
    enum Purpose: Equatable {
        /// Write the results, formatted.
        case format
        /// Read the inputs, and report what is invalid.
        case check
        /// Report the inputs that are not formatted.
        case checkFormat
        /// Write the number of values of each type.
        case count
        /// Write the source of a Swift type with this name, which the values are samples of.
        case model(String)
        case help
        case version
        case completions(Completions.Shell)
    }

    /// The layout of written values.
    enum Layout: Equatable {
        case compact
        case spaces(Int)
        case tabs
    }

    /// When the output is colored.
    enum Coloring: String, CaseIterable {
        /// If it is a terminal, and the environment does not forbid it.
        case auto
        case always
        case never
    }

    /// What is written after each result.
    enum Ending: Equatable {
        case lineFeed
        case nothing
        case null
    }

    /// The syntax of the inputs.
    enum Grammar: Equatable {
        case json
        case jsonc
        case json5
    }

    /// How members with the same name are handled.
    enum Duplicates: String, CaseIterable {
        case last, first, error, keep
    }

    /// How bytes that are not UTF-8 are handled.
    enum InvalidUTF8: String, CaseIterable {
        case error, replace
    }

    /// The source of values.
    enum Source: Equatable {
        case standardInput
        case file(CommandWord)
    }

    var purpose = Purpose.format
    var layout = Layout.spaces(2)
    var sortsKeys = false
    var escapesNonASCII = false
    var writesRawStrings = false
    var ending = Ending.lineFeed
    var isSequence = false
    var coloring = Coloring.auto
    /// The text of the filter; nil for `.`.
    var filter: String?
    var pointer: String?
    var slurps = false
    var readsNothing = false
    var reportsResult = false
    var grammar = Grammar.json
    var duplicates = Duplicates.keep
    var invalidUTF8 = InvalidUTF8.error
    /// The limit of jq.
    var maximumDepth = 10_000
    var keepsGoing = false
    var checksFirst = false
    /// Whether what has come of a value that is cut off, or invalid, is a value.
    var acceptsPartial = false
    var isInPlace = false
    /// What is appended to a file's name for the old file, which `--in-place` keeps then.
    var backupSuffix: String?
    /// Whether a file is replaced even if the filter loses its values.
    var isForced = false
    /// The number of threads that read inputs ahead, or 1; nil if the processors and the inputs decide.
    var jobs: Int?
    var showsProgress = true
    var model = ModelSettings()
    /// An option that has an effect only on a model; nil if there is none.
    private var modelOption: Option?
    /// What may be wrong if the filter makes no sense.
    var filterHint: String?
    /// Never empty once parsed.
    var sources: [Source] = []
}

extension Arguments {
    /// Parses the words after the command's name.
    ///
    /// Options and operands may be mixed; of options that exclude one another the last counts. Words after `--help`,
    /// `--version` or `--completions` are ignored.
    ///
    /// - Parameters:
    ///   - words: the words.
    ///   - isFile: returns whether a word is the name of something in the file system.
    /// - Throws: the first error.
    init(_ words: [CommandWord], isFile: (CommandWord) -> Bool = { $0.isNameOfFile }) throws(UsageError) {
        var remaining = words[...]
        var optionsEnded = false
        var operands: [CommandWord] = []

        while !isComplete, let word = remaining.popFirst() {
            if optionsEnded || word.text == "-" || !word.text.hasPrefix("-") {
                operands.append(word)
            } else if word.text == "--" {
                optionsEnded = true
            } else if word.text.hasPrefix("--") {
                try applyLong(word.text, remaining: &remaining)
            } else {
                try applyLetters(word.text, remaining: &remaining)
            }
        }
        if isComplete { return }
        if filter == nil, let first = operands.first, isFilter(first, isFile: isFile) {
            filter = first.text
            if !readsNothing, !first.text.hasPrefix(".") {
                filterHint = "It was taken for a filter, as there is no file of that name."
            }
            operands.removeFirst()
        } else if let filter, isFile(CommandWord(filter)) {
            filterHint = "There is a file of that name, but -f takes the filter itself: -f \"$(cat \(filter))\""
        }
        sources = operands.map { $0.text == "-" ? .standardInput : .file($0) }
        if sources.isEmpty { sources = [.standardInput] }
        try rejectContradictions()
    }

    /// Whether the remaining words are ignored.
    private var isComplete: Bool {
        switch purpose {
        case .help, .version, .completions: true
        default: false
        }
    }

    /// Returns whether the first operand is a filter, and not a file.
    ///
    /// It is a filter if it begins with a dot, except for `./` and `../`; if it looks like a filter, of jq's language as a
    /// whole, and there is no file of this name; or if no file is read.
    private func isFilter(_ word: CommandWord, isFile: (CommandWord) -> Bool) -> Bool {
        let text = word.text
        if readsNothing { return true }
        if text.hasPrefix(".") { return !text.hasPrefix("./") && !text.hasPrefix("../") }
        return UnsupportedSyntax.looksLikeFilter(text) && !isFile(word)
    }

    /// Returns what may be wrong if a file cannot be opened: its name may have been meant as a filter, without the dot.
    ///
    /// - Parameters:
    ///   - error: the error of opening the file.
    ///   - name: its name.
    func hint(for error: SystemError, of name: String) -> String? {
        guard filter == nil, error == .notFound, !name.contains("/") else { return nil }
        if sources.first?.name != name {
            let seemsFilter = name.hasPrefix(".") && !name.hasSuffix("json") || UnsupportedSyntax.looksLikeFilter(name)
            return seemsFilter ? "a filter comes before the files" : nil
        }
        // A name with a dot is rather that of a file, the more so if it is the only one.
        if name.contains("."), sources.count == 1 || name.hasSuffix("json") { return nil }
        return (try? FilterParser.parse("." + name)) == nil ? nil : "a filter begins with '.'"
    }

    private func rejectContradictions() throws(UsageError) {
        if isInPlace {
            if purpose != .format { throw .contradiction("--in-place", "an option that writes no values") }
            if readsNothing { throw .contradiction("--in-place", "--null-input") }
            if sources.contains(.standardInput) { throw .noFile }
        }
        if let modelOption {
            guard case .model = purpose else { throw .needs(modelOption, .model) }
        }
        if isForced, !isInPlace { throw .needs(.force, .inPlace) }
        if readsNothing, case .model = purpose { throw .contradiction("--model", "--null-input") }
        if checksFirst, keepsGoing { throw .contradiction("--check-first", "--keep-going") }
        if checksFirst, isSequence { throw .contradiction("--check-first", "--seq") }
        if acceptsPartial {
            if grammar == .json5 { throw .contradiction("--partial", "--json5") }
            if isSequence { throw .contradiction("--partial", "--seq") }
            if keepsGoing { throw .contradiction("--partial", "--keep-going") }
            if checksFirst { throw .contradiction("--partial", "--check-first") }
        }
        if purpose == .checkFormat, readsNothing { throw .contradiction("--check-format", "--null-input") }
    }

    /// Applies the options of a word such as `-cr`; an option's value is the rest of the word, or the next word.
    ///
    /// - Throws: the first error.
    private mutating func applyLetters(
        _ text: String, remaining: inout ArraySlice<CommandWord>
    ) throws(UsageError) {
        var letters = text.unicodeScalars.dropFirst()
        while !isComplete, let letter = letters.popFirst() {
            guard let option = Option(letter: letter) else { throw .unknownOption("-\(letter)") }
            var value: String?
            if option.valueName != nil {
                value = letters.isEmpty ? remaining.popFirst()?.text : String(letters)
                letters = letters[letters.endIndex...]
                guard value != nil else { throw .missingValue("-\(letter)") }
            } else if option == .inPlace, letters.first == "." {
                value = String(letters)
                letters = letters[letters.endIndex...]
            }
            try apply(option, value: value)
        }
    }

    /// Applies `--name`, `--name=value`, or `--name` with the next word as its value.
    ///
    /// - Throws: the first error.
    private mutating func applyLong(
        _ text: String, remaining: inout ArraySlice<CommandWord>
    ) throws(UsageError) {
        let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = "--\(parts[0])"
        guard let option = Option(name: String(parts[0])) else { throw .unknownOption(name) }
        var value = parts.count > 1 ? String(parts[1]) : nil
        if option.valueName != nil {
            if value == nil { value = remaining.popFirst()?.text }
            guard value != nil else { throw .missingValue(name) }
        } else if value != nil, option != .inPlace {
            throw .unwantedValue(name)
        }
        try apply(option, value: value)
    }

    private mutating func apply(_ option: Option, value given: String?) throws(UsageError) {
        let value = given ?? ""
        switch option {
        case .model:
            guard SwiftName.isTypeName(value) else { throw .invalidTypeName(value) }
            purpose = .model(value)
        case .mappable, .immutable, .codable, .macro, .publicModel, .structModel, .classModel, .enums:
            modelOption = option
            apply(toModel: option)
        case .compact: layout = .compact
        case .tab: layout = .tabs
        case .indent:
            guard let width = Arguments.number(value), width <= Arguments.widestIndentation else {
                throw .invalidIndentation(value)
            }
            layout = .spaces(width)
        case .sortKeys: sortsKeys = true
        case .ascii: escapesNonASCII = true
        case .raw: writesRawStrings = true
        case .join: (writesRawStrings, ending) = (true, .nothing)
        case .raw0: (writesRawStrings, ending) = (true, .null)
        case .sequence: isSequence = true
        case .color: coloring = try Arguments.choice(option, value)
        case .alwaysColor: coloring = .always
        case .neverColor: coloring = .never
        case .filter: filter = value
        case .pointer: pointer = value
        case .slurp: slurps = true
        case .nullInput: readsNothing = true
        case .exitStatus: reportsResult = true
        case .statistics: purpose = .count
        case .comments: grammar = .jsonc
        case .json5: grammar = .json5
        case .duplicates: duplicates = try Arguments.choice(option, value)
        case .invalidUTF8: invalidUTF8 = try Arguments.choice(option, value)
        case .maximumDepth:
            guard let depth = Arguments.number(value), depth <= Arguments.deepestNesting else {
                throw .invalidDepth(value)
            }
            maximumDepth = depth
        case .keepGoing: keepsGoing = true
        case .checkFirst: checksFirst = true
        case .partial: acceptsPartial = true
        case .inPlace:
            isInPlace = true
            guard let given else { break }
            if given.isEmpty || given.contains("/") { throw .invalidSuffix(given) }
            backupSuffix = given
        case .force: isForced = true
        case .jobs:
            guard let count = Arguments.number(value), (1...Arguments.mostJobs).contains(count) else {
                throw .invalidJobs(value)
            }
            jobs = count
        case .noProgress: showsProgress = false
        case .check: purpose = .check
        case .checkFormat: purpose = .checkFormat
        case .completions: purpose = .completions(try Arguments.choice(option, value))
        case .help: purpose = .help
        case .version: purpose = .version
        }
    }

    private mutating func apply(toModel option: Option) {
        switch option {
        case .mappable: model.style = .mappable
        case .immutable: model.style = .immutable
        case .codable: model.style = .codable
        case .macro: model.style = .macro
        case .publicModel: model.isPublic = true
        case .structModel: model.isClass = false
        case .classModel: model.isClass = true
        default: model.findsEnumerations = true
        }
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    private static func choice<Choice: RawRepresentable>(
        _ option: Option, _ value: String
    ) throws(UsageError) -> Choice where Choice.RawValue == String {
        guard let choice = Choice(rawValue: value) else { throw .invalidChoice(option, value) }
        return choice
    }

    /// The maximum indentation, so that no product of a width and a depth overflows.
    private static let widestIndentation = 65_535
    private static let deepestNesting = 1_000_000_000
    private static let mostJobs = 1_024
}
