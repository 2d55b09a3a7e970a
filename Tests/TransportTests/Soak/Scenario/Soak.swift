#if os(Linux)
import Dispatch
import Foundation
import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Many requests of all kinds, at once and for long, to servers that break them and with cancels from several threads.
///
/// What has to hold: each handler is called exactly once, each request ends as its path allows, a request that is not
/// idempotent arrives once at most, nothing hangs, and nothing grows.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class Soak: @unchecked Sendable {
    /// How many requests there are at the same time.
    static let width = 64
    /// Seconds without an end of any request that count as a hang; no request waits for so long by itself.
    static let patience = 90.0

    let session: NeatlineHTTP.Session
    private let transport: CurlTransport
    /// Versions 7 of libcurl rarely miss that a stream of HTTP/2 was reset.
    private var missesResets: Bool { transport.libraryVersion.hasPrefix("7.") }
    private let server: SoakServer
    private let folder: URL
    private let callbacks = DispatchQueue(label: "soak.callbacks", attributes: .concurrent)
    private let cancels = (0..<3).map { DispatchQueue(label: "soak.cancels.\($0)") }
    private let free = DispatchSemaphore(value: Soak.width)

    private let lock = NSLock()
    private var tally = SoakTally()
    private var open: [Int: SoakTicket] = [:]

    /// - Parameters:
    ///   - server: Whom to ask, with the version of HTTP that it speaks.
    ///   - folder: Where downloads go; it has to exist.
    init(_ server: SoakServer, folder: URL) throws {
        self.server = server
        self.folder = folder
        var configuration = CurlTransport.Configuration()
        configuration.httpVersion = server.isHTTP2 ? .automatic : .http1_1
        configuration.proxy = .direct
        // The proxy's certificate is made for the occasion.
        configuration.tls.verifiesCertificates = !server.isHTTP2
        transport = try CurlTransport(configuration: configuration)
        session = NeatlineHTTP.Session(transport: transport)
    }

    /// What came of the requests so far.
    var result: SoakTally { lock.withLock { tally } }

    /// Sends requests, and returns when all are over, or when none ends any more.
    ///
    /// - Parameters:
    ///   - numbers: The requests' numbers: each decides what the request is.
    ///   - seed: Makes other requests of the same numbers.
    func send(_ numbers: Range<Int>, seed: UInt64) async {
        await withTaskGroup(of: Void.self) { group in
            // Two threads send, so that requests are made, and cancelled, at the same time.
            for half in 0..<2 {
                group.addTask {
                    await self.onThread { soak in
                        for number in numbers where number % 2 == half {
                            guard soak.waitForRoom() else { return }
                            soak.start(SoakPlan(number: number, seed: seed, server: soak.server))
                        }
                    }
                }
            }
        }
        await onThread { soak in
            for _ in 0..<Self.width where !soak.waitForRoom() { return }
            for _ in 0..<Self.width { soak.free.signal() }
        }
    }

    /// Calls `body` on a thread of its own: Dispatch's and the concurrency pool's are few, and tasks would not run while
    /// these wait.
    private func onThread(_ body: @escaping @Sendable (Soak) -> Void) async {
        await withCheckedContinuation { continuation in
            Thread {
                body(self)
                continuation.resume()
            }.start()
        }
    }

    /// Whether there was room before patience ended.
    private func waitForRoom() -> Bool {
        if result.isHanging { return false }
        if free.wait(timeout: .now() + Self.patience) == .success { return true }
        let stuck = lock.withLock { open.values.map(\.text).sorted() }
        fault("nothing has ended for \(Self.patience) s; not over: \(stuck.prefix(5).joined(separator: "; "))")
        lock.withLock { tally.isHanging = true }
        return false
    }

    /// Waits until no request is left in the session, and looks for what arrived twice.
    func finish() async {
        for _ in 0..<1000 {
            let left = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
                session.withAllRequests { continuation.resume(returning: $0.count) }
            }
            if left == 0 { break }
            // They leave on other threads, of which nobody tells.
            try? await Task.sleep(for: .milliseconds(10))
        }
        session.withAllRequests { [self] in
            if !$0.isEmpty { fault("\($0.count) requests are left in the session") }
        }
        session.rootQueue.sync {}
        for path in server.doubled() { fault("arrived more than once: \(path)") }
    }

    func fault(_ text: String) { lock.withLock { tally.add(fault: text) } }

    // MARK: One request

    private func start(_ plan: SoakPlan) {
        let ticket = SoakTicket(plan)
        lock.withLock { open[plan.number] = ticket }
        let request = make(plan, ticket)
        guard let delay = plan.cancelDelay else { return }
        if plan.isSuspended { request.suspend() }
        cancels[plan.number % cancels.count].asyncAfter(deadline: .now() + delay) {
            if plan.isSuspended { request.resume() }
            // Cancelling the task that waits cancels the request.
            if let task = ticket.task { task.cancel() } else { request.cancel() }
        }
    }

    private func make(_ plan: SoakPlan, _ ticket: SoakTicket) -> Request {
        let (url, method) = (plan.url, plan.method)
        switch plan.kind {
        case .data:
            return session.request(url, method: method).response(queue: callbacks) { [self] in
                end(ticket, Outcome($0.result, $0.statusCode, $0.data), $0.error)
            }
        case .twoHandlers:
            ticket.expectedEnds = 2
            return session.request(url, method: method)
                .responseString(queue: callbacks, emptyResponseCodes: [204]) { [self] in
                    end(ticket, Outcome($0.result, $0.statusCode, $0.data), $0.error)
                }
                .response(queue: callbacks) { [self] in
                    end(ticket, Outcome($0.result, $0.statusCode, $0.data), $0.error)
                }
        case .awaited:
            let request = session.request(url, method: method)
            let response = request.serializingData(emptyResponseCodes: [204])
            ticket.task = Task { [self] in
                let response = await response.response
                end(ticket, Outcome(response.result, response.statusCode, response.data), response.error)
            }
            return request
        case .upload:
            return session.upload(Data(repeating: 0x61, count: plan.bodyLength), to: url, method: method)
                .response(queue: callbacks) { [self] in
                    end(ticket, Outcome($0.result, $0.statusCode, $0.data), $0.error)
                }
        case .download:
            let file = folder.appendingPathComponent("\(plan.number)")
            return session.download(url, method: method, to: { _, _ in (file, [.removePreviousFile]) })
                .response(queue: callbacks) { [self] response in
                    let data = response.fileURL.flatMap { try? Data(contentsOf: $0) }
                    try? FileManager.default.removeItem(at: file)
                    end(ticket, Outcome(response.result, response.response?.statusCode, data), response.error)
                }
        case .retried:
            return session.request(url, method: method, interceptor: Self.retrier).response(queue: callbacks) {
                [self] in
                end(ticket, Outcome($0.result, $0.statusCode, $0.data), $0.error)
            }
        case .briefSession:
            let brief = NeatlineHTTP.Session(transport: transport)
            let request = brief.request(url, method: method).response(queue: callbacks) { [self] in
                end(ticket, Outcome($0.result, $0.statusCode, $0.data), $0.error)
            }
            cancels[plan.number % cancels.count].asyncAfter(deadline: .now() + Double(plan.number % 4) / 1_000) {
                withExtendedLifetime(brief) {}
            }
            return request
        case .stream:
            return session.streamRequest(url, method: method).responseStream(on: DispatchQueue(label: "soak.stream")) {
                [self] stream in
                switch stream.event {
                case .stream(.success(let data)): ticket.append(data)
                case .complete(let completion):
                    let result = completion.error.map { AFResult<Void>.failure($0) } ?? .success(())
                    end(ticket, Outcome(result, completion.response?.statusCode, ticket.received), completion.error)
                }
            }
        case .streamTask:
            let request = session.streamRequest(url, method: method)
            let pieces = request.streamTask().streamingData()
            Task { [self] in
                for await stream in pieces {
                    switch stream.event {
                    case .stream(.success(let data)): ticket.append(data)
                    case .complete(let completion):
                        let result = completion.error.map { AFResult<Void>.failure($0) } ?? .success(())
                        end(ticket, Outcome(result, completion.response?.statusCode, ticket.received), completion.error)
                    }
                }
            }
            return request
        }
    }

    private static let retrier = Interceptor(
        retriers: [
            Retrier { request, _, _, completion in
                completion(request.retryCount < 2 ? .retryWithDelay(0.001) : .doNotRetry)
            }
        ])

    /// Counts the end of a request, or of one of its handlers.
    private func end(_ ticket: SoakTicket, _ outcome: Outcome, _ error: AFError?) {
        let plan = ticket.plan
        if !plan.allows(outcome, overHTTP2: server.isHTTP2, missesResets: missesResets) {
            fault("\(ticket.text) ended with \(outcome)\(error.map { ": \($0)" } ?? "")")
        }
        let (isOver, isTooMany) = ticket.end()
        if isTooMany { fault("\(ticket.text) ended more than once") }
        guard isOver else { return }
        lock.withLock {
            open[plan.number] = nil
            tally.add(outcome)
        }
        free.signal()
    }
}

