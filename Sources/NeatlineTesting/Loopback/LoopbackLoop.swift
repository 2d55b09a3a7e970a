internal import Foundation
internal import NeatlineSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The event loop of a server, on a separate thread: it polls the sockets and lets connections proceed.
///
/// Unchecked Sendable because `connections`, `listener` and the buffers are accessed only on the loop's thread after
/// ``begin()``, and the other state only while the lock is held.
final class LoopbackLoop: @unchecked Sendable {
    private struct Shared {
        var routes: LoopbackRoutes
        var headHandler: (@Sendable (LoopbackRequest) -> LoopbackResponse?)?
        var connectionHandler: (@Sendable (Int) -> [LoopbackStep])?
        var posted: [@Sendable (LoopbackLoop) -> Void] = []
        var isWoken = false
        var isEnding = false
        var hasEnded = false
        var thread: pthread_t?
    }

    let log: LoopbackLog
    let bodyLimit: Int
    private let lock = NSCondition()
    private var shared: Shared
    private let listener: Int32
    private let wakeEnds: (reading: Int32, writing: Int32)
    private var connections: [Int: LoopbackConnection] = [:]
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// The time at which to accept again after the system had no descriptor left.
    private var acceptsAgain: Double?

    init(listener: Int32, log: LoopbackLog, bodyLimit: Int, routes: LoopbackRoutes) throws {
        self.listener = listener
        self.log = log
        self.bodyLimit = bodyLimit
        shared = Shared(routes: routes)
        wakeEnds = try Socket.pipe()
    }

    /// Starts the thread.
    ///
    /// - Throws: ``LoopbackServerError`` if the system has no thread; the listener is then closed.
    func begin() throws {
        let thread = SystemThread {
            Thread.current.name = "LoopbackServer"
            self.run()
        }
        guard let thread else {
            end()
            throw LoopbackServerError(
                function: "pthread_create", code: EAGAIN, message: SystemError(code: EAGAIN).description)
        }
        thread.detach()
    }

    /// Ends the thread, and waits for its end unless it is the calling one.
    func stop() {
        lock.lock()
        defer { lock.unlock() }
        if !shared.isEnding {
            shared.isEnding = true
            wake()
        }
        if let thread = shared.thread, pthread_equal(thread, pthread_self()) != 0 { return }
        while !shared.hasEnded { lock.wait() }
    }

    // MARK: Called on other threads

    /// Adds a route, or replaces the one with the same method and pattern.
    @inline(never)
    func addRoute(
        _ method: String?, _ pattern: String,
        _ handler: @escaping @Sendable (LoopbackRequest) throws -> LoopbackResponse
    ) {
        lock.withLock { shared.routes.add(method, pattern, handler) }
    }

    func setHeadHandler(_ handler: (@Sendable (LoopbackRequest) -> LoopbackResponse?)?) {
        var handler = handler
        // The handler before is released without the lock.
        lock.withLock { swap(&shared.headHandler, &handler) }
    }

    func setConnectionHandler(_ handler: (@Sendable (Int) -> [LoopbackStep])?) {
        var handler = handler
        // The handler before is released without the lock.
        lock.withLock { swap(&shared.connectionHandler, &handler) }
    }

    /// Lets a connection proceed, on the loop's thread, if it is still open.
    func post(to number: Int, _ body: @escaping @Sendable (LoopbackConnection) -> Void) {
        lock.withLock {
            if shared.isEnding { return }
            shared.posted.append { loop in
                guard let connection = loop.connections[number] else { return }
                body(connection)
                loop.proceed(connection)
            }
            wake()
        }
    }

    /// Called with the lock held, before the thread has ended.
    private func wake() {
        if shared.isWoken || shared.hasEnded { return }
        shared.isWoken = true
        Socket.write(1, to: wakeEnds.writing)
    }

    // MARK: The loop

