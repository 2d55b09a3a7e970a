import Foundation

/// Whichever `jq` is installed.
enum InstalledJq {
    /// Nil if there is none.
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/jq" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Its run with a text as its input.
    static func run(_ jq: String, _ arguments: [String], input text: String) throws -> Run {
        var process = try Jsonq(arguments, executable: jq, in: TemporaryFolder())
        process.write(Array(text.utf8))
        return process.finish()
    }
}
