import NeatlineJSON

/// The settings of formatters, from the arguments and the environment.
struct FormatterSettings {
    var parsing: JSONParsingOptions
    var writing: JSONWritingOptions
    var style: JSONStyle?
    var writesRawStrings: Bool
    var validatesOnly: Bool
    private var isSequence: Bool
    /// The size, as written, up to which nothing is written of a value that turns out to be invalid.
    ///
    /// More than a chunk of output costs time, which nobody notices on a terminal.
    private let heldLimit: Int

    init(_ arguments: Arguments, isTerminal: Bool) {
        parsing =
            switch arguments.grammar {
            case .json: JSONParsingOptions()
            case .jsonc: .jsonc
            case .json5: .json5
            }
        parsing.maximumDepth = arguments.maximumDepth
        // A model is to read its samples with the options of a mapper.
        if case .model = arguments.purpose { parsing.loneSurrogates = .reject } else { parsing.loneSurrogates = .keep }
        parsing.duplicateKeys =
            switch arguments.duplicates {
            case .last, .keep: .lastWins
            case .first: .firstWins
            case .error: .reject
            }
        writing = JSONWritingOptions()
        writing.indentation =
            switch arguments.layout {
            case .compact: .none
            case .spaces(let count): .spaces(count)
            case .tabs: .tabs(1)
            }
        writing.escapesNonASCII = arguments.escapesNonASCII
        writing.endsWithNewline = true
        // As in jq, an escape has no meaning without quotes around it.
        writesRawStrings = arguments.writesRawStrings && !arguments.escapesNonASCII
        validatesOnly = arguments.purpose == .check
        isSequence = arguments.isSequence
        heldLimit = isTerminal ? 4 << 20 : 128 << 10
        let isColored =
            switch arguments.coloring {
            case .auto: isTerminal && !Environment.forbidsColors
            case .always: true
            case .never: false
            }
        if isColored, !validatesOnly { style = FormatterSettings.styleOfEnvironment() }
    }

    private static func styleOfEnvironment() -> JSONStyle {
        guard let colors = Environment.colors else { return .standard }
        if let style = JSONStyle(jqColors: colors) { return style }
        Diagnostics.warn("JQ_COLORS is not a list of colours, and not used")
        return .standard
    }

    /// Returns a formatter of an input.
    func makeFormatter(sink: @escaping (UnsafeRawBufferPointer) throws -> Void) -> JSONStreamFormatter {
        JSONStreamFormatter(
            options: writing, parsing: parsing, style: style, rawStrings: writesRawStrings,
            validatesOnly: validatesOnly, heldLimit: heldLimit, sink: sink)
    }

    /// Returns a formatter that writes nothing.
    func makeChecker() -> JSONStreamFormatter {
        JSONStreamFormatter(options: .compact, parsing: parsing, validatesOnly: true, sink: { _ in })
    }

    /// Returns a formatter of results, which are valid and may be nested somewhat deeper than the inputs.
    func makeResultFormatter(sink: @escaping (UnsafeRawBufferPointer) throws -> Void) -> JSONStreamFormatter {
        var parsing = JSONParsingOptions()
        parsing.maximumDepth = .max
        parsing.loneSurrogates = .keep
        return JSONStreamFormatter(
            options: writing, parsing: parsing, style: style, rawStrings: writesRawStrings,
            heldLimit: heldLimit, sink: sink)
    }

    /// Returns a formatter that writes each value of an input as one line, and notes its position.
    func makeSplitter(sink: @escaping (UnsafeRawBufferPointer) throws -> Void) -> JSONStreamFormatter {
        JSONStreamFormatter(
            options: .compact, parsing: parsing, isSequence: isSequence, heldLimit: 0, notesValues: true,
            sink: sink)
    }
}
