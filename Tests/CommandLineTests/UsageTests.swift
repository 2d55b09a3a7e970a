import Foundation
import NeatlineTestSupport
import Testing
@testable import jsonq

@Suite struct UsageTests {
    @Test("Arguments that are not known are an error")
    func argumentsThatAreNotKnownAreAnError() throws {
        var bytes = Array("jsonq\0.a\0-c\0".utf8CString)
        try bytes.withUnsafeMutableBufferPointer { bytes in
            let start = try #require(bytes.baseAddress)
            var words: [UnsafeMutablePointer<CChar>?] = [start, start + 6, start + 9, nil]
            try expectEqual(CommandWord.words(3, &words), [CommandWord(".a"), CommandWord("-c")])
            expect(try CommandWord.words(1, &words).isEmpty)
            // Swift knows none, not even the name of the program, where it cannot read /proc.
            #expect(throws: UsageError.unknownWords) { try CommandWord.words(0, &words) }
        }
    }

    @Test(
        "A command line without sense is explained",
        arguments: [
            (["--bogus"], "there is no option '--bogus'"),
            (["-x"], "there is no option '-x'"),
            (["-cx"], "there is no option '-x'"),
            (["--indent"], "the option '--indent' needs a value"),
            (["--color"], "the option '--color' needs a value"),
            (["--tab=4"], "the option '--tab' takes no value"),
            (["--indent", "-1"], "--indent takes a number of spaces from 0 to 65535, not '-1'"),
            (["--indent=two"], "--indent takes a number of spaces from 0 to 65535, not 'two'"),
            (["--indent="], "--indent takes a number of spaces from 0 to 65535, not ''"),
            (
                ["--indent=99999999999999999999"],
                "--indent takes a number of spaces from 0 to 65535, not '99999999999999999999'"
            ),
            (["--color=red"], "--color takes auto, always or never, not 'red'"),
            (["--dup=some"], "--dup takes last, first, error or keep, not 'some'"),
            (["--utf8", ""], "--utf8 takes error or replace, not ''"),
            (["--completions=tcsh"], "--completions takes bash, zsh or fish, not 'tcsh'"),
            (["--max-depth", "x"], "--max-depth takes a number of levels from 0 to 1000000000, not 'x'"),
            (["-f"], "the option '-f' needs a value"),
            (["-cf"], "the option '-f' needs a value"),
            (["--pointer", "a"], "--pointer: expected a pointer that is empty or begins with '/', found \"a\""),
            (["--pointer=/~2"], "--pointer: expected '0' or '1' after '~' in a pointer, found \"/~2\""),
            (["-i"], "--in-place needs the names of files"),
            (["-i", "a.json", "-"], "--in-place needs the names of files"),
            (["-i/bak", "a.json"], "there is no option '-/'"),
            (["-i./bak", "a.json"], "--in-place takes the ending of a file's name, such as .bak, not './bak'"),
            (["--in-place=", "a.json"], "--in-place takes the ending of a file's name, such as .bak, not ''"),
            (["--force"], "--force needs --in-place"),
            (["-in", "a.json"], "--in-place does not go together with --null-input"),
            (["-i", "--check", "a.json"], "--in-place does not go together with an option that writes no values"),
            (["--check-first", "--keep-going"], "--check-first does not go together with --keep-going"),
            (["--seq", "--check-first"], "--check-first does not go together with --seq"),
            (["--partial", "--json5"], "--partial does not go together with --json5"),
            (["--partial", "--seq"], "--partial does not go together with --seq"),
            (["--partial", "--keep-going"], "--partial does not go together with --keep-going"),
            (["--check-first", "--partial"], "--partial does not go together with --check-first"),
            (["-n", "--check-format"], "--check-format does not go together with --null-input"),
        ])
    func aCommandLineWithoutSenseIsExplained(_ arguments: [String], _ message: String) throws {
        let run = try jsonq(arguments, bytes: Array("[1]".utf8))
        expect(run.output.isEmpty)
        expectEqual(run.errors, "jsonq: error: \(message)\nTry 'jsonq --help'.\n")
        expectEqual(run.status, 2)
    }

