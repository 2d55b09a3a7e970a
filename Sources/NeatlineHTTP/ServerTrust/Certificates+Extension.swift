#if !canImport(Security)
public import Foundation

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
    /// The certificates, in DER.
    public var data: [Data] { type.map(\.data) }

    /// The public keys of the certificates.
    public var publicKeys: [ServerPublicKey] { type.map(\.publicKey) }
}

extension AlamofireExtension where ExtendedType == ServerCertificate {
    /// The public key of the certificate; never `nil`.
    public var publicKey: ServerPublicKey? { type.publicKey }

    /// The certificate, in DER.
    public var data: Data { type.data }
}
#endif
