import Foundation
import NeatlineSystem

/// A folder for the files of one test, which ends with it.
final class TestFolder {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> SystemPath { SystemPath(url.path + "/" + name) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }

    /// Whether the file system supports files without a name.
    var supportsUnnamedFiles: Bool {
        guard let file = Descriptor(unnamedFileIn: path(""), permissions: 0o600) else { return false }
        try? file.closeFile()
        return true
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }
}
