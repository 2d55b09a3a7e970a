import Foundation
import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One finished run of `jsonq`.
struct Run {
    var output: [UInt8]
    /// All of standard error.
    var errors: String
    /// The exit status; 128 and the number of the signal if one ended it.
    var status: Int32
    /// The largest resident set, in bytes, if `whileRunning` asked for it.
    var peakMemory: Int?

    var text: String { String(decoding: output, as: UTF8.self) }
}

/// A `jsonq`, or another program, that has been started.
///
/// Not Foundation's `Process`, whose pipes are inherited by whatever another thread starts.
///
/// Output and errors go to files unless `outputTo` says otherwise, so that no pipe can fill up while input is written.
struct Jsonq {
    let process: pid_t
    /// Where its standard input is written to; -1 once closed, or if there is none.
    private var input: Int32 = -1
    private let folder: TemporaryFolder

    /// A pipe that no other process inherits.
    ///
    /// What `pipe` makes is inherited until it is marked, so that a process which another thread starts meanwhile could
    /// hold the writing end, and the reader would wait for an end that does not come. `pipe2` is not in Swift's Glibc; a
    /// FIFO is marked by the call that opens it.
    static func makePipe() throws -> (reading: Int32, writing: Int32) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("jsonq-\(UUID().uuidString).fifo").path
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EACCES) }
        defer { unlink(path) }
        let reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let writing = open(path, O_WRONLY | O_CLOEXEC)
        guard reading >= 0, writing >= 0 else { throw POSIXError(.EMFILE) }
        _ = fcntl(reading, F_SETFL, 0)
        return (reading, writing)
    }

    /// Starts `jsonq`.
    ///
    /// - Parameters:
    ///   - executable: What is started; `jsonq` unless set.
    ///   - inputFrom: What it reads as standard input instead of a pipe from here.
    ///   - outputTo: What it writes its standard output to instead of a file to be looked at later.
    ///   - errorsTo: The same for its standard error.
    ///   - environment: Added to an environment without any settings for `jsonq`.
    init(
        _ arguments: [String], executable: String = JsonqBinary.path, inputFrom: Int32? = nil, outputTo: Int32? = nil,
        errorsTo: Int32? = nil, environment: [String: String] = [:],
        in folder: TemporaryFolder
    ) throws {
        self.folder = folder
        let ends = try inputFrom.map { ($0, -1) } ?? Jsonq.makePipe()
        let output = outputTo ?? open(folder.path("stdout"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let errors = errorsTo ?? open(folder.path("stderr"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer {
            if outputTo == nil { close(output) }
            if errorsTo == nil { close(errors) }
            if inputFrom == nil { close(ends.0) }
        }

        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends.0, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)

        var variables = ProcessInfo.processInfo.environment
        for name in ["NO_COLOR", "JQ_COLORS"] { variables[name] = nil }
        variables.merge(environment) { $1 }
        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + settings).forEach { free($0) } }

        var process = pid_t()
        let failure = posix_spawn(&process, executable, &actions, nil, words, settings)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOEXEC) }
        self.process = process
        input = ends.1
    }

    /// Writes to its standard input; false if it reads no more.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = sendWithoutSignal(input, bytes.baseAddress! + written, bytes.count - written)
                if count < 0, errno != EINTR { return false }
                written += max(count, 0)
            }
            return true
        }
    }

    /// Ends its standard input.
    mutating func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Its largest resident set so far, in bytes; nil where the system does not tell.
    ///
    /// Not the number of `wait4`, which begins with the memory of the process that started it.
    var peakMemory: Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// What it has written so far.
    var outputSoFar: [UInt8] { folder.bytes("stdout") }

    /// Ends its input, and waits for its end.
    mutating func finish() -> Run {
        closeInput()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return Run(
            output: folder.bytes("stdout"), errors: String(decoding: folder.bytes("stderr"), as: UTF8.self),
            status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
    }
}

/// A write to a pipe that nobody reads is to fail here, not to end the tests.
private func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    _ = ignoresBrokenPipes
    return write(descriptor, bytes, count)
}

private let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

/// Runs `jsonq` with `input` as its standard input, in an empty folder that `files` are written to.
///
/// In `arguments` a word `@name` stands for the path of such a file, and in the errors that path is shown as `@name`.
func jsonq(
    _ arguments: String..., input: String = "", files: [String: String] = [:], environment: [String: String] = [:]
) throws -> Run {
    try jsonq(arguments, bytes: Array(input.utf8), files: files.mapValues { Array($0.utf8) }, environment: environment)
}

/// The same with bytes.
func jsonq(
    _ arguments: [String], bytes: [UInt8] = [], files: [String: [UInt8]] = [:], environment: [String: String] = [:]
) throws -> Run {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    let words = arguments.map { $0.hasPrefix("@") ? folder.path(String($0.dropFirst())) : $0 }
    var process = try Jsonq(words, environment: environment, in: folder)
    process.write(bytes)
    var run = process.finish()
    run.errors = run.errors.replacingOccurrences(of: folder.path(""), with: "@")
    return run
}
