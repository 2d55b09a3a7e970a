import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite struct SelectionTests {
    @Test("Nothing of an invalid object is written")
    func nothingOfAnInvalidObjectIsWritten() throws {
        let run = try jsonq("-c", ".a", input: "{\"a\":1}\n{\"a\":2,}")
        expectEqual(run.text, "1\n")
        expectEqual(run.status, 5)
    }

    @Test("Elements of an array are written as they come")
    func elementsOfAnArrayAreWrittenAsTheyCome() throws {
        let folder = try TemporaryFolder()
        let ends = try Jsonq.makePipe()
        defer { close(ends.reading) }
        var process = try Jsonq(["-c", "--unknown"], in: folder)
        expectEqual(process.finish().status, 2)
        process = try Jsonq(["-c", ".[].a"], outputTo: ends.writing, in: folder)
        close(ends.writing)
        process.write(Array(#"[{"a":1},{"a":2,"b":["#.utf8))
        var byte = [UInt8](repeating: 0, count: 16)
        expectEqual(read(ends.reading, &byte, 16), 2)
        expect(byte.starts(with: "1\n".utf8))
        process.write(Array("]}]".utf8))
        expectEqual(process.finish().status, 0)
        expectEqual(read(ends.reading, &byte, 16), 2)
        expect(byte.starts(with: "2\n".utf8))
    }

    @Test("The memory does not grow with the input")
    func theMemoryDoesNotGrowWithTheInput() throws {
        if JsonqBinary.isSanitized { return }
        let item = #"{"id":1,"tags":["a","b"],"text":"The quick brown fox jumps over the lazy dog"},"#
        let chunk = Array(String(repeating: item, count: 10_000).utf8)
        let filters = [".items[].id", ".items[0].id", ".items | .[100000].id", ".items[] | select(.id > 1)", ".rest"]
        for filter in TestScale.share(of: filters) {
            let folder = try TemporaryFolder()
            let sink = open("/dev/null", O_WRONLY)
            defer { close(sink) }
            var process = try Jsonq(["-c", "-f", filter], outputTo: sink, in: folder)
            process.write(Array("{\"items\":[".utf8))
            for _ in 0..<24 { process.write(chunk) }
            let peak = process.peakMemory
            process.write(Array("1],\"rest\":2}".utf8))
            let run = process.finish()
            // The last element is a number, which has no members.
            expectEqual(run.status, filter.hasPrefix(".items[]") ? 5 : 0)
            if let peak { expect(peak < 24 << 20, "\(filter)") }
        }
    }

    @Test("A large selection cannot be replaced any more")
    func aLargeSelectionCannotBeReplacedAnyMore() throws {
        let large = "[" + String(repeating: "\"0123456789\",", count: 120_000) + "1]"
        let run = try jsonq("-c", ".a", input: "{\"a\":\(large),\n\"a\":2}")
        expectEqual(run.text, large + "\n")
        expectEqual(
            run.errors,
            """
            <stdin>:2:1: error: expected a name not used before, found "a" again
                "a":2}
                ^

            """)
        expectEqual(run.status, 5)
        try expectEqual(jsonq("-c", "-f", ".a", "--dup=first", input: "{\"a\":\(large),\n\"a\":2}").text, large + "\n")
    }

    @Test("A closed pipe ends it without an error")
    func aClosedPipeEndsItWithoutAnError() throws {
        let folder = try TemporaryFolder()
        let ends = try Jsonq.makePipe()
        var process = try Jsonq(["-c", ".[]|.a"], outputTo: ends.writing, in: folder)
        close(ends.writing)
        close(ends.reading)
        process.write(Array(("[" + String(repeating: "{\"a\":\"0123456789\"},", count: 100_000) + "1]").utf8))
        let run = process.finish()
        expectEqual(run.errors, "")
        expectEqual(run.status, 0)
    }

    #if os(Linux)
    @Test("A full disk is an error")
    func aFullDiskIsAnError() throws {
        let folder = try TemporaryFolder()
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        for options in [[".a"], ["-S"], ["-s"], ["-j"], ["--stats"]] {
            var process = try Jsonq(options, outputTo: full, in: folder)
            process.write(Array(#"{"a":1}"#.utf8))
            let run = process.finish()
            expectEqual(run.errors, "<stdout>: error: No space left on device\n")
            expectEqual(run.status, 4)
        }
        // An error of the filter before it counts for more.
        for options in [[".a"], ["--jsonc", ".a"], ["--partial", ".a"]] {
            var process = try Jsonq(options, outputTo: full, in: folder)
            process.write(Array(#"1 {"a":1}"#.utf8))
            let run = process.finish()
            expect(run.errors.hasSuffix("<stdout>: error: No space left on device\n"))
            expectEqual(run.status, 5)
        }
    }
    #endif
}
