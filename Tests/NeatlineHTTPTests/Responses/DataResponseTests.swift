import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("DataResponse", .ownThreads) struct DataResponseTests {
    private func made<Value>(
        _ result: Result<Value, AFError>, body: String? = "{\"a\": 1}", type: String = "application/json"
    ) throws -> AFDataResponse<Value> {
        var request = try madeRequest(.post)
        request.headers = ["X-B": "2", "X-A": "1", "Content-Type": "text/plain"]
        request.httpBody = Data("in\nput".utf8)
        return DataResponse(
            request: request, response: try madeResponse(201, headers: ["Content-Type": type, "X-C": "3"]),
            data: body.map { Data($0.utf8) }, metrics: nil, serializationDuration: 0.5, result: result)
    }

    @Test("It gives the parts it was made of")
    func parts() throws {
        let response = try made(.success(7))
        expect(response.request?.httpMethod == "POST" && response.response?.statusCode == 201)
        expect(response.data == Data("{\"a\": 1}".utf8) && response.serializationDuration == 0.5)
        expect(response.value == 7 && response.error == nil && response.metrics == nil)
        let failed = try made(Result<Int, AFError>.failure(.explicitlyCancelled))
        expect(failed.value == nil && failed.error?.isExplicitlyCancelledError == true)
        expect(failed.data != nil)
    }

    @Test("Its HTTPURLResponse is made of the head on demand, once for all copies")
    func lazyResponse() throws {
        let url = try #require(URL(string: "http://example.org/a"))
        let head = ResponseHead(url: url, head: TransportResponseHead(status: 418, lines: Array("X-A: 1\r\n".utf8)))
        let response = DataResponse<Int, AFError>(
            request: nil, reply: .head(head), data: nil, metrics: nil, serializationDuration: 0, result: .success(1))
        let copy = response.map { $0 + 1 }
        expectEqual(response.response?.statusCode, 418)
        expect(response.response === copy.response)
        expectEqual(response.response?.value(forHTTPHeaderField: "x-a"), "1")
    }

    @Test("Values are mapped, failures stay")
    func map() throws {
        try expectEqual(made(.success(7)).map { "\($0)" }.value, "7")
        let failed = try made(Result<Int, AFError>.failure(.explicitlyCancelled)).map { "\($0)" }
        expectEqual(failed.error?.isExplicitlyCancelledError, true)
        expect(failed.response?.statusCode == 201 && failed.data != nil && failed.serializationDuration == 0.5)
    }

    @Test("What a mapping throws becomes the error")
    func tryMap() throws {
        let mapped: DataResponse<String, any Error> = try made(.success(7)).tryMap { "\($0)" }
        expectEqual(mapped.value, "7")
        expect(try made(.success(7)).tryMap { throw Trouble.here($0) }.error as? Trouble == .here(7))
        let failed = try made(Result<Int, AFError>.failure(.explicitlyCancelled)).tryMap { $0 + 1 }
        expectEqual(failed.error?.asAFError?.isExplicitlyCancelledError, true)
    }

    @Test("Errors are mapped, values stay")
    func mapError() throws {
        let failed = try made(Result<Int, AFError>.failure(.explicitlyCancelled))
        expectEqual(failed.mapError { _ in Trouble.here(1) }.error, .here(1))
        try expectEqual(made(.success(7)).mapError { _ in Trouble.here(1) }.value, 7)
        expect(failed.tryMapError { _ in Trouble.here(2) }.error as? Trouble == .here(2))
        expect(failed.tryMapError { _ -> Trouble in throw WordyTrouble() }.error is WordyTrouble)
        try expectEqual(made(.success(7)).tryMapError { _ in Trouble.here(2) }.value, 7)
    }

    @Test("The body can be decoded whatever the result is; fields can be read line by line")
    func body() throws {
        let failed = try made(Result<Int, AFError>.failure(.explicitlyCancelled))
        try expectEqual(failed.decodedBody(as: [String: Int].self), ["a": 1])
        expect(failed.statusCode == 201 && failed.headerValues("x-c") == ["3"])
        #expect(throws: AFError.self) { try failed.decodedBody(as: [Int].self) }
        let empty = try made(.success(7), body: nil)
        let error = #expect(throws: AFError.self) { try empty.decodedBody(as: [Int].self) }
        expectEqual(error?.errorDescription, "Response could not be serialized, because it has no body.")
        let url = try #require(URL(string: "http://example.org/a"))
        let lines = Array("Set-Cookie: a=1, b\r\nset-cookie: c=2\r\n".utf8)
        let head = ResponseHead(url: url, head: TransportResponseHead(status: 200, lines: lines))
        let response = DataResponse<Int, AFError>(
            request: nil, reply: .head(head), data: nil, metrics: nil, serializationDuration: 0, result: .success(1))
        expectEqual(response.headerValues("Set-Cookie"), ["a=1, b", "c=2"])
        expectEqual(head.head.separateHeaders.map(\.description), ["Set-Cookie: a=1, b", "set-cookie: c=2"])
    }

    @Test("The description is the result's; a failure is followed by what was asked and what came")
    func description() throws {
        try expectEqual(made(.success(7)).description, "success(7)")
        let error = AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 201))
        try expectEqual(
            made(Result<Int, AFError>.failure(error)).description,
            """
            failure(Response status code was unacceptable: 201.)
            POST http://example.org/a: status 201, application/json, 8 bytes
            The body begins: {"a": 1}
            """)
        let unmade = AFDataResponse<Int>.failure(.explicitlyCancelled)
        expectEqual(unmade.description, "failure(Request explicitly cancelled.)")
    }

    @Test("Descriptions of failures hide logins and tokens, escape control characters, and show the beginning only")
    func hiddenParts() throws {
        let url = try #require(URL(string: "https://ada:secret@example.org/a?token=abc&page=2"))
        func description(_ body: Data) -> String {
            DataResponse<Int, AFError>(
                request: URLRequest(url: url), response: nil, data: body, metrics: nil, serializationDuration: 0,
                result: .failure(.explicitlyCancelled)
            ).description
        }
        expect(description(Data("{}\r\n".utf8)).hasSuffix("The body begins: {}"))
        expectEqual(
            description(Data("a\u{1B}[31m\tb\r\nc".utf8)),
            """
            failure(Request explicitly cancelled.)
            GET https://<hidden>@example.org/a?token=<hidden>&page=2: 11 bytes
            The body begins: a\\u{1B}[31m\tb
            c
            """)
        expect(description(Data(repeating: 0x61, count: 5000)).hasSuffix(String(repeating: "a", count: 200) + "…"))
        expect(description(Data([0x89, 0x50, 0x00])).hasSuffix("3 bytes\nThe body is no text."))
    }

    @Test("The debug description shows request, response, durations and result")
    func debugDescription() throws {
        try expectEqual(
            made(.success(7)).debugDescription,
            """
            [Request]: POST http://example.org/a
                [Headers]:
                    Content-Type: text/plain
                    X-A: 1
                    X-B: 2
                [Body]:
                    in
                    put
            [Response]:
                [Status Code]: 201
                [Headers]:
                    Content-Type: application/json
                    X-C: 3
                [Body]:
                    {"a": 1}
            [Network Duration]: None
            [Serialization Duration]: 0.5s
            [Result]: success(7)
            """)
    }

    @Test("Bodies that are no text, or long, are counted only")
    func bodies() throws {
        expect(try made(.success(7), type: "image/png").debugDescription.contains("    [Body]: 8 bytes\n"))
        let long = String(repeating: "a", count: 100_001)
        expect(try made(.success(7), body: long).debugDescription.contains("    [Body]: 100001 bytes\n"))
        expect(try made(.success(7), body: nil).debugDescription.contains("    [Body]: None\n"))
        expect(try made(.success(7), body: "<a/>", type: "Image/SVG+XML").debugDescription.contains("  <a/>\n"))
    }

    @Test("Without a request or a response it says so")
    func nothing() throws {
        let empty = DataResponse<Int, AFError>(
            request: nil, response: nil, data: nil, metrics: nil, serializationDuration: 0,
            result: .failure(.sessionDeinitialized))
        expectEqual(
            empty.debugDescription, "[Request]: None\n[Result]: failure(\(AFError.sessionDeinitialized))")
        expect(empty.timeline.totalDuration == 0 && empty.response == nil)
        let unanswered = DataResponse<Int, AFError>(
            request: try madeRequest(), response: nil, data: nil, metrics: nil, serializationDuration: 0,
            result: .success(1))
        expectEqual(
            unanswered.debugDescription,
            """
            [Request]: GET http://example.org/a
                [Headers]: None
                [Body]: None
            [Response]: None
            [Network Duration]: None
            [Serialization Duration]: 0.0s
            [Result]: success(1)
            """)
    }

    @Test("The timeline counts serialization behind the transfer")
    func timeline() throws {
        let record = ExchangeRecord(start: 1_000_000_000, end: 3_500_000_000, redirectCount: 0, hops: [])
        let response = DataResponse<Int, AFError>(
            request: nil, response: nil, data: nil, metrics: HTTPMetrics(record), serializationDuration: 0.25,
            result: .success(1))
        expectEqual(response.timeline.requestDuration, 2.5)
        expectEqual(response.timeline.latency, 2.5)
        expectEqual(response.timeline.serializationDuration, 0.25)
        expectEqual(response.timeline.totalDuration, 2.75)
    }
}

