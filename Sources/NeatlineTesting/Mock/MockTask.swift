internal import Foundation
internal import NeatlineHTTP

/// A running request of a mock. Its state is accessed only on the transport's queue.
///
/// Unchecked Sendable for that reason.
final class MockTask: TransportTask, @unchecked Sendable {
    private let request: TransportRequest
    private let transport: MockTransport
    private var receiver: (any TransportReceiver)?
    private var body = Data()
    private var sent = 0
    private var steps: ArraySlice<MockStep> = []
    private var isResponding = false
    private var isPaused = false
    /// A gate or a delay must resume the script first.
    private var isWaiting = false
    /// A reference to itself until the request is complete, so that the request continues if its task is released.
    private var running: MockTask?
    private var timings = TransportTimings()

    /// The number of bytes that are read from a body at once.
    private static let pieceSize = 65_536

    init(request: TransportRequest, receiver: any TransportReceiver, transport: MockTransport) {
        self.request = request
        self.receiver = receiver
        self.transport = transport
        timings.start = Int64(Date().timeIntervalSince1970 * 1e9)
        timings.protocolVersion = .http1_1
    }

    func begin(isRefused: Bool) {
        transport.queue.async { [self] in
            running = self
            if isRefused { return complete(TransportError(.invalidated, "The transport was invalidated.")) }
            switch request.body {
            case .none: respond()
            case .bytes(let data):
                body = data
                tellSent(data.count)
                respond()
            case .stream(let stream, _):
                stream.whenReady { [weak self] in
                    guard let self else { return }
                    transport.queue.async { self.readBody(stream) }
                }
                readBody(stream)
            }
        }
    }

    func cancel() { transport.queue.async { self.complete(TransportError(.cancelled, "The request was cancelled.")) } }

    func pause() {
        if transport.capabilities.contains(.backpressure) { transport.queue.async { self.isPaused = true } }
    }

    func resume() {
        transport.queue.async {
            self.isPaused = false
            self.run()
        }
    }

    private func readBody(_ stream: any TransportBodyStream) {
        while receiver != nil, !isResponding {
            do {
                switch try stream.next(limit: Self.pieceSize) {
                case .bytes(let data):
                    body.append(data)
                    tellSent(data.count)
                case .pending: return
                case .end: respond()
                }
            } catch {
                complete(TransportError(.bodyStreamFailed, "\(error)"))
            }
        }
    }

    private func tellSent(_ count: Int) {
        if count == 0 { return }
        sent += count
        timings.bodyBytesSent = Int64(sent)
        receiver?.transportDidSend(totalBytes: Int64(sent))
    }

    private func respond() {
        if receiver == nil || isResponding { return }
        isResponding = true
        let asked = MockRequest(
            url: request.url, method: request.method, headers: request.headers, body: body,
            httpVersion: request.httpVersion)
        do {
            steps = try transport.respond(to: asked).steps[...]
            run()
        } catch let error as TransportError {
            complete(error)
        } catch {
            complete(TransportError(.other, "\(error)"))
        }
    }

    /// Takes steps until there are none, or one must wait.
    private func run() {
        if !isResponding { return }
        while let receiver, !isPaused, !isWaiting {
            guard let step = steps.popFirst() else { return complete(nil) }
            switch step.action {
            case .head(let head):
                timings.responseStart = elapsed
                receiver.transportDidReceive(head)
            case .bytes(let bytes):
                timings.bodyBytesReceived += Int64(bytes.count)
                receiver.transportDidReceive(bytes.span.bytes)
            case .gate(let gate):
                isWaiting = true
                let goesOn = gate.arrive { [weak self] in
                    guard let self else { return }
                    transport.queue.async { self.goOn() }
                }
                if goesOn { isWaiting = false }
            case .delay(let seconds):
                isWaiting = true
                transport.queue.asyncAfter(deadline: .now() + seconds) { self.goOn() }
            case .perform(let body): body()
            case .failure(let error): complete(error)
            case .stall: isWaiting = true
            }
        }
    }

    private func goOn() {
        isWaiting = false
        run()
    }

    private func complete(_ error: TransportError?) {
        guard let receiver else { return }
        self.receiver = nil
        running = nil
        steps = []
        timings.end = elapsed
        receiver.transportDidComplete(TransportCompletion(error: error, timings: timings))
    }

    private var elapsed: Int64 { Int64(Date().timeIntervalSince1970 * 1e9) - timings.start }
}
