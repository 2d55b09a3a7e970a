internal import Dispatch
public import Testing

/// Runs a suite's tests on threads of their own.
///
/// Tests run as tasks on as many threads as the machine has cores, and a task that goes on after it has waited stands in
/// line behind the other tests that have begun. A test that computes for seconds keeps such a thread from all others; one
/// that waits for a server, on the other hand, sees connections grow old and time run out while it stands in line.
public struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    /// Whether no more than two of these tests run at a time.
    let isLimited: Bool

    /// Each test of a suite is run so, not the suite.
    public var isRecursive: Bool { true }

    /// Runs the test when it is its turn.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(DispatchThreads.shared) {
            if !isLimited { return try await function() }
            await Turns.shared.enter()
            do {
                try await function()
            } catch {
                await Turns.shared.leave()
                throw error
            }
            await Turns.shared.leave()
        }
    }
}

extension Trait where Self == OwnThreads {
    /// For tests that compute for a second or longer.
    public static var longRunning: OwnThreads { OwnThreads(isLimited: true) }
    /// For tests that wait for what other threads do.
    public static var ownThreads: OwnThreads { OwnThreads(isLimited: false) }
}

/// Lets two in at a time.
private actor Turns {
    static let shared = Turns()

    private var free = 2
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}

/// Runs tasks on Dispatch's threads.
private final class DispatchThreads: TaskExecutor {
    static let shared = DispatchThreads()

    private let queue = DispatchQueue(label: "tests", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
