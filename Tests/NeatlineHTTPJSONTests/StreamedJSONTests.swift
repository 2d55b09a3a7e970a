import Foundation
import NeatlineHTTPJSON
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Streams of JSON", .ownThreads, .hangLimit)
struct StreamedJSONTests {
    /// The values, and the error at the end.
    private func read(
        _ answer: LoopbackResponse, options: JSONStreamOptions = JSONStreamOptions()
    ) async throws -> (values: [JSON], error: AFError?) {
        let server = try LoopbackServer { _ in answer }
        var values: [JSON] = []
        do {
            for try await value in AF.streamRequest(server.url).validate().streamTask().streamingJSON(options: options)
            {
                values.append(value)
            }
        } catch let error as AFError {
            return (values, error)
        }
        return (values, nil)
    }

    private func chunks(_ texts: String...) -> LoopbackResponse {
        LoopbackResponse(chunks: texts.map { Array($0.utf8) })
    }

    @Test("Lines come as values, wherever the network cuts them")
    func lines() async throws {
        let (values, error) = try await read(chunks("{\"a\"", ": 1}\n[2", ", 3]\n\n\"x", "\""))
        expect(values == [["a": 1], [2, 3], "x"] && error == nil)
    }

    @Test("A value is given while the server still writes")
    func early() async throws {
        let gate = TestGate()
        let server = try LoopbackServer { _ in
            .script([
                .send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n[1]\n"), .waitUntil(gate), .send("[2]\n"),
            ])
        }
        var values: [JSON] = []
        for try await value in AF.streamRequest(server.url).streamTask().streamingJSON() {
            values.append(value)
            gate.open()
        }
        expectEqual(values, [[1], [2]])
    }

    @Test("What is wrong names its line in the body, and ends the stream")
    func broken() async throws {
        let (values, error) = try await read(chunks("[1]\n[2", "\n[3]\n"))
        expectEqual(values, [[1]])
        expectEqual((error?.underlyingError as? JSONError)?.line, 2)
    }

    @Test("If the options say so, the stream goes on behind it")
    func goesOn() async throws {
        let server = try LoopbackServer { _ in self.chunks("[1]\n[2\n[3]\n") }
        var options = JSONStreamOptions()
        options.continuesAfterErrors = true
        var iterator = AF.streamRequest(server.url).streamTask().streamingJSON(options: options).makeAsyncIterator()
        try await expectEqual(iterator.next(), [1])
        await #expect(throws: AFError.self) { try await iterator.next() }
        try await expectEqual(iterator.next(), [3])
        expect(try await iterator.next() == nil)
    }

    @Test("A status that is not accepted, or a transfer that breaks, is the request's error")
    func failures() async throws {
        try await expectEqual(read(LoopbackResponse(status: 404, text: "{}\n")).error?.responseCode, 404)
        let cut = try await read(
            .script([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1]\n[2"), .reset]))
        expect(cut.values == [[1]] && cut.error?.isSessionTaskError == true)
    }

    @Test(
        "A response that is repeated begins anew: nothing is joined with what the lost one had begun",
        arguments: [false, true])
    func repeated(isEmpty: Bool) async throws {
        let isRead = TestGate()
        let server = try LoopbackServer { request in
            request[header: "Attempt"] == "0"
                ? .script([
                    .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1]\n2"), .waitUntil(isRead), .reset,
                ])
                : isEmpty ? LoopbackResponse(text: "") : self.chunks("[1]\n", "23\n4")
        }
        let attempts = Adapter { request, _, completion in
            var request = request
            request.setValue("\(server.requestCount)", forHTTPHeaderField: "Attempt")
            completion(.success(request))
        }
        let retrier = Retrier { request, _, _, completion in
            completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let interceptor = Interceptor(adapters: [attempts], retriers: [retrier])
        var values: [JSON] = []
        for try await value in AF.streamRequest(server.url, interceptor: interceptor).streamTask().streamingJSON() {
            values.append(value)
            isRead.open()
        }
        expectEqual(values, [[1]] + (isEmpty ? [] : [[1], 23, 4]))
    }
}
