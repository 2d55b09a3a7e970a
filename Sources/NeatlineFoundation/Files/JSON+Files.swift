internal import NeatlineSystem
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
        let bytes = try JSONFileError.contents(ofFile: path)
        do {
            try self.init(parsing: bytes, options: options)
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
    /// old one or the new one, also after a loss of power. It keeps the permissions of the one that it replaces (on Linux also
    /// its access control list), and its owner if the process may set it; a new one gets those that the process's mask
    /// allows. If the path is a symbolic link, the file that it leads to is replaced. Devices and pipes are written to, not replaced.
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
        try JSONFileError.writeFile(path, atomically: atomically) { try write(options, to: $0) }
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

    /// Returns the contents of a file in UTF-8; see ``NeatlineJSON/JSON/init(contentsOf:options:)``.
    ///
    /// - Throws: ``JSONFileError`` with the path.
    static func contents(ofFile path: String) throws -> [UInt8] {
        do throws(SystemError) {
            return JSON.utf8(try InputFile(path).contents(maximumSize: Int(clamping: 1 << 32 as Int64)))
        } catch {
            throw JSONFileError(path: path, error)
        }
    }

    /// Writes a file; see ``NeatlineJSON/JSON/write(to:options:atomically:)``.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - atomically: whether the file is replaced.
    ///   - body: passes the chunks of the contents to the function that it gets.
    /// - Throws: ``JSONFileError`` with the path; its cause is a `POSIXError`, or what `body` throws.
    static func writeFile(
        _ path: String, atomically: Bool, _ body: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        do {
            try WrittenFile(path, isReplaced: atomically).write { descriptor in
                try body { chunk in
                    try descriptor.writeAll(chunk)
                }
            }
        } catch let error as SystemError {
            throw JSONFileError(path: path, error)
        } catch {
            throw JSONFileError(path: path, error)
        }
    }
}

/// A file that is about to be written, and what is there so far.
private struct WrittenFile {
    private let path: SystemPath
    /// What is there, if it is to be replaced.
    private let replaced: FileStatus?
    private let isReplaced: Bool

    /// Looks at what is there.
    ///
    /// - Parameter isReplaced: whether a regular file is replaced by another one.
    /// - Throws: the error of the system.
    init(_ path: String, isReplaced: Bool) throws(SystemError) {
        let path = SystemPath(path)
        // A link remains, and leads to the new file; one that leads nowhere is followed by opening it.
        let isLink = (try? FileStatus(path, followsLinks: false))?.isLink ?? false
        let target = isLink ? (try? path.resolved()) : path
        self.path = target ?? path
        guard isReplaced, let target else {
            (self.isReplaced, replaced) = (false, nil)
            return
        }
        let status: FileStatus
        do throws(SystemError) {
            status = try FileStatus(target)
        } catch {
            if error != .notFound { throw error }
            (self.isReplaced, replaced) = (true, nil)
            return
        }
        self.isReplaced = status.isRegular
        replaced = status
        // Renaming could replace a file that is not writable.
        if self.isReplaced { try target.checkWritable() }
    }

    /// Writes the file.
    ///
    /// - Parameter body: writes the contents to a descriptor.
    /// - Throws: ``SystemError``; what `body` throws.
    func write(_ body: (Descriptor) throws -> Void) throws {
        guard isReplaced else { return try writeInPlace(body) }
        try FileReplacement.perform(
            path, permissions: replaced == nil ? 0o666 : 0o600, adopting: replaced, isSynchronized: true, body)
    }

    private func writeInPlace(_ body: (Descriptor) throws -> Void) throws {
        let descriptor = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, permissions: 0o666)
        do {
            try body(descriptor)
        } catch {
            try? descriptor.closeFile()
            throw error
        }
        try descriptor.closeFile()
    }
}
