/// A reader for DER (X.690), the encoding of certificates and keys.
///
/// Each value is checked to be within the bytes that it is read from.
struct DERReader {
    /// The tags of values in certificates.
    enum Tag {
        static let boolean: UInt8 = 0x01
        static let integer: UInt8 = 0x02
        static let bitString: UInt8 = 0x03
        static let octetString: UInt8 = 0x04
        static let objectIdentifier: UInt8 = 0x06
        static let sequence: UInt8 = 0x30
        static let set: UInt8 = 0x31

        /// The tag of a context-specific, constructed value.
        static func explicit(_ number: UInt8) -> UInt8 { 0xA0 | number }
        /// The tag of a context-specific, primitive value.
        static func implicit(_ number: UInt8) -> UInt8 { 0x80 | number }
    }

    /// A value and its contents.
    struct Value {
        let tag: UInt8
        /// The value with its tag and length.
        let whole: ArraySlice<UInt8>
        let contents: ArraySlice<UInt8>

        /// A reader for the contents of the value.
        var reader: DERReader { DERReader(contents) }
    }

    /// The error of bytes that are not DER, or not the expected value.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// The tag of the next value; `nil` at the end.
    var nextTag: UInt8? { rest.first }

    /// Reads the next value.
    mutating func next() throws(Malformed) -> Value {
        // Certificates contain no tags of several bytes.
        guard rest.count >= 2, let tag = rest.first, tag & 0x1F != 0x1F else { throw Malformed() }
        let first = rest[rest.startIndex + 1]
        var length = Int(first)
        var start = rest.startIndex + 2
        if first >= 0x80 {
            // Lengths up to 4 GB; 0x80 is the indefinite length, which DER does not allow.
            let count = Int(first & 0x7F)
            guard (1...4).contains(count), rest.endIndex - start >= count, rest[start] != 0 else { throw Malformed() }
            length = rest[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
            guard length >= 0x80 else { throw Malformed() }
            start += count
        }
        guard rest.endIndex - start >= length else { throw Malformed() }
        let value = Value(
            tag: tag, whole: rest[rest.startIndex..<(start + length)], contents: rest[start..<(start + length)])
        rest = rest[(start + length)...]
        return value
    }

    /// Reads the next value, which must have the given tag.
    mutating func next(_ tag: UInt8) throws(Malformed) -> Value {
        let value = try next()
        guard value.tag == tag else { throw Malformed() }
        return value
    }

    /// Reads the next value if it has the given tag.
    mutating func nextIfPresent(_ tag: UInt8) throws(Malformed) -> Value? {
        nextTag == tag ? try next(tag) : nil
    }

    /// Reads the only value of the bytes, which must have the given tag.
    static func only(_ tag: UInt8, in bytes: ArraySlice<UInt8>) throws(Malformed) -> Value {
        var reader = DERReader(bytes)
        let value = try reader.next(tag)
        guard reader.isAtEnd else { throw Malformed() }
        return value
    }
}
