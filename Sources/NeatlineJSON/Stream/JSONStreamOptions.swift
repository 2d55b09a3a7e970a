/// How values follow one another in a stream, and what happens to those that are wrong.
///
/// ```swift
/// var options = JSONStreamOptions(framing: .lines)
/// options.continuesAfterErrors = true
/// options.maximumRecordSize = 1 << 20
/// ```
public struct JSONStreamOptions: Sendable, Hashable {
    /// What tells one value from the next. A *record* is the bytes of one value.
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
        /// A number, `null`, `true` or `false` that no whitespace follows may have been cut off and is an error, as
        /// section 2.4 demands. Empty records are skipped.
        case sequence
    }

    /// What tells one value from the next; `.lines` unless set.
    public var framing: Framing
    /// What is accepted as a value; RFC 8259 unless set.
    public var parsing = JSONParsingOptions()
    /// How many bytes a record, or a comment between two records, may have; 1 GiB unless set. A longer one is an error,
    /// and not kept in memory.
    public var maximumRecordSize = 1 << 30
    /// Whether the stream goes on behind a record that is wrong; false unless set.
    public var continuesAfterErrors = false

    /// Strict: the first error ends the stream.
    public init(framing: Framing = .lines) { self.framing = framing }
}
