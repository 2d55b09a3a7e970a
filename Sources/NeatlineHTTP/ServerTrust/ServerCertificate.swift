#if !canImport(Security)
public import Foundation
public import NeatlineFoundation

/// The certificate of a server or an authority; it replaces `SecCertificate` on platforms without the Security
/// framework.
///
/// ```swift
/// let pinned = try ServerCertificate.certificates(contentsOf: URL(fileURLWithPath: "/etc/company/pinned.pem"))
/// print(pinned[0].dnsNames, pinned[0].publicKey.pin)
/// ```
///
/// Certificates are equal if their bytes are. Parsing a certificate does not verify it: that is the task of a
/// ``ServerTrustEvaluating``.
public struct ServerCertificate: Sendable, Hashable {
    /// The bytes of the certificate, in DER.
    public let data: Data
    /// The public key that it certifies.
    public let publicKey: ServerPublicKey
    /// The host names in its alternative names, in lower case; the first label may be `*`. The subject is ignored.
    public let dnsNames: [String]
    /// The IP addresses in its alternative names: 4 bytes for IPv4, 16 for IPv6.
    public let addresses: [[UInt8]]

    /// Parses the bytes of one certificate.
    ///
    /// - Parameter der: The certificate, in DER.
    /// - Throws: ``ServerCertificateError`` if it is not a valid X.509 certificate.
    public init(der: Data) throws {
        let bytes = Array(der)
        do {
            let parts = try CertificateParts(bytes[...])
            publicKey = ServerPublicKey(checked: parts.publicKey)
            dnsNames = parts.dnsNames
            addresses = parts.addresses
        } catch {
            throw ServerCertificateError("these \(der.count) bytes are not an X.509 certificate in DER")
        }
        data = Data(bytes)
    }

    /// Parses the certificates of a PEM text, or a single certificate in DER.
    ///
    /// - Parameter data: The text, or the certificate.
    /// - Returns: The certificates, at least one. Other blocks of the text are ignored.
    /// - Throws: ``ServerCertificateError`` if there is none, or one is invalid.
    public static func certificates(in data: Data) throws -> [ServerCertificate] {
        guard PEMText.isLikely(data) else { return [try ServerCertificate(der: data)] }
        guard let blocks = PEMText.blocks(of: data) else {
            throw ServerCertificateError("a block of this PEM text has no end, or is not valid base64")
        }
        let certificates = try blocks.filter { $0.label == "CERTIFICATE" }.map { try ServerCertificate(der: $0.data) }
        guard !certificates.isEmpty else { throw ServerCertificateError("this text contains no CERTIFICATE block") }
        return certificates
    }

    /// Parses the certificates of a file, in PEM or DER.
    ///
    /// - Parameter url: The URL of the file.
    /// - Returns: The certificates, at least one.
    /// - Throws: ``ServerCertificateError`` if there is none, or one is invalid; Foundation's error if the file cannot
    ///   be read.
    public static func certificates(contentsOf url: URL) throws -> [ServerCertificate] {
        try certificates(in: Data(contentsOf: url))
    }
}

extension ServerCertificate: CustomStringConvertible {
    /// The names of the certificate, and the pin of its key.
    public var description: String {
        let names = dnsNames + addresses.map(HostName.text(of:))
        return (names.isEmpty ? "certificate without names" : names.joined(separator: ", ")) + " (\(publicKey.pin))"
    }
}

/// The error of a certificate or key that cannot be parsed.
public struct ServerCertificateError: NSErrorBridgeable, Sendable, Hashable, CustomStringConvertible {
    /// A description of the error, in English.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The public key of a certificate; it replaces `SecKey` on platforms without the Security framework.
///
/// ```swift
/// let key = try ServerPublicKey(pem: Data(contentsOf: url))  // of `openssl pkey -pubout`
/// print(key.pin)  // sha256//x9SZw6TwIqfmvrLZ/kz1o0Ossjmn728BnBKpUFqGNVM=
/// ```
public struct ServerPublicKey: Sendable, Hashable {
    /// The `SubjectPublicKeyInfo` in DER (RFC 5280, 4.1.2.7): the algorithm and the key.
    public let data: Data

    /// Parses the bytes of one public key.
    ///
    /// - Parameter der: The key as `SubjectPublicKeyInfo`, in DER.
    /// - Throws: ``ServerCertificateError`` if it is invalid.
    public init(der: Data) throws {
        let bytes = Array(der)
        guard (try? ServerKeyShape.check(bytes[...])) != nil else {
            throw ServerCertificateError("these \(der.count) bytes are not a public key in DER")
        }
        data = Data(bytes)
    }

    /// Parses the first `PUBLIC KEY` block of a PEM text.
    ///
    /// - Parameter pem: The text.
    /// - Throws: ``ServerCertificateError`` if there is none, or it is invalid.
    public init(pem: Data) throws {
        guard let block = PEMText.blocks(of: pem)?.first(where: { $0.label == "PUBLIC KEY" }) else {
            throw ServerCertificateError("this text contains no PUBLIC KEY block")
        }
        try self.init(der: block.data)
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
    /// The ``pin``, which identifies the key.
    public var description: String { pin }
}

extension Bundle: AlamofireExtended {}
extension Array: AlamofireExtended {}
extension ServerCertificate: AlamofireExtended {}

extension AlamofireExtension where ExtendedType: Bundle {
    /// The certificates in the bundle's files with the extensions `.cer`, `.crt`, `.der` and `.pem`. Files without
    /// valid certificates are ignored.
    ///
    /// - Complexity: reads all these files at each access.
    public var certificates: [ServerCertificate] {
        paths(forResourcesOfTypes: [".cer", ".CER", ".crt", ".CRT", ".der", ".DER", ".pem", ".PEM"])
            .flatMap { (try? ServerCertificate.certificates(contentsOf: URL(fileURLWithPath: $0))) ?? [] }
    }

    /// The public keys of the bundle's certificates.
    public var publicKeys: [ServerPublicKey] { certificates.af.publicKeys }

    /// Returns the paths of the bundle's files with the given extensions, without duplicates.
    ///
    /// - Parameter types: The extensions, each with its dot.
    /// - Returns: The sorted paths.
    public func paths(forResourcesOfTypes types: [String]) -> [String] {
        Array(Set(types.flatMap { type.paths(forResourcesOfType: $0, inDirectory: nil) })).sorted()
    }
}

extension AlamofireExtension where ExtendedType == [ServerCertificate] {
    /// The bytes of the certificates, in DER.
    public var data: [Data] { type.map(\.data) }

    /// The public keys of the certificates.
    public var publicKeys: [ServerPublicKey] { type.map(\.publicKey) }
}

extension AlamofireExtension where ExtendedType == ServerCertificate {
    /// The public key of the certificate; never `nil`.
    public var publicKey: ServerPublicKey? { type.publicKey }

    /// The bytes of the certificate, in DER.
    public var data: Data { type.data }
}
#endif
