#if !canImport(Security)
public import Foundation
public import NeatlineFoundation

/// A server's certificate, or an authority's: what stands for `SecCertificate` where there is no Security framework.
///
/// ```swift
/// let pinned = try ServerCertificate.certificates(contentsOf: URL(fileURLWithPath: "/etc/company/pinned.pem"))
/// print(pinned[0].dnsNames, pinned[0].publicKey.pin)
/// ```
///
/// Two certificates are equal if their bytes are. What a certificate says is not checked by reading it: whether to trust
/// it is decided by a ``ServerTrustEvaluating``.
public struct ServerCertificate: Sendable, Hashable {
    /// The certificate in DER.
    public let data: Data
    /// The key that it certifies.
    public let publicKey: ServerPublicKey
    /// The host names that it is for, in lower case; the first label of one may be `*`. None of the certificate's subject.
    public let dnsNames: [String]
    /// The addresses that it is for: 4 bytes each for IPv4, 16 for IPv6.
    public let addresses: [[UInt8]]

    /// A certificate in DER.
    ///
    /// - Throws: ``ServerCertificateError`` if that is no X.509 certificate.
    public init(der: Data) throws {
        let bytes = Array(der)
        do {
            let parts = try CertificateParts(bytes[...])
            publicKey = ServerPublicKey(checked: parts.publicKey)
            dnsNames = parts.dnsNames
            addresses = parts.addresses
        } catch {
            throw ServerCertificateError("these \(der.count) bytes are no X.509 certificate in DER")
        }
        data = Data(bytes)
    }

    /// The certificates of a PEM text, or the one that is in DER.
    ///
    /// - Throws: ``ServerCertificateError`` if there is none, or one that cannot be read. Other blocks are left out.
    public static func certificates(in data: Data) throws -> [ServerCertificate] {
        guard PEMText.isLikely(data) else { return [try ServerCertificate(der: data)] }
        guard let text = PEMText(data) else {
            throw ServerCertificateError("a block of this PEM text does not end, or is not in base64")
        }
        var certificates: [ServerCertificate] = []
        for block in text.blocks where block.label == "CERTIFICATE" {
            certificates.append(try ServerCertificate(der: Data(block.bytes)))
        }
        guard !certificates.isEmpty else { throw ServerCertificateError("there is no block CERTIFICATE in this text") }
        return certificates
    }

    /// The certificates of a file, in PEM or in DER.
    ///
    /// - Throws: ``ServerCertificateError`` if there is none, or one that cannot be read; Foundation's error if the file
    ///   cannot be.
    public static func certificates(contentsOf url: URL) throws -> [ServerCertificate] {
        try certificates(in: Data(contentsOf: url))
    }
}

extension ServerCertificate: CustomStringConvertible {
    /// What it is for, and the pin of its key.
    public var description: String {
        let names = dnsNames + addresses.map(HostName.text(of:))
        return (names.isEmpty ? "certificate without names" : names.joined(separator: ", ")) + " (\(publicKey.pin))"
    }
}

/// A certificate or a key cannot be read.
public struct ServerCertificateError: NSErrorBridgeable, Sendable, Hashable, CustomStringConvertible {
    /// What was looked for, and what was found.
    public let description: String

    init(_ description: String) { self.description = description }
}
#endif
