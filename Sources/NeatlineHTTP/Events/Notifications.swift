public import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Request {
    /// A request was resumed.
    public static var didResumeNotification: Notification.Name { .observed("didResume") }
    /// A request was suspended.
    public static var didSuspendNotification: Notification.Name { .observed("didSuspend") }
    /// A request was cancelled.
    public static var didCancelNotification: Notification.Name { .observed("didCancel") }
    /// A request is over, serializers and all.
    public static var didFinishNotification: Notification.Name { .observed("didFinish") }
    /// An attempt of a request began, or went on.
    public static var didResumeTaskNotification: Notification.Name { .observed("didResumeTask") }
    /// An attempt of a request was suspended.
    public static var didSuspendTaskNotification: Notification.Name { .observed("didSuspendTask") }
    /// An attempt of a request was cancelled.
    public static var didCancelTaskNotification: Notification.Name { .observed("didCancelTask") }
    /// An attempt of a request is over.
    public static var didCompleteTaskNotification: Notification.Name {
        .observed("didCompleteTask")
    }
}

extension Notification.Name {
    /// A name that somebody asked for, who will want the notifications.
    fileprivate static func observed(_ name: String) -> Notification.Name {
        AlamofireNotifications.observed.store(true, ordering: .relaxed)
        return Notification.Name("org.alamofire.notification.name.request.\(name)")
    }
}

extension Notification {
    fileprivate static let requestKey = "org.alamofire.notification.key.request"

    /// The request that the notification is about; nil for notifications of others.
    public var request: Request? { object as? Request ?? userInfo?[Self.requestKey] as? Request }
}

/// Posts a notification at each of the main events of a request's life; sessions have one unless told otherwise.
///
/// ```swift
/// NotificationCenter.default.addObserver(forName: Request.didFinishNotification, object: nil, queue: nil) { note in
///     print(note.request?.description ?? "")
/// }
/// ```
///
/// Notifications are posted on the main queue, to `NotificationCenter.default`. None are made before one of the names, such
/// as `Request.didFinishNotification`, was read for the first time in the process: so they cost nothing where nobody
/// listens. Observers therefore have to take the names from there: one that spells them as strings, which are Alamofire's, may be told of
/// nothing.
public final class AlamofireNotifications: EventMonitor {
    fileprivate static let observed = Atomic<Bool>(false)

    /// Whether anybody may listen.
    static var isObserved: Bool { observed.load(ordering: .relaxed) }

    /// One that posts notifications.
    public init() {}

    /// Posts `Request.didResumeNotification`.
    public func requestDidResume(_ request: Request) { post(Request.didResumeNotification, request) }

    /// Posts `Request.didSuspendNotification`.
    public func requestDidSuspend(_ request: Request) { post(Request.didSuspendNotification, request) }

    /// Posts `Request.didCancelNotification`.
    public func requestDidCancel(_ request: Request) { post(Request.didCancelNotification, request) }

    /// Posts `Request.didFinishNotification`.
    public func requestDidFinish(_ request: Request) { post(Request.didFinishNotification, request) }

    /// Posts `Request.didResumeTaskNotification`.
    public func request(_ request: Request, didResumeTask task: URLSessionTask) {
        post(Request.didResumeTaskNotification, request)
    }

    /// Posts `Request.didSuspendTaskNotification`.
    public func request(_ request: Request, didSuspendTask task: URLSessionTask) {
        post(Request.didSuspendTaskNotification, request)
    }

    /// Posts `Request.didCancelTaskNotification`.
    public func request(_ request: Request, didCancelTask task: URLSessionTask) {
        post(Request.didCancelTaskNotification, request)
    }

    /// Posts `Request.didCompleteTaskNotification`.
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        post(Request.didCompleteTaskNotification, request)
    }

    private func post(_ name: @autoclosure () -> Notification.Name, _ request: Request) {
        guard Self.isObserved else { return }
        NotificationCenter.default.post(name: name(), object: request, userInfo: [Notification.requestKey: request])
    }
}
