import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Section G: comparing and text.
@Suite("SwiftyJSON: comparing and writing")
struct ComparingTests {
    @Test("Numbers, with literals on either side")
    func numbers() {
        let left: JSON = 1234567890.876623
        expectEqual(left, JSON(1234567890.876623))
        expectEqual(left, 1234567890.876623)
        expectEqual(1234567890.876623, left)
        expectEqual(JSON(NSNumber(value: 87654321.12345678)), 87654321.12345678)
        expectEqual(JSON(NSNumber(value: 1)), 1)
        expect(JSON(20.211) > JSON(20.112))
        expect(JSON(-82320.211) < 20.112)
        expect(JSON(1.7) >= 1.7)
        expect(JSON(12.3) <= JSON(12.3))
        expect(JSON("32.1234567890") != JSON(32.1234567890))
        expect(JSON(1) != JSON(true))
        expectEqual(JSON(NSDecimalNumber(string: "0.1")), 0.1)
        let float: Float = 0.1
        expectEqual(JSON(float), 0.1)
    }

    @Test("Strings, and what has no order")
    func others() {
        expect(JSON("abc") < "abd")
        expect(JSON("z") >= "a")
        expect(JSON(true) >= true)
        expect(JSON(true) <= true)
        expect(!(JSON(true) > false) && !(JSON(true) < false) && !(JSON(true) <= false))
        expect(JSON.null <= JSON(NSNull()))
        expect(JSON.null != "123")
        expect(JSON.null != 987654321)
        expect(!(JSON.null > "123"))
        let array: JSON = ["1", "2"]
        expectEqual(array, ["1", "2"])
        expect(array <= JSON(["1", "2"]))
        expect(!(array > ["ABCD"]) && !(array < ["ABCD"]))
        expectEqual(JSON(["2": 2, "name": "Jack"]), ["name": "Jack", "2": 2])
        expect(JSON(["a": 1]) >= ["a": 1])
        expect(!(JSON(1) < "2") && !(JSON(1) > "0") && !(JSON(1) <= "1"))
        expectEqual([JSON(3), 1, 2].sorted(), [1, 2, 3])
    }

