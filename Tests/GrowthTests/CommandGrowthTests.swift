import Foundation
import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `jsonq`, measured as a process.
@Suite("Work of jsonq", .longRunning)
struct CommandGrowthTests {
    /// What is done to a text of each kind.
    static let commands: [[String]] = [
        ["."], ["-c", "."], ["-S", "."], ["-C", "."], ["--check"], ["--stats", "."], ["--dup", "error", "."],
        ["--dup", "last", "."], ["--json5", "-c", ".[]"], ["-c", ".."], ["-c", "paths"], ["keys"], ["to_entries"],
        ["-c", ".[2:5]"], [".[-1]"], ["-s", "length"], [".a"], ["select(.a == 1)"],
    ]

    @Test("reading each kind of text", arguments: commands.indices)
    func texts(_ number: Int) throws {
        let command = Self.commands[number]
        let shapes = TestScale.share(of: HostileText.allCases, offset: number)
        for shape in shapes where !shape.isDeep || !command.contains("..") && !command.contains("paths") {
            let options = ["--json5", "--max-depth", "100000000"] + (shape.isDeep ? ["--indent", "0"] : [])
            try expectLinear(options + command, "\(shape) \(command)") {
                shape.text($0)
            }
        }
    }

    @Test("streams of small values, right and wrong", arguments: StreamGrowthTests.smallRecords.indices)
    func streams(_ number: Int) throws {
        let record = StreamGrowthTests.smallRecords[number]
        let commands = [["-c", "."], ["--seq", "."], [".a"], ["--stats", "."], ["-s", "."]]
        for command in TestScale.share(of: commands, offset: number) {
            try expectLinear(["--keep-going"] + command, "\(command)") { repeated(record + "\n", $0) }
        }
    }

    @Test(
        "long filters", arguments: [".a", "|.", ",.", "(", ".[0]", " and .", "==1", "[0:1]", "select(", "\"", "?"])
    func filters(_ part: String) throws {
        // By bytes, because the system takes no argument of 128 KB.
        let filter = { (size: Int) -> String in
            "." + String(decoding: repeated(part, size / part.utf8.count), as: UTF8.self)
        }
        try expectLinear([], part, filter: filter) { _ in Array("[1,{}]".utf8) }
    }

    /// Begins with a size whose work is some milliseconds: a process takes as long to start.
    private func expectLinear(
        _ arguments: [String], _ name: String,
        filter: ((Int) -> String)? = nil, _ make: (Int) -> [UInt8]
    ) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("jsonq-growth-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try GrowthTests.expectLinear(from: 3_200, name, minimum: 15_000_000, isExact: false) { size in
            try Data(make(size)).write(to: file)
            return try work(arguments + (filter.map { ["-f", $0(size)] } ?? []), file)
        }
    }

    /// Nanoseconds of processor time that `jsonq` takes.
    private func work(_ arguments: [String], _ file: URL) throws -> UInt64 {
        let words = ([JsonqBinary.path] + arguments + [file.path]).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(
                &actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
        }
        var process = pid_t()
        let failure = posix_spawn(&process, JsonqBinary.path, &actions, nil, words, environ)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOEXEC) }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw POSIXError(.ECHILD) }
        }
        // Ended by itself.
        expectEqual(status & 0x7F, 0)
        return [usage.ru_utime, usage.ru_stime].reduce(0) {
            $0 + UInt64($1.tv_sec) * 1_000_000_000 + UInt64($1.tv_usec) * 1_000
        }
    }
}
