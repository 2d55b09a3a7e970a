import NeatlineJSON

/// Writes results in the form that the arguments request.
final class ResultWriter {
    /// A string that contains NUL cannot be delimited by NUL.
    private static let nulInString = FilterError(
        message: "Cannot dump a string containing NUL with --raw-output0 option")

    private let arguments: Arguments
    private let output: Output
    /// Collects the text of a result that is not followed by a line feed only; otherwise nil.
    private let text: TextOfResult?
    private var formatter: JSONStreamFormatter
    private let options: JSONWritingOptions
    private let writesRawStrings: Bool
    /// Whether the last result was neither false nor null; nil before the first.
    var lastIsTrue: Bool?

    init(_ arguments: Arguments, settings: FormatterSettings, output: Output) {
        self.arguments = arguments
        self.output = output
        options = JSONWritingOptions(sortsKeys: arguments.sortsKeys)
        writesRawStrings = settings.writesRawStrings
        if arguments.ending == .lineFeed, !arguments.isSequence {
            text = nil
            formatter = settings.makeResultFormatter(sink: output.write)
        } else {
            let text = TextOfResult()
            self.text = text
            formatter = settings.makeResultFormatter(sink: text.append)
        }
    }

    /// Whether the text of a result can be written in parts.
    var acceptsSource: Bool {
        text == nil && !arguments.sortsKeys && !arguments.reportsResult && arguments.duplicates == .keep
    }

    /// Writes a result.
    ///
    /// - Parameters:
    ///   - value: the result.
    ///   - source: its text, if it is a value of the input. In it a string has the escapes of unpaired surrogates.
    /// - Throws: the error of the result or of the output.
    func write(_ value: JSON, source: [UInt8]? = nil) throws {
        lastIsTrue = value.isTrue
        if arguments.ending == .null, writesRawStrings, case .string(let string) = value, string.utf8.contains(0) {
            throw ResultWriter.nulInString
        }
        if case .string = value, let source {
            try source.withUnsafeBytes { try writeSource($0) }
        } else {
            let hasDuplicates = arguments.duplicates == .last || arguments.duplicates == .first
            try (hasDuplicates ? DistinctMembers.value(of: value) : value).write(options, to: writeSource)
        }
        try endSource()
        guard let text else { return }
        let isRaw = if case .string = value { writesRawStrings } else { false }
        try write(text, isRaw: isRaw)
    }

    /// Writes a part of the text of a result.
    ///
    /// - Throws: the error of the output.
    func writeSource(_ source: UnsafeRawBufferPointer) throws {
        var rest = source
        while !rest.isEmpty {
            let count = formatter.withInputSpace { space in
                let count = Swift.min(space.count, rest.count)
                space.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
                return count
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            try formatter.process()
        }
    }

    /// Ends the text of a result.
    ///
    /// - Throws: the error of the output.
    func endSource() throws {
        // Whitespace ends a number.
        try [UInt8(ascii: "\n")].withUnsafeBytes { try writeSource($0) }
    }

    /// Writes a result with the text around it. As in jq, no record separator is before a string without quotes.
    ///
    /// - Throws: the error of the result or of the output.
    private func write(_ text: TextOfResult, isRaw: Bool) throws {
        try formatter.flush()
        if arguments.isSequence, !isRaw { try output.write("\u{1E}") }
        if arguments.ending != .lineFeed { text.removeLineFeed() }
        try text.bytes.withUnsafeBytes { if !$0.isEmpty { try output.write($0) } }
        if arguments.ending == .null { try output.write("\0") }
        text.clear()
    }

    /// Writes all complete results.
    ///
    /// - Throws: the error of the output.
    func flush() throws { try formatter.flushCompleted() }

    /// Writes all complete results, and gives up an incomplete one as far as it is not written already.
    ///
    /// - Throws: the error of the output.
    func breakOff() throws {
        formatter.dropIncomplete()
        try formatter.flush()
    }
}

/// Collects the text of a result.
private final class TextOfResult {
    private(set) var bytes: [UInt8] = []

    func append(_ more: UnsafeRawBufferPointer) { bytes += more }

    func removeLineFeed() {
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    }

    func clear() { bytes.removeAll(keepingCapacity: true) }
}
