import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Section A of what SwiftyJSON does: types and errors.
@Suite("SwiftyJSON: types and errors")
struct TypeAndErrorTests {
    @Test("Each value has its type, also under SwiftyJSON's name of the enum")
    func types() {
        let rows: [(JSON, Type)] = [
            (1, .number), ("x", .string), (true, .bool), ([], .array), ([:], .dictionary), (JSON.null, .null),
            (JSON(NSObject()), .unknown), (JSON([1: 2]), .unknown), (JSON(NSNull.self), .unknown),
            (JSON(NSNumber(value: 0)), .number), (JSON(NSNumber(value: false)), .bool), (JSON(NSNull()), .null),
            (JSON(NSString("s")), .string), (JSON(NSArray()), .array), (JSON(NSDictionary()), .dictionary),
            (JSON(Optional<Int>.none as Any), .null), (JSON(NSDecimalNumber(string: "1.5")), .number),
        ]
        for (json, type) in rows { expectEqual(json.type, type, "\(json)") }
        expect(JSON("text").type != Type.null)
        expectEqual(
            (0...6).map { Type(rawValue: $0) }, [.number, .string, .bool, .array, .dictionary, .null, .unknown])
        let name: JSONType = Type.bool
        expectEqual(name.rawValue, 2)
    }

    @Test("Null in all spellings")
    func null() {
        expectEqual(JSON.null, JSON(NSNull()))
        expectEqual(JSON.null.description, "null")
        expectEqual(JSON(NSNull()).debugDescription, "null")
        expect(JSON.null.error == nil)
        expect(JSON(NSNull.self) != JSON.null)
        expect(JSON([1: 2]) != JSON.null)
        expectEqual(JSON(NSObject()), JSON(NSNull.self))
        expectEqual(JSON(NSObject()).hashValue, JSON([1: 2]).hashValue)
        expectEqual(JSON([1])[5].hashValue, JSON.null.hashValue)
        expectEqual(Set([JSON.null, JSON([1])["a"], JSON(NSObject()), JSON(NSObject())]).count, 2)
        expect(JSON.null.exists())
    }

    @Test("An index out of range, also a negative one, and everything behind it")
    func outOfBounds() {
        let json: JSON = [1, "2", 3]
        expectEqual(json[9].error, SwiftyJSONError.indexOutOfBounds)
        expectEqual(json[-2].error, SwiftyJSONError.indexOutOfBounds)
        expectEqual(json[3].error, SwiftyJSONError.indexOutOfBounds)
        expectEqual(json[9][8].error, SwiftyJSONError.indexOutOfBounds)
        expectEqual(json[8, 7].error, SwiftyJSONError.indexOutOfBounds)
        expectEqual(json[9]["name"].error, SwiftyJSONError.indexOutOfBounds)
        expectEqual(json[9], JSON.null)
        expect(json[0].error == nil)
    }

    @Test("A step into a value of another type, and everything behind it")
    func wrongType() {
        let json = JSON(12345)
        for error in [
            json[9].error, json[9][8].error, json["name"].error, json[0]["name"].error, json["type"]["name"].error,
            json["name"][99].error, json[1, "name"].error, json["name", 0].error,
        ] { expectEqual(error, SwiftyJSONError.wrongType) }
        let object: JSON = ["name": "NAME", "age": 15]
        expectEqual(object["name"][10].error, SwiftyJSONError.wrongType)
        expectEqual(object["name", "first"].error, SwiftyJSONError.wrongType)
        expectEqual(object[0].error, SwiftyJSONError.wrongType)
    }

    @Test("A member that is missing, and everything behind it")
    func notExist() {
        let json: JSON = ["name": "NAME", "age": 15]
        expectEqual(json["Type"].error, SwiftyJSONError.notExist)
        expectEqual(json["Type"]["Value"].error, SwiftyJSONError.notExist)
        expectEqual(json["Type"][0].error, SwiftyJSONError.notExist)
        expect(json["Type"].error != SwiftyJSONError.wrongType)
        expect(json["name"].error == nil)
        expectEqual(json["Type"].type, Type.null)
    }

