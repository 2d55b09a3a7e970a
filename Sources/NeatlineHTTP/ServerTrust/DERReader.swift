/// Reads values of DER, one behind another: the encoding of certificates and keys (X.690).
///
/// Each value is checked to lie within what it is read from; nothing is read from what is not there.
struct DERReader {
    /// Numbers of the values that certificates are made of.
    enum Tag {
        static let boolean: UInt8 = 0x01
        static let integer: UInt8 = 0x02
        static let bitString: UInt8 = 0x03
        static let octetString: UInt8 = 0x04
        static let objectIdentifier: UInt8 = 0x06
        static let sequence: UInt8 = 0x30
        static let set: UInt8 = 0x31

        /// A value that has a number of its own in what it stands in, and consists of others.
        static func explicit(_ number: UInt8) -> UInt8 { 0xA0 | number }
        /// The same, of a value that is bytes.
        static func implicit(_ number: UInt8) -> UInt8 { 0x80 | number }
    }

    /// A value: where it begins, and where its contents lie.
    struct Value {
        let tag: UInt8
        /// With its tag and length.
        let whole: ArraySlice<UInt8>
        let contents: ArraySlice<UInt8>

        /// Reads what the value consists of.
        var reader: DERReader { DERReader(contents) }
    }

    /// The bytes are no DER, or not what was looked for.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next value's tag, or nil at the end.
    var nextTag: UInt8? { rest.first }

    /// The next value.
    mutating func next() throws(Malformed) -> Value {
        // Tags of several bytes do not occur in certificates.
        guard rest.count >= 2, let tag = rest.first, tag & 0x1F != 0x1F else { throw Malformed() }
        let first = rest[rest.startIndex + 1]
        var length = Int(first)
        var start = rest.startIndex + 2
        if first >= 0x80 {
            // Up to 4 GB; 0x80 itself is a length that is not known, which DER has not.
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

    /// The next value, which must have this tag.
    mutating func next(_ tag: UInt8) throws(Malformed) -> Value {
        let value = try next()
        guard value.tag == tag else { throw Malformed() }
        return value
    }

    /// The next value if it has this tag.
    mutating func nextIfPresent(_ tag: UInt8) throws(Malformed) -> Value? {
        nextTag == tag ? try next(tag) : nil
    }

    /// The only value of the bytes, which must have this tag.
    static func only(_ tag: UInt8, in bytes: ArraySlice<UInt8>) throws(Malformed) -> Value {
        var reader = DERReader(bytes)
        let value = try reader.next(tag)
        guard reader.isAtEnd else { throw Malformed() }
        return value
    }
}
