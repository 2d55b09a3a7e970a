import Testing

@Suite struct UsageTests {
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
            (["-in", "a.json"], "--in-place does not go together with --null-input"),
            (["-i", "--check", "a.json"], "--in-place does not go together with an option that writes no values"),
            (["--check-first", "--keep-going"], "--check-first does not go together with --keep-going"),
            (["--seq", "--check-first"], "--check-first does not go together with --seq"),
            (["-n", "--check-format"], "--check-format does not go together with --null-input"),
        ])
    func aCommandLineWithoutSenseIsExplained(_ arguments: [String], _ message: String) throws {
        let run = try jsonq(arguments, bytes: Array("[1]".utf8))
        #expect(run.output.isEmpty)
        #expect(run.errors == "jsonq: error: \(message)\nTry 'jsonq --help'.\n")
        #expect(run.status == 2)
    }

    @Test("Help is printed before anything else is done", arguments: ["-h", "--help", "-ch", "-hx"])
    func helpIsPrintedBeforeAnythingElseIsDone(_ option: String) throws {
        let run = try jsonq(option, "--bogus", input: "[")
        #expect(run.text.hasPrefix("Usage: jsonq [options] [filter] [file…]\n"))
        #expect(run.errors == "")
        #expect(run.status == 0)
    }

    @Test("The version is printed", arguments: ["-V", "--version"])
    func theVersionIsPrinted(_ option: String) throws {
        let run = try jsonq(option)
        #expect(run.text.hasPrefix("jsonq ") && run.text.hasSuffix("\n"))
        #expect(run.text.split(separator: "\n").count == 1)
        #expect(run.status == 0)
    }

    @Test(
        "Help documents options, environment variables and exit statuses",
        arguments: [
            "--", "NO_COLOR", "JQ_COLORS", "\n  0  ", "\n  1  ", "\n  2  ", "\n  3  ", "\n  4  ", "\n  5  ",
        ])
    func helpDocuments(_ subject: String) throws {
        #expect(try jsonq("--help").text.contains(subject))
    }

    @Test("Help fits a terminal")
    func helpFitsATerminal() throws {
        #expect(try jsonq("--help").text.split(separator: "\n").allSatisfy { $0.count <= 88 })
    }
}
