public import Dispatch

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    /// Calls a closure with the head of each response; the closure decides whether the body is received.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/image/png").onHTTPResponse { response, completionHandler in
    ///     completionHandler(response.statusCode == 200 ? .allow : .cancel)
    /// }
    /// ```
    ///
    /// The body is not delivered until `completionHandler` is called. A second call of this function replaces the
    /// closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - handler: A closure that receives the head and a completion handler, which may be called on any thread. Only
    ///     its first call has an effect.
    /// - Returns: The request.
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

    /// Calls a closure with the head of each response, before the body is delivered. A second call of this function
    /// replaces the closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - handler: A closure that receives the head.
    /// - Returns: The request.
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
