/// Writes a stream of values: JSON Lines, concatenated values, or a JSON text sequence (RFC 7464).
///
/// ```swift
/// var writer = JSONStreamWriter { chunk in try write(chunk, to: output) }
/// for event in events { try writer.write(event) }
/// try writer.flush()
/// ```
///
/// A line feed follows each value. In JSON Lines a value is written on one line, whatever the options say.
public struct JSONStreamWriter: ~Copyable {
    private let framing: JSONStreamOptions.Framing
    private let serializer: ValueSerializer
    private var output: OutputBuffer

    /// Creates a writer that passes its output to `sink`, in chunks of about 128 KB.
    ///
    /// - Parameters:
    ///   - framing: how values are separated.
    ///   - options: how values are written; `endsWithNewline` is ignored.
    ///   - sink: receives the output; the bytes are valid during the call. Its errors are thrown by the functions of the
    ///     writer.
    public init(
        framing: JSONStreamOptions.Framing = .lines, options: JSONWritingOptions = .compact,
        sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.framing = framing
        var options = options
        options.endsWithNewline = true
        if framing == .lines { options.indentation = .none }
        serializer = ValueSerializer(options)
        output = OutputBuffer(sink: sink)
    }

    /// Writes the next value of the stream.
    ///
    /// - Parameter value: the value.
    /// - Throws: `JSONError`, and then nothing of the value has been written, or what the sink threw.
    /// - Complexity: O(*n*) in the size of the value.
    public mutating func write(_ value: JSON) throws {
        // A value that cannot be written must not leave an incomplete record in the output.
        var record = OutputBuffer(capacity: 256)
        if framing == .sequence { record.append(Byte.recordSeparator) }
        try serializer.write(value, into: &record)
        output.append(UnsafeBufferPointer(start: record.start, count: record.count))
        if let error = output.sinkError { throw error }
    }

    /// Passes all output so far to the sink.
    ///
    /// - Throws: the error of the sink.
    public mutating func flush() throws {
        output.flush()
        if let error = output.sinkError { throw error }
    }
}
