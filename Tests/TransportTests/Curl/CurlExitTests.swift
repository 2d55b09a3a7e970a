#if os(Linux)
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Synchronization
import Testing

@testable import NeatlineHTTP

/// What happens in a process that ends.
private enum Ending {
    static let hasBegun = DispatchSemaphore(value: 0)
    static let isCalledBack = DispatchSemaphore(value: 0)
    static let isWorkDone = Atomic<Bool>(false)

    /// Works on the event loop's thread from when the process has begun to end.
    final class Receiver: TransportReceiver {
        func transportDidSend(totalBytes: Int64) {}
        func transportDidReceive(_ bytes: RawSpan) {}
        func transportDidComplete(_ completion: TransportCompletion) {}

        func transportDidReceive(_ head: TransportResponseHead) {
            isCalledBack.signal()
            hasBegun.wait()
            // Takes longer than the process needs to exit without waiting, and much less than the time that it waits for.
            var sum = 0
            for number in 0..<200_000 { sum ^= number }
            if sum >= 0 { isWorkDone.store(true, ordering: .releasing) }
        }
    }
}

@Suite("CurlTransport: the end of the process", .ownThreads, .hangLimit)
struct CurlExitTests {
    @Test("Functions for the end of the process that libraries have set up are called when no thread is within libcurl")
    func exitWaits() async {
        await #expect(processExitsWith: .success) {
            // As OpenSSL's, which frees what its functions use, it is set up before the first request. The last one that
            // is set up is called first.
            atexit { if !Ending.isWorkDone.load(ordering: .acquiring) { _exit(1) } }
            let server = try LoopbackServer { _ in LoopbackResponse(text: "fine") }
            let transport = try CurlTransport()
            _ = transport.start(TransportRequest(url: server.url("/")), receiver: Ending.Receiver())
            Ending.isCalledBack.wait()
            atexit { Ending.hasBegun.signal() }
            exit(0)
        }
    }

    @Test("A thread of libcurl that ends the process does not wait for itself")
    func exitWithin() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in LoopbackResponse(text: "fine") }
            let transport = try CurlTransport()
            _ = transport.start(
                TransportRequest(url: server.url("/")), receiver: TransportLog(onEvent: { _ in exit(0) }))
            while true { sleep(60) }
        }
    }
}
#endif
