public import Foundation
internal import Synchronization

// The notifications of requests, which a monitor posts while they are observed.

extension Request {
    /// Posted when a request is started or resumed.
    public static var didResumeNotification: Notification.Name { .observed("didResume") }
    /// Posted when a request is suspended.
    public static var didSuspendNotification: Notification.Name { .observed("didSuspend") }
    /// Posted when a request is cancelled.
    public static var didCancelNotification: Notification.Name { .observed("didCancel") }
    /// Posted when a request has ended, before its response is serialized.
    public static var didFinishNotification: Notification.Name { .observed("didFinish") }
    /// Posted when the task of an attempt is started or resumed.
    public static var didResumeTaskNotification: Notification.Name { .observed("didResumeTask") }
    /// Posted when the task of an attempt is suspended.
    public static var didSuspendTaskNotification: Notification.Name { .observed("didSuspendTask") }
    /// Posted when the task of an attempt is cancelled.
    public static var didCancelTaskNotification: Notification.Name { .observed("didCancelTask") }
    /// Posted when an attempt has ended and its response was validated.
    public static var didCompleteTaskNotification: Notification.Name {
        .observed("didCompleteTask")
    }
}

extension Notification.Name {
    /// Returns a notification's name, and has notifications posted from now on.
    fileprivate static func observed(_ name: String) -> Notification.Name {
        AlamofireNotifications.observed.store(true, ordering: .relaxed)
        return Notification.Name("org.alamofire.notification.name.request.\(name)")
    }
}

extension Notification {
    fileprivate static let requestKey = "org.alamofire.notification.key.request"

    /// The request that posted the notification; nil if the notification is not one of a request.
    public var request: Request? { object as? Request ?? userInfo?[Self.requestKey] as? Request }
}

/// Posts notifications about requests. A session has this monitor unless it is created with others.
///
/// ```swift
/// NotificationCenter.default.addObserver(forName: Request.didFinishNotification, object: nil, queue: nil) { note in
///     print(note.request?.description ?? "")
/// }
/// ```
///
/// Notifications are posted on the main queue, to `NotificationCenter.default`. They are posted only after one of their
/// names, such as `Request.didFinishNotification`, was read for the first time in the process; until then they cost
/// nothing. Take the names from ``Request``: an observer that spells them as strings (they are Alamofire's) may receive
/// nothing.
public final class AlamofireNotifications: EventMonitor {
    fileprivate static let observed = Atomic<Bool>(false)

    /// Whether there may be an observer.
    static var isObserved: Bool { observed.load(ordering: .relaxed) }

    /// Creates a monitor that posts notifications.
    public init() {}

    /// Posts `Request.didResumeNotification` with the request.
    public func requestDidResume(_ request: Request) { post(Request.didResumeNotification, request) }

    /// Posts `Request.didSuspendNotification` with the request.
    public func requestDidSuspend(_ request: Request) { post(Request.didSuspendNotification, request) }

    /// Posts `Request.didCancelNotification` with the request.
    public func requestDidCancel(_ request: Request) { post(Request.didCancelNotification, request) }

    /// Posts `Request.didFinishNotification` with the request.
    public func requestDidFinish(_ request: Request) { post(Request.didFinishNotification, request) }

    /// Posts `Request.didResumeTaskNotification` with the request.
    public func request(_ request: Request, didResumeTask task: URLSessionTask) {
        post(Request.didResumeTaskNotification, request)
    }

    /// Posts `Request.didSuspendTaskNotification` with the request.
    public func request(_ request: Request, didSuspendTask task: URLSessionTask) {
        post(Request.didSuspendTaskNotification, request)
    }

    /// Posts `Request.didCancelTaskNotification` with the request.
    public func request(_ request: Request, didCancelTask task: URLSessionTask) {
        post(Request.didCancelTaskNotification, request)
    }

    /// Posts `Request.didCompleteTaskNotification` with the request.
    public func request(_ request: Request, didCompleteTask task: URLSessionTask, with error: AFError?) {
        post(Request.didCompleteTaskNotification, request)
    }

    private func post(_ name: @autoclosure () -> Notification.Name, _ request: Request) {
        guard Self.isObserved else { return }
        NotificationCenter.default.post(name: name(), object: request, userInfo: [Notification.requestKey: request])
    }
}