    @Test(
        "Codes, domain and texts are SwiftyJSON's",
        arguments: [
            (SwiftyJSONError.unsupportedType, 999, "It is an unsupported type."),
            (.indexOutOfBounds, 900, "Array Index is out of bounds."),
            (
                .elementTooDeep, 902,
                "Element too deep. Increase maxObjectDepth and make sure there is no reference loop."
            ),
            (.wrongType, 901, "Couldn't merge, because the JSONs differ in type on top level."),
            (.notExist, 500, "Dictionary key does not exist."), (.invalidJSON, 490, "JSON is invalid."),
        ])
    func constants(error: SwiftyJSONError, code: Int, text: String) throws {
        expectEqual(error.rawValue, code)
        expectEqual(error.errorCode, code)
        expectEqual(SwiftyJSONError(rawValue: code), error)
        expectEqual(type(of: error).errorDomain, SwiftyJSONError.errorDomain)
        expectEqual(SwiftyJSONError.errorDomain, "com.swiftyjson.SwiftyJSON")
        expect(error.errorUserInfo as? [String: String] == [NSLocalizedDescriptionKey: text])
        expectEqual(error.localizedDescription, text)
        let bridged = error as NSError
        expectEqual(bridged.domain, "com.swiftyjson.SwiftyJSON")
        expectEqual(bridged.code, code)
        expect(SwiftyJSONError(rawValue: 1) == nil)
    }

    @Test("An error of a step has SwiftyJSON's text, and also the position")
    func errorTexts() throws {
        let json: JSON = ["user": ["name": "Jack", "list": [1]]]
        let missing = try #require(json["user", "age"].error)
        expect(
            missing.errorUserInfo as? [String: String] == [
                NSLocalizedDescriptionKey: "Dictionary key does not exist.",
                NSDebugDescriptionErrorKey: #"$.user.age: expected a member "age", found none"#,
            ])
        expectEqual(json["user", "list", 5].error?.localizedDescription, "Array Index is out of bounds.")
        let wrong = try #require(json["user", "name", 0].error)
        expect(wrong.errorUserInfo[NSLocalizedDescriptionKey] as? String == "expected an array, found a string")
        expectEqual(JSON(NSObject()).error?.localizedDescription, "It is an unsupported type.")
        let syntax = try #require(throws: (any Error).self) { try JSON(data: Data("[1 2]".utf8)) }
        expectEqual(syntax.localizedDescription, "line 1, column 4: expected ',' or ']' after an element, found '2'")
        expectEqual((syntax as? SwiftyJSONError)?.errorCode, 490)
    }

    @Test("Errors are caught by type and by constant")
    func caught() {
        func outcome(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "none"
            } catch SwiftyJSONError.invalidJSON {
                return "invalid"
            } catch let error as SwiftyJSONError {
                return "code \(error.errorCode)"
            } catch {
                return "another"
            }
        }
        expectEqual(outcome { _ = try JSON("scalar").rawData() }, "invalid")
        expectEqual(outcome { if let error = JSON([1])[4].error { throw error } }, "code 900")
        expectEqual(outcome { throw CocoaError(.fileNoSuchFile) }, "another")
        expectEqual(outcome {}, "none")
        let code =
            switch JSON([1])["a"].error {
            case SwiftyJSONError.notExist?: 1
            case .wrongType?: 2
            default: 3
            }
        expectEqual(code, 2)
    }

    @Test("The object of each value bridges to what code expects")
    func object() {
        expect(JSON("x").object as? String == "x")
        expect(JSON(5).object as? Int == 5)
        expect(JSON(5).object as? NSNumber == 5)
        expect(JSON(2.5).object as? Double == 2.5)
        expect(JSON(true).object as? Bool == true)
        expect(JSON.null.object as? NSNull == NSNull())
        expect(JSON(NSObject()).object as? NSNull == NSNull())
        expect(JSON([1])[7].object is NSNull)
        expect(JSON([1, 2, 3]).object as? [Int] == [1, 2, 3])
        expect(JSON([1, 2, 3]).object as? NSArray == [1, 2, 3] as NSArray)
        expect(JSON(["a": "b"]).object as? [String: String] == ["a": "b"])
        expect(JSON(["a": 1]).object as? NSDictionary == ["a": 1] as NSDictionary)
        expect((JSON([["a": [nil, true]]]).object as? [[String: [Any]]])?[0]["a"]?[0] is NSNull)
        var json: JSON = ["old": [1, 2]]
        json.object = [JSON("inner"), 2.5, NSNull(), ["k": JSON([true])]] as [Any]
        expectEqual(json, ["inner", 2.5, nil, ["k": [true]]])
        json = json[9]
        json.object = "text"
        expectEqual(json, "text")
        expect(json.error == nil)
        json.object = Optional<String>.none as Any
        expectEqual(json.type, .null)
        json.object = NSObject()
        expectEqual(json.type, .unknown)
        expectEqual(json.error, .unsupportedType)
    }

    @Test("Values cross tasks")
    func concurrency() async {
        let json: JSON = ["a": [1, 2, 3]]
        let sum = await withTaskGroup(of: Int.self) { group in
            for index in 0..<3 { group.addTask { json["a"][index].intValue } }
            return await group.reduce(0, +)
        }
        expectEqual(sum, 6)
        let kind: Type = await Task { json.type }.value
        expectEqual(kind, .dictionary)
    }
}
