import Dispatch
import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Synchronization
import Testing

/// Fields that do not fit and are left out.
@Suite("Fields that do not fit", .ownThreads, .hangLimit)
struct SilentFieldTests {
    /// One field too many in each of two objects.
    static let text = #"[{"size": "x", "unit": "km"}, {"size": 2, "unit": 7}]"#
    static let one = #"{"size": "x", "unit": "km"}"#

    private func session(_ text: String, monitors: [any EventMonitor] = []) -> Session {
        let transport = MockTransport()
        transport.on(nil, "/*", respond: .json(text))
        return Session(eventMonitors: monitors, transport: transport)
    }

    @Test("A response says which fields of its models were left out")
    func failures() async throws {
        let session = session(#"{"size": 3, "unit": 5}"#)
        let response = await session.request("http://example.org/a").serializingObject(Settings.self).response
        expectEqual(response.value?.size, 3)
        expectEqual(
            response.mappingFailures.map(\.description),
            [
                "$.unit: expected a string, found the number 5 (line 1, column 21)"
            ])
        let other = self.session(Self.text)
        let array = await other.request("http://example.org/a").serializingArray(Settings.self).response
        expectEqual(array.value?.count, 2)
        expectEqual(array.mappingFailures.map(\.path), ["$[0].size", "$[1].unit"])
        expectEqual(array.map(\.count).mappingFailures.count, 2)
    }

    @Test("A response whose models fit says nothing, also where another handler's did not")
    func nothing() async {
        let session = session(#"{"a": {"size": "x", "unit": "m"}, "b": {"size": 1, "unit": "m"}}"#)
        let request = session.request("http://example.org/a")
        async let first = request.serializingObject(Settings.self, keyPath: "a").response
        async let second = request.serializingObject(Settings.self, keyPath: "b").response
        async let third = request.serializingJSON().response
        let responses = await (first, second, third)
        expectEqual(responses.0.mappingFailures.map(\.path), ["$.a.size"])
        expect(responses.1.mappingFailures.isEmpty && responses.1.value?.size == 1)
        expect(responses.2.mappingFailures.isEmpty)
    }

    @Test("Handlers and optional models say it, too, and models that are mapped into")
    func handlers() async throws {
        let session = session(Self.one)
        let response: AFDataResponse<Settings> = await awaited { done in
            session.request("http://example.org/a").responseObject(queue: .global()) { done($0) }
        }
        expect(response.value != nil && response.mappingFailures.count == 1)
        let optional = await session.request("http://example.org/a").serializingObject(Settings?.self).response
        expectEqual(optional.mappingFailures.count, 1)
        var existing = Settings()
        existing.size = 5
        let updated = await session.request("http://example.org/a")
            .serializingObject(Settings.self, mapToObject: existing).response
        expect(updated.value?.size == 5 && updated.value?.unit == "km" && updated.mappingFailures.count == 1)
    }

    @Test("Strict options make a response fail with all that does not fit")
    func strict() async throws {
        let arrays = self.session(Self.text)
        let array = await arrays.request("http://example.org/a").serializingArray(Settings.self, options: .strict)
            .response
        let error = try #require(array.bodyError)
        expectEqual((error.cause as? MappingError)?.failures.count, 2)
        expectEqual(error.path, "$[0].size")
        expectEqual(array.mappingFailures.map(\.path), ["$[0].size", "$[1].unit"])

        let session = session(Self.one)
        let request = { session.request("http://example.org/a") }
        let existing = Settings()
        expect(await request().serializingObject(Settings.self, options: .strict).response.value == nil)
        expect(await request().serializingObject(Settings?.self, options: .strict).response.error != nil)
        let updated = await request()
            .serializingObject(Settings.self, mapToObject: existing, options: .strict).response
        expectEqual(updated.bodyError?.path, "$.size")
        let handled: AFDataResponse<Settings> = await awaited { done in
            request().responseObject(queue: .global(), options: .strict) { done($0) }
        }
        expectEqual(handled.bodyError?.path, "$.size")
        await #expect(throws: ResponseFailure<Settings>.self) {
            try await request().serializingObject(Settings.self, orFailure: Settings.self, options: .strict).value
        }
    }

    @Test("A logger writes a line for each field that was left out, ten at most")
    func logger() async {
        let queue = DispatchQueue(label: "logger")
        let lines = Mutex<[String]>([])
        let logger = RequestLogger(queue: queue) { line in lines.withLock { $0.append(line) } }
        let objects = Array(repeating: #"{"unit": 7, "size": 1}"#, count: 12).joined(separator: ",")
        let session = session("[\(objects)]", monitors: [logger])
        _ = await session.request("http://example.org/a?token=pw").serializingArray(Settings.self).response
        queue.sync {}
        let written = lines.withLock { $0 }.filter { $0.hasPrefix("? ") }
        expectEqual(written.count, 11)
        expectEqual(
            written.first,
            "? GET http://example.org/a?token=<hidden>: "
                + #"$[0].unit: expected a string, found the number 7 (line 1, column 11)"#)
        expectEqual(written.last, "? GET http://example.org/a?token=<hidden>: and 2 more")
    }
}
