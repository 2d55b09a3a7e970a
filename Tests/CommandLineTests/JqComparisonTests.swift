import NeatlineTestSupport
import Testing

/// The outputs of whichever `jq` is installed, byte for byte.
///
/// Numbers are those that jq 1.6 writes as they are: it reads others as doubles.
@Suite struct JqComparisonTests {
    private static let documents = [
        "null", "true", "0", "-12.5", "[]", "{}", #""""#, "[[],{}]", "[1,2,3]", #"{"a":1,"b":[true,false,null]}"#,
        #"{"b":{"d":[{"z":1,"y":[]}],"c":{}},"a":"x"}"#, #"["\u0000\u001f\u007f\u0080\u2028","\"\\\/\b\f\n\r\t"]"#,
        #"{"é":"€😀","\u00e9\ud83d\ude00":"\u20ac"}"#, "1 2\n3 [4]{\"a\":5}\"b\" null", "  [ 1 , [ 2 ] ]\r\n\t{ }\n",
        #"{"B":1,"a":2,"A":3,"":4,"aa":5,"é":6,"\uffff":7,"\ud83d\ude00":8}"#, #"["<>&'/"]"#,
        #"[[[[[[[[[[{"a":[[[[1]]]]}]]]]]]]]]]"#,
    ]
    private static let options = [
        [], ["-c"], ["--tab"], ["--indent", "1"], ["--indent", "7"], ["-S"], ["-cS"], ["-a"], ["-ac"], ["-r"], ["-cr"],
        ["-aS", "--indent", "3"],
    ]

    @Test("The output is that of jq", arguments: options)
    func theOutputIsThatOfJq(_ options: [String]) throws {
        guard let jq = InstalledJq.path else {
            print("There is no jq to compare with: skipped.")
            return
        }
        let stream = Self.documents.joined(separator: "\n")
        let expected = try InstalledJq.run(jq, options + ["."], input: stream)
        expectEqual(expected.status, 0)

        let run = try jsonq(options, bytes: Array(stream.utf8))
        expectEqual(run.text, expected.text)
        expectEqual(run.status, 0)
    }
}
