#if !canImport(Security)
public import Foundation

extension Bundle: AlamofireExtended {}
extension Array: AlamofireExtended {}
extension ServerCertificate: AlamofireExtended {}

extension AlamofireExtension where ExtendedType: Bundle {
    /// The certificates of the bundle's files `.cer`, `.crt`, `.der` and `.pem`. Files that hold none are left out.
    public var certificates: [ServerCertificate] {
        paths(forResourcesOfTypes: [".cer", ".CER", ".crt", ".CRT", ".der", ".DER", ".pem", ".PEM"])
            .flatMap { (try? ServerCertificate.certificates(contentsOf: URL(fileURLWithPath: $0))) ?? [] }
    }

    /// The keys of the bundle's certificates.
    public var publicKeys: [ServerPublicKey] { certificates.af.publicKeys }

    /// The paths of the bundle's files with these extensions, each once.
    public func paths(forResourcesOfTypes types: [String]) -> [String] {
        Array(Set(types.flatMap { type.paths(forResourcesOfType: $0, inDirectory: nil) })).sorted()
    }
}

extension AlamofireExtension where ExtendedType == [ServerCertificate] {
    /// The certificates in DER.
    public var data: [Data] { type.map(\.data) }

    /// The certificates' keys.
    public var publicKeys: [ServerPublicKey] { type.map(\.publicKey) }
}

extension AlamofireExtension where ExtendedType == ServerCertificate {
    /// The certificate's key. Every certificate has one.
    public var publicKey: ServerPublicKey? { type.publicKey }

    /// The certificate in DER.
    public var data: Data { type.data }
}
#endif
