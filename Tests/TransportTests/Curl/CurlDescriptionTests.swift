#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

@Suite("CurlTransport.Configuration: what is printed")
struct CurlDescriptionTests {
    private static func texts(_ configuration: CurlTransport.Configuration) -> [String] {
        var dumped = ""
        dump(configuration, to: &dumped)
        return [String(describing: configuration), String(reflecting: configuration), dumped]
    }

    @Test(
        "A proxy is shown without its password",
        arguments: [
            CurlTransport.Proxy.url("http://ada:secret@proxy.example:3128"), .url("ada:secret@proxy.example:3128"),
            .url("http://proxy.example:3128", user: "ada", password: "secret", except: ["a.example"]),
        ])
    func proxies(_ proxy: CurlTransport.Proxy) {
        var configuration = CurlTransport.Configuration()
        configuration.proxy = proxy
        configuration.secureProxy = proxy
        for text in Self.texts(configuration) {
            expect(!text.contains("secret"))
            expect(text.contains("proxy.example:3128"))
        }
    }

    @Test(
        "An identity is shown without its key and its password",
        arguments: [
            CurlTransport.TLS.Identity.files(certificate: "/certificate.pem", key: "/key.pem", password: "secret"),
            .pem(certificate: Data("secret".utf8), key: Data("secret".utf8), password: "secret"),
            .pkcs12(Data("secret".utf8), password: "secret"),
        ])
    func identities(_ identity: CurlTransport.TLS.Identity) {
        var configuration = CurlTransport.Configuration()
        configuration.tls.identity = identity
        let bytes = Array("secret".utf8).map(String.init)
        for text in Self.texts(configuration) {
            expect(!text.contains("secret"))
            expect(!text.contains(bytes.joined(separator: ", ")) && !text.contains(bytes.joined(separator: "\n")))
        }
    }

    @Test("What is not secret is shown")
    func shown() {
        expectEqual(String(describing: CurlTransport.Proxy.environment), "environment")
        expectEqual(String(describing: CurlTransport.Proxy.direct), "direct")
        expectEqual(
            String(reflecting: CurlTransport.Proxy.url("http://a:1", user: "b", password: "c", except: ["d"])),
            #"url("http://a:1", user: "b", password: <hidden>, except: ["d"])"#)
        expectEqual(
            String(describing: CurlTransport.TLS.Identity.files(certificate: "/a", key: "/b", password: "c")),
            #"files(certificate: "/a", key: "/b", password: <hidden>)"#)
    }
}
#endif