    func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        let routes = lock.withLock { shared.routes }
        do { return try routes.answer(request) } catch { return LoopbackResponse(status: 500, text: "\(error)") }
    }

    func answerHead(_ request: LoopbackRequest) -> LoopbackResponse? {
        lock.withLock { shared.headHandler }?(request)
    }

    private func run() {
        lock.withLock { shared.thread = pthread_self() }
        var polled: [pollfd] = []
        var order: [LoopbackConnection] = []
        while true {
            polled.removeAll(keepingCapacity: true)
            order.removeAll(keepingCapacity: true)
            polled.append(pollfd(fd: wakeEnds.reading, events: Int16(POLLIN), revents: 0))
            polled.append(pollfd(fd: acceptsAgain == nil ? listener : -1, events: Int16(POLLIN), revents: 0))
            var deadline = acceptsAgain ?? .infinity
            for connection in connections.values {
                let wanted = connection.wanted
                let events = (wanted.reading ? Int16(POLLIN) : 0) | (wanted.writing ? Int16(POLLOUT) : 0)
                polled.append(pollfd(fd: connection.descriptor, events: events, revents: 0))
                order.append(connection)
                deadline = min(deadline, wanted.deadline)
            }
            _ = poll(&polled, nfds_t(polled.count), Self.timeout(until: deadline))
            if polled[0].revents != 0 { Socket.drain(wakeEnds.reading, with: &buffer) }
            let (posted, isEnding) = lock.withLock {
                shared.isWoken = false
                defer { shared.posted = [] }
                return (shared.posted, shared.isEnding)
            }
            if isEnding { break }
            for body in posted { body(self) }
            let now = Self.now
            for (index, connection) in order.enumerated() where !connection.isClosed {
                let happened = Int32(polled[index + 2].revents)
                if happened != 0 { react(connection, happened) }
                if connection.wanted.deadline <= now {
                    connection.deadlinePassed()
                    proceed(connection)
                }
            }
            if polled[1].revents != 0 || (acceptsAgain ?? .infinity) <= now { acceptAll() }
        }
        end()
    }

    private func react(_ connection: LoopbackConnection, _ happened: Int32) {
        if connection.wanted.reading, happened & (POLLIN | POLLHUP | POLLERR) != 0 {
            connection.receive(with: &buffer)
        } else if happened & (POLLHUP | POLLERR | POLLNVAL) != 0 {
            connection.close()
        }
        proceed(connection)
    }

    private func acceptAll() {
        acceptsAgain = nil
        while true {
            guard let descriptor = Socket.accept(listener) else {
                // Without a free descriptor, the socket stays readable, so polling it would be a busy loop.
                if errno == EMFILE || errno == ENFILE { acceptsAgain = Self.now + 0.01 }
                return
            }
            log.accepted()
            let number = log.counts.accepted
            let connection = LoopbackConnection(descriptor: descriptor, number: number, loop: self)
            connections[number] = connection
            if let steps = lock.withLock({ shared.connectionHandler })?(number) { connection.run(steps) }
            proceed(connection)
        }
    }

    private func proceed(_ connection: LoopbackConnection) {
        if !connection.isClosed { connection.proceed() }
        if connection.isClosed, connections.removeValue(forKey: connection.number) != nil { log.closed() }
    }

    private func end() {
        Socket.close(listener)
        for connection in connections.values {
            connection.close()
            log.closed()
        }
        connections = [:]
        lock.withLock {
            shared.hasEnded = true
            shared.posted = []
            Socket.close(wakeEnds.reading)
            Socket.close(wakeEnds.writing)
            lock.broadcast()
        }
    }

    /// The seconds of a monotonic clock.
    static var now: Double { ProcessInfo.processInfo.systemUptime }

    private static func timeout(until deadline: Double) -> Int32 {
        if deadline == .infinity { return -1 }
        return Int32(max(0, min(1e6, ((deadline - now) * 1000).rounded(.up))))
    }
}
