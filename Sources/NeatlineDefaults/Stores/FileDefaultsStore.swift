public import Foundation
internal import NeatlineSystem

/// A store that keeps its values in a JSON file, which several processes can use.
///
/// ```swift
/// let defaults = DefaultsAdapter(store: try FileDefaultsStore(suiteName: "org.example.tool"))
/// ```
///
/// Reading takes no system call: all values are in memory. A change writes all values to a temporary file, flushes it
/// to the disk, and renames it to the name of the file; a process that is killed at any moment leaves the old or the
/// new file. Processes wait for each other by a lock file, and read each other's changes within 20 milliseconds, or
/// within half a second where the directory cannot be watched, for example because the user has no more inotify
/// instances.
///
/// A file that cannot be understood is never overwritten. Only its owner can read it, and enter a directory that the store
/// has created. Launch arguments do not change what is read, unlike those of `UserDefaults`.
public final class FileDefaultsStore: DefaultsStore, BatchDefaultsStore {
    private struct State {
        var values: [String: DefaultsValue] = [:]
        /// The file that the values are those of; nil if it is to be read again.
        var stamp: ValuesFile.Stamp?
        var lastWrite: FileLock.WriteNumber?
    }

    private let file: ValuesFile
    private let section = ExclusiveSection()
    /// Used in the section only.
    private let lock: FileLock
    private let state = Locked(State())
    private let hub = ChangeHub()
    private let watch = Locked<FileWatch?>(nil)
    /// The errors of changes that were made by subscripts, and of reading what another process wrote.
    public let failures = DefaultsFailures()

    /// The URL of the file.
    public let url: URL

    /// Opens a file, which need not exist.
    ///
    /// - Parameters:
    ///   - url: The file. Its directory is created by the first change. A symbolic link is followed.
    ///   - isSynchronized: Whether a change waits until it is on the disk, so that it survives a power failure.
    ///     Without, it survives the process only, and takes a tenth of the time.
    ///   - setsCorruptFileAside: Whether a file that cannot be understood is renamed to `<name>.corrupt`, so that the store
    ///     begins empty, instead of an error.
    ///   - timeout: How long a change, and the renaming of a corrupt file, waits for another process that is changing the file.
    ///     After that it fails with ``DefaultsError/fileUnwritable(path:code:)`` and the code `ETIMEDOUT`.
    /// - Throws: ``DefaultsError`` if the file exists and cannot be read, and with the code `EINVAL` if the URL is not that
    ///   of a file.
    /// - Complexity: O(*n*) in the size of the file.
    public init(
        url: URL, isSynchronized: Bool = true, setsCorruptFileAside: Bool = false, timeout: Duration = .seconds(10)
    ) throws {
        guard url.isFileURL else { throw DefaultsError.fileUnreadable(path: url.absoluteString, code: EINVAL) }
        let url = FileDefaultsStore.destination(of: url)
        self.url = url
        file = ValuesFile(path: url.path, isSynchronized: isSynchronized)
        lock = FileLock(url.path + ".lock", timeout: timeout)
        // The watch begins before the file is read, so that no change is between them.
        let watch = FileWatch(file) { [weak self] in self?.readChange() }
        self.watch.withLock { $0 = watch }
        do {
            try synchronize()
        } catch DefaultsError.fileCorrupt where setsCorruptFileAside {
            try setCorruptFileAside()
        }
    }

    /// Renames the file if it cannot be understood. Another process may do the same, and have written a new file since this
    /// one was read: so the file is read again while no other process changes it.
    ///
    /// - Throws: ``DefaultsError`` if the file cannot be locked, read or renamed.
    private func setCorruptFileAside() throws {
        defer { deliver() }
        try section.enter {
            try lock.acquire()
            defer { lock.release() }
            do {
                try readIfChanged()
            } catch DefaultsError.fileCorrupt {
                do throws(SystemError) {
                    try SystemPath(file.path).move(to: SystemPath(file.path + ".corrupt"))
                } catch {
                    throw DefaultsError.fileUnwritable(path: file.path, code: error.code)
                }
            }
        }
    }

