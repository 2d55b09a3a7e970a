import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Runs other programs, without a shell.
struct ChildProcess {
    /// Looked up in `PATH` when it has no slash.
    let program: String
    let arguments: [String]

    enum Failure: Error, CustomStringConvertible {
        case cannotStart(program: String, reason: String)
        case failed(program: String, status: Int32)

        var description: String {
            switch self {
            case .cannotStart(let program, let reason): "\(program) does not start: \(reason)"
            case .failed(let program, let status): "\(program) failed with wait status \(status)"
            }
        }
    }

    /// What one run cost.
    struct Cost {
        /// Nanoseconds from before the start until the end has been noticed.
        let wall: Int
        /// Nanoseconds of user and system time.
        let processor: Int
    }

    /// Runs to the end with the standard output going to a file. Throws when the program fails.
    @discardableResult
    func run(output: String = "/dev/null") throws -> Cost {
        let start = Clock.wall()
        let identifier = try spawn(output: output)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) == -1, errno == EINTR {}
        let wall = Clock.wall() - start
        try check(status)
        return Cost(wall: wall, processor: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime))
    }

    /// Runs to the end and returns the peak resident set in bytes.
    ///
    /// It is read from `/proc` while the program runs: the `ru_maxrss` of `wait4` would also count the memory of the
    /// process that started it. What is allocated in the last half millisecond can be missed.
    func peakResidentSet() throws -> Int {
        let identifier = try spawn(output: "/dev/null")
        var peak = 0
        var status: Int32 = 0
        while true {
            let ended = waitpid(identifier, &status, WNOHANG)
            if ended == identifier || (ended == -1 && errno != EINTR) {
                break
            }
            peak = max(peak, ResidentSet.peak(ofProcess: "\(identifier)") ?? 0)
            usleep(500)
        }
        try check(status)
        return peak
    }

    /// True when the program is there and can be started.
    static func isInstalled(_ program: String) -> Bool {
        let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return directories.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    private func spawn(output: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        defer { words.forEach { free($0) } }

        var identifier: pid_t = 0
        let code = posix_spawnp(&identifier, program, &actions, nil, words, environ)
        guard code == 0 else {
            throw Failure.cannotStart(program: program, reason: String(cString: strerror(code)))
        }
        return identifier
    }

    private func check(_ status: Int32) throws {
        guard status == 0 else {
            throw Failure.failed(program: program, status: status)
        }
    }

    private func nanoseconds(_ time: timeval) -> Int {
        Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_usec) * 1_000
    }
}
