import Foundation
import NeatlineHTTPJSON
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Responses as JSON", .ownThreads, .hangLimit)
struct SwiftyJSONResponseTests {
    private func server(_ response: LoopbackResponse) throws -> LoopbackServer { try LoopbackServer { _ in response } }

    @Test("Alamofire-SwiftyJSON's call: parameters come back as JSON")
    func call() async throws {
        let server = try LoopbackServer.httpbin()
        let response = await awaited { done in
            AF.request(server.url("/get"), method: .get, parameters: ["foo": "bar"])
                .responseSwiftyJSON { response in done(response) }
        }
        expectEqual(response.value?["args"], JSON(["foo": "bar"]))
        expect(response.error == nil)
    }

    @Test("The form of version 1 hands over request, response, JSON and error")
    func fourArguments() async throws {
        let server = try server(.json(#"{"a": 1}"#))
        let url = server.url("/x")
        let text = await awaited { done in
            AF.request(url).responseSwiftyJSON(completionHandler: { (request, response, json, error) in
                done("\(request?.url == url) \(response?.statusCode ?? 0) \(json["a"].intValue) \(error == nil)")
            })
        }
        expectEqual(text, "true 200 1 true")
        server.on(.get, "/x") { _ in .json("{") }
        let failed = await awaited { done in
            AF.request(url).responseSwiftyJSON { _, _, json, error in done((json, error)) }
        }
        expect(failed.0 == .null && failed.1?.isResponseSerializationError == true)
    }

    @Test("Queue and options are heeded")
    func options() async throws {
        let server = try server(.json("7"))
        let queue = DispatchQueue(label: "here")
        let response = await awaited { done in
            AF.request(server.url).responseSwiftyJSON(queue: queue, options: []) { response in
                dispatchPrecondition(condition: .onQueue(queue))
                done(response)
            }
        }
        // Without `.fragmentsAllowed`, a scalar is no JSON.
        expectEqual((response.bodyError?.cause as? JSONError)?.code, .topLevelScalar)
        try await expectEqual(AF.request(server.url).serializingJSON().value, 7)
    }

    @Test("Awaited, it gives the value, the response or the error")
    func awaitedForm() async throws {
        let server = try server(.json(#"{"big": 12345678901234567890.10, "b": 1, "a": 2}"#))
        let json = try await AF.request(server.url).validate().serializingJSON().value
        expectEqual(json["big"].numberText, "12345678901234567890.10")
        expectEqual(json.members?.map(\.key), ["big", "b", "a"])
        server.on(nil, "/") { _ in .status(500) }
        let error = await AF.request(server.url).validate().serializingJSON().response.error
        expectEqual(error?.responseCode, 500)
    }

    @Test("204 and 205 are null whatever comes with them; so is no body after HEAD", arguments: [204, 205])
    func noContent(status: Int) async throws {
        let url = try #require(URL(string: "http://a.example/"))
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        let result = Request.serializeResponseSwiftyJSON(
            options: .allowFragments, response: response, data: Data("[1]".utf8), error: nil)
        try expectEqual(result.get(), JSON.null)

        let server = try server(.status(status))
        try await expectEqual(AF.request(server.url).serializingJSON().value, .null)
        server.on(.head, "/head") { _ in LoopbackResponse(status: 200) }
        try await expectEqual(AF.request(server.url("/head"), method: .head).serializingJSON().value, .null)
    }

    @Test("The function: its error goes through, no body is an error, and so is what is no JSON")
    func function() throws {
        struct Trouble: Error {}
        let data = Data("[1".utf8)
        let failed = Request.serializeResponseSwiftyJSON(options: [], response: nil, data: data, error: Trouble())
        expect(failed.error is Trouble)
        let empty = Request.serializeResponseSwiftyJSON(options: [], response: nil, data: Data(), error: nil)
        guard case .responseSerializationFailed(.inputDataNilOrZeroLength) = empty.error?.asAFError else {
            Issue.record("\(empty)")
            return
        }
        let broken = Request.serializeResponseSwiftyJSON(options: [], response: nil, data: data, error: nil)
        guard case .responseSerializationFailed(.jsonSerializationFailed(let error)) = broken.error?.asAFError else {
            Issue.record("\(broken)")
            return
        }
        expectEqual((error as? ResponseBodyError)?.column, 3)
    }

    @Test("The serializers are there under their names")
    func serializers() async throws {
        let server = try server(.json(")]}',\n[1]"))
        let url = server.url
        let own = DataRequest.swiftyJSONResponseSerializer(options: .fragmentsAllowed)
        let first = await awaited { done in
            AF.request(url).response(responseSerializer: own) { done($0) }
        }
        expect(first.bodyError != nil)
        let second = await awaited { done in
            AF.request(url).response(responseSerializer: .jsonValue(dataPreprocessor: .googleXSSI)) { done($0) }
        }
        expectEqual(second.value, [1])
        let empty = await awaited { done in
            AF.request(url).response(responseSerializer: .jsonValue) { done($0) }
        }
        expectEqual(empty.error?.isResponseSerializationError, true)
    }
}
