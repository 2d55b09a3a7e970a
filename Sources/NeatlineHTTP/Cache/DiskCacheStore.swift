internal import Foundation
internal import NeatlineSystem

/// The responses that a cache keeps in a directory, one file each.
///
/// The directory is the only state: a file's name is the digest of its URL and a number, its start says which requests
/// choose it, and its time of modification is that of its last use. So several processes may share a directory, and nothing must be read before the first
/// request. A file is written under another name and renamed, so that a process that ends meanwhile loses only that
/// file. Files of the format's names that are not valid are removed; others are left alone.
///
/// The files are counted when the cache first stores one, and after each twentieth of the capacity that it has written;
/// if they take too much, those that were used least recently are removed. Two processes exceed the capacity by at most
/// a twentieth each.
///
/// All functions block, and may be called on any thread.
final class DiskCacheStore: Sendable {
    /// The number of responses that are kept for one URL.
    static let variantLimit = 4
    private static let suffix = ".response"
    private static let temporarySuffix = ".writing"
    /// The time in seconds after which a file that was not renamed was left by a process that has ended.
    private static let abandonedAfter: TimeInterval = 600

    private struct State {
        var capacity: Int
        /// The bytes of all files, as far as they are known; `nil` before they were counted.
        var used: Int?
        var writtenSinceCount = 0
        var lastTemporary = 0
        /// The time since which responses are still to be removed, because the directory could not be read.
        var overdueRemoval: TimeInterval?
        /// The paths of the files that are still to be removed, because the system refused it.
        var overduePaths: Set<String> = []
    }

    let directory: String
    /// The size of the largest file that is read or written, in bytes.
    let fileLimit: Int
    private let state: Locked<State>
    /// A lock for each URL whose files are being changed.
    private let changing = Locked<[String: Change]>([:])