    /// Opens the file of a suite in the user's directory for settings.
    ///
    /// On Linux that is `$XDG_CONFIG_HOME/<suite>/defaults.json`; without that variable `$HOME/.config/<suite>/defaults.json`;
    /// and without both, the same in the home directory of the user's entry in the system's user database. A variable
    /// that is not an absolute path counts as missing. On Apple's platforms it is the directory for application support.
    ///
    /// - Parameters:
    ///   - suiteName: The name of the directory, for example that of the program in reverse DNS notation.
    ///   - isSynchronized: Whether a change waits until the disk has it.
    ///   - setsCorruptFileAside: Whether a file that cannot be understood is renamed.
    ///   - timeout: How long a change waits for another process that is changing the file.
    /// - Throws: ``DefaultsError`` if the file exists and cannot be read, and with the code `EINVAL` if no directory can have
    ///   the name, or `ENOENT` if the user has no home directory.
    /// - Complexity: O(*n*) in the size of the file.
    public convenience init(
        suiteName: String, isSynchronized: Bool = true, setsCorruptFileAside: Bool = false,
        timeout: Duration = .seconds(10)
    ) throws {
        guard !["", ".", ".."].contains(suiteName) else {
            throw DefaultsError.fileUnreadable(path: suiteName, code: EINVAL)
        }
        guard let folder = FileDefaultsStore.settingsFolder else {
            throw DefaultsError.fileUnreadable(path: "~/.config", code: ENOENT)
        }
        let url = folder.appendingPathComponent(suiteName.replacing("/", with: "_"))
            .appendingPathComponent("defaults.json")
        try self.init(
            url: url, isSynchronized: isSynchronized, setsCorruptFileAside: setsCorruptFileAside, timeout: timeout)
    }

    deinit { watch.withLock { $0 }?.cancel() }

    /// Returns the file that a URL leads to by symbolic links. The file need not exist, for which
    /// `resolvingSymlinksInPath` returns the last link.
    private static func destination(of url: URL) -> URL {
        var url = url.resolvingSymlinksInPath()
        for _ in 0..<40 {
            guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
            url = URL(fileURLWithPath: path, relativeTo: url.deletingLastPathComponent()).resolvingSymlinksInPath()
        }
        return url
    }

    /// The user's directory for settings, by an absolute path; nil if the user has no home.
    private static var settingsFolder: URL? {
        #if os(Linux)
        let variables = ProcessInfo.processInfo.environment
        if let path = variables["XDG_CONFIG_HOME"], path.hasPrefix("/") { return URL(fileURLWithPath: path) }
        // Foundation prefers the user's entry to the variable.
        let home = [variables["HOME"], NSHomeDirectory()].compactMap(\.self).first { $0.hasPrefix("/") }
        return home.map { URL(fileURLWithPath: $0).appendingPathComponent(".config") }
        #else
        return URL.applicationSupportDirectory
        #endif
    }

    /// Returns the value of a key, or nil if there is none.
    ///
    /// - Parameter key: The name of the key.
    public func value(forKey key: String) -> DefaultsValue? { state.withLock { $0.values[key] } }

    /// The keys that have values.
    public var keys: Set<String> { state.withLock { Set($0.values.keys) } }

    /// Replaces the value of one key, and writes the file.
    ///
    /// - Parameters:
    ///   - key: The name of the key.
    ///   - body: Receives the stored value, and returns the new one; nil removes the key.
    /// - Throws: ``DefaultsError`` if the file cannot be written, or cannot be understood, or the error of `body`.
    public func change(_ key: String, _ body: (DefaultsValue?) throws -> DefaultsValue?) throws {
        try exclusively {
            let new = try body(value(forKey: key))?.storedForm
            // `body` may have changed the store, too.
            var values = state.withLock { $0.values }
            if DefaultsValue.isSameText(new, values[key]), file.stamp != nil || values.isEmpty { return }
            values[key] = new
            do {
                try write(values, changing: [key])
            } catch DefaultsError.valueUnrepresentable(_, let reason) {
                throw DefaultsError.valueUnrepresentable(key: key, reason: reason)
            }
        }
    }

    func change(_ new: [(key: String, value: DefaultsValue)]) throws {
        try exclusively {
            let old = state.withLock { $0.values }
            var values = old
            for (key, value) in new { values[key] = value.storedForm }
            let changed = Set(new.map(\.key)).filter { !DefaultsValue.isSameText(old[$0], values[$0]) }
            if !changed.isEmpty || file.stamp == nil { try write(values, changing: changed) }
        }
    }

