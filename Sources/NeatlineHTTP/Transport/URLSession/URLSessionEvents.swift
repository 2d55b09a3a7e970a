internal import Foundation
internal import NeatlineSystem

/// Forwards the events of the session to its transfers.
///
/// Unchecked Sendable because the table is accessed only while the lock is held.
final class URLSessionEvents: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = Lock()
    private var transfers: [Int: URLSessionTransfer] = [:]

    #if canImport(Darwin)
    private var webSockets: [Int: URLSessionWebSocket] = [:]
    #endif

    func add(_ transfer: URLSessionTransfer, for task: URLSessionTask) {
        lock.withLock { transfers[task.taskIdentifier] = transfer }
    }

    #if canImport(Darwin)
    func add(_ webSocket: URLSessionWebSocket, for task: URLSessionTask) {
        lock.withLock { webSockets[task.taskIdentifier] = webSocket }
    }

    func webSocket(_ task: URLSessionTask) -> URLSessionWebSocket? {
        lock.withLock { webSockets[task.taskIdentifier] }
    }

    /// Evaluates the server of a task.
    private func serverTrust(of task: URLSessionTask) -> ServerTrustCheck? {
        transfer(task)?.serverTrust ?? webSocket(task)?.serverTrust
    }
    #endif

    private func transfer(_ task: URLSessionTask) -> URLSessionTransfer? {
        lock.withLock { transfers[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        transfer(dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        // On Linux, the totals are outdated; the increments are correct.
        transfer(task)?.sent(bytesSent)
    }

    /// The exchange follows redirects by itself.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// The exchange answers challenges by itself. On Linux, a challenge that is not answered, or with default handling,
    /// never completes; one that is cancelled completes as cancelled, after the 401 response was reported.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        transfer(task)?.refuseChallenge()
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust:
            guard let check = serverTrust(of: task), let trust = challenge.protectionSpace.serverTrust else {
                return completionHandler(.performDefaultHandling, nil)
            }
            if check.evaluate(trust) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        case NSURLAuthenticationMethodClientCertificate:
            completionHandler(.performDefaultHandling, nil)
        default:
            completionHandler(.rejectProtectionSpace, nil)
        }
        #endif
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        #if canImport(Darwin)
        if let webSocket = lock.withLock({ webSockets.removeValue(forKey: task.taskIdentifier) }) {
            return webSocket.finish(task, error)
        }
        #endif
        let transfer = lock.withLock { transfers.removeValue(forKey: task.taskIdentifier) }
        transfer?.finish(task, error)
    }
}
