#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// What the process has open is the whole process's, and other tests open something, too. So these look at what stands
/// for it: the server's side of connections, and threads and descriptors by their own names.
@Suite("CurlTransport: what it leaves behind", .ownThreads, .hangLimit)
struct CurlTransportGrowthTests {
    /// Threads of event loops that run now.
    private func loopThreads() -> Set<String> {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return Set(
            tasks.filter { task in
                let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
                return name == "neatline-http\n"
            })
    }

    @Test("Requests one after another and at once use the connections that are there")
    func connections() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
        var configuration = CurlTransport.Configuration()
        configuration.idleConnectionLifetime = 3_600
        let transport = try CurlTransport(configuration: configuration)
        func run(_ count: Int) async {
            for _ in 0..<(count / 20) {
                let logs = (0..<20).map { _ in TransportLog() }
                for log in logs { _ = transport.start(TransportRequest(url: server.url("/")), receiver: log) }
                for log in logs {
                    await log.completion()
                    expect(log.error == nil)
                }
            }
        }
        await run(20)
        let connections = server.connectionCount
        expect(connections <= 20)
        await run(TestScale.rounds(10_000))
        expect(server.connectionCount <= 20)
    }

    @Test("A transport without requests has no thread, and the thread of another ends with it")
    func threads() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
        for _ in 0..<TestScale.rounds(500) {
            let seen = Locked<Set<String>>([])
            do {
                let transport = try CurlTransport()
                let log = TransportLog(onEvent: { _ in
                    let name = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
                    seen.insert((name as NSString).lastPathComponent)
                })
                _ = transport.start(TransportRequest(url: server.url("/")), receiver: log)
                await log.completion()
            }
            expectEqual(seen.value.count, 1, "one thread calls: \(seen.value)")
            expect(await eventually { loopThreads().isDisjoint(with: seen.value) })
        }
        await server.waitForOpenConnections(atMost: 0)
    }
}

private final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: Value

    init(_ value: Value) { kept = value }

    var value: Value { lock.withLock { kept } }
}

extension Locked where Value == Set<String> {
    fileprivate func insert(_ element: String) { lock.withLock { _ = kept.insert(element) } }
}
#endif
