import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Events", .hangLimit)
struct EventTests {
    @Test("Login, requests and logout, in their order")
    func order() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.respond(.get, "/node/1", "{}", status: 404)
        site.transport.on(.post, "/user/logout", respond: .status(204))
        let client = try site.client()
        let stream = client.events
        let user = try await client.login(username: "alice", password: "x")
        _ = try? await client.node(1)
        try await client.logout()
        var events: [DrupalEvent] = []
        for await event in stream {
            events.append(event)
            if event == .didLogout { break }
        }
        expectEqual(
            events,
            [
                .didStartRequest(.login, "POST /user/login"),
                .didFinishRequest(.login, "POST /user/login", status: 200), .didLogin(user),
                .didStartRequest(.content, "GET /node/1"), .didFinishRequest(.content, "GET /node/1", status: 404),
                .didStartRequest(.logout, "POST /user/logout"),
                .didFinishRequest(.logout, "POST /user/logout", status: 204), .didLogout,
            ])
    }

    @Test("Streams that are not read keep the newest events; they end with the client")
    func unread() async throws {
        let site = MockSite()
        site.respond(.get, "/node/1", "{}")
        var client: DrupalClient? = try site.client()
        let stream = client!.events
        for _ in 0..<200 { _ = try await client!.node(1) }
        client = nil
        var count = 0
        for await _ in stream { count += 1 }
        expectEqual(count, 256)
    }
}
