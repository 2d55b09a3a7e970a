internal import Foundation
internal import NeatlineFoundation

/// What a request decides about storing its response.
extension Request {
    /// Downloads are not stored, as `URLSession` does not: their body is in a file already.
    var caching: ResponseCaching {
        if self is DownloadRequest { return .never }
        return cachedResponseHandlerInUse != nil || core.hasTransferListener ? .asks : .always
    }

    func exchange(
        _ exchange: Exchange, willCache response: CachedURLResponse,
        decide: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        // A session that has ended has nobody who could decide.
        guard let task = task as? URLSessionDataTask, core.session != nil else { return decide(nil) }
        core.tellDelegate(onRootQueue: cachedResponseHandlerInUse != nil) { delegate, session in
            delegate.urlSession(
                session, dataTask: task, willCacheResponse: response, completionHandler: decide)
        }
    }
}
