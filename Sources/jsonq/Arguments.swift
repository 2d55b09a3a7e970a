/// What the command line asks for.
struct Arguments: Equatable {
    /// What is to be done.
    enum Purpose {
        /// Write the values of the inputs again, formatted.
        case format
        /// Read the inputs, and report what is invalid.
        case check
        case help
        case version
    }

    /// How the values are laid out in lines.
    enum Layout: Equatable {
        case compact
        case spaces(Int)
        case tabs
    }

    /// When the output is coloured.
    enum Coloring: String {
        /// If it is a terminal, and the environment does not forbid it.
        case auto
        case always
        case never
    }

    /// Where values come from.
    enum Source: Equatable {
        case standardInput
        case file(CommandWord)
    }

    var purpose = Purpose.format
    var layout = Layout.spaces(2)
    var sortsKeys = false
    var escapesNonASCII = false
    var writesRawStrings = false
    var coloring = Coloring.auto
    /// Never empty once parsed.
    var sources: [Source] = []
}

extension Arguments {
    /// Reads the words after the command's name.
    ///
    /// Options and operands may be mixed; of options that exclude one another the last counts. Nothing is read after
    /// `--help` or `--version`.
    init(_ words: [CommandWord]) throws(UsageError) {
        var remaining = words[...]
        var optionsEnded = false
        var seenOperand = false

        while !isComplete, let word = remaining.popFirst() {
            if optionsEnded || word.text == "-" || !word.text.hasPrefix("-") {
                try addOperand(word, isFirst: !seenOperand)
                seenOperand = true
            } else if word.text == "--" {
                optionsEnded = true
            } else if word.text.hasPrefix("--") {
                try applyLong(word.text, remaining: &remaining)
            } else {
                for letter in word.text.unicodeScalars.dropFirst() where !isComplete {
                    guard let option = Option(letter: letter) else { throw .unknownOption("-\(letter)") }
                    try apply(option, value: nil)
                }
            }
        }
        if sources.isEmpty { sources = [.standardInput] }
    }

    /// Whether whatever follows does not matter.
    private var isComplete: Bool { purpose == .help || purpose == .version }

    /// Takes a filter or the name of a file; only the first operand can be a filter.
    private mutating func addOperand(_ word: CommandWord, isFirst: Bool) throws(UsageError) {
        let text = word.text
        if isFirst, text.hasPrefix("."), !text.hasPrefix("./"), !text.hasPrefix("../") {
            guard text == "." else { throw .unsupportedFilter(text) }
            return
        }
        sources.append(text == "-" ? .standardInput : .file(word))
    }

    /// Applies `--name`, `--name=value`, or `--name` with the next word as its value.
    private mutating func applyLong(
        _ text: String, remaining: inout ArraySlice<CommandWord>
    ) throws(UsageError) {
        let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = "--\(parts[0])"
        guard let option = Option(name: String(parts[0])) else { throw .unknownOption(name) }
        var value = parts.count > 1 ? String(parts[1]) : nil
        if option.takesValue {
            if value == nil { value = remaining.popFirst()?.text }
            guard value != nil else { throw .missingValue(name) }
        } else if value != nil {
            throw .unwantedValue(name)
        }
        try apply(option, value: value)
    }

    private mutating func apply(_ option: Option, value: String?) throws(UsageError) {
        switch option {
        case .compact: layout = .compact
        case .tab: layout = .tabs
        case .indent:
            guard let value, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let width = Int(value),
                width <= Arguments.widestIndentation
            else { throw .invalidIndentation(value ?? "") }
            layout = .spaces(width)
        case .sortKeys: sortsKeys = true
        case .ascii: escapesNonASCII = true
        case .raw: writesRawStrings = true
        case .color:
            guard let value, let coloring = Coloring(rawValue: value) else { throw .invalidColoring(value ?? "") }
            self.coloring = coloring
        case .alwaysColor: coloring = .always
        case .neverColor: coloring = .never
        case .check: purpose = .check
        case .help: purpose = .help
        case .version: purpose = .version
        }
    }

    /// So that no product of a width and a depth overflows.
    private static let widestIndentation = 65_535
}

extension Arguments {
    /// One option, by any of its names.
    private enum Option {
        case compact, indent, tab, sortKeys, ascii, raw, color, alwaysColor, neverColor, check, help, version

        init?(letter: Unicode.Scalar) {
            switch letter {
            case "c": self = .compact
            case "S": self = .sortKeys
            case "a": self = .ascii
            case "r": self = .raw
            case "C": self = .alwaysColor
            case "M": self = .neverColor
            case "h": self = .help
            case "V": self = .version
            default: return nil
            }
        }

        init?(name: String) {
            switch name {
            case "compact-output": self = .compact
            case "indent": self = .indent
            case "tab": self = .tab
            case "sort-keys": self = .sortKeys
            case "ascii-output": self = .ascii
            case "raw-output": self = .raw
            case "color": self = .color
            case "color-output": self = .alwaysColor
            case "monochrome-output": self = .neverColor
            case "check": self = .check
            case "help": self = .help
            case "version": self = .version
            default: return nil
            }
        }

        var takesValue: Bool { self == .indent || self == .color }
    }
}
