#if canImport(FoundationNetworking)
internal import FoundationNetworking
#else
internal import Foundation
#endif

/// The task of an attempt, and what was done by it. Most attempts have none: it is made when somebody asks for it.
///
/// Unchecked Sendable, because it is only touched while the request's lock is held.
final class MadeTask: @unchecked Sendable {
    /// Weak, because the task holds its request, and with it the attempt.
    weak var task: URLSessionTask?
    /// The task, until the request leaves its session: monitors are told of the same one again and again.
    var keptTask: URLSessionTask?
    var priority = URLSessionTask.defaultPriority
    var taskDescription: String?
    var isSuspended = false
    var isCancelled = false
}
