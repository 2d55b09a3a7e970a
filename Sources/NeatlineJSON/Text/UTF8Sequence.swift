/// The sequence that begins at a byte beyond ASCII, in bytes that may not be UTF-8 (RFC 3629, section 4).
enum UTF8Sequence {
    /// A scalar of this number of bytes.
    case scalar(UInt32, length: Int)
    /// The beginning of a scalar that is incomplete: `String(decoding:as:)` replaces this number of bytes by one
    /// U+FFFD.
    case illFormed(length: Int)
    /// The text ends inside a possible scalar.
    case incomplete

    /// Decodes the sequence at `p`, which is before `end`.
    init(_ p: Cursor, end: Cursor) {
        // SAFETY: each further byte is read only before `end`.
        assert(p < end)
        let lead = p[0]
        let length: Int
        // The bounds of the second byte exclude overlong forms, surrogates and values beyond U+10FFFF.
        var bounds: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { bounds = 0xA0...0xBF }
            if lead == 0xED { bounds = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { bounds = 0x90...0xBF }
            if lead == 0xF4 { bounds = 0x80...0x8F }
        default:
            self = lead < 0x80 ? .scalar(UInt32(lead), length: 1) : .illFormed(length: 1)
            return
        }
        for index in 1..<length {
            guard end - p > index else {
                self = .incomplete
                return
            }
            guard bounds.contains(p[index]) else {
                self = .illFormed(length: index)
                return
            }
            bounds = 0x80...0xBF
        }
        self = .scalar(UTF8Bytes.decode(p).value, length: length)
    }
}
