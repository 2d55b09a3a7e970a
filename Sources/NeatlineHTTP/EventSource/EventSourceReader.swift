internal import Dispatch
internal import Foundation
internal import NeatlineFoundation

/// Reads the events of one handler or iteration, over as many connections as it takes.
///
/// Unchecked Sendable because one task at a time uses it; what other threads cancel is in its ``Connection``.
final class EventSourceReader: @unchecked Sendable {
    private let request: EventSourceRequest
    private let core: SessionCore
    private let settings: EventSourceSettings
    private let connection = Connection()

    private var parser: EventStreamParser
    private var pieces: StreamOf<DataStreamRequest.Stream<Data, Never>>.Iterator?
    /// The time before the next connection in milliseconds, as the server has set it.
    private var retry: Int64?
    private var connectionCount = 0
    /// The number of connections in a row that have failed.
    private var failureCount = 0
    /// Whether the connection has delivered an event.
    private var hasDelivered = false
    private var isOver = false
    /// The end of the last connection.
    private(set) var completion = DataStreamRequest.Completion(request: nil, reply: nil, metrics: nil, error: nil)

    init(request: EventSourceRequest, core: SessionCore, settings: EventSourceSettings, lastEventID: String) {
        self.request = request
        self.core = core
        self.settings = settings
        parser = EventStreamParser(lastEventID: lastEventID, maximumEventSize: settings.maximumEventSize)
        request.register(connection)
    }

    deinit {
        request.unregister(connection)
        connection.cancel()
    }

    /// Returns the next event; `nil` at the end.
    ///
    /// - Throws: ``AFError``
    func next() async throws -> ServerSentEvent? {
        while !isOver {
            do {
                if let event = try parser.next() {
                    failureCount = 0
                    hasDelivered = true
                    retry = parser.retry ?? retry
                    return event
                }
            } catch {
                throw end(with: .responseSerializationFailed(reason: .customSerializationFailed(error: error)))
            }
            retry = parser.retry ?? retry
            if pieces == nil { try await connect() }
            switch await pieces?.next()?.event {
            case .stream(.success(let piece)): parser.append(piece)
            case .complete(let completion): try connectionEnded(completion)
            case nil: throw end(with: .explicitlyCancelled)
            }
        }
        return nil
    }

    /// Connects to the server, when it is time to.
    private func connect() async throws {
        if connectionCount > 0 {
            guard await connection.wait(delay, deadlines: core.exchanges.settings.deadlines) else {
                throw end(with: .explicitlyCancelled)
            }
        }
        connectionCount += 1
        let stream = request.makeConnection(lastEventID: parser.lastEventID)
        guard connection.open(stream) else { throw end(with: .explicitlyCancelled) }
        pieces = stream.streamTask().streamingData().makeAsyncIterator()
    }

    /// The time before the next connection, in seconds.
    private var delay: Double {
        let longest = EventSourceSettings.longestReconnectionTime.inSeconds
        let base = min(max(retry.map { Double($0) / 1000 } ?? settings.reconnectionTime.inSeconds, 0), longest)
        guard failureCount > 1 else { return base }
        let backoff = max(base, 0.1) * Double(1 << min(failureCount - 1, 20))
        return max(base, min(backoff, EventSourceSettings.longestBackoff.inSeconds))
    }

    /// Decides whether another connection follows (WHATWG HTML, section 9.2.3).
    private func connectionEnded(_ completion: DataStreamRequest.Completion) throws {
        pieces = nil
        self.completion = completion
        if completion.error == nil, completion.reply?.status == 204 || !settings.reconnects {
            isOver = true
            return
        }
        if let error = completion.error {
            guard settings.reconnects, Self.mayPass(error) else { throw end(with: error) }
        }
        failureCount = hasDelivered ? 0 : failureCount + 1
        hasDelivered = false
        if let maximum = settings.maximumFailures, failureCount > maximum {
            guard let error = completion.error else {
                isOver = true
                return
            }
            throw end(with: error)
        }
        // The event that the connection has not completed is dropped.
        parser = EventStreamParser(lastEventID: parser.lastEventID, maximumEventSize: settings.maximumEventSize)
    }

    /// Returns whether another connection may succeed.
    private static func mayPass(_ error: AFError) -> Bool {
        guard case .sessionTaskFailed(let error) = error, let error = error as? URLError else { return false }
        switch error.code {
        case .cancelled, .unsupportedURL, .badURL, .httpTooManyRedirects, .resourceUnavailable,
            .dataLengthExceedsMaximum,
            .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .clientCertificateRejected,
            .clientCertificateRequired, .requestBodyStreamExhausted, .unknown, .fileDoesNotExist, .fileIsDirectory,
            .noPermissionsToReadFile:
            return false
        default:
            return true
        }
    }

    private func end(with error: AFError) -> AFError {
        isOver = true
        pieces = nil
        connection.cancel()
        completion = DataStreamRequest.Completion(
            request: completion.request, reply: completion.reply, metrics: completion.metrics, error: error)
        return error
    }
}

extension EventSourceReader {
    /// What is to be ended when the request is cancelled: a connection, or the wait for the next one.
    final class Connection: Sendable {
        private struct State {
            var isCancelled = false
            var stream: DataStreamRequest?
            var waiting: UnsafeContinuation<Bool, Never>?
            /// The number of waits, by which the end of an earlier one is recognized.
            var waitCount = 0
        }

        private let state = Locked(State())

        /// Replaces the running connection; returns `false` if the request is cancelled.
        func open(_ stream: DataStreamRequest) -> Bool {
            // The earlier request is released after the lock.
            let (isOpen, _) = state.withLock { state in
                defer { state.stream = stream }
                return (!state.isCancelled, state.stream)
            }
            return isOpen
        }

        func cancel() {
            let (stream, waiting) = state.withLock { state in
                state.isCancelled = true
                defer { (state.stream, state.waiting) = (nil, nil) }
                return (state.stream, state.waiting)
            }
            stream?.cancel()
            waiting?.resume(returning: false)
        }

        /// Waits for some seconds; returns `false` if the request or the task was cancelled.
        func wait(_ seconds: Double, deadlines: Deadlines) async -> Bool {
            await withTaskCancellationHandler {
                await withUnsafeContinuation { continuation in
                    let number: Int? = state.withLock { state in
                        if state.isCancelled { return nil }
                        state.waiting = continuation
                        state.waitCount += 1
                        return state.waitCount
                    }
                    guard let number else { return continuation.resume(returning: false) }
                    deadlines.call(after: seconds, on: .global()) { [weak self] in self?.waitEnded(number) }
                }
            } onCancel: {
                // Swift holds the task's lock here, so this thread must not wait for that of a request.
                stopWaiting()
            }
        }

        /// Ends the wait for the next connection.
        private func stopWaiting() {
            let waiting = state.withLock { state in
                state.isCancelled = true
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: false)
        }

        private func waitEnded(_ number: Int) {
            let waiting = state.withLock { state in
                guard number == state.waitCount else { return UnsafeContinuation<Bool, Never>?.none }
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: true)
        }
    }
}

extension Duration {
    /// The number of seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
