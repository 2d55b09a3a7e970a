import Foundation

/// A folder that is removed when nothing refers to it any more.
final class TemporaryFolder: Sendable {
    private let location: URL

    init() throws {
        location = FileManager.default.temporaryDirectory.appendingPathComponent("jsonq-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: location, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: location) }

    func path(_ name: String) -> String { location.path + "/" + name }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: location.appendingPathComponent(name))
    }

    /// What a file holds; nothing if there is no such file.
    func bytes(_ name: String) -> [UInt8] {
        (try? Data(contentsOf: location.appendingPathComponent(name))).map { Array($0) } ?? []
    }
}
