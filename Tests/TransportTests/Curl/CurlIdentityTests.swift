#if os(Linux)
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

@Suite("CurlTransport: client certificates", .ownThreads, .hangLimit)
struct CurlIdentityTests {
    @Test("The password of a key is not asked for on the terminal, which would block all requests")
    func missingPassword() async {
        await #expect(processExitsWith: .success) {
            // Without a terminal, OpenSSL would read the password from the standard input.
            setsid()
            let input = Pipe()
            try input.fileHandleForWriting.write(contentsOf: Data("secret\nsecret\n".utf8))
            dup2(input.fileHandleForReading.fileDescriptor, 0)

            let folder = try TemporaryFolder()
            let file = try folder.file("client.pem", Self.identity).path
            let server = try LoopbackServer { _ in LoopbackResponse(text: "not TLS") }
            let url = server.url("/").absoluteString.replacingOccurrences(of: "http://", with: "https://")
            let identities: [CurlTransport.TLS.Identity] = [
                .files(certificate: file, key: file), .pem(certificate: Data(Self.identity.utf8)),
            ]
            for identity in identities {
                var configuration = Self.configuration
                configuration.tls.identity = identity
                let session = try Session(transport: CurlTransport(configuration: configuration))
                let error = await session.request(url).serializingData().response.error?.underlyingError as? URLError
                expectEqual(error?.code, .clientCertificateRejected)
            }
        }
    }

    @Test(
        "A server's alert about the client's certificate is an error of that one, not of the server's",
        arguments: [
            (42, "bad certificate"), (43, "unsupported certificate"), (44, "certificate revoked"),
            (45, "rejected the client certificate because it has expired"), (46, "certificate unknown"),
            (48, "unknown ca"),
        ])
    func alerts(_ alert: UInt8, _ message: String) async throws {
        let server = try RawServer { connection in
            // A handshake record, and a fatal alert of TLS 1.2.
            guard let header = connection.bytes(5), connection.bytes(Int(header[3]) << 8 | Int(header[4])) != nil else {
                return
            }
            connection.send([0x15, 3, 3, 0, 2, 2, alert])
            _ = connection.rest()
        }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let error = await (try CurlTransport(configuration: Self.configuration)).run(TransportRequest(url: url)).error
        expectEqual(error?.code, .clientCertificateRejected)
        expectEqual(error?.message.contains(message), true, "\(error?.message ?? "none")")
    }

    /// Without the system's authorities, which a libcurl that was built elsewhere may not find.
    private static var configuration: CurlTransport.Configuration {
        var configuration = CurlTransport.Configuration()
        configuration.proxy = .direct
        configuration.tls.authorities = .pem(Data(certificate.utf8))
        return configuration
    }

    /// A certificate on P-256, and its key, whose password is `secret`.
    private static let identity = key + certificate

    private static let key = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAh12cuDcLf7ZgIBATAM
        BggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQq/h7ciuZQltUDtuqlx+z+wSBkDos
        QX+qwJnCXnvxrQ/BWjU6mAhbYYyF0nRU8WVKemNOd9x6ZEBmc6MJB1N9n3BHHVVy
        iumcEnb9Fe6wbhbosLRQTqK+nRLjYGERgrNL5nmp9B2fMe5XmhBkCfgz9B5eJkxt
        f9k3yordLaibtX3tTcQra6Y0ODEWhHnR97MQgSZWdfK0UnwGOkRuJzGJy5b0gw==
        -----END ENCRYPTED PRIVATE KEY-----

        """

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBeTCCAR+gAwIBAgIUWCkzVbRkPPU6wHAmf9bteHr68icwCgYIKoZIzj0EAwIw
        ETEPMA0GA1UEAwwGY2xpZW50MCAXDTI2MTEyOTE2MzQxOVoYDzIwODEwOTAxMTYz
        NDE5WjARMQ8wDQYDVQQDDAZjbGllbnQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
        AASGsTCUm5UY4fA9pmfRHWU6mEufc1v66gxpB7MSX6DQeDnEtya+CdrYFTTMd3hY
        NVNcJ/Fr3Hc2eQqucOKCTHb/o1MwUTAdBgNVHQ4EFgQUeUPypwr/Gs2c6PNibjec
        0L+qUz8wHwYDVR0jBBgwFoAUeUPypwr/Gs2c6PNibjec0L+qUz8wDwYDVR0TAQH/
        BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiALjYNY+VrhQ+62cKRxnKALnfmLF+w9
        ToLZ20c5MFkmUgIhAIcGQyInw773ivk/KtnbtXGm3NCzz5TfBTiZ/mTgTEhl
        -----END CERTIFICATE-----

        """
}
#endif
