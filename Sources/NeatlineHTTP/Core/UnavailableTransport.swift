/// A transport that fails every request, because the platform's transport is not available.
final class UnavailableTransport: ServerTrustTransport {
    private let error: TransportError

    init(_ error: TransportError) { self.error = error }

    let capabilities: TransportCapabilities = []

    func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        receiver.transportDidComplete(TransportCompletion(error: error))
        return EndedTask()
    }

    func invalidate() {}

    /// Returns the transport itself: it needs no evaluation, because it sends nothing.
    func evaluatingServers() -> (any Transport)? { self }

    /// A task that has already failed.
    private final class EndedTask: TransportTask {
        func cancel() {}
        func pause() {}
        func resume() {}
    }
}
