/// The tokens of a text that are not JSON, such as `0x1F` or `'it\'s'`, rewritten as JSON.
///
/// The document stores these bytes after those of the text, and the words of the tape have offsets there, so readers of a
/// tape find only JSON.
///
/// The scanner creates it for the first such token; it is not changed after the scan.
final class RewrittenText {
    /// A rewritten token and its source.
    struct Token {
        /// The offset of the rewritten token in the document's bytes.
        var offset: Int
        /// The offset in the text of the number, or of the content of the string or key.
        var source: Int
        /// The number of bytes at `source`.
        var sourceLength: Int
    }

    /// The byte before and after each token, so that no digit follows a number: converters of numbers, and writers, read
    /// beyond the end.
    static let separator = Byte.space

    /// The bytes after the text.
    var bytes: [UInt8] = []
    /// The tokens in the order of their offsets.
    var tokens: [Token] = []

    /// The token at `offset` in the document's bytes; nil if there is none.
    func token(at offset: Int) -> Token? {
        var range = tokens.indices
        while let first = range.first {
            let middle = first + range.count / 2
            if tokens[middle].offset == offset { return tokens[middle] }
            range = tokens[middle].offset < offset ? middle + 1..<range.endIndex : first..<middle
        }
        return nil
    }
}
