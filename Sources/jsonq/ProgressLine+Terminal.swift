import NeatlineSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// The progress of this process, on its terminal.
extension ProgressLine {
    /// Returns the progress of a command; nil if none is to be shown: standard error is no terminal, or values go to one.
    static func ofThisProcess(_ arguments: Arguments) -> ProgressLine? {
        guard arguments.showsProgress, !arguments.readsNothing, Descriptor.standardError.isTerminal else { return nil }
        let writesValues = arguments.purpose == .format && !arguments.isInPlace
        if writesValues, Descriptor.standardOutput.isTerminal { return nil }
        let sources = arguments.sources
        return ProgressLine(now: nanoseconds, total: { size(of: sources) }, write: Diagnostics.draw)
    }

    private static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns the size of all inputs; nil if one is no regular file.
    private static func size(of sources: [Arguments.Source]) -> UInt64? {
        var sum: UInt64 = 0
        for source in sources {
            let status: FileStatus?
            switch source {
            case .standardInput: status = try? FileStatus(.standardInput)
            case .file(let name): status = try? FileStatus(name.path)
            }
            guard let status, status.isRegular else { return nil }
            sum += UInt64(Swift.max(status.size, 0))
        }
        return sum
    }
}