    /// Creates the directory, if it does not exist, with access for its user only.
    ///
    /// - Throws: ``HTTPCacheError``
    init(_ directory: String, capacity: Int, fileLimit: Int) throws(HTTPCacheError) {
        self.directory = directory
        self.fileLimit = fileLimit
        state = Locked(State(capacity: max(0, capacity)))
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw .directoryUnusable(
                path: directory,
                reason: cause.map { "\(SystemError(code: $0.code.rawValue))" } ?? error.localizedDescription)
        }
        let status: FileStatus
        do throws(SystemError) {
            status = try FileStatus(SystemPath(directory))
        } catch {
            throw .directoryUnusable(path: directory, reason: "\(error)")
        }
        guard status.owner == geteuid() else {
            throw .directoryUnusable(path: directory, reason: "It belongs to another user.")
        }
        guard status.mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw .directoryUnusable(path: directory, reason: "Other users may write to it.")
        }
        guard access(directory, R_OK | W_OK | X_OK) == 0 else {
            throw .directoryUnusable(path: directory, reason: "\(SystemError.last)")
        }
    }

    var capacity: Int {
        get { state.withLock(\.capacity) }
        set {
            state.withLock { $0.capacity = max(0, newValue) }
            count()
        }
    }

    /// The size of all files in bytes.
    var used: Int { (files() ?? []).reduce(0) { $0 + $1.size } }

    // MARK: - One URL

    /// Unchecked Sendable because the count is accessed only with the lock of all changes.
    private final class Change: @unchecked Sendable {
        let lock = Lock()
        var count = 0
    }

    /// Calls a closure, which changes the files of a URL, while no other thread does that.
    func exclusively(_ key: String, _ change: () -> Void) {
        let own = changing.withLock { changing in
            let own = changing[key] ?? Change()
            own.count += 1
            changing[key] = own
            return own
        }
        own.lock.withLock(change)
        changing.withLock { changing in
            own.count -= 1
            if own.count == 0 { changing[key] = nil }
        }
    }

    /// Waits for the changes that are under way.
    func waitForChanges() { for key in changing.withLock({ Array($0.keys) }) { exclusively(key) {} } }

    /// Reads the responses of a URL, whose files count as used.
    func responses(for key: String) -> [StoredResponse] {
        guard completeRemoval() else { return [] }
        return paths(of: key).compactMap { path in
            if state.withLock({ $0.overduePaths.contains(path) }) {
                discard(path)
                return nil
            }
            do throws(SystemError) {
                let file = try InputFile(path, requiresRegularFile: true, followsLinks: false)
                if let bytes = try self.bytes(of: file), let response = CacheFile.response(from: bytes),
                    response.parts.key == key
                {
                    file.touch()
                    return response
                }
            } catch {
                guard Self.isOtherFile(error) else { return nil }
            }
            unlink(path)
            return nil
        }
    }

    /// Returns whether an error means that a name is that of a link, or of something else than a file. Other errors, such as
    /// that of too many open files, say nothing about the file, which other processes may read.
    static func isOtherFile(_ error: SystemError) -> Bool { [ELOOP, EISDIR, EINVAL, ENXIO].contains(error.code) }

    /// Writes a response, which replaces the one that the same requests choose, or the oldest of too many for one URL.
    ///
    /// A response that cannot be written, because it is too large, the disk is full or the directory was removed, is not
    /// stored. The one that it would replace is then removed, because it is out of date.
    func store(_ response: StoredResponse) {
        let bytes = CacheFile.bytes(of: response)
        guard bytes.count <= fileLimit else { return remove(response) }
        let paths = paths(of: response.parts.key)
        let starts = paths.map { CacheFile.Start(Self.start(of: $0)) }
        let selection = CacheFile.Start(response).selection
        let same = starts.indices.filter { starts[$0]?.selection == selection }
        let oldest = starts.indices.min { starts[$0]?.responseTime ?? 0 < starts[$1]?.responseTime ?? 0 }
        let number = same.first ?? starts.firstIndex(of: nil) ?? oldest ?? 0
        let temporary = state.withLock { state in
            state.lastTemporary += 1
            let digest = Self.digest(of: response.parts.key)
            return "\(directory)/\(digest)-\(getpid())-\(state.lastTemporary)\(Self.temporarySuffix)"
        }
        guard write(bytes, to: temporary) else { return remove(response) }
        guard rename(temporary, paths[number]) == 0 else {
            unlink(temporary)
            return remove(response)
        }
        for other in same.dropFirst() { discard(paths[other]) }
        let mustCount = state.withLock { state in
            state.overduePaths.remove(paths[number])
            state.writtenSinceCount += bytes.count
            // What was replaced counts until the files are counted again.
            if let used = state.used { state.used = used + bytes.count }
            return state.used.map { $0 > state.capacity || state.writtenSinceCount > state.capacity / 20 } ?? true
        }
        if mustCount { count() }
    }

    /// Removes the response that the same requests choose as a given one.
    ///
    /// A file whose start cannot be read, for example because too many files are open, is removed too: it may contain that
    /// response.
    func remove(_ response: StoredResponse) {
        let selection = CacheFile.Start(response).selection
        for path in paths(of: response.parts.key)
        where CacheFile.Start(Self.start(of: path))?.selection ?? selection == selection { discard(path) }
    }

    /// Removes all responses of a URL.
    func remove(_ key: String) { for path in paths(of: key) { discard(path) } }

    /// Removes a file. If the system refuses it, for example because the file system is read-only, it is removed as soon as that
    /// is possible, and until then this store does not read it. Another process does.
    private func discard(_ path: String) {
        let isRemoved = unlink(path) == 0 || errno == ENOENT
        state.withLock { state in
            if isRemoved { state.overduePaths.remove(path) } else { state.overduePaths.insert(path) }
        }
    }

    // MARK: - All files

    /// Removes all responses that were received at or after a time, in seconds since 1970.
    ///
    /// If the directory cannot be read, for example because too many files are open, they are removed as soon as it can be,
    /// and until then no response is found.
    func removeAll(since time: TimeInterval = -.infinity) {
        if !removeFiles(since: time) {
            state.withLock { $0.overdueRemoval = min($0.overdueRemoval ?? time, time) }
        }
    }

    /// Removes the responses that `removeAll` could not remove. Returns whether none of them is left.
    private func completeRemoval() -> Bool {
        guard let time = state.withLock(\.overdueRemoval) else { return true }
        guard removeFiles(since: time) else { return false }
        state.withLock { if $0.overdueRemoval == time { $0.overdueRemoval = nil } }
        return true
    }

    /// Returns `false` if the directory cannot be read.
    private func removeFiles(since time: TimeInterval) -> Bool {
        guard let files = files() else { return false }
        for file in files where file.isComplete {
            let path = directory + "/" + file.name
            if time > -.infinity, let start = CacheFile.Start(Self.start(of: path)),
                start.responseTime < time
            {
                continue
            }
            discard(path)
        }
        state.withLock { $0.used = nil }
        return true
    }

    private struct File {
        var name: String
        var size: Int
        var lastUse: TimeInterval
        /// Whether the file is not being written.
        var isComplete: Bool { name.hasSuffix(DiskCacheStore.suffix) }
    }

    /// Counts the files, and removes those that were used least recently until a tenth of the capacity is free, if there
    /// are too many. Also removes what processes that have ended left half written.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of files.
    func count() {
        guard let files = files() else { return }
        let capacity = capacity
        var used = 0
        let now = Date().timeIntervalSince1970
        var complete: [File] = []
        for file in files {
            if file.isComplete {
                used += file.size
                complete.append(file)
            } else if now - file.lastUse > Self.abandonedAfter {
                unlink(directory + "/" + file.name)
            }
        }
        if used > capacity {
            for file in complete.sorted(by: { $0.lastUse < $1.lastUse }) where used > capacity - capacity / 10 {
                unlink(directory + "/" + file.name)
                used -= file.size
            }
        }
        state.withLock { state in
            state.used = used
            state.writtenSinceCount = 0
        }
    }

    /// Returns all files of the format's names; `nil` if the directory exists and cannot be read.
    private func files() -> [File]? {
        guard let folder = opendir(directory) else { return errno == ENOENT ? [] : nil }
        defer { closedir(folder) }
        let descriptor = dirfd(folder)
        var files: [File] = []
        while true {
            errno = 0
            guard let item = readdir(folder) else {
                if errno == 0 { break }
                return nil
            }
            // SAFETY: the system ends the name with a zero byte.
            let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            guard Self.isOwnName(name) else { continue }
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            let found = FileStatus(status)
            files.append(
                File(name: name, size: Int(clamping: found.size), lastUse: found.modified / .seconds(1)))
        }
        return files
    }

    // MARK: - Names, reading, writing

    /// The number of characters of the digest in a name.
    private static let digestLength = 32

    private static func isOwnName(_ name: String) -> Bool {
        let isDigest = name.utf8.prefix(digestLength).allSatisfy { HexadecimalDigits.value($0) != nil }
        return isDigest && name.utf8.count > digestLength && (name.hasSuffix(suffix) || name.hasSuffix(temporarySuffix))
    }

    /// The first half of the SHA-256 digest, in hexadecimal digits.
    private static func digest(of key: String) -> String {
        let digest = Array(key.utf8).withUnsafeBytes { MessageDigest<SHA256>.of($0) }
        return HexadecimalDigits.text(digest.prefix(digestLength / 2))
    }

    /// The paths of the files that a URL may have.
    private func paths(of key: String) -> [String] {
        let digest = Self.digest(of: key)
        return (0..<Self.variantLimit).map { "\(directory)/\(digest)-\($0)\(Self.suffix)" }
    }

    /// Reads a whole file, unless it is too large or too small.
    private func bytes(of file: InputFile) throws(SystemError) -> [UInt8]? {
        let size = Int(clamping: try file.status().size)
        guard size > CacheFile.prefixLength, size <= fileLimit else { return nil }
        let bytes = try file.read(size)
        return bytes.count == size ? bytes : nil
    }

    /// Reads the first bytes of a file; none if that is not possible.
    private static func start(of path: String) -> [UInt8] {
        let file = try? InputFile(path, requiresRegularFile: true, followsLinks: false)
        return (try? file?.read(CacheFile.prefixLength)) ?? []
    }

    /// Writes a new file; returns `false`, without leaving one, if that is not possible.
    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        guard let descriptor = try? Descriptor(opening: SystemPath(path), flags, permissions: 0o600) else {
            return false
        }
        let isWritten = (try? descriptor.writeAll(bytes)) != nil
        let isClosed = (try? descriptor.closeFile()) != nil
        if isWritten, isClosed { return true }
        unlink(path)
        return false
    }
}
