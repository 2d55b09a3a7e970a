import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Accounts whose clients share a cache, on a site that says nothing about who may read a response.
@Suite("Accounts with one cache", .ownThreads, .hangLimit)
struct SharedCacheTests {
    @Test("No account reads what was stored for another, in memory and on disk", arguments: [false, true])
    func separate(onDisk: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache =
            onDisk
            ? try HTTPCache(memoryCapacity: 0, diskCapacity: 1 << 20, directory: folder)
            : HTTPCache(memoryCapacity: 1 << 20)
        let site = MockSite()
        for account in ["alice", "bob"] { site.acceptLogin(account, times: 1) }
        site.transport.on(.get, "/node/1?_format=json") { request in
            let reader = request["Authorization"] ?? request["Cookie"] ?? "visitor"
            return MockResponse(
                headers: ["Content-Type": "application/json", "Cache-Control": "max-age=3600"],
                text: #"{"title":[{"value":"\#(reader)"}]}"#)
        }
        var clients: [DrupalClient] = []
        for account in [nil, "alice", "bob", "basic"] {
            let configuration = URLSessionConfiguration.af.ephemeral
            configuration.urlCache = cache
            let session = Session(configuration: configuration, transport: site.transport)
            let client = try DrupalClient(baseURL: MockSite.url, session: session)
            if account == "basic" {
                client.useBasicAuthentication(username: "carol", password: "x")
            } else if let account {
                try await client.login(username: account, password: "x")
            }
            clients.append(client)
        }
        var titles: [String] = []
        for _ in 0..<2 {
            for client in clients { titles.append(try await client.node(1)["title"][0]["value"].string ?? "-") }
        }
        expect(Set(titles).count == 4 && Array(titles[..<4]) == Array(titles[4...]))
        expectEqual(site.summaries.count { $0.hasPrefix("GET /node/1") }, 4)
    }
}
