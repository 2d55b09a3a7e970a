import Dispatch

/// Runs asynchronous code for a caller that waits for it.
enum Blocking {
    /// Unchecked Sendable, because the semaphore orders the write before the read.
    private final class Box<Value>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }

    /// Waits on the calling thread, which must not be one of those that run tasks.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                box.result = .success(try await work())
            } catch {
                box.result = .failure(error)
            }
            done.signal()
        }
        done.wait()
        guard let result = box.result else { throw PeerFailure.unexpectedShape }
        return try result.get()
    }

    /// Calls `work` so many times, `width` of them at a time, and adds up what it returns.
    static func sum(
        of count: Int, width: Int, _ work: @escaping @Sendable () async throws -> Int
    ) throws -> Int {
        try run {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for lane in 0..<width {
                    group.addTask {
                        var sum = 0
                        for _ in stride(from: lane, to: count, by: width) {
                            sum += try await work()
                        }
                        return sum
                    }
                }
                return try await group.reduce(0, +)
            }
        }
    }
}
