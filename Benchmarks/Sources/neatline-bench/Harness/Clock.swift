#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Nanoseconds of the two clocks that the benchmarks read.
enum Clock {
    /// Time this thread has spent on a processor; other processes on the machine do not count.
    static func thread() -> Int {
        nanoseconds(of: CLOCK_THREAD_CPUTIME_ID)
    }

    static func wall() -> Int {
        nanoseconds(of: CLOCK_MONOTONIC)
    }

    private static func nanoseconds(of clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
