/// Tokens that are not JSON, such as `0x1F` or `'it\'s'`, as JSON.
///
/// The document keeps these bytes behind those of the text, and the tape's words point there. So callers that read a tape
/// finds JSON only.
///
/// Made by the first such token, and not changed once the text has been scanned.
final class RewrittenText {
    /// Where a token came from.
    struct Token {
        /// In the document's bytes.
        var offset: Int
        /// In the text: of a number, or of the content of a string or key.
        var source: Int
        var sourceLength: Int
    }

    /// Stands before each token, so that no digit follows a number that ends right there: readers of numbers look beyond the
    /// end.
    static let separator = Byte.space

    /// The bytes after the text.
    var bytes: [UInt8] = []
    /// In the order of their offsets.
    var tokens: [Token] = []

    /// The token at `offset` in the document's bytes, if one does.
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
