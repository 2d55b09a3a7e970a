public import Dispatch

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    /// Calls a closure with the head of each response, which says whether the body is to come.
    ///
    /// The body waits until it has said so. The closure that is set last counts.
    @preconcurrency @discardableResult
    public func onHTTPResponse(
        on queue: DispatchQueue = .main,
        perform handler:
            @escaping @Sendable (
                _ response: HTTPURLResponse, _ completionHandler: @escaping @Sendable (ResponseDisposition) -> Void
            ) -> Void
    ) -> Self {
        setResponseHook(on: queue, handler)
        return self
    }

    /// Calls a closure with the head of each response, before the body is delivered. The closure that is set last counts.
    @preconcurrency @discardableResult
    public func onHTTPResponse(
        on queue: DispatchQueue = .main, perform handler: @escaping @Sendable (HTTPURLResponse) -> Void
    ) -> Self {
        setResponseHook(on: queue) { response, decide in
            handler(response)
            decide(.allow)
        }
        return self
    }
}
