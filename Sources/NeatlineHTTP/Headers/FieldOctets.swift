// Values of header fields are octets, which need not be UTF-8 (RFC 9110, section 5.5). What is sent back to a server,
// such as a cookie or an entity tag, must be the octets that came from it.

extension Unicode.Scalar {
    /// The scalars for octets that are not UTF-8: U+10FE80 to U+10FEFF, which are in a private use area that no text has.
    private static let octetBase: UInt32 = 0x10_FE00

    /// Creates the scalar for an octet from 0x80 on.
    fileprivate init(octet: UInt8) { self = Self(Self.octetBase + UInt32(octet)) ?? "\u{FFFD}" }

    /// The octet that the scalar stands for, if it is one of these scalars.
    fileprivate var octet: UInt8? { value >> 7 == 0x10_FE80 >> 7 ? UInt8(truncatingIfNeeded: value) : nil }
}

extension String {
    /// Creates the text of octets without loss: ``octets`` returns the same.
    ///
    /// Octets that are not UTF-8 as a whole become a scalar each: those from 0x80 on the scalars from U+10FE80 to U+10FEFF.
    /// Equal octets always become equal texts, and other octets other scalars.
    ///
    /// - Complexity: O(*n*)
    init(octets: some Collection<UInt8>) {
        if let text = String(validating: octets, as: UTF8.self), !text.hasOctets {
            self = text
        } else {
            self.init(
                String.UnicodeScalarView(octets.map { $0 < 0x80 ? Unicode.Scalar($0) : Unicode.Scalar(octet: $0) }))
        }
    }

    /// Whether the text contains scalars for octets that are not UTF-8.
    ///
    /// - Complexity: O(*n*)
    var hasOctets: Bool {
        // The first byte of all scalars from U+100000 on.
        utf8.contains(0xF4) && unicodeScalars.contains { $0.octet != nil }
    }

    /// The text as it is sent in a header field: UTF-8, and the octets that are none.
    ///
    /// - Complexity: O(*n*)
    var octets: [UInt8] {
        hasOctets
            ? unicodeScalars.flatMap { scalar in scalar.octet.map { [$0] } ?? Array(String(scalar).utf8) } : Array(utf8)
    }

    /// The text for people, in which octets that are not UTF-8 are ISO 8859-1.
    ///
    /// - Complexity: O(*n*)
    var readable: String {
        guard hasOctets else { return self }
        let octets = octets
        return String(validating: octets, as: UTF8.self)
            ?? String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
    }
}
