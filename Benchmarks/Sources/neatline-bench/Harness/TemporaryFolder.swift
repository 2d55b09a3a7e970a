import Foundation

/// A folder that is removed when its owner is done.
final class TemporaryFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(of name: String) -> String {
        url.appendingPathComponent(name).path
    }

    /// Writes a file and returns its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = path(of: name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }
}
