import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Notifications", .ownThreads) struct NotificationTests {
    /// The requests of notifications about one request.
    private final class Observer: @unchecked Sendable {
        let log = NameLog()
        private var tokens: [any NSObjectProtocol] = []

        init(_ names: [Notification.Name], of request: Request) {
            tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: request, queue: nil) { [log] note in
                    log.note(note.request === request ? name.rawValue : "another request")
                }
            }
        }

        deinit {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }
    }

    @Test("One is posted at each of the main events, about the request")
    func all() throws {
        let request = Session(startRequestsImmediately: false, transport: MockTransport()).request(
            "http://example.org/a")
        let names = [
            Request.didResumeNotification, Request.didSuspendNotification, Request.didCancelNotification,
            Request.didFinishNotification, Request.didResumeTaskNotification, Request.didSuspendTaskNotification,
            Request.didCancelTaskNotification, Request.didCompleteTaskNotification,
        ]
        expectEqual(Set(names).count, 8)
        let observer = Observer(names, of: request)
        let monitor = AlamofireNotifications()
        let task = RequestDataTask(AttemptHandle(RequestAttempt(try madeRequest()), of: request))
        monitor.requestDidResume(request)
        monitor.requestDidSuspend(request)
        monitor.requestDidCancel(request)
        monitor.requestDidFinish(request)
        monitor.request(request, didResumeTask: task)
        monitor.request(request, didSuspendTask: task)
        monitor.request(request, didCancelTask: task)
        monitor.request(request, didCompleteTask: task, with: nil)
        monitor.requestIsRetrying(request)
        expectEqual(observer.log.all, names.map(\.rawValue))
    }

    @Test("The notifications of others have no request")
    func others() {
        expect(Notification(name: Notification.Name("x"), object: nil, userInfo: nil).request == nil)
        expect(Notification(name: Notification.Name("x"), object: "a", userInfo: ["b": 1]).request == nil)
    }
}
