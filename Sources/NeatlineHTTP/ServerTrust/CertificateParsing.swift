internal import Foundation

/// The parts of a certificate that are needed (RFC 5280, section 4.1).
struct CertificateParts {
    /// The whole `SubjectPublicKeyInfo`.
    let publicKey: ArraySlice<UInt8>
    /// The DNS names, in lower case.
    private(set) var dnsNames: [String] = []
    /// The IP addresses, 4 or 16 bytes each.
    private(set) var addresses: [[UInt8]] = []

    /// The object identifier 2.5.29.17.
    private static let subjectAlternativeName: [UInt8] = [0x55, 0x1D, 0x11]

    /// Parses a certificate.
    ///
    /// - Throws: `DERReader.Malformed` if the bytes are not a certificate, or something follows it.
    init(_ bytes: ArraySlice<UInt8>) throws(DERReader.Malformed) {
        typealias Tag = DERReader.Tag
        var certificate = try DERReader.only(Tag.sequence, in: bytes).reader
        var parts = try certificate.next(Tag.sequence).reader
        _ = try certificate.next(Tag.sequence)
        _ = try certificate.next(Tag.bitString)
        guard certificate.isAtEnd else { throw DERReader.Malformed() }

        _ = try parts.nextIfPresent(Tag.explicit(0))
        _ = try parts.next(Tag.integer)
        // Skips algorithm, issuer, validity and subject.
        for _ in 0..<4 { _ = try parts.next(Tag.sequence) }
        publicKey = try parts.next(Tag.sequence).whole
        try ServerKeyShape.check(publicKey)
        _ = try parts.nextIfPresent(Tag.implicit(1))
        _ = try parts.nextIfPresent(Tag.implicit(2))
        if let extensions = try parts.nextIfPresent(Tag.explicit(3)) {
            var list = try DERReader.only(Tag.sequence, in: extensions.contents).reader
            while !list.isAtEnd { try read(extension: list.next(Tag.sequence)) }
        }
        guard parts.isAtEnd else { throw DERReader.Malformed() }
    }

    private mutating func read(extension value: DERReader.Value) throws(DERReader.Malformed) {
        typealias Tag = DERReader.Tag
        var parts = value.reader
        let name = try parts.next(Tag.objectIdentifier).contents
        _ = try parts.nextIfPresent(Tag.boolean)
        let contents = try parts.next(Tag.octetString).contents
        guard parts.isAtEnd else { throw DERReader.Malformed() }
        guard name.elementsEqual(Self.subjectAlternativeName) else { return }
        var names = try DERReader.only(Tag.sequence, in: contents).reader
        while !names.isAtEnd {
            let name = try names.next()
            switch name.tag {
            case Tag.implicit(2):
                // A name that is not ASCII is not a host name.
                guard name.contents.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { continue }
                dnsNames.append(String(decoding: name.contents.map(\.lowercasedASCII), as: UTF8.self))
            case Tag.implicit(7):
                guard name.contents.count == 4 || name.contents.count == 16 else { continue }
                addresses.append(Array(name.contents))
            default:
                continue
            }
        }
    }
}

/// The structure of a `SubjectPublicKeyInfo`.
enum ServerKeyShape {
    /// Checks a `SubjectPublicKeyInfo`.
    ///
    /// - Throws: `DERReader.Malformed` if the bytes are invalid, or something follows them.
    static func check(_ bytes: ArraySlice<UInt8>) throws(DERReader.Malformed) {
        var parts = try DERReader.only(DERReader.Tag.sequence, in: bytes).reader
        var algorithm = try parts.next(DERReader.Tag.sequence).reader
        _ = try algorithm.next(DERReader.Tag.objectIdentifier)
        // The first byte is the number of unused bits of the last one.
        guard try parts.next(DERReader.Tag.bitString).contents.count > 1, parts.isAtEnd else {
            throw DERReader.Malformed()
        }
    }
}

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
        rest.first == tag ? try next(tag) : nil
    }

    /// Reads the only value of the bytes, which must have the given tag.
    static func only(_ tag: UInt8, in bytes: ArraySlice<UInt8>) throws(Malformed) -> Value {
        var reader = DERReader(bytes)
        let value = try reader.next(tag)
        guard reader.isAtEnd else { throw Malformed() }
        return value
    }
}

/// A parser for PEM texts (RFC 7468).
enum PEMText {
    /// Returns the blocks of a text, each with its label; `nil` if a block has no end, or is not base64. Text around
    /// blocks is ignored.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the text.
    static func blocks(of text: Data) -> [(label: String, data: Data)]? {
        var blocks: [(label: String, data: Data)] = []
        var label: String?
        var base64 = ""
        for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if let open = label {
                guard let end = self.label(of: line, "-----END ") else {
                    base64 += line
                    continue
                }
                guard end == open, let data = Data(base64Encoded: base64) else { return nil }
                blocks.append((open, data))
                label = nil
            } else {
                label = self.label(of: line, "-----BEGIN ")
                base64 = ""
            }
        }
        return label == nil ? blocks : nil
    }

    private static func label(of line: String, _ start: String) -> String? {
        guard line.hasPrefix(start), line.hasSuffix("-----"), line.count > start.count + 5 else { return nil }
        return String(line.dropFirst(start.count).dropLast(5))
    }

    /// Returns whether data may be a PEM text.
    static func isLikely(_ data: Data) -> Bool { data.range(of: Data("-----BEGIN ".utf8)) != nil }
}
