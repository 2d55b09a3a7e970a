import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Notes what it is told, decides about redirects and responses, and tells the monitors of ends only.
private final class OwnDelegate: SessionDelegate, @unchecked Sendable {
    let log = EventLog<String>()
    private let redirects: Bool
    private let allows: Bool

    init(redirects: Bool = true, allows: Bool = true) {
        self.redirects = redirects
        self.allows = allows
        super.init()
    }

    override func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        log.append("redirect \(response.statusCode) \(task.currentRequest?.url?.path ?? "")")
        completionHandler(redirects ? request : nil)
    }

    override func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        log.append("response")
        completionHandler(allows ? .allow : .cancel)
    }

    override func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        log.append("data \(data.count)")
    }

    override func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        log.append("complete")
        super.urlSession(session, task: task, didCompleteWithError: error)
    }
}

@Suite("Session delegates", .ownThreads, .hangLimit)
struct SessionDelegateTests {
    let transport = MockTransport()
    let url = "https://example.com/a"

    @Test("A subclass is told in order, and tells the monitors by calling super")
    func subclass() async {
        transport.on(.get, url, respond: .redirect(to: "/b"))
        transport.on(.get, "https://example.com/b", respond: .json("{}"))
        let delegate = OwnDelegate()
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        let told = EventLog<String>()
        monitor.dataTaskDidReceiveData = { _, _, _ in told.append("data") }
        monitor.taskDidComplete = { _, _, _ in told.append("complete") }
        let session = Session(delegate: delegate, eventMonitors: [monitor], transport: transport)
        let response = await session.request(url).unserialized()
        expectEqual(response.response?.statusCode, 200)
        await told.wait(count: 1)
        expectEqual(delegate.log.all, ["redirect 302 /a", "response", "data 2", "complete"])
        expectEqual(told.all, ["complete"])
        expect(session.session.delegate === delegate)
    }

    @Test("A subclass keeps a redirect from being followed, and cancels a response that it does not want")
    func decisions() async {
        let gate = TestGate()
        transport.on(.get, url, respond: .redirect(to: "/b"))
        transport.on(.get, "https://example.com/c", respond: .script([.head(200), .waitUntil(gate)]))
        let still = Session(delegate: OwnDelegate(redirects: false), eventMonitors: [], transport: transport)
        await expectEqual(still.request(url).unserialized().response?.statusCode, 302)
        let refusing = Session(delegate: OwnDelegate(allows: false), eventMonitors: [], transport: transport)
        let refused = await refusing.request("https://example.com/c").unserialized()
        expectEqual((refused.error?.underlyingError as? URLError)?.code, .cancelled)
    }

    @Test("The end of a session is told to its monitors, once")
    func endOfSession() async {
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        let told = EventLog<URLSession>()
        monitor.sessionDidBecomeInvalidWithError = { session, error in
            if error == nil { told.append(session) }
        }
        var session: Session? = Session(eventMonitors: [monitor], transport: transport)
        let urlSession = session?.session
        session = nil
        await told.wait(count: 1)
        expect(told.all.count == 1 && told.all[0] === urlSession)

        var unused: Session? = Session(eventMonitors: [monitor], transport: transport)
        _ = unused?.rootQueue
        unused = nil
        await told.wait(count: 2)
        expectEqual(told.all.count, 2)
    }

    @Test("Requests end with sessionInvalidated when the URLSession is invalidated")
    func invalidation() async {
        let gate = TestGate()
        transport.on(.get, url, respond: .script([.head(200), .waitUntil(gate)]))
        let session = Session(transport: transport)
        let request = session.request(url)
        async let response = request.unserialized()
        await gate.reached()
        session.session.invalidateAndCancel()
        await expectEqual(response.error?.isSessionInvalidatedError, true)
        await expectEqual(session.request(url).unserialized().error?.isSessionInvalidatedError, true)
    }

    @Test("A session made with a URLSession invalidates it only if they have the same delegate")
    func givenSession() async {
        let delegate = OwnDelegate()
        let told = EventLog<String>()
        final class Foreign: NSObject, URLSessionDelegate {
            let told: EventLog<String>
            init(_ told: EventLog<String>) { self.told = told }
            func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
                told.append("foreign")
            }
        }
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "monitor"))
        monitor.sessionDidBecomeInvalidWithError = { _, _ in told.append("own") }
        let queue = DispatchQueue(label: "root")
        let foreign = URLSession(configuration: .default, delegate: Foreign(told), delegateQueue: nil)
        _ = Session(
            session: foreign, delegate: SessionDelegate(), rootQueue: queue, eventMonitors: [monitor],
            transport: transport)
        let own = URLSession(configuration: .default, delegate: delegate, delegateQueue: nil)
        _ = Session(session: own, delegate: delegate, rootQueue: queue, eventMonitors: [monitor], transport: transport)
        await told.wait(count: 1)
        expectEqual(told.all, ["own"])
        foreign.invalidateAndCancel()
        await told.wait(count: 2)
        expectEqual(told.all, ["own", "foreign"])
    }
}
