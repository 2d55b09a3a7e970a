import Foundation
import NeatlineHTTP

/// A directory of a test's own, which goes with it.
final class DownloadFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("NeatlineTests_\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

    /// A destination in it.
    func destination(_ name: String = "file", _ options: DownloadRequest.Options = []) -> DownloadRequest.Destination {
        let file = file(name)
        return { _, _ in (file, options) }
    }

    /// All that is in it, hidden files included.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    func text(_ name: String = "file") throws -> String {
        String(decoding: try Data(contentsOf: file(name)), as: UTF8.self)
    }
}

/// Files that downloads leave in the temporary directory.
enum LeftFiles {
    /// Partial files, and whole ones without a destination, whose bytes begin with a text that only one test sends.
    static func beginning(with marker: String) -> [URL] {
        let folder = FileManager.default.temporaryDirectory
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix("Neatline_") }.map { folder.appendingPathComponent($0) }.filter { url in
            guard let handle = try? FileHandle(forReadingFrom: url) else { return false }
            defer { try? handle.close() }
            return (try? handle.read(upToCount: marker.utf8.count)) == Data(marker.utf8)
        }
    }
}

extension DownloadRequest {
    /// What a handler without a serializer is called with.
    func unserialized() async -> AFDownloadResponse<URL?> {
        await withCheckedContinuation { continuation in
            response(queue: .global()) { continuation.resume(returning: $0) }
        }
    }
}

extension AFDownloadResponse<URL?> {
    /// Takes the file away that belongs to the test, and says what was in it.
    func take() -> Data? {
        guard let fileURL else { return nil }
        defer { try? FileManager.default.removeItem(at: fileURL) }
        return try? Data(contentsOf: fileURL)
    }
}
