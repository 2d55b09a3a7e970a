import Foundation
import NeatlineFoundation
import NeatlineHTTP
import NeatlineJSON
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Response serializers", .ownThreads) struct SerializerTests {
    struct User: Decodable, Equatable { var name: String }

    /// A model that is not `Sendable`.
    final class Account: Decodable { var name = "" }

    @Test("The error of a request goes through all of them, even where there is a body")
    func errors() throws {
        expect(try DataResponseSerializer().made(of: "a", error: Trouble.here(1)).error as? Trouble == .here(1))
        expect(try StringResponseSerializer().made(of: "a", error: Trouble.here(1)).error as? Trouble == .here(1))
        expect(try JSONResponseSerializer().made(of: "1", error: Trouble.here(1)).error as? Trouble == .here(1))
        expect(try PropertyListResponseSerializer().made(of: "", error: Trouble.here(1)).error as? Trouble == .here(1))
        expect(
            try DecodableResponseSerializer<User>().made(of: nil, status: 204, error: Trouble.here(1)).error
                as? Trouble == .here(1))
    }

    @Test("Decodable types are decoded by Neatline, or by the decoder that is given")
    func decodable() throws {
        let body = #"{"name": "Ada"}"#
        try expectEqual(DecodableResponseSerializer<User>().made(of: body).value, User(name: "Ada"))
        try expectEqual(DecodableResponseSerializer<Account>().made(of: body).value?.name, "Ada")
        try expectEqual(DecodableResponseSerializer<User>(decoder: JSONDecoder()).made(of: body).value?.name, "Ada")
        let snake = NeatlineJSONDecoder()
        snake.keyDecodingStrategy = .custom { _ in JSONKey(stringValue: "name") }
        try expectEqual(DecodableResponseSerializer<User>(decoder: snake).made(of: #"{"x": "Ada"}"#).value?.name, "Ada")
        let plist = "<plist version=\"1.0\"><dict><key>name</key><string>Ada</string></dict></plist>"
        try expectEqual(
            DecodableResponseSerializer<User>(decoder: PropertyListDecoder()).made(of: plist).value?.name, "Ada")
        try expectEqual(DefaultDataDecoder().decode(User.self, from: Data(body.utf8)).name, "Ada")
    }

    private struct JSONKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test("A body that does not decode is an error that says where")
    func undecodable() throws {
        let result = try DecodableResponseSerializer<[User]>().made(of: "[\n  {\"name\": \"Ada\"},\n  {\"name\": 7}\n]")
        guard case .decodingFailed(let error) = result.serializationFailure else {
            Issue.record("\(result)")
            return
        }
        guard case .typeMismatch(_, let context) = error as? DecodingError else {
            Issue.record("\(error)")
            return
        }
        expectEqual(context.codingPath.map(\.stringValue), ["Index 1", "name"])
        let text = (result.error as? AFError)?.errorDescription ?? ""
        expect(text.hasPrefix("Response could not be decoded because of error:\nAt [1].name: "), "\(text)")
        expect(text.contains("line 3, column 12"), "\(text)")
        expect(text.contains("{\"name\": 7}"), "\(text)")
    }

    @Test("A body that is not JSON is an error of Foundation's kind with Neatline's words")
    func invalidJSON() throws {
        let result = try JSONResponseSerializer().made(of: "{\"a\": 1,\n \"b\" 2}")
        guard case .jsonSerializationFailed(let error) = result.serializationFailure else {
            Issue.record("\(result)")
            return
        }
        expectEqual((error as? CocoaError)?.code, .propertyListReadCorrupt)
        expect((error as? CocoaError)?.userInfo[NSUnderlyingErrorKey] is JSONError)
        let text = (result.error as? AFError)?.errorDescription ?? ""
        expect(text.hasPrefix("JSON could not be serialized because of error:\nThe data is not JSON: "), "\(text)")
        expect(text.contains("line 2, column 6"), "\(text)")
    }

    @Test("JSON becomes the values of JSONSerialization")
    func json() throws {
        let value = try JSONResponseSerializer().made(of: #"{"a": [1, "x", null, true, 2.5]}"#).get()
        let list = try #require((value as? [String: Any])?["a"] as? [Any])
        expect(list[0] as? Int == 1 && list[1] as? String == "x" && list[2] is NSNull)
        expect(list[3] as? Bool == true && list[4] as? Double == 2.5)
        expect(value is NSDictionary)
        expect(try JSONResponseSerializer().made(of: "7").value as? Int == 7)
        expect(try JSONResponseSerializer(options: []).made(of: "7").isFailure)
        expect(try JSONResponseSerializer(options: []).made(of: "[1,]").isFailure)
    }

    @Test("A million brackets are an error, not a crash")
    func deepJSON() throws {
        let deep = String(repeating: "[", count: 1_000_000)
        expect(try JSONResponseSerializer().made(of: deep).isFailure)
        expect(try DecodableResponseSerializer<User>().made(of: deep).isFailure)
        expect(try PropertyListResponseSerializer().made(of: String(repeating: "(", count: 100_000)).isFailure)
    }

    @Test("Property lists are read in all formats; what is none is an error")
    func propertyLists() throws {
        let serializer = PropertyListResponseSerializer()
        let xml = "<plist version=\"1.0\"><array><integer>1</integer></array></plist>"
        expect(try serializer.made(of: xml).value as? [Int] == [1])
        let binary = try PropertyListSerialization.data(fromPropertyList: ["a": "b"], format: .binary, options: 0)
        expect(serializer.serializeResponse(nil, nil, binary, nil).value as? [String: String] == ["a": "b"])
        guard case .customSerializationFailed = try serializer.made(of: "<plist>").serializationFailure else {
            Issue.record("No error for a broken property list.")
            return
        }
    }

    @Test("Preprocessors come before the serializers")
    func preprocessors() throws {
        let body = ")]}',\n{\"name\": \"Ada\"}"
        try expectEqual(
            DecodableResponseSerializer<User>(dataPreprocessor: GoogleXSSIPreprocessor()).made(of: body).value?.name,
            "Ada")
        try expectEqual(
            DataResponseSerializer(dataPreprocessor: .googleXSSI).made(of: ")]}',\na").value, Data("a".utf8))
        try expectEqual(DataResponseSerializer(dataPreprocessor: .googleXSSI).made(of: ")]}',a").value?.count, 6)
        try expectEqual(StringResponseSerializer(dataPreprocessor: .passthrough).made(of: body).value, body)
        let googled = try JSONResponseSerializer(dataPreprocessor: .googleXSSI).made(of: ")]}',\n[1]")
        expect(googled.value as? [Int] == [1])
    }

    @Test("What a preprocessor throws comes out, and nothing is asked of it without a body")
    func throwingPreprocessor() throws {
        struct Thrower: DataPreprocessor {
            func preprocess(_ data: Data) throws -> Data { throw Trouble.here(7) }
        }
        let serializer = DataResponseSerializer(dataPreprocessor: Thrower())
        expect(try serializer.made(of: "a").error as? Trouble == .here(7))
        try expectEqual(serializer.made(of: nil, status: 204).value, Data())
    }

    @Test("Serializers can be written with a dot")
    func factories() throws {
        func made<S: ResponseSerializer>(_ serializer: S, _ body: String) throws -> S.SerializedObject {
            try serializer.made(of: body).get()
        }
        try expectEqual(made(.data, "a"), Data("a".utf8))
        try expectEqual(made(.data(emptyResponseCodes: []), "a"), Data("a".utf8))
        try expectEqual(made(.string, "a"), "a")
        try expectEqual(made(.string(encoding: .utf8), "é"), "é")
        expect(try made(.json, "[1]") as? [Int] == [1])
        expect(try made(.json(options: []), "[1]") as? [Int] == [1])
        try expectEqual(made(.decodable(of: User.self), #"{"name": "Ada"}"#), User(name: "Ada"))
        try expectEqual(made(.decodable(of: [Int].self, decoder: JSONDecoder()), "[1]"), [1])
        expect(try made(.propertyList, "<plist><string>a</string></plist>") as? String == "a")
    }

    @Test("A serializer of one's own needs the four-argument method alone")
    func custom() throws {
        struct Counter: DataResponseSerializerProtocol {
            func serialize(
                request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
            ) throws -> Int {
                if let error { throw error }
                return (data?.count ?? 0) * 1000 + (response?.statusCode ?? 0)
            }
        }
        let received = ReceivedResponse(
            request: try madeRequest(), response: try madeResponse(201), data: Data([1, 2]), error: nil)
        try expectEqual(Counter().serialize(received), 2201)
        expectEqual(received.statusCode, 201)
        expectEqual(received.response?.statusCode, 201)

        struct Whole: ResponseSerializer {
            func serialize(
                request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
            ) throws -> String {
                if let error { throw error }
                return emptyResponseAllowed(forRequest: request, response: response)
                    ? "none" : String(decoding: try dataPreprocessor.preprocess(data ?? Data()), as: UTF8.self)
            }
        }
        try expectEqual(Whole().made(of: "a").value, "a")
        try expectEqual(Whole().made(of: nil, status: 204).value, "none")
    }

    @Test("A serializer of received responses needs only its one function, also for the four arguments and for files")
    func receivedOnly() throws {
        struct Counter: ResponseSerializer, ReceivedResponseSerializer {
            func serialize(_ received: ReceivedResponse) throws -> Int {
                if let error = received.error { throw error }
                return (received.data?.count ?? 0) * 1000 + (received.statusCode ?? 0)
            }
        }
        try expectEqual(Counter().made(of: "ab", status: 201).value, 2201)
        expect(try Counter().made(of: "ab", error: Trouble.here(3)).error as? Trouble == .here(3))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([1, 2, 3]).write(to: file)
        let count = try Counter().serializeDownload(
            request: nil, response: try madeResponse(206), fileURL: file, error: nil)
        expectEqual(count, 3206)
    }

    @Test("Header values are found without regard to case")
    func receivedHeaders() throws {
        let received = ReceivedResponse(
            request: nil, response: try madeResponse(headers: ["X-Count": "7"]), data: nil, error: nil)
        expect(received.headerValue("x-count") == "7" && received.headerValue("x") == nil)
        expect(ReceivedResponse(request: nil, response: nil, data: nil, error: nil).headerValue("x") == nil)
    }
}
