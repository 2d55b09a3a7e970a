import NeatlineTestSupport
import Testing

@Suite("Expectations without a macro")
struct ExpectationTests {
    @Test("A false condition is an issue that shows its line")
    func condition() {
        withKnownIssue {
            expect([1].isEmpty, "one element")
        } matching: { issue in
            let text = issue.comments.first?.rawValue
            return text == #"false: expect([1].isEmpty, "one element"): one element"#
                && issue.sourceLocation?.line == #line - 4
        }
    }

    @Test("Values that differ are an issue that shows both")
    func equality() {
        withKnownIssue {
            expectEqual("a", "b")
        } matching: { issue in
            let text = issue.comments.first?.rawValue
            return text == #""a" is not "b": expectEqual("a", "b")"# && issue.sourceLocation?.line == #line - 3
        }
    }

    @Test("The place is the one given, if one is")
    func place() {
        let location = SourceLocation(fileID: "Module/File.swift", filePath: "/File.swift", line: 7, column: 3)
        withKnownIssue {
            expect(false, sourceLocation: location)
            expectEqual(1, 2, sourceLocation: location)
        } matching: {
            $0.sourceLocation == location
        }
    }

    @Test("What holds is no issue, and its comment is not made")
    func success() {
        var comments = 0
        func comment() -> Comment {
            comments += 1
            return "made"
        }
        expect(true, comment())
        expectEqual(1, 1, comment())
        #expect(comments == 0)
    }
}
