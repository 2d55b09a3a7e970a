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
