#if !canImport(Security)
public import Foundation

/// A server's public key, as its certificate has it: what stands for `SecKey` where there is no Security framework.
///
/// ```swift
/// let key = try ServerPublicKey(pem: Data(contentsOf: url))  // of `openssl pkey -pubout`
/// print(key.pin)  // sha256//x9SZw6TwIqfmvrLZ/kz1o0Ossjmn728BnBKpUFqGNVM=
/// ```
public struct ServerPublicKey: Sendable, Hashable {
    /// The `SubjectPublicKeyInfo` in DER (RFC 5280, 4.1.2.7): the algorithm and the key.
    public let data: Data

    /// A key in DER.
    ///
    /// - Throws: ``ServerCertificateError`` if that is no `SubjectPublicKeyInfo`.
    public init(der: Data) throws {
        let bytes = Array(der)
        guard (try? ServerKeyShape.check(bytes[...])) != nil else {
            throw ServerCertificateError("these \(der.count) bytes are no public key in DER")
        }
        data = Data(bytes)
    }

    /// The first key of a PEM text: a block `PUBLIC KEY`.
    ///
    /// - Throws: ``ServerCertificateError`` if there is none.
    public init(pem: Data) throws {
        guard let block = PEMText(pem)?.blocks.first(where: { $0.label == "PUBLIC KEY" }) else {
            throw ServerCertificateError("there is no block PUBLIC KEY in this text")
        }
        try self.init(der: Data(block.bytes))
    }

    /// Of bytes that were checked.
    init(checked bytes: ArraySlice<UInt8>) { data = Data(bytes) }

    /// The SHA-256 digest of ``data`` in base64, behind `sha256//`: what `curl --pinnedpubkey` takes. O(n)
    public var pin: String {
        "sha256//" + Data(data.withUnsafeBytes { MessageDigest<SHA256>.of($0) }).base64EncodedString()
    }
}

extension ServerPublicKey: CustomStringConvertible {
    /// The ``pin``.
    public var description: String { pin }
}
#endif
