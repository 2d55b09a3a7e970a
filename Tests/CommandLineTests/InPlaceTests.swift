import Foundation
import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct InPlaceTests {
    /// A folder with a file, and what `jsonq` does to it.
    private struct Fixture {
        let folder: TemporaryFolder

        init(_ text: String) throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder.path("files"), withIntermediateDirectories: true)
            try write(text, to: "a.json")
        }

        func path(_ name: String) -> String { folder.path("files/" + name) }
        func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: "files/" + name) }
        func text(_ name: String = "a.json") -> String {
            String(decoding: folder.bytes("files/" + name), as: UTF8.self)
        }
        var names: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: path(""))) ?? []).sorted()
        }

        /// Whether the file system supports files without a name.
        var supportsUnnamedFiles: Bool {
            #if os(Linux)
            let file = open(path(""), O_WRONLY | O_DIRECTORY | 0o20_000_000, 0o600)
            if file >= 0 { close(file) }
            return file >= 0
            #else
            return false
            #endif
        }

        func run(_ words: String...) throws -> Run {
            var process = try Jsonq(words, in: folder)
            var run = process.finish()
            run.errors = run.errors.replacingOccurrences(of: path(""), with: "@")
            return run
        }

        func status(_ name: String = "a.json") -> stat {
            var status = stat()
            lstat(path(name), &status)
            return status
        }
    }

    @Test("A file is rewritten")
    func aFileIsRewritten() throws {
        let fixture = try Fixture("{\"b\":[1.10 ,2]}")
        let run = try fixture.run("-i", fixture.path("a.json"))
        expect(run.text == "" && run.errors == "" && run.status == 0)
        expectEqual(fixture.text(), "{\n  \"b\": [\n    1.10,\n    2\n  ]\n}\n")
        expectEqual(fixture.names, ["a.json"])
    }

    @Test("Each file is rewritten by itself")
    func eachFileIsRewrittenByItself() throws {
        let fixture = try Fixture("[1] [2]")
        try fixture.write("{\"b\": 3}", to: "b.json")
        try fixture.write("[", to: "c.json")
        let run = try fixture.run("-ic", fixture.path("c.json"), fixture.path("a.json"), fixture.path("b.json"))
        expectEqual(run.errors, "@c.json:1:2: error: unexpected end of the text\n    [\n     ^\n")
        expectEqual(run.status, 5)
        expectEqual(fixture.text(), "[1]\n[2]\n")
        expectEqual(fixture.text("b.json"), "{\"b\":3}\n")
        expectEqual(fixture.text("c.json"), "[")
        try expectEqual(fixture.run("-isc", fixture.path("a.json"), fixture.path("b.json")).status, 0)
        expectEqual(fixture.text(), "[[1],[2]]\n")
        expectEqual(fixture.text("b.json"), "[{\"b\":3}]\n")
    }

    @Test("A filter may change it")
    func aFilterMayChangeIt() throws {
        let fixture = try Fixture("{\"a\":{\"z\":1,\"b\":2}}")
        try expectEqual(fixture.run("--in-place", "-cS", ".a", fixture.path("a.json")).status, 0)
        expectEqual(fixture.text(), "{\"b\":2,\"z\":1}\n")
    }

    @Test("A file with a long number is not emptied", arguments: [[], ["--force"]])
    func aFileWithALongNumberIsNotEmptied(_ options: [String]) throws {
        let number = String(repeating: "7", count: 140_000)
        for (filter, result) in [(".", "[\(number),1]\n"), (".[0]", "\(number)\n")] {
            let fixture = try Fixture("[\(number), 1]")
            var process = try Jsonq(
                ["-icS", "-f", filter] + options + [fixture.path("a.json")], in: fixture.folder)
            expectEqual(process.finish().status, 0)
            let isWhole = fixture.text() == result
            expect(isWhole)
        }
    }

    @Test("A file that is formatted is not touched")
    func aFileThatIsFormattedIsNotTouched() throws {
        let fixture = try Fixture("[\n  1\n]\n")
        let before = fixture.status()
        try expectEqual(fixture.run("-i", fixture.path("a.json")).status, 0)
        let after = fixture.status()
        expectEqual(before.st_ino, after.st_ino)
        expectEqual(fixture.names, ["a.json"])
        // Larger than all buffers.
        let large = "[" + String(repeating: "1234567,", count: 500_000) + "1]\n"
        try fixture.write(large, to: "a.json")
        let inode = fixture.status().st_ino
        try expectEqual(fixture.run("-ic", fixture.path("a.json")).status, 0)
        expectEqual(fixture.status().st_ino, inode)
        try expectEqual(fixture.run("-ic", ".[1:]", fixture.path("a.json")).status, 0)
        expect(fixture.status().st_ino != inode)
        expectEqual(fixture.text().utf8.count, large.utf8.count - 8)
    }

    @Test("The mode is kept", arguments: [0o644, 0o600, 0o755, 0o664])
    func theModeIsKept(_ mode: Int) throws {
        let fixture = try Fixture("[1]")
        expectEqual(chmod(fixture.path("a.json"), mode_t(mode)), 0)
        try expectEqual(fixture.run("-i", fixture.path("a.json")).status, 0)
        expectEqual(fixture.text(), "[\n  1\n]\n")
        expectEqual(fixture.status().st_mode & 0o7777, mode_t(mode))
    }

    @Test("The owner is kept where permitted")
    func theOwnerIsKeptWherePermitted() throws {
        let fixture = try Fixture("[1]")
        guard chown(fixture.path("a.json"), 12345, 23456) == 0 else {
            print("Only root may give files away: skipped.")
            return
        }
        try expectEqual(fixture.run("-i", fixture.path("a.json")).status, 0)
        expectEqual(fixture.text(), "[\n  1\n]\n")
        expectEqual(fixture.status().st_uid, 12345)
        expectEqual(fixture.status().st_gid, 23456)
    }

    @Test("A link stays and leads to the new text")
    func aLinkStaysAndLeadsToTheNewText() throws {
        let fixture = try Fixture("[1]")
        try FileManager.default.createDirectory(atPath: fixture.path("sub"), withIntermediateDirectories: true)
        expectEqual(symlink("../a.json", fixture.path("sub/link")), 0)
        expectEqual(symlink("sub/link", fixture.path("second")), 0)
        try expectEqual(fixture.run("-ic", ".[0]", fixture.path("second")).status, 0)
        expectEqual(fixture.text(), "1\n")
        expectEqual(fixture.status("second").st_mode & S_IFMT, S_IFLNK)
        expectEqual(fixture.status("sub/link").st_mode & S_IFMT, S_IFLNK)
        expectEqual(fixture.names, ["a.json", "second", "sub"])
    }

    @Test(
        "Nothing is lost when something is wrong",
        arguments: [
            ([], "[1,\n2", ":2:2: error: unexpected end of the text\n    2\n     ^\n", 5),
            ([], "", ": error: the input is empty\n", 5),
            (["-f", ".a"], "{\"a\":1} 5", ":1:9: error: Cannot index number with \"a\"\n", 5),
            (
                ["-f", ".[] | select(. > 2)"], "[1,2]",
                ": error: nothing is selected, the file stays as it is; --force replaces it\n", 5
            ),
            (
                ["-f", ".a", "--keep-going"], "{\"a\":1}\n[,]\n",
                ":2:2: error: expected a value, found ','\n    [,]\n     ^\n", 5
            ),
        ] as [([String], String, String, Int32)])
    func nothingIsLostWhenSomethingIsWrong(
        _ options: [String], _ text: String, _ message: String, _ status: Int32
    ) throws {
        let fixture = try Fixture(text)
        let before = fixture.status()
        var process = try Jsonq(["-i"] + options + [fixture.path("a.json")], in: fixture.folder)
        let run = process.finish()
        expectEqual(run.errors, fixture.path("a.json") + message)
        expectEqual(run.status, status)
        expectEqual(fixture.text(), text)
        expectEqual(fixture.status().st_ino, before.st_ino)
        expectEqual(fixture.names, ["a.json"])
    }

    @Test(
        "A filter that loses values leaves the file unless it is forced",
        arguments: [
            (".nam", #"{"name":1}"#, ":1:1: error: the filter gives null here", "null\n"),
            (".nam", "{\"name\":1}\n {\"nam\":null}", ":1:1: error: the filter gives null here", "null\nnull\n"),
            (".a", "{\"a\":1}\n {\"b\":2}", ":2:2: error: the filter gives null here", "1\nnull\n"),
            ("map(select(.nam))", #"[{"name":1}]"#, ":1:1: error: the filter gives an empty array here", "[]\n"),
            (".a", "{\"a\": [ ]}", ":1:1: error: the filter gives an empty array here", "[]\n"),
            (".a", #"{"a":{}}"#, ":1:1: error: the filter gives an empty object here", "{}\n"),
            (".a", #"{"a":""}"#, ":1:1: error: the filter gives an empty string here", "\"\"\n"),
            (".[]", "[1,2]", ": error: the filter gives 2 results for 1 value", "1\n2\n"),
            ("select(.a)", #"{"a":1} {"b":1}"#, ": error: the filter gives 1 result for 2 values", "{\"a\":1}\n"),
            ("empty", "1", ": error: nothing is selected", ""),
        ])
    func aFilterThatLosesValuesLeavesTheFileUnlessItIsForced(
        _ filter: String, _ text: String, _ message: String, _ result: String
    ) throws {
        for options in [[], ["--jsonc"], ["--keep-going"], ["--dup=last"]] {
            let fixture = try Fixture(text)
            let inode = fixture.status().st_ino
            var process = try Jsonq(["-ic", "-f", filter] + options + [fixture.path("a.json")], in: fixture.folder)
            let run = process.finish()
            expectEqual(
                run.errors, "\(fixture.path("a.json"))\(message), the file stays as it is; --force replaces it\n")
            expectEqual(run.status, 5)
            expectEqual(fixture.text(), text)
            expectEqual(fixture.status().st_ino, inode)
            process = try Jsonq(
                ["-ic", "--force", "-f", filter] + options + [fixture.path("a.json")], in: fixture.folder)
            let forced = process.finish()
            expect(forced.errors == "" && forced.status == 0)
            expectEqual(fixture.text(), result)
            expectEqual(fixture.names, ["a.json"])
        }
    }

    @Test(
        "A filter that loses nothing replaces the file",
        arguments: [
            (".", "null", "null\n"), ("..", "[]", "[]\n"), (".[]", "[1]", "1\n"),
            (".a", #"{"a":"null"}"#, "\"null\"\n"),
            (".a", #"{"a":[[]]}"#, "[[]]\n"), (".a", "{\"a\":0}{\"a\":false}", "0\nfalse\n"), ("not", "null", "true\n"),
            ("select(true)", "null [] 1", "null\n[]\n1\n"),
        ])
    func aFilterThatLosesNothingReplacesTheFile(_ filter: String, _ text: String, _ result: String) throws {
        for options in [[], ["--jsonc"], ["--dup=first"]] {
            let fixture = try Fixture(text)
            var process = try Jsonq(["-ic", "-f", filter] + options + [fixture.path("a.json")], in: fixture.folder)
            let run = process.finish()
            expect(run.errors == "" && run.status == 0)
            expectEqual(fixture.text(), result)
        }
    }

    @Test("The old file is kept under another name", arguments: ["-i.bak", "-ci.bak", "--in-place=.bak"])
    func theOldFileIsKeptUnderAnotherName(_ option: String) throws {
        let fixture = try Fixture("{\"a\":[1]}")
        let old = fixture.status().st_ino
        try expectEqual(fixture.run(option, "-c", ".a", fixture.path("a.json")).errors, "")
        expectEqual(fixture.text(), "[1]\n")
        expectEqual(fixture.text("a.json.bak"), "{\"a\":[1]}")
        expectEqual(fixture.status("a.json.bak").st_ino, old)
        // Nothing changes, so there is no older file.
        try expectEqual(fixture.run(option, "-c", fixture.path("a.json")).status, 0)
        expectEqual(fixture.text("a.json.bak"), "{\"a\":[1]}")
        try expectEqual(fixture.run(option, "-c", ".[0]", fixture.path("a.json")).errors, "")
        expectEqual(fixture.text(), "1\n")
        expectEqual(fixture.text("a.json.bak"), "[1]\n")
        expectEqual(fixture.names, ["a.json", "a.json.bak"])
        try fixture.write("[5]", to: "b.json")
        try FileManager.default.createDirectory(atPath: fixture.path("b.json.bak"), withIntermediateDirectories: true)
        let refused = try fixture.run(option, ".[0]", fixture.path("b.json"))
        expect(refused.errors.hasPrefix("@b.json: error: it cannot be kept as "))
        expect(refused.errors.hasSuffix("b.json.bak: Is a directory\n") && refused.status == 4)
        expectEqual(fixture.text("b.json"), "[5]")
        expectEqual(fixture.names, ["a.json", "a.json.bak", "b.json", "b.json.bak"])
    }

    @Test("Other hard links to the file are named")
    func otherHardLinksToTheFileAreNamed() throws {
        let fixture = try Fixture("[1]")
        expectEqual(link(fixture.path("a.json"), fixture.path("b.json")), 0)
        let run = try fixture.run("-ic.", fixture.path("a.json"))
        expectEqual(run.status, 2)
        let rewritten = try fixture.run("-i.old", "-c", fixture.path("a.json"))
        expectEqual(rewritten.errors, "jsonq: warning: @a.json had 2 hard links, the others keep the old text\n")
        expectEqual(rewritten.status, 0)
        expect(fixture.text() == "[1]\n" && fixture.text("b.json") == "[1]" && fixture.text("a.json.old") == "[1]")
        expectEqual(fixture.names, ["a.json", "a.json.old", "b.json"])
    }

    @Test("A disk that is full leaves the file")
    func aDiskThatIsFullLeavesTheFile() throws {
        let fixture = try Fixture("[" + String(repeating: "1,", count: 500_000) + "1]")
        let text = fixture.text()
        // The limit of a file's size is met as the end of a disk would be.
        let command = "ulimit -f 100; exec \"$0\" -i \"$1\""
        var process = try Jsonq(
            ["-c", command, JsonqBinary.path, fixture.path("a.json")], executable: "/bin/sh", in: fixture.folder)
        let run = process.finish()
        expectEqual(run.errors, fixture.path("a.json") + ": error: File too large\n")
        expectEqual(run.status, 4)
        expectEqual(fixture.text(), text)
        expectEqual(fixture.names, ["a.json"])
    }

    @Test("What is no file is refused")
    func whatIsNoFileIsRefused() throws {
        let fixture = try Fixture("[1]")
        try expectEqual(fixture.run("-i", fixture.path("none")).errors, "@none: error: No such file or directory\n")
        try expectEqual(fixture.run("-i", fixture.path("")).errors, "@: error: only regular files can be rewritten\n")
        expectEqual(symlink("loop", fixture.path("loop")), 0)
        try expectEqual(
            fixture.run("-i", fixture.path("loop")).errors, "@loop: error: Too many levels of symbolic links\n")
        expectEqual(mkfifo(fixture.path("pipe"), 0o600), 0)
        let run = try fixture.run("-i", fixture.path("pipe"), fixture.path("a.json"))
        expectEqual(run.errors, "@pipe: error: only regular files can be rewritten\n")
        expectEqual(run.status, 4)
        expectEqual(fixture.text(), "[\n  1\n]\n")
    }

    @Test("A file or folder that may not be written stays")
    func aFileOrFolderThatMayNotBeWrittenStays() throws {
        if geteuid() == 0 {
            print("Root may write everything: skipped.")
            return
        }
        let fixture = try Fixture("[1]")
        chmod(fixture.path("a.json"), 0o400)
        try expectEqual(fixture.run("-i", fixture.path("a.json")).errors, "@a.json: error: Permission denied\n")
        chmod(fixture.path("a.json"), 0o600)
        chmod(fixture.path(""), 0o500)
        let run = try fixture.run("-i", fixture.path("a.json"))
        expectEqual(run.errors, "@a.json: error: no file can be created in its directory: Permission denied\n")
        expectEqual(run.status, 4)
        chmod(fixture.path(""), 0o700)
        expectEqual(fixture.text(), "[1]")
    }

    #if os(Linux)
    @Test("A directory without new files is named as the reason")
    func aDirectoryWithoutNewFilesIsNamedAsTheReason() throws {
        let run = try jsonq("-i", "/proc/self/comm")
        expect(run.errors.hasPrefix("/proc/self/comm: error: no file can be created in its directory: "))
        expectEqual(run.status, 4)
    }
    #endif

    @Test("Of processes that have read a file, one replaces it")
    func ofProcessesThatHaveReadAFileOneReplacesIt() throws {
        for _ in 0..<20 {
            let fixture = try Fixture("[1]")
            var (processes, messages) = try startWaiting(fixture, "-Ci.bak", count: 8)
            defer { close(messages) }
            // Now all of them go on.
            _ = try FileHandle(fileDescriptor: messages).readToEnd()
            let statuses = processes.indices.map { processes[$0].finish().status }
            expectEqual(statuses.count { $0 == 0 }, 1, "\(statuses)")
            expectEqual(fixture.text("a.json.bak"), "[1]")
            expectEqual(fixture.names, ["a.json", "a.json.bak"])
        }
    }

    @Test("A file that another process has locked stays")
    func aFileThatAnotherProcessHasLockedStays() throws {
        let fixture = try Fixture("[1]")
        let file = open(fixture.path("a.json"), O_RDWR | O_CLOEXEC)
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        expectEqual(fcntl(file, F_SETLK, &range), 0)
        let run = try fixture.run("-i.bak", fixture.path("a.json"))
        expectEqual(run.errors, "@a.json: error: somebody else has locked the file, it stays as it is\n")
        expectEqual(run.status, 4)
        close(file)
        expect(fixture.text() == "[1]" && fixture.names == ["a.json"])
        // What `flock FILE COMMAND` has locked is that of its own command.
        let own = open(fixture.path("a.json"), O_RDWR | O_CLOEXEC)
        defer { close(own) }
        expectEqual(flock(own, LOCK_EX), 0)
        try expectEqual(fixture.run("-ic", ".[0]", fixture.path("a.json")).status, 0)
        expectEqual(fixture.text(), "1\n")
    }

    /// Starts `jsonq -i` so many times, and waits until each process has opened its new file.
    ///
    /// It warns about its colours then, and waits because the warning is not read.
    private func startWaiting(
        _ fixture: Fixture, _ options: String = "-iC", count: Int = 1
    ) throws -> (processes: [Jsonq], messages: Int32) {
        let ends = try Jsonq.makePipe()
        _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
        let filling = [UInt8](repeating: 0x2E, count: 4096)
        for size in [4096, 1] {
            while write(ends.writing, filling, size) > 0 {}
        }
        _ = fcntl(ends.writing, F_SETFL, 0)
        let processes = try (0..<count).map { _ in
            try Jsonq(
                ["-c", "exec \"$0\" \(options) \"$1\" 2>&1", JsonqBinary.path, fixture.path("a.json")],
                executable: "/bin/sh", outputTo: ends.writing, environment: ["JQ_COLORS": "bad"], in: fixture.folder)
        }
        close(ends.writing)
        // The new file has a temporary name, or none: then it is among the open files of the process.
        func hasUnnamedFile(_ process: Jsonq) -> Bool {
            let files = "/proc/\(process.process)/fd"
            return ((try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []).contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: files + "/" + $0))?.contains("files/#")
                    == true
            }
        }
        while fixture.names.count(where: { $0.hasPrefix(".jsonq-") }) + processes.count(where: hasUnnamedFile) < count {
            sched_yield()
        }
        return (processes, ends.reading)
    }

    @Test("A process that is killed leaves the file, and nothing else if the file system has files without names")
    func aProcessThatIsKilledLeavesTheFileAndNothingElse() throws {
        let fixture = try Fixture("[1]")
        var (processes, messages) = try startWaiting(fixture)
        defer { close(messages) }
        kill(processes[0].process, SIGKILL)
        expectEqual(processes[0].finish().status, 128 + SIGKILL)
        expectEqual(fixture.text(), "[1]")
        expectEqual(fixture.names.count, fixture.supportsUnnamedFiles ? 1 : 2)
    }

    @Test("A file that somebody else changes meanwhile stays theirs")
    func aFileThatSomebodyElseChangesMeanwhileStaysTheirs() throws {
        let fixture = try Fixture("[1]")
        var (processes, messages) = try startWaiting(fixture)
        defer { close(messages) }
        let theirs = open(fixture.path("a.json"), O_WRONLY | O_APPEND)
        expectEqual(write(theirs, " ", 1), 1)
        close(theirs)
        let output = try FileHandle(fileDescriptor: messages).readToEnd() ?? Data()
        let run = processes[0].finish()
        let text = String(decoding: output.drop { $0 == 0x2E }, as: UTF8.self)
        expectEqual(
            text,
            """
            jsonq: warning: JQ_COLORS is not a list of colours, and not used
            \(fixture.path("a.json")): error: somebody else has changed the file meanwhile, it stays as it is

            """)
        expectEqual(run.status, 4)
        expectEqual(fixture.text(), "[1] ")
        expectEqual(fixture.names, ["a.json"])
    }
}
