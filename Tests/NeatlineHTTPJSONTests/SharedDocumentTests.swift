import Foundation
import NeatlineFoundation
import NeatlineSystem
import NeatlineHTTPJSON
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineJSON

@Suite("One document for all handlers", .ownThreads, .hangLimit)
struct SharedDocumentTests {
    private static let text =
        "[" + (0..<200).map { #"{"id": \#($0), "name": "name \#($0)"}"# }.joined(separator: ",") + "]"

    /// Tells documents apart.
    private func document(_ json: JSON?) -> ObjectIdentifier? {
        guard case .array(let array)? = json, case .view(let document, _) = array.storage else { return nil }
        return ObjectIdentifier(document.object)
    }

    @Test("Chained handlers read the same document")
    func chained() async throws {
        let server = try LoopbackServer { _ in .json(Self.text) }
        let request = AF.request(server.url)
        let first = request.serializingJSON()
        let second = request.serializingJSON()
        let third = request.serializingJSON(options: [])
        let (one, two, three) = try await (first.value, second.value, third.value)
        expect(document(one) != nil)
        expectEqual(document(one), document(two))
        expect(document(one) != document(three) && one == three)
    }

    @Test("A handler that comes when all were served parses anew, and gets the same value")
    func late() async throws {
        let server = try LoopbackServer { _ in .json(Self.text) }
        let request = AF.request(server.url)
        let first = try await request.serializingJSON().value
        let second = try await request.serializingJSON().value
        expect(first == second && first.count == 200)
    }

    @Test("A retried request does not read the document of the attempt before")
    func retried() async throws {
        let server = try LoopbackServer { _ in .status(404) }
        let count = Locked(0)
        server.on(.get, "/") { _ in
            count.withLock {
                $0 += 1
                return $0 == 1 ? .json("[1,") : .json("[2]")
            }
        }
        let retrier = Interceptor(
            adapters: [],
            retriers: [
                Retrier { request, _, _, completion in completion(request.retryCount == 0 ? .retry : .doNotRetry) }
            ])
        let request = AF.request(server.url, interceptor: retrier)
        try await expectEqual(request.serializingJSON().value, [2])
        expectEqual(request.retryCount, 1)
    }

    @Test("What is wrong with the body is told to each handler")
    func errors() async throws {
        let server = try LoopbackServer { _ in .json(#"{"a": tru}"#) }
        let request = AF.request(server.url)
        let tasks = [request.serializingJSON(), request.serializingJSON()]
        for task in tasks {
            let response = await task.response
            expectEqual(response.bodyError?.column, 10)
            expectEqual(response.data, Data(#"{"a": tru}"#.utf8))
        }
    }
}
