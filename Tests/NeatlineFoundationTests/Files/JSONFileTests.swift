import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Files of JSON: reading, writing, and what is said when something is wrong.
struct JSONFileTests {
    /// A directory that is removed with the test.
    private final class Directory {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }

        func file(_ name: String, _ text: String? = nil) throws -> URL {
            let file = url.appendingPathComponent(name)
            if let text { try Data(text.utf8).write(to: file) }
            return file
        }

        var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
    }

    private let directory: Directory

    init() throws { directory = try Directory() }

    private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    private func mode(_ url: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
    }

    private func error(_ body: () throws -> some Any) throws -> JSONFileError {
        try #require(throws: JSONFileError.self) { _ = try body() }
    }

    @Test("A text that keeps its layout is read, changed and written as it is")
    func aTextKeepsItsLayout() throws {
        let file = try directory.file("a.jsonc", "{\r\n  \"a\": 1, // one\r\n  \"b\": [1]\r\n}")
        var json = try JSONText(contentsOf: file, options: .jsonc)
        try json.set(2, at: "a")
        try json.append(2, to: "b")
        try json.write(to: file)
        try expectEqual(text(file), "{\r\n  \"a\": 2, // one\r\n  \"b\": [1, 2]\r\n}")
        try json.write(toFile: file.path, atomically: false)
        try expectEqual(JSONText(contentsOfFile: file.path, options: .jsonc).bytes, json.bytes)
        try expectEqual(directory.names, ["a.jsonc"])

        try expectEqual(error { try JSONText(contentsOf: file) }.line, 2)
        expect(try error { try JSONText(contentsOf: directory.url.appendingPathComponent("b")) }.path.hasSuffix("/b"))
        expect(try error { try json.write(to: directory.url.appendingPathComponent("b/c")) }.path.hasSuffix("/b/c"))
    }

    // MARK: Reading

    @Test("A file is read by its URL and by its path")
    func aFileIsRead() throws {
        let file = try directory.file("a b.json", #"{"size": 1.50}"#)
        try expectEqual(JSON(contentsOf: file)["size"].numberText, "1.50")
        try expectEqual(JSON(contentsOfFile: file.path)["size"].numberText, "1.50")
        try expectEqual(JSON(contentsOf: try directory.file("c.json", "[1, /* two */ 2,]"), options: .jsonc), [1, 2])
    }

    @Test("A file may be UTF-16, have a byte order mark, be a scalar, or be longer than a buffer")
    func encodingsAndSizes() throws {
        let file = try directory.file("text.json")
        try #require(#"["é"]"#.data(using: .utf16)).write(to: file)
        try expectEqual(JSON(contentsOf: file), ["é"])
        try expectEqual(JSON(contentsOf: try directory.file("m.json", "\u{FEFF}[1]")), [1])
        try expectEqual(JSON(contentsOf: try directory.file("s.json", "5")), 5)
        let long = "[" + String(repeating: "1234567,", count: 100_000) + "0]"
        try expectEqual(JSON(contentsOf: try directory.file("l.json", long)).count, 100_001)
    }

    @Test("An invalid file is named with line and column, and shown")
    func anInvalidFileIsNamed() throws {
        let file = try directory.file("wrong.json", "{\n  \"port\": 80 \"host\": 1\n}")
        let error = try error { try JSON(contentsOf: file) }
        expectEqual(error.path, file.path)
        expect((error.line, error.column) == (2, 14))
        expectEqual((error.cause as? JSONError)?.code, .expectedComma)
        expectEqual(
            "\(error)",
            """
            \(file.path):2:14: expected ',' or '}' after a member, found '"'
                  "port": 80 "host": 1
                             ^
            """)
        expectEqual(error.localizedDescription, "\(error)")
        try expectEqual(self.error { try JSON(contentsOf: try directory.file("e.json", "")) }.line, 1)
    }

    @Test("What the system cannot read is named with its words")
    func whatTheSystemCannotRead() throws {
        let missing = try directory.file("missing.json")
        let error = try error { try JSON(contentsOf: missing) }
        expectEqual("\(error)", "\(missing.path): No such file or directory")
        expectEqual((error.cause as? POSIXError)?.code, .ENOENT)
        expect(error.line == nil)
        let folder = try self.error { try JSON(contentsOf: directory.url) }
        expectEqual("\(folder)", "\(directory.url.path): Is a directory")
        let remote = try self.error { try JSON(contentsOf: #require(URL(string: "https://example.org/a.json"))) }
        expectEqual("\(remote)", "https://example.org/a.json: not the URL of a file")
    }

    @Test("A pipe is read until it ends")
    func aPipeIsReadUntilItEnds() async throws {
        let pipe = try directory.file("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let writer = Task.detached {
            let handle = try FileHandle(forWritingTo: pipe)
            for _ in 0..<3 { try handle.write(contentsOf: Data("{\"id\":1}\n".utf8)) }
            try handle.close()
        }
        var count = 0
        for line in JSON.lines(contentsOf: pipe) { count += try line.get()["id"].intValue }
        expectEqual(count, 3)
        try await writer.value
    }

    @Test("A line of a pipe is there before the pipe ends")
    func aLineIsThereBeforeThePipeEnds() throws {
        let pipe = try directory.file("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let descriptor = open(pipe.path, O_RDWR)
        try #require(descriptor >= 0)
        let line = Data("{\"id\":1}\n{\"id\":".utf8)
        try #require(line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == line.count)
        var lines = JSON.lines(contentsOf: pipe).makeIterator()
        let first = lines.next()
        try expectEqual(first?.get()["id"], 1)
        close(descriptor)
        let last = lines.next()
        let error = try error { try #require(last).get() }
        expect("\(error)".hasPrefix("\(pipe.path):2:7: unexpected end of the line"))
        let end = lines.next()
        expect(end == nil)
    }

    // MARK: Writing

    @Test("A value is written with the options and a line feed, and nothing else is left in the directory")
    func aValueIsWritten() throws {
        let file = try directory.file("out.json")
        let json: JSON = ["b": 1, "a": [true]]
        try json.write(to: file)
        try expectEqual(text(file), "{\"b\":1,\"a\":[true]}\n")
        try json.write(to: file, options: .prettySorted)
        try expectEqual(text(file), "{\n  \"a\": [\n    true\n  ],\n  \"b\": 1\n}\n")
        var options = JSONWritingOptions.compact
        options.endsWithNewline = true
        try json.write(toFile: file.path, options: options, atomically: false)
        try expectEqual(text(file), "{\"b\":1,\"a\":[true]}\n")
        try expectEqual(directory.names, ["out.json"])
    }

    @Test(
        "A file that is replaced keeps its permissions, and a new one has those of the process",
        arguments: [true, false])
    func permissions(atomically: Bool) throws {
        let file = try directory.file("old.json", "1")
        for mode in [0o600, 0o640, 0o664] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            try JSON(mode).write(to: file, atomically: atomically)
            try expectEqual(self.mode(file), mode)
            try expectEqual(JSON(contentsOf: file), JSON(mode))
        }
        let new = try directory.file("new.json")
        let plain = try directory.file("plain", "")
        try JSON(1).write(to: new, atomically: atomically)
        let expected = try self.mode(plain)
        try expectEqual(self.mode(new), expected)
    }

    @Test("A link remains, and the file that it leads to is replaced")
    func aLinkRemains() throws {
        let file = try directory.file("target.json", "1")
        let link = try directory.file("link.json")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "target.json")
        try JSON(2).write(to: link)
        try expectEqual(FileManager.default.destinationOfSymbolicLink(atPath: link.path), "target.json")
        try expectEqual(text(file), "2\n")

        let dangling = try directory.file("dangling.json")
        try FileManager.default.createSymbolicLink(atPath: dangling.path, withDestinationPath: "made.json")
        try JSON(3).write(to: dangling)
        try expectEqual(text(directory.file("made.json")), "3\n")
    }

    @Test("A value that cannot be written leaves the old file, and its path is said")
    func theOldFileIsLeft() throws {
        let file = try directory.file("kept.json", "old")
        let json: JSON = ["a": [JSON(Double.nan)] as JSON]
        let error = try error { try json.write(to: file) }
        expectEqual((error.cause as? JSONError)?.code, .nonFiniteNumber)
        expectEqual("\(error)", "\(file.path): $.a[0]: expected a finite number, found NaN")
        try expectEqual(text(file), "old")
        try expectEqual(directory.names, ["kept.json"])
    }

    @Test("Where nothing can be written, the system's words are said")
    func whereNothingCanBeWritten() throws {
        let nowhere = directory.url.appendingPathComponent("no/file.json")
        let error = try error { try JSON(1).write(to: nowhere) }
        expectEqual("\(error)", "\(nowhere.path): No such file or directory")
        expectEqual((error.cause as? POSIXError)?.code, .ENOENT)
        expect("\(try self.error { try JSON(1).write(to: directory.url) })".hasSuffix(": Is a directory"))
    }

    #if os(Linux)
    @Test("A device is written to, not replaced, and a full one is an error")
    func devices() throws {
        try JSON(1).write(toFile: "/dev/null")
        expectEqual("\(try error { try JSON(1).write(toFile: "/dev/full") })", "/dev/full: No space left on device")
    }
    #endif

    // MARK: Lines

    @Test("Lines are read each time from the start, and their values are the file's")
    func lines() throws {
        let text = (0..<20_000).map { "{\"id\":\($0),\"name\":\"event\"}\n" }.joined()
        let lines = JSON.lines(contentsOf: try directory.file("events.ndjson", text))
        for _ in 0..<2 {
            var sum = 0
            for line in lines { sum += try line.get()["id"].intValue }
            expectEqual(sum, 199_990_000)
        }
    }

    @Test("A wrong line is named, and the last unless the options say otherwise")
    func aWrongLineIsNamed() throws {
        let file = try directory.file("events.ndjson", "{\"id\": 1}\n{\"id\" 2}\n{\"id\": 3}\n")
        let strict = Array(JSON.lines(contentsOf: file))
        expectEqual(strict.count, 2)
        let error = try error { try strict[1].get() }
        expect("\(error)".hasPrefix("\(file.path):2:7: expected ':' after a key, found '2'\n"))
        var options = JSONStreamOptions()
        options.continuesAfterErrors = true
        expectEqual(
            Array(JSON.lines(contentsOfFile: file.path, options: options)).map { (try? $0.get())?["id"].int },
            [
                1, nil, 3,
            ])
    }

    @Test("A file that cannot be opened is the only element's error")
    func aFileThatCannotBeOpened() throws {
        let missing = try directory.file("missing.ndjson")
        let lines = Array(JSON.lines(contentsOf: missing))
        expectEqual(lines.count, 1)
        expectEqual("\(try error { try lines[0].get() })", "\(missing.path): No such file or directory")
        let folder = Array(JSON.lines(contentsOf: directory.url))
        expectEqual(folder.count, 1)
        expect("\(try error { try folder[0].get() })".hasSuffix(": Is a directory"))
    }

    @Test("Other framings are read from files too")
    func otherFramings() throws {
        let file = try directory.file("values.json", "{\"a\": 1} [2]\n3")
        let values = try JSON.lines(contentsOf: file, options: JSONStreamOptions(framing: .concatenated)).map {
            try $0.get()
        }
        expectEqual(values, [["a": 1], [2], 3])
    }
}
