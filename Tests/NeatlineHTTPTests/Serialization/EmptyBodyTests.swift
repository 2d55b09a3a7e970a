import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Responses without a body", .ownThreads) struct EmptyBodyTests {
    struct User: Decodable, Equatable { var name: String }

    struct Receipt: Decodable, Equatable, EmptyResponse {
        var items: [String]
        static func emptyValue() -> Receipt { Receipt(items: []) }
    }

    @Test("They are errors in all serializers", arguments: [nil, ""] as [String?])
    func errors(body: String?) throws {
        expect(try DataResponseSerializer().made(of: body).isMissingBody)
        expect(try StringResponseSerializer().made(of: body).isMissingBody)
        expect(try JSONResponseSerializer().made(of: body).isMissingBody)
        expect(try PropertyListResponseSerializer().made(of: body).isMissingBody)
        expect(try DecodableResponseSerializer<User>().made(of: body).isMissingBody)
        expect(try DecodableResponseSerializer<Empty>().made(of: body).isMissingBody)
    }

    @Test("They are allowed with 204 and 205, and after HEAD", arguments: [(204, "GET"), (205, "GET"), (200, "HEAD")])
    func allowed(status: Int, method: String) throws {
        let method = HTTPMethod(rawValue: method)
        try expectEqual(DataResponseSerializer().made(of: nil, method: method, status: status).value, Data())
        try expectEqual(StringResponseSerializer().made(of: "", method: method, status: status).value, "")
        expect(try JSONResponseSerializer().made(of: nil, method: method, status: status).value is NSNull)
        expect(try PropertyListResponseSerializer().made(of: nil, method: method, status: status).value is NSNull)
        try expectEqual(
            DecodableResponseSerializer<Empty>().made(of: nil, method: method, status: status).value, .value)
        try expectEqual(
            DecodableResponseSerializer<Receipt>().made(of: nil, method: method, status: status).value,
            Receipt(items: []))
    }

    @Test("A type without an empty value is an error that names it")
    func noEmptyValue() throws {
        let result = try DecodableResponseSerializer<User>().made(of: nil, status: 204)
        guard case .invalidEmptyResponse(let type) = result.serializationFailure else {
            Issue.record("\(result)")
            return
        }
        expectEqual(type, "User")
    }

    @Test("Codes and methods can be set")
    func settings() throws {
        let codes = DataResponseSerializer(emptyResponseCodes: [200], emptyRequestMethods: [])
        try expectEqual(codes.made(of: nil).value, Data())
        expect(try codes.made(of: nil, status: 204).isMissingBody)
        expect(try codes.made(of: nil, method: .head, status: 201).isMissingBody)
        let methods = StringResponseSerializer(emptyResponseCodes: [], emptyRequestMethods: [.post])
        try expectEqual(methods.made(of: nil, method: .post).value, "")
        expect(try methods.made(of: nil, method: .head).isMissingBody)
        expect(try JSONResponseSerializer(emptyResponseCodes: [200]).made(of: nil).value is NSNull)
        try expectEqual(DecodableResponseSerializer<Empty>(emptyResponseCodes: [200]).made(of: nil).value, .value)
    }

    @Test("A body that is there is read, whatever the status and the method")
    func unexpectedBody() throws {
        try expectEqual(StringResponseSerializer().made(of: "a", method: .head, status: 204).value, "a")
    }

    @Test("The questions can be asked one by one; without request or response there is no answer")
    func questions() throws {
        let serializer = DataResponseSerializer()
        expect(serializer.requestAllowsEmptyResponseData(nil) == nil)
        expectEqual(serializer.requestAllowsEmptyResponseData(try madeRequest(.head)), true)
        expectEqual(serializer.requestAllowsEmptyResponseData(try madeRequest()), false)
        expect(serializer.responseAllowsEmptyResponseData(nil) == nil)
        expectEqual(serializer.responseAllowsEmptyResponseData(try madeResponse(204)), true)
        expectEqual(serializer.responseAllowsEmptyResponseData(try madeResponse()), false)
        expect(!serializer.emptyResponseAllowed(forRequest: nil, response: nil))
        expect(serializer.emptyResponseAllowed(forRequest: try madeRequest(.head), response: nil))
        expectEqual(DataResponseSerializer.defaultEmptyResponseCodes, [204, 205])
        expectEqual(DataResponseSerializer.defaultEmptyRequestMethods, [.head])
    }

    @Test("Without request and response an empty body is an error, and a body is not")
    func nothing() throws {
        expect(DataResponseSerializer().serializeResponse(nil, nil, nil, nil).isMissingBody)
        expectEqual(DataResponseSerializer().serializeResponse(nil, nil, Data([1]), nil).value, Data([1]))
    }
}
