public import Foundation

/// A folder for a test's files, which goes when this does.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// Makes a folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The URL of a file, which may not exist.
    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// A file with these contents.
    public func file(_ name: String, _ contents: Data) throws -> URL {
        try contents.write(to: file(name))
        return file(name)
    }

    /// A file with this text.
    public func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }
}
