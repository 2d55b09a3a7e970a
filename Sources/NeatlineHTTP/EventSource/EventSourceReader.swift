internal import Foundation
internal import NeatlineFoundation

/// Reads the events of one handler or iteration, over as many connections as its driver says.
///
/// Unchecked Sendable because one task at a time uses it; what other threads change is in the driver.
final class EventSourceReader: @unchecked Sendable {
    private let request: EventSourceRequest
    private let driver: EventSourceDriver
    private var parser: EventStreamParser
    /// Waits for the next piece of the connection, or for its end; `nil` if there is none. A closure, because its iterator is a
    /// generic value, which is slow to test for `nil`.
    private var nextPiece: (() async -> DataStreamRequest.Event<Data, Never>?)?
    /// The number of the connection, and whether it has delivered an event.
    private var connection = 0
    private var hasDelivered = false
    private var isOver = false
    /// The end of the last connection.
    private var completion = DataStreamRequest.Completion(request: nil, reply: nil, metrics: nil, error: nil)

    init(request: EventSourceRequest, deadlines: Deadlines, lastEventID: String) {
        self.request = request
        driver = EventSourceDriver(EventSourceMachine(request.settings), deadlines: deadlines)
        parser = EventStreamParser(lastEventID: lastEventID, maximumEventSize: request.settings.maximumEventSize)
        request.register(driver)
    }

    deinit {
        request.unregister(driver)
        driver.handle(.cancel)
    }

    /// Returns the next event, if it has been received; `nil` if it has to be waited for by ``next()``.
    ///
    /// It saves an asynchronous call for each event, a sixth of the time of a stream whose events are received together.
    func received() -> ServerSentEvent? {
        nextPiece != nil && driver.isReading ? parse() : nil
    }

    /// Returns the next event, of which the end is the last; `nil` after it.
    func next() async -> EventSource.Event? {
        driver.handle(.start)
        while !isOver {
            if nextPiece != nil, driver.isReading {
                if let event = await read() { return .message(event) }
                continue
            }
            switch await driver.decisions.next() {
            case .element(.connect(let number)): connect(number)
            case .element(.read): break
            case .element(.report(let seconds)):
                guard let error = completion.error else { break }
                return .attemptFailed(EventSource.FailedAttempt(error, seconds: seconds))
            case .end(.cancelled), nil:
                driver.handle(.cancel)
                return end(with: .explicitlyCancelled)
            case .end: return end(with: nil)
            }
        }
        return nil
    }

    private func connect(_ number: Int) {
        connection = number
        hasDelivered = false
        let stream = request.makeConnection(lastEventID: parser.lastEventID) { [weak driver] in
            driver?.handle(.opened(number))
        }
        driver.open(stream)
        var pieces = stream.streamTask().streamingData().makeAsyncIterator()
        nextPiece = { await pieces.next()?.event }
        // The source may have been suspended since the decision.
        if !driver.isReading { driver.settleFlow() }
    }

    /// Returns the next event of the connection; `nil` if there is none yet, or it has ended.
    private func read() async -> ServerSentEvent? {
        if let event = parse() { return event }
        guard let nextPiece else { return nil }
        switch await nextPiece() {
        case .stream(.success(let piece)): parser.append(piece)
        case .complete(let completion):
            self.completion = completion
            ended(Self.ending(of: completion))
        case nil: driver.handle(.cancel)
        }
        return nil
    }

    /// Returns the next event of what the connection has received; `nil` if there is none, or if the connection has ended because
    /// of an error.
    private func parse() -> ServerSentEvent? {
        do {
            let event = try parser.next()
            if let retry = parser.takeRetry() { driver.handle(.retrySet(Double(retry) / 1000)) }
            if event != nil, !hasDelivered {
                driver.handle(.delivered(connection))
                hasDelivered = true
            }
            return event
        } catch {
            completion = completion.with(
                error: .responseSerializationFailed(reason: .customSerializationFailed(error: error)))
            ended(.final)
            return nil
        }
    }

    private func ended(_ ending: EventSourceMachine.Ending) {
        nextPiece = nil
        // The event that the connection has not completed is dropped.
        parser = EventStreamParser(lastEventID: parser.lastEventID, maximumEventSize: parser.maximumEventSize)
        let isSafe = CacheRules.isSafe(completion.request?.httpMethod ?? "GET")
        driver.handle(.ended(connection, ending, isSafe: isSafe))
    }

    private static func ending(of completion: DataStreamRequest.Completion) -> EventSourceMachine.Ending {
        guard let error = completion.error else { return completion.reply?.status == 204 ? .noContent : .regular }
        return mayPass(error) ? .broken : .final
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

    private func end(with error: AFError?) -> EventSource.Event {
        isOver = true
        nextPiece = nil
        if let error { completion = completion.with(error: error) }
        request.ended(completion)
        return .complete(completion)
    }
}

extension DataStreamRequest.Completion {
    fileprivate func with(error: AFError) -> Self {
        Self(request: request, reply: reply, metrics: metrics, error: error, errorBody: errorBody)
    }
}