/// What came of requests.
struct SoakTally: Sendable {
    private(set) var whole = 0
    private(set) var failed = 0
    private(set) var cancelled = 0
    /// What must not happen, the first hundred of it.
    private(set) var faults: [String] = []
    private(set) var faultCount = 0
    var isHanging = false

    var count: Int { whole + failed + cancelled }

    mutating func add(_ outcome: Outcome) {
        switch outcome {
        case .whole: whole += 1
        case .failed(.cancelled, _, _), .failed(.invalidated, _, _): cancelled += 1
        case .failed: failed += 1
        }
    }

    mutating func add(fault: String) {
        faultCount += 1
        if faults.count < 100 { faults.append(fault) }
    }
}

/// A request that is under way.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held, or before the request starts.
final class SoakTicket: @unchecked Sendable {
    let plan: SoakPlan
    /// How many handlers are to be called.
    var expectedEnds = 1
    /// The task that waits for it, if that is how it is cancelled.
    var task: Task<Void, Never>?
    private let lock = NSLock()
    private var ends = 0
    private var data = Data()

    init(_ plan: SoakPlan) { self.plan = plan }

    var text: String { "\(plan.kind) \(plan.method.rawValue) \(plan.url)" }

    var received: Data { lock.withLock { data } }

    func append(_ piece: Data) {
        // An endless body is never compared.
        lock.withLock { if data.count < 1 << 16 { data += piece } }
    }

    func end() -> (isOver: Bool, isTooMany: Bool) {
        lock.withLock {
            ends += 1
            return (ends == expectedEnds, ends > expectedEnds)
        }
    }
}
#endif
