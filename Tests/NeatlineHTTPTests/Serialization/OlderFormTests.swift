import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The samples of Alamofire 4's documents.
private enum BackendError: Error {
    case network(error: any Error)
    case jsonSerialization(error: any Error)
    case objectSerialization(reason: String)
}

private protocol ResponseObjectSerializable: SendableMetatype {
    init?(response: HTTPURLResponse, representation: Any)
}

private struct User: ResponseObjectSerializable {
    let username: String
    let name: String

    init?(response: HTTPURLResponse, representation: Any) {
        guard
            let username = response.url?.lastPathComponent,
            let representation = representation as? [String: Any],
            let name = representation["name"] as? String
        else { return nil }
        self.username = username
        self.name = name
    }
}

@Suite("Serializers as Alamofire 4 wrote them", .ownThreads) struct OlderFormTests {
    private func serializer<T: ResponseObjectSerializable>() -> ClosureResponseSerializer<T> {
        ClosureResponseSerializer<T> { request, response, data, error in
            guard error == nil else { return .failure(BackendError.network(error: error!)) }

            let jsonResponseSerializer = DataRequest.jsonResponseSerializer(options: .allowFragments)
            let result = jsonResponseSerializer.serializeResponse(request, response, data, nil)

            guard case let .success(jsonObject) = result else {
                return .failure(BackendError.jsonSerialization(error: result.error!))
            }
            guard let response = response, let responseObject = T(response: response, representation: jsonObject) else {
                return .failure(BackendError.objectSerialization(reason: "not serialized: \(jsonObject)"))
            }
            return .success(responseObject)
        }
    }

    @Test("A closure makes the value, or an error of its own")
    func closures() throws {
        let serializer: ClosureResponseSerializer<User> = serializer()
        let user = try serializer.made(of: #"{"name": "Ada"}"#).get()
        expect(user.name == "Ada" && user.username == "a")
        guard case .network = try serializer.made(of: nil, error: Trouble.here(1)).error as? BackendError else {
            Issue.record("The error was lost.")
            return
        }
        guard case .jsonSerialization(let error) = try serializer.made(of: "{").error as? BackendError else {
            Issue.record("The error was lost.")
            return
        }
        expectEqual(error.asAFError?.isResponseSerializationError, true)
    }

    @Test("The serializers and functions of DataRequest and Request are there")
    func functions() throws {
        let data = Data("[1]".utf8)
        expectEqual(DataRequest.dataResponseSerializer().serializeResponse(nil, nil, data, nil).value, data)
        expectEqual(
            DataRequest.stringResponseSerializer(encoding: .utf8).serializeResponse(nil, nil, data, nil).value, "[1]")
        expect(
            DataRequest.propertyListResponseSerializer().serializeResponse(nil, nil, Data("(1)".utf8), nil).value
                as? [String] == ["1"])
        expectEqual(Request.serializeResponseData(response: nil, data: data, error: nil).value, data)
        expect(Request.serializeResponseData(response: nil, data: nil, error: nil).isMissingBody)
        expectEqual(
            Request.serializeResponseString(encoding: nil, response: nil, data: data, error: nil).value, "[1]")
        expect(
            Request.serializeResponseJSON(options: [], response: nil, data: data, error: nil).value as? [Int] == [1])
        expect(
            Request.serializeResponsePropertyList(options: [], response: nil, data: Data("(1)".utf8), error: nil).value
                as? [String] == ["1"])
    }
}
