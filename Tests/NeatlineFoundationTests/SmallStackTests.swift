import Foundation
import NeatlineFoundation
import NeatlineJSON
import NeatlineMapping
import NeatlineTestSupport
import Testing

/// Deep values on threads with little stack.
struct SmallStackTests {
    /// Runs `body` on a thread with a stack of 64 KiB, which crashes the process if it needs more.
    private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.stackSize = 64 << 10
        thread.start()
        while !thread.isFinished { sched_yield() }
    }

    private final class Held: @unchecked Sendable {
        var value: Any?
        init(_ value: Any?) { self.value = value }
    }

    @Test("The object of a deep value is freed", arguments: ["[", "{\"key\":", "[{\"key\":"])
    func object(opening: String) throws {
        let count = 512 / opening.filter { "[{".contains($0) }.count
        let closing = String(opening.filter { "[{".contains($0) }.reversed().map { $0 == "[" ? "]" : "}" })
        let text = String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
        let json = try JSON(parsing: text)
        let held = Held(json.object)
        expectEqual(JSON(held.value as Any), json)
        onSmallStack { held.value = nil }
        expect(held.value == nil)
    }

    private struct Model: ImmutableMappable {
        let count: Int
        init(map: Map) throws { count = try map.value("count") }
    }

    @Test("The error of a field that holds a deep value is printed", arguments: ["[", "{\"k\":"])
    func errors(opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        let deep = String(repeating: opening, count: 500) + "1" + String(repeating: closing, count: 500)
        let error = #expect(throws: (any Error).self) {
            try Model(JSONString: "{\"count\": \(deep)}")
        }
        let held = Held(error)
        let text = Held(nil)
        onSmallStack {
            text.value = held.value.map { "\($0)" }
            held.value = nil
        }
        let shown = try #require(text.value as? String)
        expect(shown.contains("count"))
    }
}
