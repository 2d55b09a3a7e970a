import NeatlineJSON
import NeatlineSystem

/// What was found in a block of an input that was read ahead.
struct Finding: Sendable {
    var part: StreamPart
    var output: CollectedOutput
    /// Whether the last result was neither false nor null; nil if there was none.
    var lastIsTrue: Bool?
    var statistics = Statistics()
}

/// Output that was collected, in memory that is used again.
///
/// Unchecked Sendable, because it belongs to one thread at a time, with the block that it was found in.
final class CollectedOutput: @unchecked Sendable {
    var bytes: [UInt8] = []
}

/// Reads blocks of an input ahead, as their reader would.
///
/// It has no effect but its result, and an error is no result: the reader of the input meets it then.
protocol Trial {
    /// Reads a block from the place at which it begins.
    ///
    /// - Parameters:
    ///   - block: the block.
    ///   - output: collects the output.
    /// - Throws: any error, which is not reported.
    func run(_ block: TextBlock<Finding>, _ output: CollectedOutput) throws -> Finding?
}

/// Reads an input in blocks, ahead of its reader, on other threads.
///
/// What is done when is decided by `BlockPlan`. The thread of the reader reads the input, and the others start when there is
/// something to do.
///
/// Unchecked Sendable, because the plan is only used under the lock, and the rest by the thread of the reader.
final class BlockReading: @unchecked Sendable {
    /// How an input is split.
    struct Size {
        /// The number of threads that read ahead.
        var jobs: Int
        var blockSize = 512 << 10
        /// The number of bytes at the beginning that are not read ahead.
        var headCount = 0
    }

    /// The number of milliseconds that a block waits to be filled.
    private static let patience: Int32 = 10

    private let lock = Lock()
    /// Signalled when a block is there to be read ahead, or no more will be.
    private let hasWork = Condition()
    /// Signalled when a block has been read ahead.
    private let hasFinished = Condition()
    @exclusivity(unchecked) private var plan: BlockPlan<Finding>
    @exclusivity(unchecked) private var isStopped = false

    private let jobs: Int
    private let makeTrial: @Sendable () -> any Trial
    private var threads: [SystemThread] = []
    /// Whether the system had no thread, so that this one does the work.
    private var isAlone = false
    private lazy var ownTrial = makeTrial()
    /// Memory for output that is used again.
    @exclusivity(unchecked) private var spareOutputs: [CollectedOutput] = []

    /// The block that the reader got, and how much of it has been read.
    private var current: TextBlock<Finding>?
    private var readCount = 0
    /// The error of reading, after which there is no more input. It is thrown when all that was read before is with the reader.
    private var failure: SystemError?

    init(_ size: Size, makeTrial: @escaping @Sendable () -> any Trial) {
        jobs = size.jobs
        self.makeTrial = makeTrial
        plan = BlockPlan(blockSize: size.blockSize, limit: size.jobs * 2 + 2, headCount: size.headCount)
    }

    /// Whether nothing is left of what was read of the input.
    var isIdle: Bool {
        if let current, readCount < current.count { return false }
        return lock.withLock { plan.isIdle }
    }

    /// Returns what was found in the next block, if its reader does not have to read it; nil if `read(into:)` has it, or at
    /// the end.
    ///
    /// - Parameters:
    ///   - place: where the reader is.
    ///   - isIdle: whether reading would wait for input longer than so many milliseconds.
    ///   - read: reads the input.
    /// - Throws: the error of reading.
    func next(
        at place: StreamPlace, isIdle: (_ milliseconds: Int32) -> Bool,
        read: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
    ) throws(SystemError) -> Finding? {
        if let current {
            if readCount < current.count { return nil }
            lock.withLock {
                if let output = current.outcome?.output { spareOutputs.append(output) }
                plan.recycle(current)
            }
        }
        current = nil
        while true {
            while failure == nil, lock.withLock({ plan.wantsInput }), !isIdle(0) { fill(read) }
            switch lock.withLock({ plan.next(at: place) }) {
            case .adopt(let block):
                current = block
                readCount = block.count
                return block.outcome
            case .read(let block):
                current = block
                readCount = 0
                return nil
            case .wait: wait()
            case .none:
                if lock.withLock({ plan.isAtEnd }) { return nil }
                let (isRead, readsAhead) = lock.withLock { (plan.isIdle, plan.readsAhead) }
                if isRead, let failure { throw failure }
                // A program at the other end of a pipe may only need the processor to go on.
                if failure == nil, isRead || (readsAhead && !isIdle(BlockReading.patience)) {
                    fill(read)
                } else {
                    lock.withLock { plan.handOver() }
                }
            }
        }
    }

    /// Reads what is left of the block that the reader has to read.
    func read(into space: UnsafeMutableRawBufferPointer) -> Int {
        guard let current else { return 0 }
        let part = current.text[readCount...].prefix(space.count)
        space.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        readCount += part.count
        return part.count
    }

    /// Ends all threads. Blocks that are being read ahead are read to their end.
    func stop() {
        lock.withLock { isStopped = true }
        hasWork.broadcast()
        for thread in threads { thread.join() }
        threads = []
    }

    private func fill(_ read: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int) {
        let block = lock.withLock { plan.space() }
        let count: Int
        do throws(SystemError) {
            count = try read(block.space)
        } catch {
            failure = error
            return
        }
        let waits = lock.withLock {
            plan.fill(block, count: count)
            return plan.hasWork
        }
        guard waits else { return }
        if threads.isEmpty, !isAlone { start() }
        hasWork.signal()
    }

    private func start() {
        for _ in 0..<jobs {
            guard let thread = SystemThread({ self.work() }) else { break }
            threads.append(thread)
        }
        isAlone = threads.isEmpty
    }

    private func wait() {
        if isAlone, let block = lock.withLock({ plan.work() }) {
            return run(ownTrial, block)
        }
        lock.withLock { if !plan.hasFinishedFirst { hasFinished.wait(lock) } }
    }

    /// What each of the threads does.
    private func work() {
        let trial = makeTrial()
        while let block = nextWork() {
            run(trial, block)
            hasFinished.signal()
        }
    }

    private func run(_ trial: any Trial, _ block: TextBlock<Finding>) {
        let output = lock.withLock { spareOutputs.popLast() } ?? CollectedOutput()
        output.bytes.removeAll(keepingCapacity: true)
        let finding = try? trial.run(block, output)
        lock.withLock {
            if finding == nil { spareOutputs.append(output) }
            plan.finish(block, finding)
        }
    }

    private func nextWork() -> TextBlock<Finding>? {
        lock.withLock {
            while !isStopped {
                if let block = plan.work() { return block }
                hasWork.wait(lock)
            }
            return nil
        }
    }
}
