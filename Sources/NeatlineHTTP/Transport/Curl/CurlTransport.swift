#if os(Linux)
internal import CNeatlineCurl

/// Moves requests with libcurl, the default on Linux.
public final class CurlTransport: Transport {
    private let configuration: Configuration

    /// Makes a transport.
    ///
    /// - Throws: `TransportError.Code.unavailable` if there is no libcurl of version 7.81 or newer.
    public init(configuration: Configuration = Configuration()) throws(TransportError) {
        self.configuration = configuration
    }

    public var capabilities: TransportCapabilities { [] }

    public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
        receiver.transportDidComplete(TransportCompletion(error: TransportError(.unavailable, "")))
        return Nothing()
    }

    public func invalidate() {}

    private final class Nothing: TransportTask {
        func cancel() {}
        func pause() {}
        func resume() {}
    }
}
#endif
