import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("A large body", .longRunning, .hangLimit)
struct LargeBodyTests {
    struct Item: ImmutableMappable {
        let id: Int
        init(map: Map) throws { id = try map.value("id") }
    }

    /// Code that is not optimised gets less to do.
    #if DEBUG
    private static let size = 20 << 20
    #else
    private static let size = 100 << 20
    #endif
    private static let piece = #"{"padding": "0123456789012345678901234567890123456789"},"#

    /// Answers with an array of as many objects as fit, and with an end.
    private func server(end: String) throws -> LoopbackServer {
        let count = Self.size / Self.piece.utf8.count
        let length = 1 + count * Self.piece.utf8.count + end.utf8.count
        return try LoopbackServer { _ in
            .script([
                .head(200, headers: ["Content-Type": "application/json", "Content-Length": "\(length)"]), .send("["),
                .repeat(Self.piece, count: count), .send(end),
            ])
        }
    }

    @Test("An error at its end names the position, and shows only the text around it; the body is there")
    func errors() async throws {
        let count = Self.size / Self.piece.utf8.count
        let server = try server(end: #"{"id": 7}, {"id": tru}]"#)
        let response = await AF.request(server.url).serializingObject(Item.self, keyPath: "\(count)").response
        let error = try #require(response.bodyError)
        expect(error.line == 1 && error.column == 1 + count * Self.piece.utf8.count + 22)
        expect(error.byteCount == response.data?.count && error.byteCount > Self.size - 1000)
        expect(error.beginning.utf8.count == 200 && error.description.utf8.count < 500)
    }

    @Test("A model stands at its end, and one at its beginning does not fit")
    func models() async throws {
        let count = Self.size / Self.piece.utf8.count
        let server = try server(end: #"{"id": 7}]"#)
        let request = AF.request(server.url)
        let last = request.serializingObject(Item.self, keyPath: "\(count)")
        let first = request.serializingObject(Item.self, keyPath: "0")
        try await expectEqual(last.value.id, 7)
        let error = try #require(await first.response.bodyError)
        expect(error.path == "$[0].id" && error.found == "nothing")
        expect(error.description.utf8.count < 500)
    }
}
