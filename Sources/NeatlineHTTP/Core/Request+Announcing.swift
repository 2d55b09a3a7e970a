internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// What monitors are told. Nothing is made for them unless there is one that listens.
extension Request {
    /// Who is told of events. Called with the lock held.
    private var lockedListener: CompositeEventMonitor? { options?.listener ?? core.listener }

    /// Who is told of events; nil if nobody listens.
    var listener: CompositeEventMonitor? { lock.withLock { lockedListener } }

    /// Whether anybody is told of events. Called with the lock held.
    var hasListener: Bool { lockedListener != nil }

    private func announceOfTask(_ tell: (CompositeEventMonitor, Session, HTTPTask) -> Void) {
        guard let listener, let session = core.session, let task else { return }
        tell(listener, session, task)
    }

    func announceSentBytes(_ sent: Int64, total: Int64) {
        announceOfTask { listener, session, task in
            listener.urlSession(
                session, task: task, didSendBodyData: sent, totalBytesSent: total,
                totalBytesExpectedToSend: task.countOfBytesExpectedToSend)
        }
    }

    func announceRedirect(to request: URLRequest, after head: ResponseHead) {
        announceOfTask { listener, session, task in
            guard let response = head.response else { return }
            listener.urlSession(session, task: task, willPerformHTTPRedirection: response, newRequest: request)
        }
    }

    func announceChallenge(of head: ResponseHead, previousFailures: Int) {
        announceOfTask { listener, session, task in
            guard let challenge = AnnouncedChallenge.challenge(of: head, previousFailures: previousFailures) else {
                return
            }
            listener.urlSession(session, task: task, didReceive: challenge)
        }
    }

    func announce(_ head: ResponseHead) {
        announceOfTask { listener, session, task in
            guard let response = head.response else { return }
            listener.urlSession(session, dataTask: task, didReceive: response)
        }
    }

    func announce(_ bytes: RawSpan) {
        guard let listener, let session = core.session, let task else { return }
        let data = bytes.withUnsafeBytes { Data($0) }
        listener.urlSession(session, dataTask: task, didReceive: data)
    }

    func announceEnd(_ outcome: ExchangeOutcome) {
        announceOfTask { listener, session, task in
            listener.urlSession(session, task: task, didFinishCollecting: outcome.metrics)
            listener.request(self, didGatherMetrics: outcome.metrics)
            listener.urlSession(session, task: task, didCompleteWithError: outcome.error)
        }
    }

    func announceCompletion(with error: AFError?) {
        guard let listener, let task else { return }
        listener.request(self, didCompleteTask: task, with: error)
    }
}
