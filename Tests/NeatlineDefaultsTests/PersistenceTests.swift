import Foundation
import NeatlineDefaults
import NeatlineTestSupport
import Testing

/// Where settings are after the process that has stored them.
///
/// On Apple's platforms a process of the system keeps them, in the home of the user who runs the tests.
#if os(Linux)
@Suite(.hangLimit) struct PersistenceTests {
    /// A home directory, in which processes are started.
    struct Home {
        let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Starts a process with other values of some variables, or without them.
        func start(_ arguments: [String], environment: [String: String?] = [:]) throws -> DefaultsProcess {
            var all = ProcessInfo.processInfo.environment
            let own: [String: String?] = ["HOME": folder.url.path, "XDG_CONFIG_HOME": nil]
            for (name, value) in own.merging(environment, uniquingKeysWith: { $1 }) { all[name] = value }
            return try DefaultsProcess(arguments, environment: all)
        }

        /// Runs a process, and returns its output without the line feed.
        func run(_ arguments: String..., environment: [String: String?] = [:]) throws -> String {
            let process = try start(arguments, environment: environment)
            expectEqual(process.finish(), 0, "\(arguments)")
            return process.text.trimmingCharacters(in: .newlines)
        }

        func file(_ suite: String) -> String { folder.url.path + "/.config/\(suite).plist" }
    }

    @Test(arguments: ["org.example.suite", "-"]) func whatAProcessSetsTheNextOneReads(suite: String) throws {
        let home = try Home()
        _ = try home.run("put", suite, "theme", "dark")
        try expectEqual(home.run("get", suite, "theme"), "dark")
        _ = try home.run("put", suite, "name", "joe")
        try expectEqual(home.run("get", suite, "theme"), "dark")
        try expectEqual(home.run("get", suite, "name"), "joe")
        _ = try home.run("clear", suite)
        try expectEqual(home.run("get", suite, "theme"), "nil")
    }

    @Test func aProcessThatGoesOnHasItsChangesWritten() async throws {
        let home = try Home()
        let process = try home.start(["hold", "org.example.suite", "theme", "dark"])
        let file = home.file("org.example.suite")
        expect(await eventually { (try? String(contentsOfFile: file, encoding: .utf8))?.contains("</plist>") == true })
        process.kill()
        try expectEqual(home.run("get", "org.example.suite", "theme"), "dark")
    }

    @Test(arguments: ["exit-in-change", "exit-in-observer", "exit-while-writing"])
    func aProcessMayExitAnywhere(command: String) throws {
        let home = try Home()
        for _ in 0..<10 {
            _ = try home.run(command, "org.example.suite")
            try expectEqual(home.run("get", "org.example.suite", "last"), "text")
            _ = try home.run("clear", "org.example.suite")
        }
    }

    @Test func onlyTheThreadThatExitsWritesAfterwards() throws {
        let home = try Home()
        _ = try home.run("change-at-exit", "org.example.suite", "org.example.other")
        try expectEqual(home.run("get", "org.example.suite", "last"), "text")
        try expectEqual(home.run("get", "org.example.other", "last"), "nil")
    }

    @Test func aFileThatCannotBeWrittenIsReported() throws {
        let home = try Home()
        let output = try home.run("put", "org.example.suite", "theme", "dark", environment: ["HOME": "/dev/null"])
        // Once at the exit, and once more before it if that comes later than the first attempt.
        expectEqual(Set(output.split(separator: "\n")), ["the file of UserDefaults cannot be written: Not a directory"])
    }

    @Test func theFileOfASuiteIsInTheDirectoryForSettings() throws {
        let home = try Home()
        let path = home.folder.url.resolvingSymlinksInPath().path
        let cases: [(environment: [String: String], folder: String)] = [
            (["XDG_CONFIG_HOME": path + "/settings"], path + "/settings"),
            ([:], path + "/.config"),
            (["XDG_CONFIG_HOME": ""], path + "/.config"),
            (["XDG_CONFIG_HOME": "settings"], path + "/.config"),
        ]
        for (environment, folder) in cases {
            let file = try home.run("suite", "org.example/tool", "text", environment: environment)
            expectEqual(file, folder + "/org.example_tool/defaults.json", "\(environment)")
            expect(FileManager.default.fileExists(atPath: file))
        }
    }

    /// The name cannot be that of a directory, so that nothing is created in the user's home.
    @Test(arguments: [nil, "", "home"]) func withoutAnAbsoluteHomeThatOfTheUsersEntryIsUsed(home: String?) throws {
        let name = String(repeating: "x", count: 300)
        let output = try Home().run("suite", name, "text", environment: ["HOME": home])
        let entry = try #require(getpwuid(getuid())?.pointee.pw_dir)
        let folder = URL(fileURLWithPath: String(cString: entry)).resolvingSymlinksInPath().path
        expect(output.hasPrefix("\(folder)/.config/\(name)/defaults.json"))
        expect(output.hasSuffix(": File name too long"))
    }
}
#endif
