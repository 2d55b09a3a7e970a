import Foundation
import NeatlineFoundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct Search: Encodable, Sendable {
    var text = "a b"
    var pages = [2, 1]
}

/// `URLEncodedFormParameterEncoder` and `JSONParameterEncoder`: values into requests.
struct ParameterEncoderTests {
    private let get: URLRequest
    private let post: URLRequest

    init() throws {
        get = try URLRequest(url: "https://example.com/", method: .get)
        post = try URLRequest(url: "https://example.com/", method: .post)
    }

    // MARK: Forms

    @Test("Nil leaves the request as it is")
    func nilLeavesTheRequestAsIt() throws {
        try expectEqual(URLEncodedFormParameterEncoder.default.encode(Search?.none, into: get), get)
        try expectEqual(JSONParameterEncoder.default.encode(Search?.none, into: post), post)
    }

    @Test("Parameters of requests without a body go to the query", arguments: [HTTPMethod.get, .head, .delete])
    func parametersOfRequestsWithoutABody(method: HTTPMethod) throws {
        var request = get
        request.method = method
        let encoded = try URLEncodedFormParameterEncoder.default.encode(Search(), into: request)
        expectEqual(encoded.url?.absoluteString, "https://example.com/?pages%5B%5D=2&pages%5B%5D=1&text=a%20b")
        expect(encoded.httpBody == nil)
    }

