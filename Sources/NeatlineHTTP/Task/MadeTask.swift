#if canImport(FoundationNetworking)
internal import FoundationNetworking
#else
internal import Foundation
#endif

/// The task of an attempt, and its state. Most attempts have none, because it is created at the first access.
///
/// Unchecked Sendable because it is accessed only while the request's lock is held.
final class MadeTask: @unchecked Sendable {
    /// Weak, because the task retains its request and the attempt.
    weak var task: URLSessionTask?
    /// Retains the task until the request leaves its session, so that monitors receive the same object each time.
    var keptTask: URLSessionTask?
    var priority = URLSessionTask.defaultPriority
    var taskDescription: String?
    var isSuspended = false
    var isCancelled = false
}
