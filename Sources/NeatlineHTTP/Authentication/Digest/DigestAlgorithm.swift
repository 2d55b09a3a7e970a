internal import Foundation

/// The `algorithm` of a Digest challenge (RFC 7616, section 6.1).
package struct DigestAlgorithm: Sendable, Equatable {
    /// The hash functions, the weakest first.
    package enum Function: Int, Sendable {
        case md5
        case sha256
        /// Not standardized, but offered by httpbin and others.
        case sha512
        /// `SHA-512-256`.
        case sha512Half
    }

    package let function: Function
    /// Whether the name ends with `-sess`: the first nonces are used for all further answers.
    package let isSession: Bool
    /// The name as sent by the server; `nil` if there is none, which means MD5.
    package let name: String?

    /// Parses a name; returns `nil` if it is not known.
    package init?(_ name: String?) {
        self.name = name
        var text = (name ?? "MD5").lowercasedASCII
        isSession = text.hasSuffix("-sess")
        if isSession { text.removeLast("-sess".count) }
        switch text {
        case "md5": function = .md5
        case "sha-256": function = .sha256
        case "sha-512": function = .sha512
        case "sha-512-256": function = .sha512Half
        default: return nil
        }
    }

    /// Returns the digest in hexadecimal digits.
    ///
    /// - Complexity: O(*n*)
    package func hash(_ bytes: UnsafeRawBufferPointer) -> String {
        let digest =
            switch function {
            case .md5: MessageDigest<MD5>.of(bytes)
            case .sha256: MessageDigest<SHA256>.of(bytes)
            case .sha512: MessageDigest<SHA512>.of(bytes)
            case .sha512Half: MessageDigest<SHA512Half>.of(bytes)
            }
        return Self.hexadecimal(digest)
    }

    /// Returns the digest of texts in UTF-8, joined by colons.
    package func hash(_ texts: String...) -> String {
        Array(texts.joined(separator: ":").utf8).withUnsafeBytes { hash($0) }
    }

    /// Returns the digest of a body, or `nil` if it is not known before it is sent.
    func hash(of body: TransportBody) -> String? {
        switch body {
        case .none: hash(UnsafeRawBufferPointer(start: nil, count: 0))
        case .bytes(let data): data.withUnsafeBytes { hash($0) }
        case .stream: nil
        }
    }

    /// Returns two lowercase hexadecimal digits for each byte.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
