import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("HTTPTask", .ownThreads) struct HTTPTaskTests {
    @Test("It has the readable members of a URLSessionTask")
    func members() throws {
        let task = HTTPTask(
            taskIdentifier: 3, originalRequest: try madeRequest(.post), reply: .made(try madeResponse(201)),
            state: .completed, countOfBytesReceived: 5, countOfBytesSent: 7, countOfBytesExpectedToReceive: 10,
            countOfBytesExpectedToSend: 7, error: Trouble.here(1), priority: 1)
        #expect(task.taskIdentifier == 3 && task.state == .completed && task.priority == 1)
        #expect(task.originalRequest?.httpMethod == "POST" && task.currentRequest == task.originalRequest)
        #expect(task.response?.statusCode == 201 && task.error as? Trouble == .here(1))
        #expect(task.countOfBytesReceived == 5 && task.countOfBytesExpectedToReceive == 10)
        #expect(task.countOfBytesSent == 7 && task.countOfBytesExpectedToSend == 7)
        #expect(task.progress.fractionCompleted == 0.5)
        #expect(task.description == "HTTPTask 3: POST http://example.org/a (completed)")
    }

    @Test("A task without a request says so, and its progress is that of nothing")
    func nothing() {
        let task = HTTPTask(taskIdentifier: 1, originalRequest: nil)
        #expect(task.description == "HTTPTask 1: no request (running)")
        #expect(task.response == nil && task.progress.completedUnitCount == 0 && task.progress.isIndeterminate)
    }
}
