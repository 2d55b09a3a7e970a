import Foundation

/// A folder for a test's files, which goes when this does.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The URL of a file, which may not exist.
    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// A file with these contents.
    func file(_ name: String, _ contents: Data) throws -> URL {
        try contents.write(to: file(name))
        return file(name)
    }

    /// A file with this text.
    func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }
}
