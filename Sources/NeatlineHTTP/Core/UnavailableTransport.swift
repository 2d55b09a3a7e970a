/// Stands in for a transport that cannot be had here: each request fails with the reason.
final class UnavailableTransport: ServerTrustTransport {
    private let error: TransportError

    init(_ error: TransportError) { self.error = error }

    let capabilities: TransportCapabilities = []

    func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        receiver.transportDidComplete(TransportCompletion(error: error))
        return EndedTask()
    }

    func invalidate() {}

    /// What sends nothing needs no evaluation, and its own reason is the better one.
    func evaluatingServers() -> (any Transport)? { self }

    /// There is nothing left to steer.
    private final class EndedTask: TransportTask {
        func cancel() {}
        func pause() {}
        func resume() {}
    }
}
