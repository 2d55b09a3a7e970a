import CInstructionCounter

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Counts the work that the calling thread does: instructions where the processor counts them for this process, otherwise
/// nanoseconds of processor time.
final class WorkMeter {
    /// Reads instructions; -1 where there is no such counter.
    private let counter: Int32

    /// What is too little work to be compared: a millisecond or two.
    let minimum: UInt64

    init() {
        var counter = open_instruction_counter()
        if counter >= 0, WorkMeter.read(counter) == nil {
            close(counter)
            counter = -1
        }
        self.counter = counter
        minimum = counter >= 0 ? 5_000_000 : 1_500_000
    }

    deinit {
        if counter >= 0 { close(counter) }
    }

    /// Whether two measurements of the same work agree, whatever else the machine does.
    var isExact: Bool { counter >= 0 }

    /// The work of `body`, which must not wait for other threads.
    func measure(_ body: () throws -> Void) rethrows -> UInt64 {
        let start = total
        try body()
        // A thread that goes on on another processor may find its clock a little behind.
        let end = total
        return end > start ? end - start : 0
    }

    private var total: UInt64 {
        if counter >= 0 { return WorkMeter.read(counter) ?? 0 }
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The count of instructions; nil if there is none, as in a virtual machine whose host does not lend its counters.
    private static func read(_ counter: Int32) -> UInt64? {
        var count: UInt64 = 0
        guard withUnsafeMutableBytes(of: &count, { readBytes(counter, $0.baseAddress, $0.count) }) == 8, count > 0
        else { return nil }
        return count
    }
}

/// `read` by a name that the type's own does not hide.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
