#if !canImport(Security)
import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Certificates and keys")
struct ServerCertificateTests {
    @Test("Names, addresses and the key of a certificate")
    func parts() {
        let server = Certificates.server
        expectEqual(server.dnsNames, ["localhost", "*.example.com"])
        expectEqual(server.addresses, [[127, 0, 0, 1], Array(repeating: 0, count: 15) + [1]])
        // Made by `openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`.
        expectEqual(server.publicKey.pin, "sha256//3tbmyIp0Uwr2t+ozzUC1gBlW1L0YbJ2Q1mvRsu3Uiyg=")
        expectEqual(Certificates.authority.publicKey.pin, "sha256//FYdyxCvKlXN541n7ral6NYLAtFSbbFSl/bF3Wqg769k=")
        expectEqual(
            server.description,
            "localhost, *.example.com, 127.0.0.1, ::1 (sha256//3tbmyIp0Uwr2t+ozzUC1gBlW1L0YbJ2Q1mvRsu3Uiyg=)")
        expectEqual(
            Certificates.authority.description,
            "certificate without names (sha256//FYdyxCvKlXN541n7ral6NYLAtFSbbFSl/bF3Wqg769k=)")
    }

    @Test("A PEM text may have several certificates, other blocks, and text around them")
    func pem() throws {
        let text = """
            Some words
            \(Certificates.serverPEM)\r
            -----BEGIN PUBLIC KEY-----
            AAAA
            -----END PUBLIC KEY-----
            \(Certificates.authorityPEM.replacingOccurrences(of: "\n", with: "\r\n"))
            """
        try expectEqual(
            ServerCertificate.certificates(in: Data(text.utf8)), [Certificates.server, Certificates.authority])
        try expectEqual(ServerCertificate.certificates(in: Certificates.server.data), [Certificates.server])
    }

    @Test("What is wrong with a text is said")
    func malformedPEM() {
        func problem(_ text: String) -> String? {
            do {
                _ = try ServerCertificate.certificates(in: Data(text.utf8))
                return nil
            } catch { return "\(error)" }
        }
        expectEqual(problem(""), "these 0 bytes are not an X.509 certificate in DER")
        let broken = "a block of this PEM text has no end, or is not valid base64"
        expectEqual(problem(String(Certificates.serverPEM.dropLast(30))), broken)
        expectEqual(problem("-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----"), broken)
        expectEqual(problem("-----BEGIN CERTIFICATE-----\n-----END KEY-----"), broken)
        expectEqual(
            problem("-----BEGIN KEY-----\nAAAA\n-----END KEY-----"), "this text contains no CERTIFICATE block")
        expectEqual(
            problem("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"),
            "these 3 bytes are not an X.509 certificate in DER")
    }

    @Test("A certificate or key that is cut anywhere, or has a byte more, is refused")
    func truncated() {
        for certificate in [Certificates.server, Certificates.authority, Certificates.selfSigned] {
            for count in 0..<certificate.data.count {
                #expect(throws: ServerCertificateError.self) {
                    try ServerCertificate(der: certificate.data.prefix(count))
                }
            }
            #expect(throws: ServerCertificateError.self) { try ServerCertificate(der: certificate.data + [0]) }
            let key = certificate.publicKey.data
            for count in 0..<key.count {
                #expect(throws: ServerCertificateError.self) { try ServerPublicKey(der: key.prefix(count)) }
            }
            #expect(throws: ServerCertificateError.self) { try ServerPublicKey(der: key + [0]) }
            expectEqual(try? ServerPublicKey(der: key), certificate.publicKey)
        }
    }

    @Test("A certificate with any one byte changed is read or refused, and never read beyond its end")
    func changed() {
        let good = Certificates.server.data
        var readable = 0
        for index in good.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var bytes = good
                bytes[index] ^= change
                if let certificate = try? ServerCertificate(der: bytes) {
                    readable += 1
                    expectEqual(certificate.data, bytes)
                }
            }
        }
        expect(readable > 0 && readable < good.count * 3)
    }

    @Test("Lengths that DER has not are refused")
    func lengths() {
        func value(_ bytes: [UInt8]) -> [UInt8]? {
            (try? DERReader.only(DERReader.Tag.octetString, in: bytes[...])).map { Array($0.contents) }
        }
        expectEqual(value([4, 0]), [])
        expectEqual(value([4, 1, 7]), [7])
        expectEqual(value([4, 0x81, 0x80] + Array(repeating: 1, count: 128))?.count, 128)
        // One that is not known, longer than it must be, with zeros before it, larger than there is, larger than 4 GB.
        expect(value([4, 0x80, 7, 0, 0]) == nil)
        expect(value([4, 0x81, 1, 7]) == nil)
        expect(value([4, 0x82, 0, 0x80] + Array(repeating: 1, count: 128)) == nil)
        expect(value([4, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 7]) == nil)
        expect(value([4, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == nil)
        expect(value([0x1F, 1, 7]) == nil)
        expect(value([]) == nil)
    }

    @Test("A key in PEM")
    func keyPEM() throws {
        let base64 = Certificates.server.publicKey.data.base64EncodedString()
        let pem = "-----BEGIN PUBLIC KEY-----\n\(base64)\n-----END PUBLIC KEY-----\n"
        try expectEqual(ServerPublicKey(pem: Data(pem.utf8)), Certificates.server.publicKey)
        #expect(throws: ServerCertificateError.self) { try ServerPublicKey(pem: Data(Certificates.serverPEM.utf8)) }
    }

    @Test("A folder's certificates are found")
    func bundle() throws {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(UUID()).bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Certificates.server.data.write(to: folder.appendingPathComponent("a.der"))
        try Data(Certificates.authorityPEM.utf8).write(to: folder.appendingPathComponent("b.pem"))
        try Data("nothing".utf8).write(to: folder.appendingPathComponent("c.cer"))
        try Data("nothing".utf8).write(to: folder.appendingPathComponent("d.txt"))
        let bundle = try #require(Bundle(url: folder))
        expectEqual(Set(bundle.af.certificates), [Certificates.server, Certificates.authority])
        expectEqual(Set(ServerTrustPolicy.publicKeysInBundle(bundle)), Set(bundle.af.certificates.af.publicKeys))
        expectEqual(ServerTrustPolicy.certificates(in: bundle).af.data, bundle.af.certificates.map(\.data))
        expectEqual(Bundle.main.af.certificates, [])
    }
}
#endif
