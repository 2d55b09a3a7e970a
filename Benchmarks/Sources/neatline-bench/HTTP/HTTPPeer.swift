import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A client that gets one URL again and again.
struct HTTPPeer {
    /// As in the tables.
    let name: String
    /// Gets the URL so many times; returns the bytes of all bodies.
    let fetch: (Int) throws -> Int

    /// What so many requests cost.
    struct Cost {
        /// Nanoseconds on the clock.
        let wall: Int
        /// Nanoseconds of user and system time, in all threads of this process.
        let processor: Int
    }

    /// Gets the URL so many times.
    ///
    /// - Throws: `HTTPPeer.WrongAnswer` if the bodies are not `bytes` long each.
    func cost(of count: Int, bytes: Int) throws -> Cost {
        let processor = Self.processorTime()
        let start = Clock.wall()
        let received = try fetch(count)
        let cost = Cost(wall: Clock.wall() - start, processor: Self.processorTime() - processor)
        guard received == count * bytes else {
            throw WrongAnswer(description: "\(received) bytes came, expected \(count * bytes)")
        }
        return cost
    }

    struct WrongAnswer: Error, CustomStringConvertible {
        let description: String
    }

    private static func processorTime() -> Int {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        let seconds = Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)
        return seconds * 1_000_000_000 + (Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)) * 1_000
    }
}
