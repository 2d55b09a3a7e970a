import Foundation

/// Files that lie beside the repository, in `../shared` or wherever `NEATLINE_SHARED` says; the tests do without them
/// where there are none.
public enum SharedFiles {
    /// The folder, or nil.
    public static let folder: URL? = {
        let beside = URL(filePath: #filePath)
            .resolvingSymlinksInPath()  // `Tests/Fuzzing` has links to folders
            .deletingLastPathComponent()  // Inputs
            .deletingLastPathComponent()  // Support
            .deletingLastPathComponent()  // Tests
            .deletingLastPathComponent()  // the package
            .deletingLastPathComponent()
            .appending(path: "shared")
        let named = ProcessInfo.processInfo.environment["NEATLINE_SHARED"].map { URL(filePath: $0) }
        return [named, beside].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// The files in a subfolder, by name; empty if there are none.
    public static func files(in subfolder: String) -> [(name: String, bytes: [UInt8])] {
        guard let folder = folder?.appending(path: subfolder),
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        else { return [] }
        return names.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).map { (name, Array($0)) }
        }
    }

    /// Nicolas Seriot's JSONTestSuite.
    public static let testSuite = files(in: "JSONTestSuite/test_parsing").filter { $0.name.hasSuffix(".json") }
}
