import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite struct StreamTests {
    /// About 64 KiB: six lines of a hundred records each.
    static let block: [UInt8] = {
        let record =
            #"{"id":123456789,"name":"Ærøskøbing \n \u00e9","tags":["a","b",1.50e3],"nested":{"x":null,"y":[]}}"#
        let line = "[" + String(repeating: record + ",", count: 99) + record + "]\n"
        return Array(String(repeating: line, count: 6).utf8)
    }()
    /// More than `mostMemory`, so that nothing can be gathered unseen; except where a debug build would take minutes.
    private static func inputSize(_ options: [String]) -> Int {
        #if DEBUG
        options.contains("-C") || options.contains("-cS") ? 2 << 20 : 18 << 20
        #else
        64 << 20
        #endif
    }
    /// Some 9 MB are needed by one thread, 13 MB in a debug build; two need 18 to 24 MB.
    static let mostMemory = 16 << 20
    static let mostMemoryOfTwo = 64 << 20

    /// Feeds more than the allowed memory through a pipe; tells the peak when all but what the pipe holds was read.
    private func peakMemory(_ options: [String], start: String, block: [UInt8], end: String) throws -> Int? {
        let folder = try TemporaryFolder()
        let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(sink) }
        var process = try Jsonq(options, outputTo: sink, in: folder)
        process.write(Array(start.utf8))
        for _ in 0..<Self.inputSize(options) / block.count {
            guard process.write(block) else { break }
        }
        let peak = process.peakMemory
        process.write(Array(end.utf8))
        let run = process.finish()
        expectEqual(run.errors, "")
        expectEqual(run.status, 0)
        return JsonqBinary.isSanitized ? nil : peak
    }

    @Test(
        "A long stream of records needs little memory",
        arguments: TestScale.share(of: [["-c"], ["--tab", "-C"], ["--check"], ["-a"], ["-cS"]]))
    func aLongStreamOfRecordsNeedsLittleMemory(_ options: [String]) throws {
        let peak = try peakMemory(options + ["--jobs", "1"], start: "", block: Self.block, end: "")
        expect(peak ?? 0 < Self.mostMemory)
        let peakOfTwo = try peakMemory(options + ["--jobs", "2"], start: "", block: Self.block, end: "")
        expect(peakOfTwo ?? 0 < Self.mostMemoryOfTwo)
    }

    @Test("One huge array needs little memory")
    func oneHugeArrayNeedsLittleMemory() throws {
        let elements = Self.block.map { $0 == 0x0A ? UInt8(ascii: ",") : $0 }
        let peak = try peakMemory(["-c", "--jobs", "1"], start: "[", block: elements, end: "null]")
        expect(peak ?? 0 < Self.mostMemory)
        let peakOfTwo = try peakMemory(["-c", "--jobs", "2"], start: "[", block: elements, end: "null]")
        expect(peakOfTwo ?? 0 < Self.mostMemoryOfTwo)
    }

    @Test("A string may be longer than any buffer")
    func aStringMayBeLongerThanAnyBuffer() throws {
        let text = "\"" + String(repeating: "é\\n0123456789", count: 100_000) + "\"\n"
        try expectEqual(jsonq("-c", input: text).text, text)
        try expectEqual(jsonq("-cS", input: text).text, text)
    }

    @Test("A big file comes out whole")
    func aBigFileComesOutWhole() throws {
        let folder = try TemporaryFolder()
        let input = Array(repeatElement(Self.block, count: 16).joined())
        try folder.write(input, to: "big")
        var process = try Jsonq(["-c", folder.path("big")], in: folder)
        let run = process.finish()
        let expected = String(decoding: input, as: UTF8.self).split(
            separator: #"\u00e9"#, omittingEmptySubsequences: false)
        expectEqual(run.text, expected.joined(separator: "é"))
        expectEqual(run.status, 0)
    }

    /// Every token meets the end of a read at every offset in it.
    @Test("Values may arrive in pieces", arguments: [1, 2, 3, 5, 7])
    func valuesMayArriveInPieces(_ size: Int) throws {
        let folder = try TemporaryFolder()
        let text = Array(#"{"a\u00e9":[1.50e3,true,null,"\ud83d\ude00é€😀"],"b":{}} -12 "x""#.utf8)
        let output = try Jsonq.makePipe()
        defer { close(output.reading) }
        var process = try Jsonq(["-c"], outputTo: output.writing, in: folder)
        close(output.writing)
        for start in stride(from: 0, to: text.count, by: size) {
            process.write(Array(text[start..<min(start + size, text.count)]))
        }
        let run = process.finish()
        expectEqual(run.status, 0)
        expectEqual(read(output.reading), "{\"aé\":[1.50e3,true,null,\"😀é€😀\"],\"b\":{}}\n-12\n\"x\"\n")
    }

    @Test("A complete value is written while the input waits")
    func aCompleteValueIsWrittenWhileTheInputWaits() throws {
        let folder = try TemporaryFolder()
        let output = try Jsonq.makePipe()
        defer { close(output.reading) }
        for options in [["-c"], ["-cS"]] {
            var process = try Jsonq(options, outputTo: output.writing, in: folder)
            process.write(Array("{\"a\": 1}\n".utf8))
            expectEqual(read(output.reading), "{\"a\":1}\n")
            process.write(Array("[ 2 ]\n".utf8))
            expectEqual(read(output.reading), "[2]\n")
            expectEqual(process.finish().status, 0)
        }
        close(output.writing)
    }

    @Test("A reader that goes away ends it quietly")
    func aReaderThatGoesAwayEndsItQuietly() throws {
        for options in [["-c"], ["-cS"], ["--tab", "-C"]] {
            let folder = try TemporaryFolder()
            let output = try Jsonq.makePipe()
            var process = try Jsonq(options, outputTo: output.writing, in: folder)
            close(output.writing)
            process.write(Self.block)
            expectEqual(read(output.reading).isEmpty, false)
            close(output.reading)
            // It stops reading at some time: else this would go on.
            while process.write(Self.block) {}
            let run = process.finish()
            expectEqual(run.status, 0)
            expectEqual(run.errors, "")
        }
    }

    @Test("Help for a reader that is gone is fine too")
    func helpForAReaderThatIsGoneIsFineToo() throws {
        let folder = try TemporaryFolder()
        let output = try Jsonq.makePipe()
        close(output.reading)
        var process = try Jsonq(["--help"], outputTo: output.writing, in: folder)
        close(output.writing)
        let run = process.finish()
        expect(run.status == 0 && run.errors == "")
    }

    /// What there is to read within ten seconds; empty at the end.
    private func read(_ descriptor: Int32) -> String {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 10_000) == 1 else { return "nothing within ten seconds" }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = systemRead(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

#if os(Linux)
@Suite struct FullDiskTests {
    @Test("A full disk is a file error", arguments: [["-c"], ["-cS"], ["--help"], ["--version"]])
    func aFullDiskIsAFileError(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        var process = try Jsonq(arguments, outputTo: full, in: folder)
        process.write(Array("[1]".utf8))
        let run = process.finish()
        expectEqual(run.errors, "<stdout>: error: No space left on device\n")
        expectEqual(run.status, 4)
    }

    @Test("A full disk ends a long run at once")
    func aFullDiskEndsALongRunAtOnce() throws {
        let folder = try TemporaryFolder()
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        var process = try Jsonq(["--tab"], outputTo: full, in: folder)
        while process.write(StreamTests.block) {}
        let run = process.finish()
        expectEqual(run.errors, "<stdout>: error: No space left on device\n")
        expectEqual(run.status, 4)
    }

    @Test("Checking needs no space")
    func checkingNeedsNoSpace() throws {
        let folder = try TemporaryFolder()
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        var process = try Jsonq(["--check"], outputTo: full, in: folder)
        process.write(Array("[1]".utf8))
        let run = process.finish()
        expect(run.errors == "" && run.status == 0)
    }
}
#endif
