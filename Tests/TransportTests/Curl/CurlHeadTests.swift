#if os(Linux)
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("The head of a response, line by line", .ownThreads)
struct CurlHeadTests {
    private func steps(_ lines: [String], limit: Int = 1000) -> (head: CurlHead, steps: [String]) {
        var head = CurlHead()
        var steps: [String] = []
        for line in lines {
            let bytes = Array(line.utf8)
            let step = bytes.withUnsafeBytes { head.add($0, limit: limit) }
            switch step {
            case .goOn: steps.append("")
            case .hints(let head): steps.append("hints \(String(decoding: head.lines, as: UTF8.self))")
            case .complete(let head):
                steps.append("\(head.status) \(head.version) \(String(decoding: head.lines, as: UTF8.self))")
            case .failed(let error): steps.append("\(error.code)")
            }
        }
        return (head, steps)
    }

    @Test("It is complete at the empty line, and what comes then is no part of it")
    func complete() {
        let (head, steps) = steps(["HTTP/1.1 200 OK\r\n", "A: b\r\n", " folded\r\n", "\r\n", "Trailer: x\r\n", "\r\n"])
        expectEqual(steps, ["", "", "", "200 http1_1 A: b\r\n folded\r\n", "", ""])
        expect(head.isComplete)
    }

    @Test("Without the empty line it is not complete")
    func incomplete() {
        expect(!steps(["HTTP/1.1 200 OK\r\n", "A: b\r\n"]).head.isComplete)
        expect(!steps([]).head.isComplete)
    }

    @Test("Half of the empty line is not the end, and no line goes on with the status line")
    func halfALine() {
        expect(!steps(["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r"]).head.isComplete)
        expect(!steps(["HTTP/1.1 200 OK\r\n", ""]).head.isComplete)
        for blank in [" ", "\t"] {
            let lines = ["HTTP/1.1 200 OK\r\n", "\(blank)folded\r\n"]
            expectEqual(steps(lines).steps.last, "invalidResponse")
            expectEqual(steps(["HTTP/1.1 103 x\r\n", "A: b\r\n", "\r\n"] + lines).steps.last, "invalidResponse")
        }
    }

    @Test("Heads of status 100 to 199 are passed over, and those of 103 reported")
    func informational() {
        let (head, steps) = steps(["HTTP/1.1 103 x\r\n", "L: m\r\n", "\r\n", "HTTP/1.0 204\r\n", "\r\n"])
        expectEqual(steps, ["", "", "hints L: m\r\n", "", "204 http1_0 "])
        expect(head.isComplete)
        let switched = self.steps(["HTTP/1.1 101 x\r\n", "\r\n"]).head
        expect(!switched.isComplete)
        expect(switched.hasSwitchedProtocols)
    }

    @Test("A thousand of them may come, and no more")
    func informationalLimit() {
        let one = ["HTTP/1.1 100\r\n", "\r\n"]
        let many = (0..<CurlHead.informationalLimit).flatMap { _ in one }
        expect(steps(many + ["HTTP/1.1 200 OK\r\n", "\r\n"], limit: 100_000).head.isComplete)
        expectEqual(steps(many + one, limit: 100_000).steps.last, "invalidResponse")
    }

    @Test("All lines together, trailers too, may have as many bytes as the limit says")
    func limit() {
        let lines = ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n"]
        expect(steps(lines, limit: 25).head.isComplete)
        expectEqual(steps(lines, limit: 24).steps, ["", "", "invalidResponse"])
        expectEqual(steps(lines + ["T: u\r\n"], limit: 30).steps.last, "invalidResponse")
    }

    @Test(
        "Status lines of all versions are read",
        arguments: [
            ("HTTP/1.1 200 OK\r\n", "200 http1_1 "), ("HTTP/1.1 200\n", "200 http1_1 "),
            ("HTTP/1.1  404 Not Found\r\n", "404 http1_1 "), ("HTTP/2 200 \r\n", "200 http2 "),
            ("HTTP/2 301\r\n", "301 http2 "), ("HTTP/2.0 200 OK\r\n", "200 http2 "), ("HTTP/3 999\r\n", "999 http3 "),
        ])
    func statusLines(line: String, head: String) {
        expectEqual(steps([line, "\r\n"]).steps, ["", head])
    }

    @Test(
        "What is no status line is none",
        arguments: [
            "", "\r\n", "HTTP/1.1\r\n", "HTTP/1.1 \r\n\r\n", "HTTP/1.1 20\r\n", "HTTP/1.1 2000\r\n",
            "HTTP/1.1 099 x\r\n", "HTTP/4 200 OK\r\n", "HTTP/1x1 200\r\n", "http/1.1 200 OK\r\n", "HTTP/1.1 OK 200\r\n",
        ])
    func noStatusLines(line: String) {
        expectEqual(steps([line]).steps, ["invalidResponse"])
    }
}
#endif