    @Test("Parameters of other requests go to the body", arguments: [HTTPMethod.post, .put, .patch, .query])
    func parametersOfOtherRequestsGoTo(method: HTTPMethod) throws {
        var request = post
        request.method = method
        let encoded = try URLEncodedFormParameterEncoder.default.encode(Search(), into: request)
        expectEqual(encoded.url?.absoluteString, "https://example.com/")
        expectEqual(encoded.httpBody, Data("pages%5B%5D=2&pages%5B%5D=1&text=a%20b".utf8))
        expectEqual(
            encoded.value(forHTTPHeaderField: "Content-Type"), "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test("A destination overrules the method")
    func aDestinationOverrulesTheMethod() throws {
        let query = try URLEncodedFormParameterEncoder(destination: .queryString).encode(["a": 1], into: post)
        expectEqual(query.url?.absoluteString, "https://example.com/?a=1")
        expect(query.httpBody == nil)
        let body = try URLEncodedFormParameterEncoder(destination: .httpBody).encode(["a": 1], into: get)
        expectEqual(body.url?.absoluteString, "https://example.com/")
        expectEqual(body.httpBody, Data("a=1".utf8))
    }

    @Test("A query that is there stays")
    func aQueryThatIsThereStays() throws {
        var request = get
        request.url = URL(string: "https://example.com/?x=1#y")
        try expectEqual(
            URLEncodedFormParameterEncoder.default.encode(["a": 1], into: request).url?.absoluteString,
            "https://example.com/?x=1&a=1#y")
    }

    @Test("No parameters leave the URL as it is")
    func noParametersLeaveTheURLAs() throws {
        try expectEqual(URLEncodedFormParameterEncoder.default.encode([String: Int](), into: get).url, get.url)
        let body = try URLEncodedFormParameterEncoder.default.encode([String: Int](), into: post)
        expectEqual(body.httpBody, Data())
    }

    @Test("A content type that is there stays")
    func aContentTypeThatIsThere() throws {
        var request = post
        request.setValue("x/y", forHTTPHeaderField: "content-type")
        try expectEqual(
            URLEncodedFormParameterEncoder.default.encode(["a": 1], into: request)
                .value(forHTTPHeaderField: "Content-Type"), "x/y")
        try expectEqual(
            JSONParameterEncoder.default.encode(["a": 1], into: request).value(forHTTPHeaderField: "Content-Type"),
            "x/y")
    }

    @Test("A request without URL cannot have a form")
    func aRequestWithoutURLCannotHave() throws {
        var request = get
        request.url = nil
        let error = #expect(throws: AFError.self) {
            try URLEncodedFormParameterEncoder.default.encode(["a": 1], into: request)
        }
        guard case .parameterEncoderFailed(.missingRequiredComponent(.url)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("An error of the encoder is inside")
    func anErrorOfTheEncoderIs() {
        let error = #expect(throws: AFError.self) {
            try URLEncodedFormParameterEncoder.default.encode("text", into: get)
        }
        expectEqual(error?.isParameterEncoderError, true)
        expect(
            error?.underlyingError as? URLEncodedFormEncoder.Error == .invalidRootObject(#"string("text")"#))
    }

    @Test("Allowed characters that no query can have are escaped all the same")
    func allowedCharactersThatNoQueryCan() throws {
        let encoder = URLEncodedFormEncoder(allowedCharacters: CharacterSet(charactersIn: "a#\n[]\"&%"))
        let encoded = try URLEncodedFormParameterEncoder(encoder: encoder).encode(["a": ["#\n\""]], into: get)
        expectEqual(encoded.url?.absoluteString, "https://example.com/?a%5B%5D=%23%0A%22")
    }

    // MARK: JSON

    @Test("JSON goes to the body")
    func jsonGoesToTheBody() throws {
        let encoded = try JSONParameterEncoder.default.encode(Search(), into: get)
        expectEqual(encoded.httpBody, Data(#"{"text":"a b","pages":[2,1]}"#.utf8))
        expectEqual(encoded.value(forHTTPHeaderField: "Content-Type"), "application/json")
        expectEqual(encoded.url, get.url)
    }

    @Test("JSON is laid out as chosen")
    func jsonIsLaidOutAsChosen() throws {
        func body(_ encoder: JSONParameterEncoder) throws -> String {
            String(decoding: try #require(try encoder.encode(["b": 1, "a": 2], into: post).httpBody), as: UTF8.self)
        }
        try expectEqual(body(.sortedKeys), #"{"a":2,"b":1}"#)
        expect(try body(.prettyPrinted).contains("\n  \"a\" : 2"))
    }

    @Test("Foundation's encoder is taken too")
    func foundationSEncoderIsTakenToo() throws {
        let foundation = JSONEncoder()
        foundation.keyEncodingStrategy = .convertToSnakeCase
        foundation.outputFormatting = .sortedKeys
        struct Value: Encodable, Sendable { var oneTwo = 1 }
        try expectEqual(
            JSONParameterEncoder(encoder: foundation).encode(Value(), into: post).httpBody, Data(#"{"one_two":1}"#.utf8)
        )
        let ours = NeatlineJSONEncoder()
        ours.keyEncodingStrategy = .convertToSnakeCase
        try expectEqual(
            JSONParameterEncoder(encoder: ours).encode(Value(), into: post).httpBody, Data(#"{"one_two":1}"#.utf8))
    }

    @Test("A shared encoder of Foundation's is named without its type, as for Alamofire")
    func aSharedEncoderIsNamedWithoutItsType() throws {
        struct Value: Encodable, Sendable { var oneTwo = 1 }
        let snake = Data(#"{"one_two":1}"#.utf8)
        try expectEqual(JSONParameterEncoder(encoder: .snakeCase).encode(Value(), into: post).httpBody, snake)
        let encoder: any ParameterEncoder = .json(encoder: .snakeCase)
        try expectEqual(encoder.encode(Value(), into: post).httpBody, snake)
        // Without one, it is still the encoder of this package.
        expect(JSONParameterEncoder().encoder is NeatlineJSONEncoder)
    }

    @Test("An error of the JSON encoder is inside")
    func anErrorOfTheJSONEncoder() {
        let error = #expect(throws: AFError.self) { try JSONParameterEncoder.default.encode([Double.nan], into: post) }
        expectEqual(error?.isParameterEncoderError, true)
        expect(error?.underlyingError is EncodingError)
    }

    @Test("Ordered parameters stay in their order")
    func orderedParametersStayInTheirOrder() throws {
        let parameters: OrderedParameters = ["z": 1, "a": ["x": 1, "b": nil as Int?] as OrderedParameters]
        try expectEqual(
            JSONParameterEncoder.default.encode(parameters, into: post).httpBody,
            Data(#"{"z":1,"a":{"x":1,"b":null}}"#.utf8))
        try expectEqual(
            URLEncodedFormParameterEncoder.default.encode(parameters, into: get).url?.absoluteString,
            "https://example.com/?z=1&a%5Bx%5D=1")
    }

    // MARK: Names

    @Test("Encoders are found by their short names")
    func encodersAreFoundByTheirShort() throws {
        func encoded(_ encoder: any ParameterEncoder) throws -> URLRequest {
            try encoder.encode(["a": true], into: post)
        }
        try expectEqual(encoded(.urlEncodedForm).httpBody, Data("a=1".utf8))
        try expectEqual(
            encoded(
                .urlEncodedForm(encoder: URLEncodedFormEncoder(boolEncoding: .literal), destination: .queryString)
            )
            .url?.query, "a=true")
        try expectEqual(encoded(.json).httpBody, Data(#"{"a":true}"#.utf8))
        try expectEqual(encoded(.json(encoder: JSONEncoder())).httpBody, Data(#"{"a":true}"#.utf8))
    }

    @Test("Encoders can be subclassed")
    func encodersCanBeSubclassed() throws {
        final class Wrapping: JSONParameterEncoder, @unchecked Sendable {
            override func encode<Parameters: Encodable & Sendable>(
                _ parameters: Parameters?, into request: URLRequest
            ) throws -> URLRequest {
                try super.encode(["data": parameters], into: request)
            }
        }
        try expectEqual(Wrapping().encode([1], into: post).httpBody, Data(#"{"data":[1]}"#.utf8))
    }
}

extension JSONEncoder {
    fileprivate static var snakeCase: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }
}
