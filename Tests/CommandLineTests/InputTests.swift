import NeatlineTestSupport
import Testing

@Suite struct InputTests {
    @Test(
        "Values of a stream are written one a line", arguments: ["1 2\n3", "1\n2\n3\n", "\n\n1\r\n2\r\n3", "1\t2 3  "])
    func valuesOfAStreamAreWrittenOneALine(_ input: String) throws {
        try expectEqual(jsonq("-c", input: input).text, "1\n2\n3\n")
    }

    @Test("Values that end themselves need no space between")
    func valuesThatEndThemselvesNeedNoSpaceBetween() throws {
        try expectEqual(jsonq("-c", input: #"[1]{"a":2}"b"[]"#).text, "[1]\n{\"a\":2}\n\"b\"\n[]\n")
    }

    @Test("Files are read in their order")
    func filesAreReadInTheirOrder() throws {
        let run = try jsonq(
            ["-c", "@one", "-", "@two"], bytes: Array("2".utf8),
            files: ["one": Array("1".utf8), "two": Array("[3]\n4".utf8)])
        expectEqual(run.text, "1\n2\n[3]\n4\n")
        expectEqual(run.status, 0)
    }

    @Test("The files after a broken one are still read")
    func theFilesAfterABrokenOneAreStillRead() throws {
        let run = try jsonq(
            ["-c", "@good", "@missing", "@bad", "@last"],
            files: ["good": Array("[1]".utf8), "bad": Array("[2]\n[3,,4]".utf8), "last": Array("[5]".utf8)])
        expect(run.text.hasPrefix("[1]\n[2]\n"))
        expect(run.text.hasSuffix("\n[5]\n"))
        expectEqual(
            run.errors,
            """
            @missing: error: No such file or directory
            @bad:2:4: error: expected a value, found ','
                [3,,4]
                   ^

            """)
        expectEqual(run.status, 5)
    }

    @Test("A missing file is a file error")
    func aMissingFileIsAFileError() throws {
        let run = try jsonq(["-c", "@missing", "@good"], files: ["good": Array("[1]".utf8)])
        expectEqual(run.text, "[1]\n")
        expectEqual(run.errors, "@missing: error: No such file or directory\n")
        expectEqual(run.status, 4)
    }

    @Test(
        "What looks like a filter of jq's is taken for one, and a name for a file",
        arguments: [
            ("map(.+1)", 3), ("map(.a", 3), ("add", 3), ("sort_by(.a)", 3), ("[.a,", 3), ("{a: 1}", 3), ("$x", 3),
            ("@base64", 3), ("if . then 1 else 2 end", 3), ("file(1)", 3), ("length + 1", 3),
            ("keys.json", 4), ("add-on.json", 4), ("map", 3), ("maps", 4), ("data", 4), ("first.json", 4), ("a b", 4),
            ("1", 4),
        ])
    func whatLooksLikeAFilterOfJqsIsTakenForOne(_ word: String, _ status: Int32) throws {
        let folder = try TemporaryFolder()
        var process = try Jsonq([word], in: folder)
        let run = process.finish()
        expectEqual(run.status, status)
        if status == 3 {
            expect(run.errors.hasPrefix("jsonq: error: the filter, character "))
            expect(run.errors.hasSuffix("It was taken for a filter, as there is no file of that name.\n"))
        } else {
            expect(run.errors.hasPrefix("\(word): error: No such file or directory"))
        }
        expect(try jsonq("-f", "map(.a", input: "1").errors.hasSuffix("^\n"))
        try expectEqual(jsonq("map(.a)", input: "[{\"a\": 1}]").text, "[\n  1\n]\n")
    }

    @Test("A folder is a file error")
    func aFolderIsAFileError() throws {
        let run = try jsonq(["-c", "@", "@good"], files: ["good": Array("[1]".utf8)])
        expectEqual(run.text, "[1]\n")
        expectEqual(run.errors, "@: error: Is a directory\n")
        expectEqual(run.status, 4)
    }

    @Test("Names are filters only as the first argument and only with their dot")
    func namesAreFiltersOnlyAsTheFirstWordAndOnlyWithTheirDot() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("1".utf8), to: ".hidden")
        func run(_ words: String...) throws -> Run {
            var process = try Jsonq(words, in: folder)
            return process.finish()
        }
        try expectEqual(run(".", folder.path(".hidden")).text, "1\n")
        try expectEqual(run("./no/such/file").errors, "./no/such/file: error: No such file or directory\n")
        try expectEqual(run("../no/such/file").errors, "../no/such/file: error: No such file or directory\n")
        try expectEqual(run(".", ".no.such.file").errors, ".no.such.file: error: No such file or directory\n")
        expect(try run(".hidden", folder.path(".hidden")).errors.hasSuffix("Cannot index number with \"hidden\"\n"))
    }

