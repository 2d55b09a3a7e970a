import Foundation

/// Builds the repository's `jsonq` for release, once; later runs find it built.
enum JSONQBuild {
    /// With all libraries inside, as the README says.
    #if os(Linux)
    private static let libraries = ["--static-swift-stdlib", "-Xswiftc", "-static-executable"]
    #else
    private static let libraries: [String] = []
    #endif

    /// Returns where the program is. What the compiler says goes to the report when the build fails.
    static func path(_ folder: TemporaryFolder, _ report: Report) throws -> String {
        // This file is <package>/Sources/neatline-bench/CommandLine/<name>; the repository holds the package.
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 {
            package.deleteLastPathComponent()
        }
        let scratch = package.appendingPathComponent(".build/jsonq").path
        report.note("cli: building jsonq")
        let build = ChildProcess(
            program: "swift",
            arguments: [
                "build", "-c", "release", "--product", "jsonq", "--scratch-path", scratch,
                "--package-path", package.deletingLastPathComponent().path,
            ] + libraries
        )
        let log = folder.path(of: "build.log")
        do {
            try build.run(output: log)
        } catch {
            report.note((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
            throw error
        }
        return "\(scratch)/release/jsonq"
    }
}
