import Foundation
import NeatlineDefaults
import NeatlineTestSupport

/// A folder that is removed when nothing refers to it any more.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("defaults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The file of a store in a directory that does not exist yet.
    var file: URL { url.appendingPathComponent("settings").appendingPathComponent("defaults.json") }

    func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    var text: String? { try? String(contentsOf: file, encoding: .utf8) }
}

/// Adapters of a fresh store of each kind.
enum Kind: CaseIterable {
    case userDefaults
    case file
    case memory

    func withAdapter<Result>(_ body: (DefaultsAdapter<DefaultsKeys>) throws -> Result) throws -> Result {
        switch self {
        case .userDefaults:
            let suite = "neatline-\(UUID().uuidString)"
            let defaults = UserDefaults(suiteName: suite)!
            defer {
                defaults.removePersistentDomain(forName: suite)
                // Removes the file.
                defaults.synchronize()
            }
            return try body(DefaultsAdapter(defaults: defaults, keyStore: DefaultsKeys()))
        case .file:
            let folder = try TemporaryFolder()
            return try body(DefaultsAdapter(store: try FileDefaultsStore(url: folder.file, isSynchronized: false)))
        case .memory: return try body(DefaultsAdapter(store: MemoryDefaultsStore()))
        }
    }

    /// Calls `body` with an adapter, and then `check` with one that has read again what is stored.
    func withReopened(
        _ body: (DefaultsAdapter<DefaultsKeys>) throws -> Void, check: (DefaultsAdapter<DefaultsKeys>) throws -> Void
    ) throws {
        guard self == .file else {
            return try withAdapter { defaults in
                try body(defaults)
                try check(defaults)
            }
        }
        let folder = try TemporaryFolder()
        try body(DefaultsAdapter(store: try FileDefaultsStore(url: folder.file, isSynchronized: false)))
        try check(DefaultsAdapter(store: try FileDefaultsStore(url: folder.file)))
    }
}

/// A variable that several threads may change.
final class Shared<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value { lock.withLock { stored } }

    func change(_ body: (inout Value) -> Void) { lock.withLock { body(&stored) } }
}

/// A `defaults-process` that has been started.
final class DefaultsProcess {
    private let process = Process()
    private let output = Pipe()
    private var received = Data()

    convenience init(_ arguments: String...) throws { try self.init(arguments, environment: nil) }

    /// Starts it with an environment; nil for that of this process.
    init(_ arguments: [String], environment: [String: String]?) throws {
        process.executableURL = URL(fileURLWithPath: JsonqBinary.path(of: "defaults-process"))
        process.arguments = arguments
        process.environment = environment
        // Has an end when this object or the process of the tests has.
        process.standardInput = Pipe()
        process.standardOutput = output
        try process.run()
    }

    /// Waits until it has printed so many lines, or has ended.
    func wait(forLines count: Int) {
        while received.reduce(0, { $0 + ($1 == 10 ? 1 : 0) }) < count {
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { return }
            received += part
        }
    }

    /// Waits for its end, and returns its status.
    func finish() -> Int32 {
        received += output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        _ = finish()
    }

    /// What has been received of its output; all of it when it has ended.
    var text: String { String(decoding: received, as: UTF8.self) }
}
