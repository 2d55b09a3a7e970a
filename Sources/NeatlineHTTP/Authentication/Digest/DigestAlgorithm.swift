internal import Foundation

/// What the parameter `algorithm` of a Digest challenge names (RFC 7616, section 6.1).
package struct DigestAlgorithm: Sendable, Equatable {
    /// The weakest first.
    package enum Function: Int, Sendable {
        case md5
        case sha256
        /// In no standard; httpbin and others offer it.
        case sha512
        /// `SHA-512-256`.
        case sha512Half
    }

    package let function: Function
    /// Whether the name ends with `-sess`: the first nonces count for what follows, too.
    package let isSession: Bool
    /// As the server wrote it; nil if it did not, which means MD5.
    package let name: String?

    /// Nil if it is not known.
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

    /// The digest in hexadecimal digits. O(n)
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

    /// The digest of texts with colons between them, in UTF-8.
    package func hash(_ texts: String...) -> String {
        Array(texts.joined(separator: ":").utf8).withUnsafeBytes { hash($0) }
    }

    /// The digest of what a request carries, or nil if that is not known before it is sent.
    func hash(of body: TransportBody) -> String? {
        switch body {
        case .none: hash(UnsafeRawBufferPointer(start: nil, count: 0))
        case .bytes(let data): data.withUnsafeBytes { hash($0) }
        case .stream: nil
        }
    }

    /// Two small digits for each byte.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
