import Foundation

/// Whichever `jq` is installed.
enum InstalledJq {
    /// Nil if there is none.
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/jq" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// What it prints for an input of some kilobytes.
    static func output(of jq: String, _ arguments: [String], input text: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: jq)
        process.arguments = arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        input.fileHandleForWriting.write(Data(text.utf8))
        try input.fileHandleForWriting.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
