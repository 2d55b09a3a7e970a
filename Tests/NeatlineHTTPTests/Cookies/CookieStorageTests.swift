import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Cookie jar over Foundation's storage", .ownThreads)
struct CookieStorageTests {
    let storage: HTTPCookieStorage
    let jar: CookieJar
    let url = URL(string: "http://www.example.com/")!

    init() throws {
        storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        storage.cookieAcceptPolicy = .always
        jar = CookieJar(storage: storage)
    }

    @Test("what servers set is in the storage, what is deleted there is gone")
    func mirrored() throws {
        jar.set(["a=1; Domain=example.com; Max-Age=100; SameSite=Lax", "b=2"], from: url)
        let objects = try #require(storage.cookies).sorted { $0.name < $1.name }
        expectEqual(objects.map(\.name), ["a", "b"])
        expectEqual(objects.map(\.domain), [".example.com", "www.example.com"])
        expectEqual(objects.map { $0.expiresDate == nil }, [false, true])
        storage.deleteCookie(objects[0])
        expectEqual(jar.header(for: url), "b=2")
        jar.set(["b=; Max-Age=0"], from: url)
        expectEqual(storage.cookies?.isEmpty, true)
        expect(jar.isEmpty)
    }

    @Test("what others put into the storage is sent, by the jar's rules")
    func takenOver() throws {
        let plain = try #require(
            HTTPCookie(properties: [.name: "a", .value: "1", .domain: ".example.com", .path: "/"]))
        let deep = try #require(
            HTTPCookie(properties: [.name: "b", .value: "2", .domain: "www.example.com", .path: "/x", .secure: "TRUE"]))
        storage.setCookie(plain)
        storage.setCookie(deep)
        expectEqual(jar.header(for: url), "a=1")
        expectEqual(jar.header(for: URL(string: "https://www.example.com/x")!), "b=2; a=1")
        let changed = try #require(
            HTTPCookie(properties: [.name: "a", .value: "3", .domain: ".example.com", .path: "/"]))
        storage.setCookie(changed)
        expectEqual(jar.header(for: url), "a=3")
    }

    @Test("two jars over one storage know of each other's cookies, and keep what the storage cannot")
    func shared() {
        let other = CookieJar(storage: storage)
        jar.set(["a=1; SameSite=Strict"], from: url)
        expectEqual(other.header(for: url), "a=1")
        expectEqual(jar.cookies.first?.sameSite, .strict)
        other.removeAll()
        expect(jar.isEmpty)
    }
}
