import Foundation
import NeatlineJSON
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `JSONEncoding`: dictionaries as the text of a body.
struct JSONEncodingTests {
    private let request: URLRequest

    init() throws { request = try URLRequest(url: "https://example.com/", method: .post) }

    private func body(_ parameters: Parameters, _ encoding: JSONEncoding = .default) throws -> String? {
        try encoding.encode(request, with: parameters).httpBody.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Nil leaves the request as it is")
    func nilLeavesTheRequestAsIt() throws {
        try expectEqual(JSONEncoding.default.encode(request, with: nil), request)
        try expectEqual(JSONEncoding.default.encode(request, withJSONObject: nil), request)
    }

    @Test("A dictionary is an object in the body")
    func aDictionaryIsAnObjectIn() throws {
        let encoded = try JSONEncoding.default.encode(
            request, with: ["b": [1, 2.5, true] as [any Any & Sendable], "a": "x/y"])
        expectEqual(encoded.httpBody, Data(#"{"a":"x/y","b":[1,2.5,true]}"#.utf8))
        expectEqual(encoded.value(forHTTPHeaderField: "Content-Type"), "application/json")
        expectEqual(encoded.url?.absoluteString, "https://example.com/")
    }

    @Test("A content type that is there stays")
    func aContentTypeThatIsThere() throws {
        var request = request
        request.setValue("application/vnd.x+json", forHTTPHeaderField: "content-type")
        request = try JSONEncoding.default.encode(request, with: ["a": 1])
        expectEqual(request.value(forHTTPHeaderField: "Content-Type"), "application/vnd.x+json")
    }

    @Test("Scalars of Swift and Foundation keep their kind")
    func scalarsOfSwiftAndFoundationKeep() throws {
        try expectEqual(
            body([
                "a": true, "b": NSNumber(value: false), "c": NSNumber(value: 1), "d": Int8(1), "e": NSNull(),
                "f": Int?.none,
                "g": UInt64.max, "h": Decimal(string: "1.10") ?? 0, "i": Optional("x"), "j": 1.0,
            ]), #"{"a":true,"b":false,"c":1,"d":1,"e":null,"f":null,"g":18446744073709551615,"h":1.1,"i":"x","j":1.0}"#
        )
    }

    @Test("Options lay out the text")
    func optionsLayOutTheText() throws {
        try expectEqual(body(["a": [1]], .prettyPrinted), "{\n  \"a\": [\n    1\n  ]\n}")
        expectEqual(JSONEncoding(options: [.prettyPrinted, .sortedKeys]).options, [.prettyPrinted, .sortedKeys])
        expectEqual(JSONEncoding.default.options, [])
    }

    @Test("Arrays and JSON are objects to encode")
    func arraysAndJSONAreObjectsTo() throws {
        try expectEqual(
            JSONEncoding.default.encode(request, withJSONObject: ["a", "b"]).httpBody, Data(#"["a","b"]"#.utf8))
        let json = try JSON(parsing: #"{"z":1.50,"a":[]}"#)
        try expectEqual(
            JSONEncoding.default.encode(request, withJSONObject: json).httpBody, Data(#"{"z":1.50,"a":[]}"#.utf8))
    }

    @Test("Pairs stay in their order")
    func pairsStayInTheirOrder() throws {
        let encoded = try JSONEncoding.default.encode(request, withPairs: ["z": 1, "a": ["y": 1], "m": NSNull()])
        expectEqual(encoded.httpBody, Data(#"{"z":1,"a":{"y":1},"m":null}"#.utf8))
    }

    @Test("What has no form in JSON is an invalid object")
    func whatHasNoFormInJSON() throws {
        let invalid: [any Any & Sendable] = [
            Date(timeIntervalSince1970: 0), URL(filePath: "/"), Double.nan, Double.infinity, -Float.infinity, Set([1]),
            [1: "a"], [["a": Date()]],
            NSNumber(value: Double.nan),
        ]
        for value in invalid {
            let error = #expect(throws: AFError.self, "\(value)") { try body(["a": value]) }
            guard case .parameterEncodingFailed(.jsonEncodingFailed(JSONEncoding.Error.invalidJSONObject)) = error
            else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("A scalar is no object", arguments: ["text", 1, true, NSNull()] as [any Sendable])
    func aScalarIsNoObject(scalar: any Sendable) throws {
        let error = #expect(throws: AFError.self) { try JSONEncoding.default.encode(request, withJSONObject: scalar) }
        expect(error?.underlyingError as? JSONEncoding.Error == .invalidJSONObject)
    }

    @Test("A cycle is an invalid object")
    func aCycleIsAnInvalidObject() throws {
        let array = NSMutableArray()
        let dictionary = NSMutableDictionary()
        array.add(dictionary)
        dictionary.setObject(array, forKey: NSString("a"))
        defer { array.removeAllObjects() }
        for object in [array, dictionary] as [Any] {
            let error = #expect(throws: AFError.self) {
                try JSONEncoding.default.encode(request, withJSONObject: object)
            }
            expect(error?.underlyingError as? JSONEncoding.Error == .invalidJSONObject)
        }
    }

    @Test("The message says what is wrong")
    func theMessageSaysWhatIsWrong() {
        expectEqual(
            JSONEncoding.Error.invalidJSONObject.localizedDescription,
            """
            Invalid JSON object provided for parameter or object encoding: it is not an array or a dictionary, or \
            contains a value that JSON cannot represent, such as a Date, Data or a number that is not finite.
            """)
    }
}

/// `PropertyListEncoding`, the seeds' form.
struct PropertyListEncodingTests {
    private let request: URLRequest

    init() throws { request = try URLRequest(url: "https://example.com/", method: .post) }

    private let parameters: Parameters = [
        "text": "a<b", "int": 1, "double": 1.5, "bool": true, "date": Date(timeIntervalSince1970: 1_000_000),
        "data": Data([1, 2]), "array": ["x", ["k": 1] as [String: Int]] as [any Any & Sendable],
    ]

    @Test("Every kind of value is written and read again", arguments: [PropertyListEncoding.xml, .binary])
    func everyKindOfValueIsWritten(encoding: PropertyListEncoding) throws {
        let encoded = try encoding.encode(request, with: parameters)
        expectEqual(encoded.value(forHTTPHeaderField: "Content-Type"), "application/x-plist")
        var format = PropertyListSerialization.PropertyListFormat.openStep
        let list = try PropertyListSerialization.propertyList(
            from: try #require(encoded.httpBody), options: [], format: &format)
        expectEqual(format, encoding.format)
        let members = try #require(list as? [String: Any])
        expect(members["text"] as? String == "a<b")
        expect(members["int"] as? Int == 1)
        expect(members["double"] as? Double == 1.5)
        expect(members["bool"] as? Bool == true)
        expect(members["date"] as? Date == Date(timeIntervalSince1970: 1_000_000))
        expect(members["data"] as? Data == Data([1, 2]))
        expect((members["array"] as? [Any])?.first as? String == "x")
        expectEqual(members.count, 7)
    }

    @Test("Nil leaves the request as it is")
    func nilLeavesTheRequestAsItIs() throws {
        try expectEqual(PropertyListEncoding.default.encode(request, with: nil), request)
        expectEqual(PropertyListEncoding(format: .binary, options: 0).format, .binary)
    }

    @Test("What has no form in a property list is an error with its path")
    func whatHasNoFormInA() throws {
        let invalid: [(any Any & Sendable, String)] = [
            (NSNull(), "a"), (Int?.none, "a"), (Double.nan, "a"), (Set([1]), "a"), ("a\u{1}b", "a"),
            (["k": ["x", NSNull()] as [any Any & Sendable]], "a.k[1]"),
            (Date(timeIntervalSince1970: .infinity), "a"), (URL(filePath: "/x"), "a"),
        ]
        for (value, path) in invalid {
            let error = #expect(throws: AFError.self, "\(value)") {
                try PropertyListEncoding.xml.encode(request, with: ["a": value])
            }
            expect(error?.underlyingError as? PropertyListEncoding.Error == .invalidValue(path: path), "\(value)")
        }
        expectEqual(
            PropertyListEncoding.Error.invalidValue(path: "a.k[1]").localizedDescription,
            "The value at a.k[1] has no form in a property list.")
    }

    @Test("A cycle is an error")
    func aCycleIsAnError() throws {
        let cycle = NSMutableArray()
        cycle.add(cycle)
        cycle.add(cycle)
        defer { cycle.removeAllObjects() }
        let error = #expect(throws: AFError.self) {
            try PropertyListEncoding.xml.encode(request, with: unchecked(["a": cycle]))
        }
        expect(error?.underlyingError as? PropertyListEncoding.Error == .tooDeep)
    }
}
