internal import Foundation
internal import NeatlineSystem

/// What monitors are told. Nothing is made for them unless there is one that listens.
extension Request {
    /// The receiver of the request's events; `nil` if there is none.
    var listener: CompositeEventMonitor? {
        let (own, captured) = mutableState.withLock { ($0.options?.listener, $0.options?.taskLocals) }
        guard let listener = own ?? core.listener else { return nil }
        guard let taskLocals = createdWith ?? captured else { return listener }
        return CompositeEventMonitor(listener, taskLocals: taskLocals)
    }

    func announceSentBytes(_ sent: Int64, total: Int64) {
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionTask) in
            delegate.urlSession(
                session, task: task, didSendBodyData: sent, totalBytesSent: total,
                totalBytesExpectedToSend: task.countOfBytesExpectedToSend)
        }
    }

    func announceChallenge(of head: ResponseHead, previousFailures: Int) {
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionTask) in
            guard let challenge = AnnouncedChallenge.challenge(of: head, previousFailures: previousFailures) else {
                return
            }
            delegate.urlSession(session, task: task, didReceive: challenge, completionHandler: { _, _ in })
        }
    }

    func announce(_ head: ResponseHead) {
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionDataTask) in
            guard let response = head.response else { return }
            delegate.urlSession(session, dataTask: task, didReceive: response) { disposition in
                if disposition == .cancel { task.cancel() }
            }
        }
    }

    func announce(_ bytes: RawSpan) {
        let data = bytes.withUnsafeBytes { Data($0) }
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionDataTask) in
            delegate.urlSession(session, dataTask: task, didReceive: data)
        }
    }

    func announceEnd(_ outcome: ExchangeOutcome) {
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionTask) in
            delegate.urlSession(session, task: task, didFinishCollecting: outcome.metrics)
        }
        listener?.request(self, didGatherMetrics: outcome.metrics)
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionTask) in
            delegate.urlSession(session, task: task, didCompleteWithError: outcome.error)
        }
    }

    /// Tells monitors that a retrier waits for a network before it sends the request again.
    func announceWaitForNetwork() {
        core.transferListener?.tellDelegate(of: self) { (delegate, session, task: URLSessionTask) in
            delegate.urlSession(session, taskIsWaitingForConnectivity: task)
        }
    }

    func announceCompletion(with error: AFError?) {
        guard let listener, let task else { return }
        listener.request(self, didCompleteTask: task, with: error)
    }
}
