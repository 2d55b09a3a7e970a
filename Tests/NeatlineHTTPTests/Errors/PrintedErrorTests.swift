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
            #expect(
                "\(error)" == """
                    Request failed with error:
                    cannotConnectToHost (-1004): Nobody there
                    POST http://<hidden>@example.org/a?token=<hidden>&page=2
                    """)
            #expect(!error.localizedDescription.contains("example.org"))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("An error of decoding names request and response, and shows the body's beginning")
    func decoding() async throws {
        transport.on(nil, "/a", respond: .json(#"{"name": "Ada"}"#))
        let response = await session.request("http://example.org/a").serializingDecodable([Int].self).response
        let error = try #require(response.error)
        #expect(error.underlyingError is DecodingError)
        #expect("\(error)".hasPrefix("Response could not be decoded because of error:\n"))
        let lines = """
            GET http://example.org/a: status 200, application/json, 15 bytes
            The body begins: {"name": "Ada"}
            """
        #expect("\(error)".hasSuffix(lines))
        // Once, although the response knows it, too.
        #expect(response.description == "failure(\(error))")
        let again = #expect(throws: AFError.self) { try response.decodedBody(as: [Int].self) }
        #expect(again.map { "\($0)".hasSuffix(lines) } == true)
    }

    @Test("An error of reading Foundation's objects does so, too")
    func objects() async throws {
        transport.on(nil, "/a", respond: .json("{\"name\" 5}"))
        let serializer = JSONResponseSerializer()
        let response = await session.request("http://example.org/a?token=pw").serializingResponse(using: serializer)
            .response
        let error = try #require(response.error)
        #expect((error.underlyingError as? CocoaError)?.code == .propertyListReadCorrupt)
        #expect(
            "\(error)".hasPrefix(
                "JSON could not be serialized because of error:\nThe data is not JSON: line 1, column 9:"))
        #expect(
            "\(error)".hasSuffix(
                """
                GET http://example.org/a?token=<hidden>: status 200, application/json, 10 bytes
                The body begins: {"name" 5}
                """))
        #expect(response.description == "failure(\(error))")
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
        #expect(context.underlyingError as? Trouble == .here(4))
        #expect(error.map { "\($0)" } == "Response could not be decoded because of error:\nNo.")
    }

    @Test("An error of validation is the status; the response says the rest")
    func validation() async {
        transport.on(nil, "/a", respond: .json(#"{"message": "no such user"}"#, status: 404))
        let response = await session.request("http://example.org/a?key=pw").validate().serializingData().response
        #expect(response.error.map { "\($0)" } == "Response status code was unacceptable: 404.")
        #expect(
            "\(response)" == """
                failure(Response status code was unacceptable: 404.)
                GET http://example.org/a?key=<hidden>: status 404, application/json, 27 bytes
                The body begins: {"message": "no such user"}
                """)
    }

    @Test("A download's response names request and response")
    func download() async {
        transport.on(nil, "/a", respond: .status(404))
        let response = await session.download("http://example.org/a").validate().serializingData().response
        #expect(
            "\(response)" == """
                failure(Response status code was unacceptable: 404.)
                GET http://example.org/a: status 404
                """)
    }
}
