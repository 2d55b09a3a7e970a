import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct ColorTests {
    @Test(
        "Colour on demand",
        arguments: [["-c", "-C"], ["-cC"], ["-c", "--color=always"], ["-c", "--color", "always"], ["-cM", "-C"]])
    func colourOnDemand(_ options: [String]) throws {
        let run = try jsonq(options, bytes: Array(#"[null]"#.utf8))
        #expect(run.text.contains("\u{1B}["))
        #expect(run.text.contains("null"))
        #expect(run.status == 0)
    }

    @Test(
        "No colour otherwise",
        arguments: [["-c"], ["-c", "--color=auto"], ["-cM"], ["-cC", "-M"], ["-cC", "--color=never"]])
    func noColourOtherwise(_ options: [String]) throws {
        #expect(try jsonq(options, bytes: Array("[null]".utf8)).text == "[null]\n")
    }

    @Test("Colour is on on a terminal unless forbidden")
    func colourIsOnOnATerminalUnlessForbidden() throws {
        #expect(try onTerminal(["-c"]).contains("\u{1B}["))
        #expect(try onTerminal(["-cM"]) == "[null]\r\n")
        #expect(try onTerminal(["-c"], environment: ["NO_COLOR": "1"]) == "[null]\r\n")
        #expect(try onTerminal(["-c"], environment: ["NO_COLOR": ""]).contains("\u{1B}["))
        #expect(try onTerminal(["-cC"], environment: ["NO_COLOR": "1"]).contains("\u{1B}["))
    }

    @Test("The colours are those of the environment")
    func theColoursAreThoseOfTheEnvironment() throws {
        let colors = "0;31:0;32:0;33:0;34:0;35:0;36:0;37:0;95"
        let input = #"{"k":[null,false,true,1,"s"]}"#
        let text = try jsonq("-cC", input: input, environment: ["JQ_COLORS": colors]).text
        for (code, token) in [
            ("0;31", "null"), ("0;32", "false"), ("0;33", "true"), ("0;34", "1"), ("0;35", "\"s\""), ("0;36", "["),
            ("0;37", "{"), ("0;95", "\"k\""),
        ] {
            #expect(text.contains("\u{1B}[\(code)m\(token)"))
        }
        #expect(text.split(separator: "\u{1B}").count > 8)
    }

    @Test("Only the named colours change")
    func onlyTheNamedColoursChange() throws {
        let usual = try jsonq("-cC", input: "[null,1]").text
        let changed = try jsonq("-cC", input: "[null,1]", environment: ["JQ_COLORS": "4;31"]).text
        #expect(changed.contains("\u{1B}[4;31mnull"))
        #expect(changed != usual)
        #expect(changed.split(separator: "null").last == usual.split(separator: "null").last)
    }

    @Test("Colours without sense are not used", arguments: ["garbage", "0;31:\u{1B}[m", "1:2:x"])
    func coloursWithoutSenseAreNotUsed(_ colors: String) throws {
        let usual = try jsonq("-cC", input: "[null,1]").text
        let run = try jsonq("-cC", input: "[null,1]", environment: ["JQ_COLORS": colors])
        #expect(run.text == usual)
        #expect(run.errors == "jsonq: warning: JQ_COLORS is not a list of colours, and not used\n")
        #expect(run.status == 0)
    }

    @Test("Without the colours the text is the same")
    func withoutTheColoursTheTextIsTheSame() throws {
        let input = #"{"a":[1,"é\n",{"b":null,"c":{}},[]],"d":true} "x" 2"#
        for layout in [["-c"], ["--tab"], ["--indent=3"], ["-S"], ["-ar"]] {
            let plain = try jsonq(layout, bytes: Array(input.utf8)).text
            let colored = try jsonq(layout + ["-C"], bytes: Array(input.utf8)).text
            #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
        }
    }

    /// What arrives at a terminal.
    private func onTerminal(_ options: [String], environment: [String: String] = [:]) throws -> String {
        var (terminal, end): (Int32, Int32) = (-1, -1)
        guard openpty(&terminal, &end, nil, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
        defer {
            close(terminal)
            close(end)
        }
        let folder = try TemporaryFolder()
        var process = try Jsonq(options, outputTo: end, environment: environment, in: folder)
        process.write(Array("[null]".utf8))
        let run = process.finish()
        #expect(run.status == 0)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(terminal, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
