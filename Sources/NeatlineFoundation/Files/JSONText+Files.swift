public import Foundation
public import NeatlineJSON

// Texts that keep their layout, from files and to files.

extension JSONText {
    /// Reads a file that contains one value, to change it and to keep the layout of its text.
    ///
    /// ```swift
    /// var file = try JSONText(contentsOf: url, options: .jsonc)
    /// try file.set(8080, at: "port")
    /// try file.write(to: url)
    /// ```
    ///
    /// - Parameters:
    ///   - url: the URL of a file, as in ``NeatlineJSON/JSON/init(contentsOf:options:)``. A text in UTF-16 or UTF-32 becomes
    ///     UTF-8.
    ///   - options: extensions of RFC 8259 to accept; none by default.
    /// - Throws: ``JSONFileError`` with the path; for an error of the text also with line and column.
    /// - Complexity: O(*n*).
    public init(contentsOf url: URL, options: JSONParsingOptions = JSONParsingOptions()) throws {
        try self.init(
            contentsOfFile: JSONFileError.path(of: url, orThrow: .fileReadUnsupportedScheme), options: options)
    }

    /// Reads a file that contains one value, to change it and to keep the layout of its text.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
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

    /// Writes the text to a file, which is replaced as by ``NeatlineJSON/JSON/write(to:options:atomically:)`` if it exists.
    ///
    /// The file gets exactly the bytes of the text; no line feed is added.
    ///
    /// - Parameters:
    ///   - url: the URL of a file, in a directory that exists.
    ///   - atomically: false to write to the file itself.
    /// - Throws: ``JSONFileError`` with the path; its cause is a `POSIXError`.
    /// - Complexity: O(*n*).
    public func write(to url: URL, atomically: Bool = true) throws {
        let path = try JSONFileError.path(of: url, orThrow: .fileWriteUnsupportedScheme)
        try write(toFile: path, atomically: atomically)
    }

    /// Writes the text to a file, which is replaced as by ``NeatlineJSON/JSON/write(to:options:atomically:)`` if it exists.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - atomically: false to write to the file itself.
    /// - Throws: ``JSONFileError`` with the path; its cause is a `POSIXError`.
    /// - Complexity: O(*n*).
    public func write(toFile path: String, atomically: Bool = true) throws {
        try JSONFileError.writeFile(path, atomically: atomically) { write in try bytes.withUnsafeBytes(write) }
    }
}
