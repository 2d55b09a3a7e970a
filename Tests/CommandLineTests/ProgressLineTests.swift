import Foundation
import NeatlineTestSupport
import Testing
@testable import jsonq

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The line that shows progress, with a clock and a terminal of its own.
@Suite struct ProgressLineTests {
    /// A terminal that keeps what is written, and a clock that is set.
    private final class Terminal {
        var nanoseconds: UInt64 = 5_000_000_000
        var written: [String] = []
        var totals = 0

        func progress(size: UInt64?) -> ProgressLine {
            ProgressLine(
                now: { self.nanoseconds },
                total: {
                    self.totals += 1
                    return size
                },
                write: { self.written.append($0) })
        }

        func wait(seconds: Double) { nanoseconds += UInt64(seconds * 1e9) }
    }

    @Test("Nothing is shown within two seconds")
    func nothingIsShownWithinTwoSeconds() {
        let terminal = Terminal()
        let progress = terminal.progress(size: 100)
        for _ in 0..<19 {
            terminal.wait(seconds: 0.1)
            progress.add(1_000_000)
        }
        progress.clear()
        expect(terminal.written.isEmpty)
        expectEqual(terminal.totals, 0)
    }

    @Test("Then the line is written anew four times a second, and erased at the end")
    func thenTheLineIsWrittenAnewFourTimesASecondAndErasedAtTheEnd() {
        let terminal = Terminal()
        let progress = terminal.progress(size: 400_000_000)
        terminal.wait(seconds: 2)
        progress.add(100_000_000)
        terminal.wait(seconds: 0.2)
        progress.add(1)
        terminal.wait(seconds: 0.3)
        progress.add(99_999_999)
        progress.clear()
        progress.clear()
        expectEqual(
            terminal.written,
            [
                "\r100 MB of 400 MB (25 %), 50 MB/s, 0:06 left\u{1B}[K",
                "\r200 MB of 400 MB (50 %), 80 MB/s, 0:03 left\u{1B}[K",
                "\r\u{1B}[K",
            ])
        expectEqual(terminal.totals, 1)
    }

    @Test("After a message the line comes back")
    func afterAMessageTheLineComesBack() {
        let terminal = Terminal()
        let progress = terminal.progress(size: nil)
        terminal.wait(seconds: 3)
        progress.add(3_000)
        progress.clear()
        terminal.wait(seconds: 3)
        progress.add(3_000)
        expectEqual(
            terminal.written, ["\r3.0 KB, 1.0 KB/s\u{1B}[K", "\r\u{1B}[K", "\r6.0 KB, 1.0 KB/s\u{1B}[K"])
        expectEqual(terminal.totals, 1)
    }

    @Test(
        "Sizes have two or three digits, times are clocks",
        arguments: [
            (0, nil, 2, "0 bytes, 0 bytes/s"),
            (999, nil, 1, "999 bytes, 999 bytes/s"),
            (9_940, nil, 1, "9.9 KB, 9.9 KB/s"),
            (9_960, nil, 1, "10 KB, 10 KB/s"),
            (999_600, nil, 1, "1.0 MB, 1.0 MB/s"),
            (1_234_000_000_000, nil, 1, "1.2 TB, 1.2 TB/s"),
            (0, 10, 2, "0 bytes of 10 bytes (0 %), 0 bytes/s"),
            (10, 10, 1, "10 bytes of 10 bytes (100 %), 10 bytes/s, 0:00 left"),
            (11, 10, 1, "11 bytes, 11 bytes/s"),
            (1, 0, 1, "1 bytes, 1 bytes/s"),
            (1_000, 3_662_000, 1, "1.0 KB of 3.7 MB (0 %), 1.0 KB/s, 1:01:01 left"),
            (1, UInt64.max, 1, "1 bytes of 18447 PB (0 %), 1 bytes/s, 99:59:59 left"),
        ] as [(UInt64, UInt64?, UInt64, String)])
    func sizesHaveTwoOrThreeDigitsTimesAreClocks(_ count: UInt64, _ size: UInt64?, _ seconds: UInt64, _ line: String) {
        expectEqual(ProgressLine.line(count, of: size, nanoseconds: seconds * 1_000_000_000), line)
    }

    @Test("No time and no size is no division by zero")
    func noTimeAndNoSizeIsNoDivisionByZero() {
        expectEqual(ProgressLine.line(0, of: 0, nanoseconds: 0), "0 bytes, 0 bytes/s")
    }

    @Test("A short run shows nothing on a terminal, and messages are as always")
    func aShortRunShowsNothingOnATerminal() throws {
        for options in [["-c"], ["-c", "--no-progress"], ["--check"]] {
            let good = try onTerminal(options, input: "[1]")
            expectEqual(good.errors, "")
            expectEqual(good.status, 0)
            let bad = try onTerminal(options, input: "[1")
            expectEqual(bad.errors, "<stdin>:1:3: error: unexpected end of the text\r\n    [1\r\n      ^\r\n")
            expectEqual(bad.status, 5)
        }
    }

    /// Runs `jsonq` with a terminal as standard error.
    private func onTerminal(_ options: [String], input: String) throws -> (errors: String, status: Int32) {
        var (terminal, end): (Int32, Int32) = (-1, -1)
        guard openpty(&terminal, &end, nil, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
        defer {
            close(terminal)
            close(end)
        }
        let folder = try TemporaryFolder()
        var process = try Jsonq(options, errorsTo: end, in: folder)
        process.write(Array(input.utf8))
        let run = process.finish()
        var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 0) == 1 else { return ("", run.status) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(terminal, &bytes, bytes.count)
        return (String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self), run.status)
    }
}
