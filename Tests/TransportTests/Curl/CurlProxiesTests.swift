#if os(Linux)
import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("CurlTransport: what is said to proxies")
struct CurlProxiesTests {
    private func login(
        _ proxy: CurlTransport.Proxy, _ variables: [String: String] = [:], socket: String? = nil
    ) -> ProxyLogin? {
        var configuration = CurlTransport.Configuration()
        configuration.proxy = proxy
        configuration.unixSocketPath = socket
        return CurlProxies(configuration, variables: variables).login
    }

    private func isCertain(_ login: ProxyLogin?, _ url: String) -> Bool? {
        URL(string: url).flatMap(Origin.init).flatMap { login?.isCertain($0) }
    }

    @Test("name and password stand beside the proxy, in its URL, or in the environment")
    func logins() {
        let ada = Login(user: "ada", password: "s:1")
        expectEqual(login(.url("http://p:1", user: "ada", password: "s:1"))?.login, ada)
        expectEqual(login(.url("http://ada:s%3A1@p:1"))?.login, ada)
        expectEqual(login(.url("ada:s%3A1@p:1"))?.login, ada)
        expectEqual(login(.url("http://eve:x@p:1", user: "ada", password: "s:1"))?.login, ada)
        expectEqual(login(.url("p", user: "ada"))?.login, Login(user: "ada", password: ""))
        expectEqual(login(.environment, ["http_proxy": "http://ada:s%3A1@p:1/"])?.login, ada)
        expectEqual(login(.environment, ["ALL_PROXY": "https://ada:s%3A1@p:1"])?.login, ada)
        expect(login(.environment, ["http_proxy": "http://p", "all_proxy": "http://ada:x@p"]) == nil)
    }

    @Test("a user name with a colon, where Basic's password would begin, is refused", arguments: [false, true])
    func colons(isSecure: Bool) {
        for proxy in [CurlTransport.Proxy.url("http://p:1", user: "a:b", password: "c"), .url("http://a%3Ab:c@p:1")] {
            var configuration = CurlTransport.Configuration()
            configuration.proxy = isSecure ? .direct : proxy
            configuration.secureProxy = isSecure ? proxy : .direct
            let error = #expect(throws: TransportError.self) { _ = try CurlTransport(configuration: configuration) }
            expect(error?.code == .invalidRequest && error?.message.contains("colon") == true)
        }
    }

    @Test("without a name, or where no proxy speaks HTTP, nothing is said")
    func none() {
        expect(login(.direct, ["http_proxy": "http://ada:x@p"]) == nil)
        expect(login(.environment) == nil)
        expect(login(.environment, ["https_proxy": "http://ada:x@p", "HTTP_PROXY": "http://ada:x@p"]) == nil)
        expect(login(.url("http://p:1")) == nil)
        expect(login(.url("socks5h://ada:x@p:1")) == nil)
        expect(login(.url("socks4://p:1", user: "ada", password: "x")) == nil)
        expect(login(.url("http://ada:x@p:1"), socket: "/run/s") == nil)
    }

    @Test("a host that an exception may mean could be asked instead of the proxy")
    func exceptions() {
        let plain = login(.url("http://ada:x@p:1"))
        expectEqual(isCertain(plain, "http://example.org/"), true)
        let some = login(.url("http://ada:x@p:1", except: ["example.org", ".Example.com", "[::1]", "10.0.0.0/8"]))
        for (url, expected) in [
            ("http://example.org/", false), ("http://EXAMPLE.ORG:81/", false), ("http://a.example.org/", false),
            ("http://example.com/", false), ("http://a.b.example.com/", false), ("http://[::1]:8080/", false),
            ("http://10.1.2.3/", false), ("http://192.168.0.1/", false), ("http://[fe80::1]/", false),
            ("http://notexample.org/", true), ("http://example.org.evil.net/", true), ("ftp://elsewhere.net/", false),
        ] {
            expectEqual(isCertain(some, url) ?? false, expected, "\(url)")
        }
        let dotted = login(.url("http://ada:x@p:1", except: ["example.org.", ".example.com.\tnet.example", "::0001"]))
        for url in [
            "http://example.org/", "http://example.org./", "http://a.example.org/", "http://a.example.com./",
            "http://net.example/", "http://[::1]/", "http://[0:0:0:0:0:0:0:1]/",
            "http://[::1%25lo]/",
        ] {
            expectEqual(isCertain(dotted, url), false, "\(url)")
            expectEqual(isCertain(plain, url), true, "\(url)")
        }
        expectEqual(isCertain(some, "http://example.org./"), false)
        expectEqual(isCertain(dotted, "http://[::2]/"), true)
        let variables = ["no_proxy": "a.net, b.net", "http_proxy": "http://ada:x@p"]
        expectEqual(isCertain(login(.environment, variables), "http://b.net/"), false)
        expectEqual(isCertain(login(.environment, variables), "http://c.net/"), true)
        expectEqual(isCertain(login(.url("http://ada:x@p"), variables), "http://a.net/"), false)
        expectEqual(isCertain(login(.url("http://ada:x@p"), ["NO_PROXY": "*"]), "http://c.net/"), false)
    }

    @Test("a configuration's dictionary")
    func dictionary() {
        func read(_ dictionary: [AnyHashable: Any]) -> [CurlTransport.Proxy?] {
            var configuration = CurlTransport.Configuration()
            configuration.setProxies(dictionary)
            return [configuration.proxy, configuration.secureProxy]
        }
        expectEqual(read([:]), [.direct, .direct])
        expectEqual(read(["HTTPEnable": true, "HTTPProxy": "p", "HTTPPort": 81]), [.url("http://p:81"), .direct])
        expectEqual(read(["HTTPEnable": 0, "HTTPProxy": "p", "HTTPPort": 81]), [.direct, .direct])
        expectEqual(
            read(["HTTPSEnable": NSNumber(value: 1), "HTTPSProxy": "::1", "HTTPSPort": "82"]),
            [.direct, .url("http://[::1]:82")])
        expectEqual(
            read([
                "SOCKSEnable": 1, "SOCKSProxy": "s", "HTTPEnable": 1, "HTTPProxy": "p", "ExceptionsList": ["*.a", "b"],
            ]), [.url("http://p", except: [".a", "b"]), .url("socks5h://s", except: [".a", "b"])])
        expectEqual(
            read(["HTTPEnable": 1, "HTTPProxy": "p", "kCFProxyUsernameKey": "u", "kCFProxyPasswordKey": "w"]),
            [.url("http://p", user: "u", password: "w"), .direct])
    }
}
#endif