    @Test("After two hyphens nothing is an option")
    func afterTwoHyphensNothingIsAnOption() throws {
        try expectEqual(jsonq("-c", "--", ".", "-", input: "[1, 2]").text, "[1,2]\n")
        try expectEqual(jsonq("--", "-c").errors, "-c: error: No such file or directory\n")
        try expectEqual(jsonq("--", "--check").errors, "--check: error: No such file or directory\n")
        try expectEqual(jsonq("--", "--").errors, "--: error: No such file or directory\n")
    }

    @Test("An input without a value is an error", arguments: ["", "  ", "\n\n", "\u{FEFF}", "// comment"])
    func anInputWithoutAValueIsAnError(_ input: String) throws {
        for options in [["-c"], ["--check"], ["-S"], ["--jsonc"], ["--jsonc", "-S"]] {
            if input.hasPrefix("/"), options[0] != "--jsonc" { continue }
            let run = try jsonq(options, bytes: Array(input.utf8))
            expect(run.output.isEmpty)
            expectEqual(run.errors, "<stdin>: error: the input \(input.isEmpty ? "is empty" : "has no value")\n")
            expectEqual(run.status, 5)
        }
    }

    @Test(
        "UTF-16 is recognized",
        arguments: [
            (1, [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]), (1, [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D]),
            (1, [0x00, 0x5B, 0x00, 0x5D]), (2, [0x5B, 0x00, 0x5D, 0x00]),
        ] as [(Int, [UInt8])])
    func utf16IsRecognized(_ column: Int, _ input: [UInt8]) throws {
        for options in [["-c"], ["--check"], ["-c", ".a"], ["--json5"]] {
            let run = try jsonq(options, bytes: input)
            expectEqual(
                run.errors,
                """
                <stdin>:1:\(column): error: the input seems to be UTF-16, and only UTF-8 is read; \
                'iconv -f UTF-16 -t UTF-8' converts it

                """)
            expectEqual(run.status, 5)
        }
        // Zeros of a file after a crash, values between zeros, and a JPEG.
        for (input, found) in [
            ([UInt8](repeating: 0, count: 8), "U+0000"), (Array("1\0[2]\0".utf8), "U+0000"),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10], "byte 0xFF"),
        ] {
            let run = try jsonq(["-c"], bytes: input)
            expect(run.errors.contains(", found \(found)\n"))
            expectEqual(run.status, 5)
        }
        let other = try jsonq(["-c"], bytes: Array("[1, ".utf8) + [0xFF])
        expect(other.errors.hasPrefix("<stdin>:1:5: error: expected a value, found byte 0xFF\n"))
    }

    @Test("A filter without its dot is explained where it is taken for a file")
    func aFilterWithoutItsDotIsExplained() throws {
        let shop = Array("{\"items\":1}".utf8)
        func errors(_ words: String...) throws -> String {
            try jsonq(words, files: ["shop.json": shop]).errors
        }
        let missing = ": error: No such file or directory"
        let hint = " (a filter begins with '.')"
        try expectEqual(errors("-c", "items", "@shop.json"), "items\(missing)\(hint)\n")
        try expectEqual(errors("-i", "items", "@shop.json"), "items\(missing)\(hint)\n")
        try expectEqual(errors("items[0].name", "@shop.json"), "items[0].name\(missing)\(hint)\n")
        try expectEqual(errors("items"), "items\(missing)\(hint)\n")
        // These are rather files.
        try expectEqual(errors("shop.jsn"), "shop.jsn\(missing)\n")
        try expectEqual(errors("shops.json", "@shop.json"), "shops.json\(missing)\n")
        try expectEqual(errors("a/items", "@shop.json"), "a/items\(missing)\n")
        try expectEqual(errors("@shop.json", "items"), "items\(missing)\n")
        try expectEqual(errors("-f", ".", "items"), "items\(missing)\n")
    }

    @Test(
        "An input that ends too early is an error",
        arguments: ["[1", "{\"a\"", "\"abc", "[1,", "tru", "-", "1e", "[\"\\u12"])
    func anInputThatEndsTooEarlyIsAnError(_ input: String) throws {
        let run = try jsonq("--check", input: input)
        expect(run.errors.hasPrefix("<stdin>:1:"))
        expectEqual(run.status, 5)
    }

    @Test("A byte order mark is skipped")
    func aByteOrderMarkIsSkipped() throws {
        try expectEqual(jsonq("-c", input: "\u{FEFF}[1]").text, "[1]\n")
    }

    @Test("A name need not be UTF-8")
    func aNameNeedNotBeUTF8() throws {
        let folder = try TemporaryFolder()
        // The shell makes the file and names it: Swift's strings cannot.
        let script = #"cd "$1"; f=$(printf 'a\377'); printf '[1, 2]' >"$f"; exec "$2" -c "$f" missing"#
        var process = try Jsonq(
            ["-c", script, "sh", folder.path(""), JsonqBinary.path], executable: "/bin/sh", in: folder)
        let run = process.finish()
        expectEqual(run.text, "[1,2]\n")
        expectEqual(run.errors, "missing: error: No such file or directory\n")
        expectEqual(run.status, 4)
    }

    @Test("A program can open what is named")
    func aProgramCanOpenWhatIsNamed() throws {
        let folder = try TemporaryFolder()
        let script = #"mkdir "$1/d"; cd "$1/d"; printf '[ ]' >"$(printf 'a\377')"; cat "$("$2" --check-format *)""#
        var process = try Jsonq(
            ["-c", script, "sh", folder.path(""), JsonqBinary.path], executable: "/bin/sh", in: folder)
        let run = process.finish()
        expectEqual(run.text, "[ ]")
        expectEqual(run.errors, "")
    }

    @Test(
        "A file that the output makes longer is a file error",
        arguments: [
            ("\"$2\" >>\"$2\"", "f", "[1, 2]"),
            ("<\"$2\" >>\"$2\"", "<stdin>", "[1, 2]"),
            ("other \"$2\" >\"$2\"", "f", "[3]\n"),
            // What is written over has been read before.
            ("\"$2\" 1<>\"$2\"", "", "[1,2]\n"),
            ("--check \"$2\" >>\"$2\"", "", "[1, 2]"),
        ])
    func aFileThatTheOutputMakesLongerIsAFileError(_ words: String, _ name: String, _ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("[3]".utf8), to: "other")
        for options in ["-c", "-c --keep-going", "-c --jobs 2"] {
            try folder.write(Array("[1, 2]".utf8), to: "f")
            let script = "cd \"$1\"; \"$3\" \(options) \(words)"
            var process = try Jsonq(
                ["-c", script, "sh", folder.path(""), "f", JsonqBinary.path], executable: "/bin/sh", in: folder)
            let run = process.finish()
            let error = "\(name): error: the output goes to this file, too, so it would have no end\n"
            expectEqual(run.errors, name.isEmpty ? "" : error)
            expectEqual(run.status, name.isEmpty ? 0 : 4)
            expectEqual(String(decoding: folder.bytes("f"), as: UTF8.self), text)
        }
    }

    @Test(
        "A closed descriptor is a file error",
        arguments: [
            ("<&-", "[1]\n", "<stdin>: error: Bad file descriptor\n"),
            (">&-", "", "<stdout>: error: Bad file descriptor\n"),
        ])
    func aClosedDescriptorIsAFileError(_ redirection: String, _ output: String, _ errors: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("[1]".utf8), to: "f")
        let script = "exec \"$1\" -c \"$2\" - \(redirection)"
        var process = try Jsonq(
            ["-c", script, "sh", JsonqBinary.path, folder.path("f")], executable: "/bin/sh", in: folder)
        let run = process.finish()
        expectEqual(run.text, output)
        expectEqual(run.errors, errors)
        expectEqual(run.status, 4)
    }

    @Test("Of several failures the greatest status counts")
    func ofSeveralFailuresTheGreatestStatusCounts() throws {
        let bad = Array("[".utf8)
        try expectEqual(jsonq(["@missing", "@bad"], files: ["bad": bad]).status, 5)
        try expectEqual(jsonq(["@bad", "@missing"], files: ["bad": bad]).status, 5)
        try expectEqual(jsonq(["--check", "@bad", "@missing"], files: ["bad": bad]).status, 5)
    }
}
