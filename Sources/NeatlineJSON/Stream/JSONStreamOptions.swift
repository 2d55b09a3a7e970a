/// Options of streams: how values are separated, what is accepted, and whether errors end the stream.
///
/// ```swift
/// var options = JSONStreamOptions(framing: .lines)
/// options.continuesAfterErrors = true
/// options.maximumRecordSize = 1 << 20
/// ```
public struct JSONStreamOptions: Sendable, Hashable {
    /// How values are separated. A *record* is the bytes of one value.
    public enum Framing: Sendable, Hashable {
        /// JSON Lines (also NDJSON): a value a line.
        ///
        /// Lines end at a line feed, before which a carriage return may be; the last one may end with the stream. Lines
        /// of whitespace only are skipped.
        case lines
        /// Values one after another, with or without whitespace between them.
        ///
        /// Numbers, `null`, `true` and `false` end at whitespace, at a bracket or quote that opens another value, or with
        /// the stream.
        case concatenated
        /// JSON text sequences (RFC 7464): U+001E before each value and a line feed after it.
        ///
        /// A number, `null`, `true` or `false` that is not followed by whitespace may be truncated and is an error (section
        /// 2.4). Empty records are skipped.
        case sequence
    }

    /// How values are separated; `.lines` unless set.
    public var framing: Framing
    /// The options by which each value is parsed; strict RFC 8259 unless set.
    public var parsing = JSONParsingOptions()
    /// The maximum size in bytes of a record, or of a comment between two records; 1 GiB unless set. A longer one is an
    /// error, and is not stored.
    public var maximumRecordSize = 1 << 30
    /// Whether the stream continues after an invalid record; false unless set.
    public var continuesAfterErrors = false

    /// Creates options for strict JSON, whose first error ends the stream.
    ///
    /// - Parameter framing: how values are separated.
    public init(framing: Framing = .lines) { self.framing = framing }
}
