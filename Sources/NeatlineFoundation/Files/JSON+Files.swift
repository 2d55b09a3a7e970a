public import Foundation
public import NeatlineJSON

// JSON from files and to files.

extension JSON {
    /// Reads a file that contains one value.
    ///
    /// ```swift
    /// let settings = try JSON(contentsOf: URL(filePath: "settings.json"))
    /// let tsconfig = try JSON(contentsOf: URL(filePath: "tsconfig.json"), options: .jsonc)
    /// ```
    ///
    /// - Parameters:
    ///   - url: the URL of a file of less than 4 GiB, in UTF-8, or in UTF-16 or UTF-32, which is detected by the first
    ///     bytes. A pipe is read until it ends.
    ///   - options: extensions of RFC 8259 to accept; none by default.
    /// - Throws: ``JSONFileError`` with the path; for an error of the text also with line and column.
    /// - Complexity: O(*n*).
    public init(contentsOf url: URL, options: JSONParsingOptions = JSONParsingOptions()) throws {
        try self.init(
            contentsOfFile: JSONFileError.path(of: url, orThrow: .fileReadUnsupportedScheme), options: options)
    }

    /// Reads a file that contains one value.
    ///
    /// ```swift
    /// let settings = try JSON(contentsOfFile: "settings.json")
    /// ```
    ///
    /// - Parameters:
    ///   - path: the path of the file, as in ``NeatlineJSON/JSON/init(contentsOf:options:)``.
    ///   - options: extensions of RFC 8259 to accept; none by default.
    /// - Throws: ``JSONFileError`` with the path; for an error of the text also with line and column.
    /// - Complexity: O(*n*).
    public init(contentsOfFile path: String, options: JSONParsingOptions = JSONParsingOptions()) throws {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try InputFile(path).contents(maximumSize: Int(clamping: 1 << 32 as Int64))
        } catch {
            throw JSONFileError(path: path, error)
        }
        do {
            try self.init(parsing: JSON.utf8(bytes), options: options)
        } catch {
            throw JSONFileError(path: path, error)
        }
    }

    /// Writes the value to a file, which is replaced if it exists.
    ///
    /// ```swift
    /// var settings = try JSON(contentsOf: file)
    /// settings["window", "width"] = 900
    /// try settings.write(to: file, options: .prettySorted)
    /// ```
    ///
    /// A line feed ends the file, whatever `options.endsWithNewline` is. At most about 128 KiB of the text are in memory
    /// at a time.
    ///
    /// The file is written under a temporary name in the same directory, and then gets its name, so that it is always the
    /// old one or the new one, also after a loss of power. It keeps the permissions of the one that it replaces, and its
    /// owner if the process may set it; a new one gets those that the process's mask allows. If the path is a symbolic
    /// link, the file that it leads to is replaced. Devices and pipes are written to, not replaced.
    ///
    /// - Parameters:
    ///   - url: the URL of a file, in a directory that exists.
    ///   - options: how the text is written.
    ///   - atomically: false to write to the file itself, for example because its directory is not writable. An error
    ///     then leaves a part of the text.
    /// - Throws: ``JSONFileError`` with the path; its cause is a `POSIXError`, or what
    ///   `serialized(_:)` throws, with the path of the value in the JSON. The file is then unchanged, if it is written
    ///   atomically.
    /// - Complexity: O(*n*).
    public func write(to url: URL, options: JSONWritingOptions = .compact, atomically: Bool = true) throws {
        let path = try JSONFileError.path(of: url, orThrow: .fileWriteUnsupportedScheme)
        try write(toFile: path, options: options, atomically: atomically)
    }

    /// Writes the value to a file, which is replaced if it exists.
    ///
    /// ```swift
    /// try report.write(toFile: "report.json", options: .pretty)
    /// ```
    ///
    /// - Parameters:
    ///   - path: the path of the file, as in ``NeatlineJSON/JSON/write(to:options:atomically:)``.
    ///   - options: how the text is written.
    ///   - atomically: false to write to the file itself.
    /// - Throws: ``JSONFileError``, as ``NeatlineJSON/JSON/write(to:options:atomically:)``.
    /// - Complexity: O(*n*).
    public func write(toFile path: String, options: JSONWritingOptions = .compact, atomically: Bool = true) throws {
        var options = options
        options.endsWithNewline = true
        do {
            try WrittenFile(path, isReplaced: atomically).write { descriptor in
                try write(options) { chunk in
                    if let code = SystemCall.write(chunk, to: descriptor).code { throw SystemError(code: code) }
                }
            }
        } catch let error as SystemError {
            throw JSONFileError(path: path, error)
        } catch {
            throw JSONFileError(path: path, error)
        }
    }
}