    @Test(
        "A command line in the way of other languages has a hint",
        arguments: [
            (["@f", ".a"], ".a: error: No such file or directory (a filter comes before the files)\n", 4),
            (["@f", "keys"], "keys: error: No such file or directory (a filter comes before the files)\n", 4),
            (["@f", "b.json"], "b.json: error: No such file or directory\n", 4),
            ([".a-b"], "a name with '-' is written in double quotes: .\"a-b\"", 3),
            ([".x.a1-b-c[0]"], "a name with '-' is written in double quotes: .\"a1-b-c\"", 3),
            ([".a - 1"], "arithmetic ('-') is not supported, use jq for that", 3),
            ([".a-1"], "a name with '-' is written in double quotes: .\"a-1\"", 3),
            ([".n == 'Ada'"], "expected a filter, found '''; a string is in double quotes", 3),
            ([".['n']"], "a number, a string in double quotes, ':' or ']', found '''; a string is in double quotes", 3),
            ([".a && .b"], "expected an operator or the end, found '&'; use 'and'", 3),
            ([".a || .b"], "expected a filter, found '|'; use 'or'", 3),
            ([".a | | .b"], "expected a filter, found '|'\n", 3),
            (["!.a"], nil, 4),
            (["select(!.a)"], "expected a filter, found '!'; use 'not', as in '.a | not'", 3),
            (["-f", "prog", "@f"], "there is no function 'prog'", 3),
        ] as [([String], String?, Int32)])
    func aCommandLineInTheWayOfOtherLanguagesHasAHint(_ words: [String], _ hint: String?, _ status: Int32) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("[1]".utf8), to: "f")
        var process = try Jsonq(words.map { $0 == "@f" ? folder.path("f") : $0 }, in: folder)
        let run = process.finish()
        expectEqual(run.status, status)
        if let hint { expect(run.errors.contains(hint)) }
    }

    @Test("A file after -f is not taken for a filter without a word")
    func aFileAfterTheOptionForFiltersHasAHint() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(".a | .b".utf8), to: "prog.jq")
        let name = folder.path("prog.jq")
        var process = try Jsonq(["-f", name], in: folder)
        let run = process.finish()
        expectEqual(run.status, 3)
        expect(
            run.errors.hasSuffix(
                "\nThere is a file of that name, but -f takes the filter itself: -f \"$(cat \(name))\"\n"))
    }

    @Test("Help is printed before anything else is done", arguments: ["-h", "--help", "-ch", "-hx"])
    func helpIsPrintedBeforeAnythingElseIsDone(_ option: String) throws {
        let run = try jsonq(option, "--bogus", input: "[")
        expect(run.text.hasPrefix("Usage: jsonq [options] [filter] [file…]\n"))
        expectEqual(run.errors, "")
        expectEqual(run.status, 0)
    }

    @Test("The version is printed", arguments: ["-V", "--version"])
    func theVersionIsPrinted(_ option: String) throws {
        let run = try jsonq(option)
        expect(run.text.hasPrefix("jsonq ") && run.text.hasSuffix("\n"))
        expectEqual(run.text.split(separator: "\n").count, 1)
        expectEqual(run.status, 0)
    }

    @Test(
        "Help documents options, environment variables and exit statuses",
        arguments: [
            "--", "NO_COLOR", "JQ_COLORS", "\n  0  ", "\n  1  ", "\n  2  ", "\n  3  ", "\n  4  ", "\n  5  ",
        ])
    func helpDocuments(_ subject: String) throws {
        expect(try jsonq("--help").text.contains(subject))
    }

    @Test("Help fits a terminal")
    func helpFitsATerminal() throws {
        expect(try jsonq("--help").text.split(separator: "\n").allSatisfy { $0.count <= 88 })
    }
}
