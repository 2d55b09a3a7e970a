import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

/// A value of each kind, from a text and built, with what every accessor must give.
struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let parsed: JSON
    let built: JSON
    let type: JSONType

    var testDescription: String { name }

    private init(_ text: String, _ built: JSON, _ type: JSONType) throws {
        name = text
        parsed = try JSON(parsing: text)
        self.built = built
        self.type = type
    }

    static let all: [Kind] = {
        do {
            return [
                try Kind("null", .null, .null),
                try Kind("true", .bool(true), .bool),
                try Kind("false", .bool(false), .bool),
                try Kind("1", .number(1), .number),
                try Kind("-2.5e3", .number(-2500), .number),
                try Kind(#""text""#, .string("text"), .string),
                try Kind("[1, null]", .array(JSONArray([.number(1), .null])), .array),
                try Kind(#"{"a": 1}"#, .object(JSONObject([(key: "a", value: JSON.number(1))])), .dictionary),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()
}

@Suite("The type of a value, and null against missing")
struct TypeTests {
    @Test("Parsed and built values have one type, equal each other and hash alike", arguments: Kind.all)
    func kinds(kind: Kind) {
        expectEqual(kind.parsed.type, kind.type)
        expectEqual(kind.built.type, kind.type)
        expectEqual(kind.parsed, kind.built)
        expectEqual(kind.parsed.hashValue, kind.built.hashValue)
        expect(kind.parsed.exists())
        expect(kind.parsed.error == nil)
        expect(kind.built.exists())
    }

    @Test("Values of different kinds differ")
    func different() {
        expectEqual(Kind.all.count, 8)
        for (i, a) in Kind.all.enumerated() {
            for (j, b) in Kind.all.enumerated() {
                expectEqual(a.parsed == b.parsed, i == j, "\(a.name) and \(b.name)")
                expectEqual(a.parsed == b.built, i == j, "\(a.name) and \(b.name)")
            }
        }
    }

    @Test("Each kind has its case")
    func cases() throws {
        let json = try JSON(parsing: #"[null, true, 1, "s", [], {}]"#)
        guard case .array(let elements) = json else { return expect(Bool(false), "not an array") }
        let names = elements.map { element in
            switch element {
            case .null: "null"
            case .bool(let value): "bool \(value)"
            case .number(let number): "number \(number)"
            case .string(let text): "string \(text)"
            case .array(let array): "array \(array.count)"
            case .object(let object): "object \(object.count)"
            case .error: "error"
            }
        }
        expectEqual(names, ["null", "bool true", "number 1", "string s", "array 0", "object 0"])
    }

    @Test("The raw values of the types are SwiftyJSON's")
    func rawValues() {
        let types: [JSONType] = [.number, .string, .bool, .array, .dictionary, .null, .unknown]
        expectEqual(types.map(\.rawValue), [0, 1, 2, 3, 4, 5, 6])
    }

    /// Values that are missing, each for another reason.
    private func missing() throws -> [JSON] {
        let json = try JSON(parsing: #"{"list": [1], "null": null}"#)
        return [
            json["no"], json["list"][7], json["list"][-1], json["list"]["key"], json["null"]["x"], json["no"]["x"][3],
        ]
    }

    @Test("A missing value equals null, hashes as null and prints as null")
    func missingLooksLikeNull() throws {
        for value in try missing() {
            expectEqual(value, .null)
            expectEqual(value, .null)
            expectEqual(JSON.null, value)
            expectEqual(value.hashValue, JSON.null.hashValue)
            expectEqual(value.type, .null)
            expectEqual(value.description, "null")
            expectEqual(value.debugDescription, "null")
            expectEqual("\(value)", "null")
            try expectEqual(value.serializedString(), "null")
            try expectEqual(JSON([value]).serializedString(), "[null]")
        }
        expectEqual(Set(try missing() + [.null]).count, 1)
    }

    @Test("A missing value does not exist, and its pattern is not null's")
    func missingIsNotNull() throws {
        for value in try missing() {
            expect(!value.exists())
            expect(value.error != nil)
            if case .null = value { Issue.record("a missing value matched .null") }
            guard case .error = value else { return expect(Bool(false), "no error") }
        }
    }

    @Test("A member that is null exists")
    func nullExists() throws {
        let json = try JSON(parsing: #"{"null": null, "list": [null]}"#)
        expect(json["null"].exists())
        expect(json["null"].error == nil)
        expect(json["list"][0].exists())
        guard case .null = json["null"] else { return expect(Bool(false), "not null") }
        expect(JSON.null.exists())
        expect(JSON.null.error == nil)
    }

    @Test("A missing value in a built container stays what it is")
    func missingInContainer() throws {
        let missing = try JSON(parsing: "{}")["no"]
        let json: JSON = ["a": missing, "b": [missing]]
        expectEqual(json, ["a": nil, "b": [nil]])
        expectEqual(json["a"].error?.code, .missingKey)
        expectEqual(json["b"][0]["x"].error?.path, "$.no")
    }

    @Test("A JSON value crosses tasks")
    func concurrency() async throws {
        let members = (0..<2_000).map { "\"key\($0)\": [\($0), \"v\($0)\"]" }.joined(separator: ",")
        let json = try JSON(parsing: "{\(members)}")
        let built = JSON(Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("key\($0)", JSON($0)) }))
        let sums = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    // The first lookups build the indexes, in all tasks at once.
                    (0..<2_000).reduce(0) { sum, i in
                        let key = "key\((i * 7 + task) % 2_000)"
                        return sum + json[key][0].intValue - built[key].intValue + json[key][1].stringValue.count
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        expectEqual(sums, Array(repeating: (0..<2_000).reduce(0) { $0 + "v\($1)".count }, count: 8))
    }
}
