import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What is printed of an error", .ownThreads, .hangLimit)
struct PrintedErrorTests {
    private let transport = MockTransport()
    private let session: Session

    init() { session = Session(transport: transport) }

    @Test("An error of the transfer names the request, without secrets")
    func transfer() async {
        transport.on(nil, "/a") { _ in throw TransportError(.cannotConnect, "Nobody there") }
        do {
            _ = try await session.request("http://ada:pw@example.org/a?token=pw&page=2", method: .post)
                .serializingData().value
            Issue.record("It should fail.")
        } catch let error as AFError {
            expectEqual(
                "\(error)",
                """
                Request failed with error:
                cannotConnectToHost (-1004): Nobody there
                POST http://<hidden>@example.org/a?token=<hidden>&page=2
                """)
            expect(!error.localizedDescription.contains("example.org"))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("An error of decoding names request and response, and shows the body's beginning")
    func decoding() async throws {
        transport.on(nil, "/a", respond: .json(#"{"name": "Ada"}"#))
        let response = await session.request("http://example.org/a").serializingDecodable([Int].self).response
        let error = try #require(response.error)
        expect(error.underlyingError is DecodingError)
        expect("\(error)".hasPrefix("Response could not be decoded because of error:\n"))
        let lines = """
            GET http://example.org/a: status 200, application/json, 15 bytes
            The body begins: {"name": "Ada"}
            """
        expect("\(error)".hasSuffix(lines))
        // Once, although the response knows it, too.
        expectEqual(response.description, "failure(\(error))")
        let again = #expect(throws: AFError.self) { try response.decodedBody(as: [Int].self) }
        expectEqual(again.map { "\($0)".hasSuffix(lines) }, true)
    }

    @Test("An error of reading Foundation's objects does so, too")
    func objects() async throws {
        transport.on(nil, "/a", respond: .json("{\"name\" 5}"))
        let serializer = JSONResponseSerializer()
        let response = await session.request("http://example.org/a?token=pw").serializingResponse(using: serializer)
            .response
        let error = try #require(response.error)
        expectEqual((error.underlyingError as? CocoaError)?.code, .propertyListReadCorrupt)
        expect(
            "\(error)".hasPrefix(
                "JSON could not be serialized because of error:\nThe data is not JSON: line 1, column 9:"))
        expect(
            "\(error)".hasSuffix(
                """
                GET http://example.org/a?token=<hidden>: status 200, application/json, 10 bytes
                The body begins: {"name" 5}
                """))
        expectEqual(response.description, "failure(\(error))")
    }

    @Test("A decoder's own underlying error stays")
    func underlyingErrors() async throws {
        struct Failing: DataDecoder {
            func decode<D: Decodable>(_ type: D.Type, from data: Data) throws -> D {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "No.", underlyingError: Trouble.here(4)))
            }
        }
        transport.on(nil, "/a", respond: .json("1"))
        let error = await session.request("http://example.org/a").serializingDecodable(Int.self, decoder: Failing())
            .response.error
        guard case .dataCorrupted(let context)? = error?.underlyingError as? DecodingError else {
            Issue.record("\(String(describing: error))")
            return
        }
        expect(context.underlyingError as? Trouble == .here(4))
        expectEqual(error.map { "\($0)" }, "Response could not be decoded because of error:\nNo.")
    }

    @Test("An error of validation is the status; the response says the rest")
    func validation() async {
        transport.on(nil, "/a", respond: .json(#"{"message": "no such user"}"#, status: 404))
        let response = await session.request("http://example.org/a?key=pw").validate().serializingData().response
        expectEqual(response.error.map { "\($0)" }, "Response status code was unacceptable: 404.")
        expectEqual(
            "\(response)",
            """
            failure(Response status code was unacceptable: 404.)
            GET http://example.org/a?key=<hidden>: status 404, application/json, 27 bytes
            The body begins: {"message": "no such user"}
            """)
    }

    #if !canImport(ObjectiveC)
    @Test("An error that is thrown names request and response, and every cast finds the AFError")
    func thrown() async throws {
        transport.on(nil, "/a", respond: .json(#"{"message": "no such user"}"#, status: 404))
        let text = """
            Response status code was unacceptable: 404.
            PUT http://<hidden>@example.org/a?key=<hidden>: status 404, application/json, 27 bytes
            The body begins: {"message": "no such user"}
            """
        let task = session.request("http://ada:pw@example.org/a?key=pw", method: .put).validate().serializingData()
        do {
            _ = try await task.value
            Issue.record("It should fail.")
        } catch AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 404)) {
        }
        do {
            _ = try await task.value
            Issue.record("It should fail.")
        } catch let error as AFError {
            expectEqual(error.responseCode, 404)
        }
        do {
            _ = try await task.value
            Issue.record("It should fail.")
        } catch {
            expectEqual("\(error)", text)
            expectEqual(String(reflecting: error), text)
            expectEqual(error.localizedDescription, text)
            expectEqual((error as? any LocalizedError)?.errorDescription, text)
            expect(error is AFError && error.asAFError?.responseCode == 404)
            expectEqual((error as NSError).localizedDescription, text)
            let plain = try #require(error.asAFError) as NSError
            expect((error as NSError).domain == plain.domain && (error as NSError).code == plain.code)
            // As the error of an adapter, for example.
            let outer = AFError.requestAdaptationFailed(error: error)
            expect("\(outer)".hasSuffix("/a?key=<hidden>: status 404, application/json, 27 bytes\n" + text.suffix(44)))
            expectEqual((outer.underlyingError as? AFError)?.responseCode, 404)
        }
        await #expect(throws: AFError.self) { try await task.value }
        guard case .responseValidationFailed(reason: .unacceptableStatusCode(404))? = await task.response.error else {
            Issue.record("another error")
            return
        }
    }

    @Test("A thrown error of a download has the beginning of the file; other errors are thrown as they are")
    func thrownDownloads() async throws {
        transport.on(nil, "/a", respond: .script([.head(500), .bytes(String(repeating: "é", count: 300))]))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("thrown-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            _ = try await session.download("http://example.org/a", to: { _, _ in (file, []) })
                .validate().serializingDownloadedFileURL().value
            Issue.record("It should fail.")
        } catch {
            expectEqual(
                "\(error)",
                """
                Response status code was unacceptable: 500.
                GET http://example.org/a: status 500, 600 bytes
                The body begins: \(String(repeating: "é", count: 100))…
                """)
        }
        transport.on(nil, "/b") { _ in throw TransportError(.cannotConnect, "Nobody there") }
        do {
            _ = try await session.request("http://example.org/b").serializingData().value
            Issue.record("It should fail.")
        } catch {
            expect(type(of: error) == AFError.self)
        }
    }
    #endif

    @Test(
        "No secret of a URL or header field is printed",
        arguments: [
            "http://user:S3CR3T@example.org/a", "http://S3CR3T@example.org/a", "http://example.org/a?token=S3CR3T&b=1",
            "http://example.org/a?b=1&accessToken=S3CR3T", "http://example.org/a?oauth_token=S3CR3T#x=y",
            "http://example.org/a#access_token=S3CR3T&state=1", "http://example.org/a?auth=S3CR3T",
            "http://example.org/a?X-Goog-Signature=S3CR3T", "http://example.org/a?AWSAccessKeyId=S3CR3T",
            "http://example.org/a?private_token=S3CR3T", "http://example.org/a?session_id=S3CR3T",
            "http://example.org/a?pass%77ord=S3CR3T", "http://example.org/a?x?token=S3CR3T?y",
            "http://example.org/a?user%5Bpassword%5D=S3CR3T", "http://example.org/a?client-secret=S3CR3T",
        ])
    func secrets(url: String) async throws {
        transport.on(nil, "/a", respond: .status(403))
        let headers: HTTPHeaders = [
            .authorization(bearerToken: "S3CR3T"), HTTPHeader(name: "X-Api-Key", value: "S3CR3T"),
            HTTPHeader(name: "Cookie", value: "S3CR3T"),
        ]
        let task = session.request(url, headers: headers).validate().serializingData()
        var texts = [await task.response.description]
        do {
            _ = try await task.value
        } catch {
            texts += [
                "\(error)", error.localizedDescription, String(reflecting: error), "\((error as NSError).userInfo)",
            ]
        }
        expectEqual(texts.count, 5)
        for text in texts {
            expect(!text.contains("S3CR3T"), "\(text)")
            expect(text.contains("403"))
        }
    }

    @Test(
        "No secret of a text that is no URL is printed",
        arguments: [
            "http://user:S3CR3T@host:port/", "http://user:S3/CR3T@host/ x", "user:S3CR3T@exa mple.org/",
            "http://user:S3?CR3T@ho st/", "http://exa mple.org/?token=S3CR3T", "http:/user:S3CR3T@ho st",
            "user:S3CR3T@ho://st", "http://user:S3CR3T@[::1/",
        ])
    func secretsOfInvalidURLs(text: String) async {
        let response = await session.request(text).serializingData().response
        guard case .invalidURL? = response.error else {
            // Foundation accepts it.
            expect(!"\(response)".contains("CR3T"))
            return
        }
        for printed in ["\(response)", response.error?.localizedDescription ?? "", response.error?.failureReason ?? ""]
        {
            expect(!printed.contains("CR3T") && !printed.contains("\"S3"), "\(printed)")
        }
    }

    @Test("A download's response names request and response")
    func download() async {
        transport.on(nil, "/a", respond: .status(404))
        let response = await session.download("http://example.org/a").validate().serializingData().response
        expectEqual(
            "\(response)",
            """
            failure(Response status code was unacceptable: 404.)
            GET http://example.org/a: status 404
            """)
    }
}