@Suite("DownloadResponse", .ownThreads) struct DownloadResponseTests {
    @Test("It is mapped and described as DataResponse is, with file and resume data")
    func all() throws {
        let response = DownloadResponse<Int, AFError>(
            request: try madeRequest(), response: try madeResponse(206), fileURL: URL(fileURLWithPath: "/tmp/a"),
            resumeData: Data([1, 2, 3]), metrics: nil, serializationDuration: 0.5, result: .success(7))
        expectEqual(response.map { $0 + 1 }.value, 8)
        expect(response.tryMap { throw Trouble.here($0) }.error as? Trouble == .here(7))
        expectEqual(response.mapError { _ in Trouble.here(1) }.value, 7)
        expectEqual(response.tryMapError { _ in Trouble.here(1) }.value, 7)
        let mapped = response.map { $0 + 1 }
        expect(mapped.fileURL?.path == "/tmp/a" && mapped.destinationURL == mapped.fileURL)
        expect(mapped.resumeData == Data([1, 2, 3]) && mapped.response?.statusCode == 206)
        expectEqual(response.description, "success(7)")
        expectEqual(
            response.debugDescription,
            """
            [Request]: GET http://example.org/a
                [Headers]: None
                [Body]: None
            [Response]:
                [Status Code]: 206
                [Headers]: None
            [File URL]: /tmp/a
            [Resume Data]: 3 bytes
            [Network Duration]: None
            [Serialization Duration]: 0.5s
            [Result]: success(7)
            """)
    }
}
