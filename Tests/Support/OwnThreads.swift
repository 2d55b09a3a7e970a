internal import Dispatch
public import Testing

/// Runs a suite's tests on threads of their own.
///
/// Tests run as tasks on as many threads as the machine has cores, and a task that goes on after it has waited stands in
/// line behind all tests that have not begun. A test that computes for seconds keeps such a thread from all others; one
/// that waits for a server, on the other hand, sees connections grow old and time run out while it stands in line.
///
/// So a test begins when it is its turn: what it waits for then has the processors.
public struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    /// Lets the tests in.
    let turns: Turns

    /// Each test of a suite is run so, not the suite.
    public var isRecursive: Bool { true }

    /// Runs the test when it is its turn.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(DispatchThreads.shared) {
            await turns.enter()
            do {
                try await function()
            } catch {
                await turns.leave()
                throw error
            }
            await turns.leave()
        }
    }
}

extension Trait where Self == OwnThreads {
    /// For tests that compute for a second or longer.
    public static var longRunning: OwnThreads { OwnThreads(turns: .computing) }
    /// For tests that wait for what other threads do.
    public static var ownThreads: OwnThreads { OwnThreads(turns: .waiting) }
}

/// Lets a number of tests in at a time.
actor Turns {
    /// Of tests that compute.
    static let computing = Turns(2)
    /// Of tests that wait for other threads: more than there are processors, and so few that none waits long for one.
    static let waiting = Turns(32)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

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
