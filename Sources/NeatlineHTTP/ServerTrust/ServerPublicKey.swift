#if !canImport(Security)
public import Foundation

/// The public key of a certificate; it replaces `SecKey` on platforms without the Security framework.
///
/// ```swift
/// let key = try ServerPublicKey(pem: Data(contentsOf: url))  // of `openssl pkey -pubout`
/// print(key.pin)  // sha256//x9SZw6TwIqfmvrLZ/kz1o0Ossjmn728BnBKpUFqGNVM=
/// ```
public struct ServerPublicKey: Sendable, Hashable {
    /// The `SubjectPublicKeyInfo` in DER (RFC 5280, 4.1.2.7): the algorithm and the key.
    public let data: Data

    /// Parses a key.
    ///
    /// - Parameter der: The key as `SubjectPublicKeyInfo`, in DER.
    /// - Throws: ``ServerCertificateError`` if it is invalid.
    public init(der: Data) throws {
        let bytes = Array(der)
        guard (try? ServerKeyShape.check(bytes[...])) != nil else {
            throw ServerCertificateError("these \(der.count) bytes are no public key in DER")
        }
        data = Data(bytes)
    }

    /// Parses the first `PUBLIC KEY` block of a PEM text.
    ///
    /// - Parameter pem: The text.
    /// - Throws: ``ServerCertificateError`` if there is none, or it is invalid.
    public init(pem: Data) throws {
        guard let block = PEMText(pem)?.blocks.first(where: { $0.label == "PUBLIC KEY" }) else {
            throw ServerCertificateError("there is no block PUBLIC KEY in this text")
        }
        try self.init(der: Data(block.bytes))
    }

    /// Creates a key from valid bytes.
    init(checked bytes: ArraySlice<UInt8>) { data = Data(bytes) }

    /// The SHA-256 digest of ``data`` in base64, prefixed with `sha256//`, as in `curl --pinnedpubkey`.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the key.
    public var pin: String {
        "sha256//" + Data(data.withUnsafeBytes { MessageDigest<SHA256>.of($0) }).base64EncodedString()
    }
}

extension ServerPublicKey: CustomStringConvertible {
    /// The ``pin``.
    public var description: String { pin }
}
#endif
