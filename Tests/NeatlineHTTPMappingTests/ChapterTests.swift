import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Alamofire 4's chapter on serializers of one's own, example by example: the protocols, types and calls are those of
/// NeatlineHTTPMapping here. In `OwnProtocolTests` they are the reader's own.
@Suite("The chapter on serializers: objects and collections", .ownThreads, .hangLimit)
struct ChapterTests {
    struct User: ResponseObjectSerializable, ResponseCollectionSerializable, CustomStringConvertible {
        let username: String
        let name: String

        var description: String { "User: { username: \(username), name: \(name) }" }

        init?(response: HTTPURLResponse, representation: Any) {
            guard
                let username = response.url?.lastPathComponent,
                let representation = representation as? [String: Any],
                let name = representation["name"] as? String
            else { return nil }

            self.username = username
            self.name = name
        }
    }

    /// Implements what takes a `JSON`.
    struct Title: ResponseObjectSerializable, ResponseCollectionSerializable {
        let text: String

        init?(response: HTTPURLResponse, json: JSON) {
            guard let text = json["title"].string else { return nil }
            self.text = "\(response.statusCode) \(text)"
        }
    }

    /// A collection in an envelope, and final, so that `[Self]` is a type.
    final class Page: ResponseCollectionSerializable {
        let number: Int
        init(number: Int) { self.number = number }

        static func collection(from response: HTTPURLResponse, withJSON json: JSON) -> [Page] {
            json["pages"].arrayValue.map { Page(number: $0.intValue) }
        }
    }

    private func server() throws -> LoopbackServer {
        let server = try LoopbackServer()
        server.on(.get, "/users/mattt") { _ in .json(#"{"name": "Mattt"}"#) }
        server.on(.get, "/users") { _ in .json(#"[{"name": "Ada"}, {"nobody": 1}, {"name": "Grace"}]"#) }
        server.on(.get, "/titles") { _ in .json(#"{"data": [{"title": "a"}, {}, {"title": "b"}]}"#) }
        server.on(.get, "/pages") { _ in .json(#"{"pages": [3, 4]}"#) }
        server.on(.get, "/html") { _ in LoopbackResponse(text: "<html>") }
        server.on(.get, "/none") { _ in .status(204) }
        return server
    }

    @Test("An object of response and representation")
    func object() async throws {
        let server = try server()
        let response = await awaited { done in
            AF.request(server.url("/users/mattt")).responseObject { (response: AFDataResponse<User>) in
                debugPrint(response)
                done(response)
            }
        }
        expectEqual(response.result.value?.description, "User: { username: mattt, name: Mattt }")
    }

    @Test("A collection leaves out what makes no value")
    func collection() async throws {
        let server = try server()
        let response = await awaited { done in
            AF.request(server.url("/users")).responseCollection { (response: AFDataResponse<[User]>) in done(response) }
        }
        expectEqual(response.result.value?.map(\.name), ["Ada", "Grace"])
    }

    @Test("What is no array of objects gives no values")
    func otherShapes() async throws {
        let server = try server()
        expect(try await AF.request(server.url("/users/mattt")).serializingCollection(User.self).value.isEmpty)
        expect(try await AF.request(server.url("/none")).serializingCollection(User.self).value.isEmpty)
    }

    @Test("Either initialiser serves, and a key path chooses the part")
    func json() async throws {
        let server = try server()
        let titles = try await AF.request(server.url("/titles")).serializingCollection(Title.self, keyPath: "data")
            .value
        expectEqual(titles.map(\.text), ["200 a", "200 b"])
        let title = try await AF.request(server.url("/titles")).serializingObject(Title.self, keyPath: "data.2").value
        expectEqual(title.text, "200 b")
        let pages = await awaited { done in
            AF.request(server.url("/pages")).responseCollection { (response: AFDataResponse<[Page]>) in
                done(response.value?.map(\.number))
            }
        }
        expectEqual(pages, [3, 4])
    }

    @Test("The queue is heeded")
    func queue() async throws {
        let server = try server()
        let queue = DispatchQueue(label: "here")
        let count = await awaited { done in
            AF.request(server.url("/users")).responseCollection(queue: queue) { (response: AFDataResponse<[User]>) in
                dispatchPrecondition(condition: .onQueue(queue))
                done(response.value?.count)
            }
        }
        expectEqual(count, 2)
    }

    @Test("Errors are those of the chapter: refused, no JSON, a key path that leads nowhere, not reached")
    func errors() async throws {
        let server = try server()
        func error(_ path: String, keyPath: String? = nil) async -> BackendError? {
            await AF.request(server.url(path)).validate().serializingObject(User.self, keyPath: keyPath).response
                .mapError { BackendError($0) }.error
        }
        guard case .objectSerialization(let reason) = await error("/pages") else {
            Issue.record("not refused")
            return
        }
        expectEqual(reason, #"JSON could not be serialized: {"pages": [3, 4]}"#)
        guard case .jsonSerialization(let inner) = await error("/html") else {
            Issue.record("JSON")
            return
        }
        expectEqual(
            ((inner as? AFError)?.underlyingError as? ResponseBodyError)?.contentType, "text/plain; charset=utf-8")
        guard case .objectSerialization(let path) = await error("/pages", keyPath: "pages.7") else {
            Issue.record("found")
            return
        }
        expect(path.contains("$.pages[7]: expected an element 7, found 2 elements"))
        guard case .network(let network) = await error("/nowhere") else {
            Issue.record("reached")
            return
        }
        expectEqual((network as? AFError)?.responseCode, 404)
        let raw = await AF.request(server.url("/pages")).serializingObject(User.self).response.error
        expect(raw?.underlyingError is BackendError)
    }

    @Test("Errors of models are sorted into the same cases")
    func sorted() async throws {
        let server = try server()
        func error(_ path: String) async -> BackendError? {
            await AF.request(server.url(path)).serializingObject(FixedDay.self).response.mapError { BackendError($0) }
                .error
        }
        guard case .objectSerialization(let reason) = await error("/pages"), reason.contains("$.day") else {
            Issue.record("fits")
            return
        }
        guard case .jsonSerialization = await error("/html"), case .dataSerialization = await error("/none") else {
            Issue.record("JSON")
            return
        }
    }

    @Test("Each case says in words what went wrong")
    func words() {
        struct Trouble: LocalizedError { var errorDescription: String? { "trouble" } }
        expectEqual(BackendError.network(error: Trouble()).localizedDescription, "trouble")
        expectEqual(BackendError.dataSerialization(error: Trouble()).errorDescription, "trouble")
        expectEqual(BackendError.jsonSerialization(error: Trouble()).errorDescription, "trouble")
        expectEqual(BackendError.xmlSerialization(error: CancellationError()).errorDescription, "CancellationError()")
        expectEqual(BackendError.objectSerialization(reason: "no").errorDescription, "no")
    }
}