extension JSONFileError {
    /// Returns the path of a file's URL.
    ///
    /// - Throws: ``JSONFileError`` with a `CocoaError` of the given code if it is the URL of something else.
    @discardableResult
    package static func path(of url: URL, orThrow code: CocoaError.Code) throws -> String {
        guard url.isFileURL else { throw JSONFileError(path: url.absoluteString, CocoaError(code)) }
        return url.path(percentEncoded: false)
    }
}

/// A file that is about to be written, and what is there so far.
private struct WrittenFile {
    private let path: String
    /// What is there, if it is to be replaced.
    private let replaced: stat?
    private let isReplaced: Bool

    /// Looks at what is there.
    ///
    /// - Parameter isReplaced: whether a regular file is replaced by another one.
    /// - Throws: the error of the system.
    init(_ path: String, isReplaced: Bool) throws(SystemError) {
        var status = stat()
        // A link remains, and leads to the new file; one that leads nowhere is followed by opening it.
        let isLink = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        let target = isLink ? WrittenFile.target(ofLink: path) : path
        self.path = target ?? path
        guard isReplaced, let target else {
            (self.isReplaced, replaced) = (false, nil)
            return
        }
        if stat(target, &status) != 0 {
            if errno != ENOENT { throw .last }
            (self.isReplaced, replaced) = (true, nil)
            return
        }
        self.isReplaced = status.st_mode & S_IFMT == S_IFREG
        replaced = status
        // Renaming could replace a file that is not writable.
        if self.isReplaced, access(target, W_OK) != 0 { throw .last }
    }

    private static func target(ofLink path: String) -> String? {
        guard let target = realpath(path, nil) else { return nil }
        defer { free(target) }
        // SAFETY: realpath returns allocated memory with a terminating zero.
        return String(cString: target)
    }

    /// Writes the file.
    ///
    /// - Parameter body: writes the contents to a descriptor.
    /// - Throws: ``SystemError``; what `body` throws.
    func write(_ body: (Int32) throws -> Void) throws {
        guard isReplaced else { return try writeInPlace(body) }
        let directory = (path as NSString).deletingLastPathComponent
        let temporary = (directory as NSString).appendingPathComponent(".neatline-\(UUID().uuidString)")
        let replacement = FileReplacement(
            path: path, temporaryPath: temporary, permissions: replaced == nil ? 0o666 : 0o600, isSynchronized: true)
        _ = try replacement.perform { descriptor in
            try body(descriptor)
            if let replaced { adopt(replaced, descriptor) }
        }
    }

    private func writeInPlace(_ body: (Int32) throws -> Void) throws {
        let descriptor = SystemCall.repeated { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
        if descriptor < 0 { throw SystemError.last }
        let result = Result { try body(descriptor) }
        // Some file systems report only now that the disk is full.
        if close(descriptor) != 0, errno != EINTR, case .success = result { throw SystemError.last }
        try result.get()
    }

    /// Gives the new file the permissions of the old one, and its owner if permitted.
    private func adopt(_ status: stat, _ descriptor: Int32) {
        var permissions = status.st_mode & 0o7777
        if fchown(descriptor, status.st_uid, status.st_gid) != 0, fchown(descriptor, .max, status.st_gid) != 0 {
            // A new owner must not grant the rights that the old owner had granted.
            permissions &= 0o777
        }
        _ = fchmod(descriptor, permissions)
    }
}
