import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What keeps the responses of one user from another who shares the cache, in memory and on disk.
@Suite("Cache: identities", .hangLimit, .ownThreads)
struct CacheIdentityTests {
    private static let users: [[String: String]] = [
        [:], ["Authorization": "Bearer ada"], ["Authorization": "Bearer bob"], ["Cookie": "SESS=ada"],
        ["Cookie": "SESS=bob"], ["Authorization": "Bearer ada", "Cookie": "SESS=bob"],
    ]

    /// Returns whose response each user gets, when all have asked one after the other.
    private func readers(_ control: String, vary: String = "", disk: Bool) async throws -> [String] {
        let folder = try TemporaryFolder()
        let cache =
            disk
            ? try HTTPCache(memoryCapacity: 0, diskCapacity: 1 << 20, directory: folder.file("cache"))
            : HTTPCache(memoryCapacity: 1 << 20)
        let transport = MockTransport()
        transport.on(nil, "/*") { request in
            let user = Self.users.firstIndex { user in
                ["Authorization", "Cookie"].allSatisfy { request.headers[$0] == user[$0] }
            }
            return MockResponse(headers: ["Cache-Control": control, "Vary": vary], text: "\(user ?? -1)")
        }
        // A session for each user.
        let sessions = Self.users.map { _ in
            let configuration = URLSessionConfiguration.af.default
            configuration.urlCache = cache
            return Session(configuration: configuration, transport: transport)
        }
        var texts: [String] = []
        for round in 0..<2 {
            for (user, session) in zip(Self.users, sessions) {
                let text = try await session.request("http://example.com/", headers: HTTPHeaders(user))
                    .serializingString().value
                if round == 1 { texts.append(text) }
            }
        }
        return texts
    }

    @Test(
        "Each user gets only what was stored for the same Authorization and Cookie",
        arguments: [
            "max-age=60", "max-age=60, private", "max-age=60, public, private", "max-age=60, must-revalidate",
            "max-age=60, s-maxage=60, private",
        ], [false, true])
    func separate(control: String, disk: Bool) async throws {
        let own = Self.users.indices.map(String.init)
        try await expectEqual(readers(control, disk: disk), own)
    }

    @Test(
        "What is meant for everybody is shared by users with other cookies, but never with another Authorization",
        arguments: ["max-age=60, public", "max-age=60, s-maxage=60"], [false, true])
    func shared(control: String, disk: Bool) async throws {
        try await expectEqual(readers(control, disk: disk), ["0", "1", "2", "0", "0", "1"])
        let own = Self.users.indices.map(String.init)
        try await expectEqual(readers(control, vary: "Cookie", disk: disk), own)
    }
}
