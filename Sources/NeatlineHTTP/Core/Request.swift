public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// What all kinds of requests have in common.
open class Request: @unchecked Sendable {
    /// Where a request stands.
    public enum State: Sendable, Hashable {
        case initialized, resumed, suspended, cancelled, finished
    }

    let core: SessionCore

    init(core: SessionCore) { self.core = core }

    /// Tells this request from all others.
    public var id: UUID { UUID() }
    /// Where the request stands.
    public var state: State { .initialized }
    /// How often it was retried.
    public var retryCount: Int { 0 }
    /// The last request that was made, adapted.
    public var request: URLRequest? { nil }
    /// The last response's head.
    public var response: HTTPURLResponse? { nil }

    /// Ends the request.
    @discardableResult
    public func cancel() -> Self { self }
    /// Stops it until `resume()`.
    @discardableResult
    public func suspend() -> Self { self }
    /// Starts it, or goes on.
    @discardableResult
    public func resume() -> Self { self }
}

extension Request: Equatable, Hashable {
    public static func == (left: Request, right: Request) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
