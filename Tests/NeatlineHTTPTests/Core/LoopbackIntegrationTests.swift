import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Requests over the network", .ownThreads, .hangLimit)
struct LoopbackIntegrationTests {
    final class Person: Decodable {
        let name: String
        init(name: String) { self.name = name }
    }

    @Test("A GET over the default transport ends in a decoded value, awaited or handed to a closure")
    func get() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        server.on(.get, "/person") { _ in .json(#"{"name": "Ada"}"#) }
        let url = server.url("/person")

        let awaited = try await AF.request(url).validate().serializingDecodable(Person.self).value
        expectEqual(awaited.name, "Ada")

        let name = await withCheckedContinuation { continuation in
            AF.request(url).responseDecodable(of: Person.self, queue: .global()) { response in
                continuation.resume(returning: response.value?.name)
            }
        }
        expectEqual(name, "Ada")
    }
}
