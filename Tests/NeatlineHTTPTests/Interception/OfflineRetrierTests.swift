import Dispatch
import Foundation
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Retriers: without a network", .ownThreads, .hangLimit)
struct OfflineRetrierTests {
    private let transport = MockTransport()
    private let paths = ScriptedPaths(.notReachable)

    private func retrier(
        _ isOfflineError: @escaping @Sendable (any Error) -> Bool = OfflineRetrier.defaultIsOfflineError
    ) -> OfflineRetrier {
        OfflineRetrier(maximumWait: .seconds(5), isOfflineError: isOfflineError, paths: paths)
    }

    @Test(
        "A request that has failed without a network is retried when there is one",
        arguments: [TransportError.Code.cannotFindHost, .cannotConnect, .connectionLost])
    func networkReturns(_ code: TransportError.Code) async throws {
        transport.on(.get, "https://example.com/", times: 1, respond: .failure(code))
        transport.on(.get, "https://example.com/", respond: .script([.head(200), .bytes("online")]))
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        let waits = Locked(0)
        monitor.taskIsWaitingForConnectivity = { _, _ in waits.withLock { $0 += 1 } }
        let session = Session(interceptor: retrier(), eventMonitors: [monitor], transport: transport)
        let request = session.request("https://example.com/")
        let task = request.serializingString()
        expect(await eventually { paths.openWatchCount == 1 })
        paths.notify()
        expectEqual(transport.requests.count, 1, "There is none yet")
        paths.become(.reachable(.ethernetOrWiFi))
        paths.notify()
        await expectEqual(task.response.value, "online")
        expectEqual(request.retryCount, 1)
        expectEqual(paths.openWatchCount, 0)
        expect(await eventually { waits.withLock { $0 } == 1 })
        paths.fire(5)
    }

    @Test("After five seconds without a network, the request fails with its own error")
    func timeIsOver() async throws {
        transport.on(.get, "https://example.com/", respond: .failure(.cannotFindHost))
        let session = Session(interceptor: retrier(), transport: transport)
        let task = session.request("https://example.com/").serializingString()
        expect(await eventually { paths.planned == [5] })
        paths.fire(5)
        expectEqual((await task.response.error?.underlyingError as? URLError)?.code, .cannotFindHost)
        expect(transport.requests.count == 1 && paths.openWatchCount == 0)
        expectEqual(paths.watches.count, 1, "The handler repeats the error, for which nobody waits again")
    }

    @Test("Other errors, and errors while there is a network, are not its business")
    func otherErrors() async throws {
        transport.on(.get, "https://example.com/", times: 1, respond: .failure(.certificateUntrusted))
        transport.on(.get, "https://example.com/", respond: .failure(.cannotFindHost))
        let session = Session(interceptor: retrier(), transport: transport)
        _ = await session.request("https://example.com/").serializingString().response
        paths.become(.reachable(.cellular))
        _ = await session.request("https://example.com/").serializingString().response
        expect(transport.requests.count == 2 && paths.watches.isEmpty)
    }

    @Test("An error that says so although there is a route is retried once")
    func contradiction() async throws {
        paths.become(.reachable(.ethernetOrWiFi))
        transport.on(.get, "https://example.com/", respond: .failure(.timedOut))
        let retrier = retrier { _ in true }
        let session = Session(interceptor: retrier, transport: transport)
        let request = session.request("https://example.com/")
        _ = await request.serializingString().response
        expectEqual(request.retryCount, 1)
    }

    @Test("The defaults and the static members are the original's")
    func names() {
        expectEqual(OfflineRetrier.defaultWait, .seconds(5))
        expectEqual(OfflineRetrier.defaultURLErrorOfflineCodes, [.notConnectedToInternet])
        expect(
            OfflineRetrier.defaultIsOfflineError(AFError.sessionTaskFailed(error: URLError(.notConnectedToInternet))))
        expect(!OfflineRetrier.defaultIsOfflineError(URLError(.timedOut)))
        let interceptor: any RequestInterceptor = .offlineRetrier(maximumWait: .milliseconds(10))
        expectEqual((interceptor as? OfflineRetrier)?.maximumWait, .milliseconds(10))
        let standard: any RequestInterceptor = .offlineRetrier
        expectEqual((standard as? OfflineRetrier)?.maximumWait, .seconds(5))
    }

    @Test("A request to this machine is not one without a network")
    func loopback() async throws {
        let session = Session(interceptor: OfflineRetrier(), transport: transport)
        let request = session.request("http://127.0.0.1:1/")
        transport.on(.get, "http://127.0.0.1:1/", respond: .failure(.cannotConnect))
        expectEqual(
            (await request.serializingString().response.error?.underlyingError as? URLError)?.code, .cannotConnectToHost
        )
        expectEqual(request.retryCount, 0)
    }
}
