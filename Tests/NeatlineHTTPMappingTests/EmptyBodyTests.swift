import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Responses without a body, and null", .ownThreads, .hangLimit)
struct EmptyBodyTests {
    struct Receipt: Mappable, EmptyResponse {
        var count = -1
        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) { count <- map["count"] }
        static func emptyValue() -> Receipt { Receipt() }
    }

    /// A request that is answered without a body.
    private func request(_ status: Int, _ method: HTTPMethod = .get) throws -> (DataRequest, LoopbackServer) {
        let server = try LoopbackServer { _ in LoopbackResponse(status: status) }
        return (AF.request(server.url, method: method), server)
    }

    @Test(
        "After 204, 205 and HEAD an array is empty, an optional nil, and an object what its type says",
        arguments: [(204, "GET"), (205, "GET"), (200, "HEAD")])
    func allowed(status: Int, method: String) async throws {
        let (request, server) = try request(status, HTTPMethod(rawValue: method))
        defer { withExtendedLifetime(server) {} }
        expect(try await request.serializingArray(Settings.self).value.isEmpty)
        expect(try await request.serializingObject(Settings?.self).value == nil)
        try await expectEqual(request.serializingObject(Receipt.self).value.count, -1)
        var settings = Settings()
        settings.size = 5
        try await expectEqual(request.serializingObject(mapToObject: settings).value, settings)
        let error = await request.serializingObject(Settings.self).response.error
        guard case .responseSerializationFailed(.invalidEmptyResponse(type: "Settings")) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Otherwise a body that is missing is an error of its own")
    func missing() async throws {
        let (request, server) = try request(200)
        defer { withExtendedLifetime(server) {} }
        let errors = [
            await request.serializingArray(Settings.self).response.error,
            await request.serializingObject(Settings?.self).response.error,
            await request.serializingObject(Receipt.self).response.error,
        ]
        for error in errors {
            guard case .responseSerializationFailed(.inputDataNilOrZeroLength) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("Null is nil for an optional; for an array it is an error, or empty if that is wanted")
    func null() async throws {
        let server = try Fixture.server(#"{"list": null, "user": null}"#)
        let request = AF.request(server.url)
        expect(try await request.serializingObject(Settings?.self, keyPath: "user").value == nil)
        expect(try await request.serializingArray(Settings.self, keyPath: "list", nullIsEmpty: true).value.isEmpty)
        let error = await request.serializingArray(Settings.self, keyPath: "list").response.bodyError
        expect(error?.path == "$.list" && error?.expected == "an array" && error?.found == "null")
        // What is not there at all is an error for an optional, too.
        let missing = await request.serializingObject(Settings?.self, keyPath: "nobody").response.bodyError
        expectEqual(missing?.path, "$.nobody")
    }

    @Test("An optional by closure")
    func optional() async throws {
        let server = try Fixture.server(#"{"size": 2}"#)
        let some = await awaited { done in
            AF.request(server.url).responseObject { (response: AFDataResponse<Settings?>) in done(response) }
        }
        expectEqual(some.value??.size, 2)
        let none = await awaited { done in
            AF.request(server.url).responseObject(of: Settings?.self, keyPath: "note") { done($0) }
        }
        expectEqual(none.bodyError?.path, "$.note")
    }
}