    /// Keeps other threads and processes from changing the file until `endChanges()`, and reads it if it has changed.
    ///
    /// - Throws: ``DefaultsError`` if the file cannot be locked or read.
    public func beginChanges() throws {
        section.begin()
        if lock.isHeld { return }
        do {
            do {
                try lock.acquire()
            } catch DefaultsError.fileUnwritable(_, ENOENT) {
                try file.createFolder()
                try lock.acquire()
            }
            try readIfChanged()
        } catch {
            if lock.isHeld { lock.release() }
            section.end()
            deliver()
            throw error
        }
    }

    /// Ends what `beginChanges()` has begun, and reports the changes.
    public func endChanges() {
        if section.depth == 1 { lock.release() }
        section.end()
        deliver()
    }

    /// Removes all values, and writes the file.
    ///
    /// - Throws: ``DefaultsError`` if the file cannot be written, or cannot be understood.
    public func removeAll() throws {
        try exclusively { try write([:], changing: keys) }
    }

    /// Calls a closure after each change of this process or another.
    ///
    /// - Parameters:
    ///   - key: The name of the key; nil for all keys.
    ///   - handler: Called after each change.
    /// - Returns: The registration, which ends when it is disposed or deinitialized.
    public func observe(
        _ key: String?, _ handler: @escaping @Sendable (DefaultsChange) -> Void
    ) -> any DefaultsDisposable {
        hub.observe(key, owner: self, handler)
    }

    /// Reads what other processes have written. What this process wrote is in the file already.
    ///
    /// - Throws: ``DefaultsError`` if the file cannot be read.
    public func synchronize() throws {
        defer { deliver() }
        try section.enter { try readIfChanged() }
    }

    // MARK: - Between processes

    /// Calls `body` while no other thread and no other process changes the file, with the values that are in it.
    private func exclusively(_ body: () throws -> Void) throws {
        try beginChanges()
        defer { endChanges() }
        try body()
    }

    /// Writes all values, of which those of some keys may have changed. Called while the lock is held.
    private func write(_ values: [String: DefaultsValue], changing keys: Set<String>) throws {
        try lock.beginWrite()
        let stamp: ValuesFile.Stamp
        do {
            stamp = try file.write(values)
        } catch DefaultsError.fileUnwritable(_, ENOENT) {
            // The directory has vanished since the lock was taken.
            try file.createFolder()
            stamp = try file.write(values)
        }
        replace(values, of: stamp, changing: keys)
    }

    /// Reads the file unless the values in memory are those of its last write.
    ///
    /// Without the lock, which a program that may not write does not get, this is right, too: a file is replaced as a whole,
    /// and a write that has begun has changed its number.
    private func readIfChanged() throws {
        let known = state.withLock { ($0.stamp, $0.lastWrite) }
        if let stamp = file.stamp, stamp == known.0, let lastWrite = lock.lastWrite, lastWrite == known.1 { return }
        // Without a file, the values are those that were read before it was removed; the next change writes them all.
        guard let (values, stamp) = try file.read() else { return }
        replace(values, of: stamp, changing: keys.union(values.keys))
    }

    /// Replaces the values in memory by those of the file with a stamp, and records for the observers which of some keys
    /// have changed.
    private func replace(
        _ values: [String: DefaultsValue], of stamp: ValuesFile.Stamp, changing keys: Set<String>
    ) {
        // A write that begins after its number was read could be one that the values are not those of.
        let lastWrite = lock.isHeld ? lock.lastWrite : nil
        let old = state.withLock { state in
            defer { state = State(values: values, stamp: stamp, lastWrite: lastWrite) }
            return state.values
        }
        if !hub.isObserved { return }
        for key in keys.sorted() where old[key] != values[key] {
            hub.append(DefaultsChange(key: key, oldValue: old[key], newValue: values[key]))
        }
    }

    /// Reads what another process has written.
    private func readChange() {
        do {
            try synchronize()
        } catch {
            failures.report(DefaultsError(error, key: ""))
        }
    }

    private func deliver() {
        if !section.isEntered { hub.deliver() }
    }
}
