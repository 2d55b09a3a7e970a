import NeatlineJSON

/// How the arguments and the environment want values to be written.
struct FormatterSettings {
    /// jq allows as many.
    private static let maximumDepth = 10_000

    var parsing: JSONParsingOptions
    var writing: JSONWritingOptions
    var style: JSONStyle?
    var writesRawStrings: Bool
    var validatesOnly: Bool

    init(_ arguments: Arguments, isTerminal: Bool) {
        parsing = JSONParsingOptions()
        parsing.maximumDepth = FormatterSettings.maximumDepth
        parsing.loneSurrogates = .keep
        writing = JSONWritingOptions()
        writing.indentation =
            switch arguments.layout {
            case .compact: .none
            case .spaces(let count): .spaces(count)
            case .tabs: .tabs(1)
            }
        writing.escapesNonASCII = arguments.escapesNonASCII
        writing.endsWithNewline = true
        style = nil
        writesRawStrings = arguments.writesRawStrings
        validatesOnly = arguments.purpose == .check
    }

    /// A formatter of one input.
    func makeFormatter(sink: @escaping (UnsafeRawBufferPointer) throws -> Void) -> JSONStreamFormatter {
        JSONStreamFormatter(
            options: writing, parsing: parsing, style: style, rawStrings: writesRawStrings,
            validatesOnly: validatesOnly, sink: sink)
    }
}
