import Foundation
import NeatlineTestSupport
import Testing

/// What the documents say about `jsonq`, against what it does.
@Suite struct DocumentationTests {
    private static func text(_ name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("Documentation/" + name), encoding: .utf8)
    }

    /// The fenced blocks of a page: what stands behind the first fence, and the lines.
    private static func blocks(_ page: String) -> [(label: String, lines: [String])] {
        var blocks: [(label: String, lines: [String])] = []
        var isInside = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside.toggle()
                if isInside { blocks.append((String(line.dropFirst(3)), [])) }
            } else if isInside {
                blocks[blocks.count - 1].lines.append(String(line))
            }
        }
        return blocks
    }

    private static func run(_ command: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let script = "exec 2>&1\ncd \"$1\"\nshift\n" + command
        var process = try Jsonq(
            ["-c", script, "sh", folder.path("files")], executable: "/bin/sh",
            environment: ["PATH": path, "LC_ALL": "C.UTF-8"], in: folder)
        return process.finish().text
    }

    @Test("Every example of the page is true")
    func everyExampleOfThePageIsTrue() throws {
        let folder = try TemporaryFolder()
        for name in ["bin", "files"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("bin/jsonq"), withDestinationPath: JsonqBinary.path)
        var commands = 0
        for block in Self.blocks(try Self.text("jsonq.md")) {
            if block.label.hasPrefix("json ") {
                let text = block.lines.joined(separator: "\n") + "\n"
                try folder.write(Array(text.utf8), to: "files/" + block.label.dropFirst(5))
            }
            guard block.label == "console" else { continue }
            var index = 0
            while index < block.lines.count {
                let command = String(block.lines[index].dropFirst(2))
                expect(block.lines[index].hasPrefix("$ "))
                index += 1
                var expected = ""
                while index < block.lines.count, !block.lines[index].hasPrefix("$ ") {
                    expected += block.lines[index] + "\n"
                    index += 1
                }
                try expectEqual(Self.run(command, in: folder), expected, "\(command)")
                commands += 1
            }
        }
        expect(commands > 40)
    }

    /// The options in the order of the help, such as `-c, --compact-output`.
    private static func options() throws -> [String] {
        try jsonq("--help").text.split(separator: "\n").compactMap { line in
            let text = line.drop { $0 == " " }
            guard line.hasPrefix("  "), text.hasPrefix("-") else { return nil }
            return text.components(separatedBy: "  ")[0]
        }
    }

    private static func names(_ option: String) -> [String] {
        option.components(separatedBy: ", ").map { $0.components(separatedBy: " ")[0] }
    }

    @Test("The help lists all options and no others")
    func theHelpListsAllOptionsAndNoOthers() throws {
        let options = try Self.options()
        expectEqual(options.count, 44)
        for option in options {
            for name in Self.names(option) {
                let takesValue = option.last?.isUppercase == true
                let run = try jsonq(name, input: "1")
                expect(!run.errors.contains("there is no option"), "\(name)")
                expectEqual(run.errors.contains("needs a value"), takesValue, "\(name)")
            }
        }
        for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" {
            let isListed = options.contains { Self.names($0).contains("-\(letter)") }
            try expectEqual(
                jsonq("-\(letter)", input: "1").errors.contains("there is no option"), !isListed, "\(letter)")
        }
    }

    @Test("The page shows all options in examples")
    func thePageShowsAllOptionsInExamples() throws {
        let commands = Self.blocks(try Self.text("jsonq.md")).filter { $0.label == "console" }.flatMap(\.lines)
            .filter { $0.hasPrefix("$ ") }
        for name in try Self.options().flatMap(Self.names) {
            let isShown = commands.contains { command in
                let words = command.split { " ;=".contains($0) }.map(String.init)
                // Letters may stand together.
                return words.contains(name)
                    || (name.count == 2
                        && words.contains { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains(name.last!) })
            }
            expect(isShown, "\(name)")
        }
    }

    @Test("The manual describes all options")
    func theManualDescribesAllOptions() throws {
        let manual = try Self.text("jsonq.1").replacingOccurrences(of: "\\-", with: "-")
        for name in try Self.options().flatMap(Self.names) {
            expect(manual.contains("\\fB\(name)\\fR"), "\(name)")
        }
        for status in 0...5 { expect(manual.contains(".B \(status)\n")) }
    }

    @Test("The completions have all options", arguments: ["bash", "zsh", "fish"])
    func theCompletionsHaveAllOptions(_ shell: String) throws {
        let run = try jsonq("--completions", shell)
        expectEqual(run.status, 0)
        let words = Set(run.text.split { " \n'[=|)(".contains($0) }.map(String.init))
        for name in try Self.options().flatMap(Self.names) {
            let word = shell == "fish" ? String(name.drop { $0 == "-" }) : name
            expect(words.contains(word), "\(name)")
        }
        expect(words.isSuperset(of: ["always", "never", "keep", "first", "replace", "zsh"]))
    }

    @Test("The shell understands the completions", arguments: ["bash", "zsh", "fish"])
    func theShellUnderstandsTheCompletions(_ shell: String) throws {
        let folder = try TemporaryFolder()
        let script = folder.path("script")
        try folder.write(try jsonq("--completions", shell).output, to: "script")
        let path = ["/bin/", "/usr/bin/"].map { $0 + shell }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let path else {
            print("There is no \(shell): skipped.")
            return
        }
        var process = try Jsonq(["-n", script], executable: path, in: folder)
        let run = process.finish()
        expectEqual(run.errors, "")
        expectEqual(run.status, 0)
    }

    @Test("Bash completes options and their values")
    func bashCompletesOptionsAndTheirValues() throws {
        guard FileManager.default.isExecutableFile(atPath: "/bin/bash") else { return }
        let folder = try TemporaryFolder()
        try folder.write(try jsonq("--completions", "bash").output, to: "script")
        func complete(_ words: String...) throws -> String {
            let command = """
                source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _jsonq; echo "${COMPREPLY[*]}"
                """
            var process = try Jsonq(
                ["-c", command, "bash", folder.path("script")] + words, executable: "/bin/bash", in: folder)
            return process.finish().text
        }
        try expectEqual(complete("jsonq", "--chec"), "--check-first --check --check-format\n")
        try expectEqual(complete("jsonq", "--dup", ""), "last first error keep\n")
        try expectEqual(complete("jsonq", "--color", "a"), "auto always\n")
        try expectEqual(complete("jsonq", "--indent", ""), "\n")
        try folder.write([], to: "my file.json")
        try folder.write([], to: "*")
        try expectEqual(complete("jsonq", folder.path("my")), folder.path("my file.json\n"))
        try expectEqual(complete("jsonq", folder.path("*")), folder.path("*\n"))
    }
}