    @Test("Bytes of containers, compact unless asked otherwise")
    func rawData() throws {
        let json: JSON = ["somekey": "some string value"]
        try expectEqual(json.rawData(), "{\"somekey\":\"some string value\"}".data(using: .utf8))
        let mixed: JSON = [1, "2", 3.12, NSNull(), true, ["name": "Jack"]]
        try expectEqual(mixed.rawData(), Data(#"[1,"2",3.12,null,true,{"name":"Jack"}]"#.utf8))
        let unsorted: JSON = ["b": "a/b", "a": [1]]
        try expectEqual(unsorted.rawData(options: .sortedKeys), Data(#"{"a":[1],"b":"a/b"}"#.utf8))
        try expectEqual(
            unsorted.rawData(options: [.prettyPrinted, .withoutEscapingSlashes]),
            Data("{\n  \"b\": \"a/b\",\n  \"a\": [\n    1\n  ]\n}".utf8))
        expect((try? JSON(["family": JSON(["x"])]).rawData()) != nil)
    }

    @Test("Bytes of what is no container are an error")
    func invalidRawData() throws {
        let rows: [(JSON, String)] = [
            ("...<nonsense>xyz</nonsense>", "$: expected an array or an object, found a string"),
            (5, "$: expected an array or an object, found a number"),
            (true, "$: expected an array or an object, found a boolean"),
            (JSON.null, "$: expected an array or an object, found null"),
            (JSON([1])[1], "$: expected an array or an object, found no value"),
            (JSON(NSObject()), "$: expected an array or an object, found NSObject"),
            (["a": [1, Double.nan]], "$.a[1]: expected a finite number, found NaN"),
            ([[NSObject()]], "$[0][0]: expected a type that JSON can hold, found NSObject"),
        ]
        for (json, message) in rows {
            let error = try #require(throws: JSONError.self) { try json.rawData() }
            expectEqual(error, SwiftyJSONError.invalidJSON)
            expectEqual(error.errorCode, 490)
            expectEqual(error.description, message)
        }
        try expectEqual(JSON("a").rawData(options: .fragmentsAllowed), Data("\"a\"".utf8))
        try expectEqual(JSON.null.rawData(options: [.fragmentsAllowed, .prettyPrinted]), Data("null".utf8))
        #expect(throws: SwiftyJSONError.invalidJSON) { try JSON(Double.nan).rawData(options: .fragmentsAllowed) }
    }

    @Test("Strings out: containers as JSON, scalars as their text")
    func rawString() {
        expectEqual(JSON("I'm a json").rawString(), "I'm a json")
        expectEqual(JSON(123456789.123).rawString(), "123456789.123")
        expectEqual(JSON(true).rawString(), "true")
        expectEqual(JSON.null.rawString(), "null")
        expect(JSON(NSObject()).rawString() == nil)
        expectEqual(JSON([1, NSNull()] as [Any]).rawString(), "[\n  1,\n  null\n]")
        expectEqual(JSON([1, ["a": "é"]] as [Any]).rawString(options: []), #"[1,{"a":"é"}]"#)
        expectEqual(JSON(["b": 1, "a": 2]).rawString(.utf8, options: [.sortedKeys]), #"{"a":2,"b":1}"#)
        expect(JSON([Double.nan]).rawString() == nil)
        expect(JSON([NSObject()]).rawString() == nil)
        expect(JSON(["é"]).rawString(.ascii, options: []) == nil)
        expectEqual(JSON(["e"]).rawString(.ascii, options: []), #"["e"]"#)
        expectEqual(JSON("é").rawString(.isoLatin1), "é")
        expect(JSON("日").rawString(.isoLatin1) == nil)
        expectEqual(JSON(["日"]).rawString(.utf16, options: []), #"["日"]"#)
    }

    @Test("Strings out, with options in a dictionary")
    func rawStringOptions() {
        let json = JSON([1, 2, "4", 5, "6", nil] as [Any?])
        expectEqual(json.rawString([.castNilToNSNull: true]), #"[1,2,"4",5,"6",null]"#)
        expectEqual(json.rawString([writingOptionsKeys.castNilToNSNull: true]), #"[1,2,"4",5,"6",null]"#)
        expectEqual(
            JSON(["1": 2, "3": nil] as [String: Any?]).rawString([.castNilToNSNull: true]), #"{"1":2,"3":null}"#)
        expectEqual(json.rawString([:]), json.rawString())
        let options: JSONSerialization.WritingOptions = []
        expectEqual(JSON([1]).rawString([.jsonSerialization: options, .encoding: String.Encoding.utf8]), "[1]")
        expectEqual(JSON("x").rawString([.castNilToNSNull: true]), "x")
        expect(JSON([1]).rawString([.maxObjextDepth: 0]) == nil)
        // A key or a value that needs escapes stays JSON.
        let odd: JSON = ["a\"b\n": "tab\t\u{1}"]
        expectEqual(odd.rawString([.castNilToNSNull: true]), #"{"a\"b\n":"tab\t\u0001"}"#)
    }

    @Test("The depth of text with options is limited to ten, or what is asked for")
    func depthLimit() {
        func nested(_ levels: Int) -> JSON { (1..<levels).reduce(JSON("x")) { json, _ in [json] } }
        let cast: [writingOptionsKeys: Any] = [.castNilToNSNull: true]
        expect(nested(10).rawString(cast) != nil)
        expect(nested(11).rawString(cast) == nil)
        expect(nested(11).rawString([.castNilToNSNull: true, .maxObjextDepth: 11]) != nil)
        expect(nested(12).rawString([.castNilToNSNull: true, .maxObjectDepth: 11]) == nil)
        expect(nested(12).rawString() != nil)
    }

    @Test("Descriptions")
    func descriptions() {
        let rows: [(JSON, String)] = [
            (JSON(false), "false"), (JSON(1), "1"), (JSON(9.22337203685478E18), "9.22337203685478e+18"),
            (JSON(-2147483648), "-2147483648"), (JSON(1.5555), "1.5555"), (JSON(-9.123456789), "-9.123456789"),
            (JSON(-0.00000000000000001), "-1e-17"),
            (JSON(-999999999999999999999999.000000000000000000000001), "-1e+24"),
            (JSON(-9999999991999999999999999.88888883433343439438493483483943948341), "-9.999999991999999e+24"),
            (JSON(Int.max), "\(Int.max)"), (JSON(NSNumber(value: Int.min)), "\(Int.min)"),
            (JSON(NSNumber(value: UInt.max)), "\(UInt.max)"), (JSON(NSNumber(value: Int64.min)), "\(Int64.min)"),
            (JSON(Double.infinity), "inf"), (JSON(-Double.infinity), "-inf"), (JSON(Double.nan), "nan"),
            (JSON(1.0 / 0.0), "inf"), (JSON(0.0 / 0.0), "nan"), ("abcd efg, HIJK;LMn", "abcd efg, HIJK;LMn"),
            (1234567890.876623, "1234567890.876623"), (JSON(NSObject()), "unknown"),
        ]
        for (json, text) in rows {
            expectEqual(json.description, text)
            expectEqual(json.debugDescription, text)
        }
        expectEqual(JSON(-9999999991999999999999999.888).stringValue, "-9.999999991999999e+24")
        func stripped(_ json: JSON) -> String { json.description.filter { $0 != " " && $0 != "\n" } }
        expectEqual(stripped([1, 2, "4", 5, "6"]), #"[1,2,"4",5,"6"]"#)
        expectEqual(stripped([1, 2, "4", 5, "6", NSNull()]), #"[1,2,"4",5,"6",null]"#)
        expectEqual(stripped(JSON(["foo": "{\"bar\":123}"] as [String: Any])), #"{"foo":"{\"bar\":123}"}"#)
    }
}
