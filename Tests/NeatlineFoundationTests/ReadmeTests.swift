import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// SwiftyJSON's README, statement by statement, in the spelling of version 5. Where a statement of the README ends with
/// a print, the test says what is printed.
@Suite("SwiftyJSON's README")
struct ReadmeTests {
    private let dataFromNetworking = Data(
        #"""
        [
          {"user": {"name": "Lena", "id": 8, "favourites_count": 17, "is_translator": false}, "list": []},
          {"user": {"name": "Omar"}, "list": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}
        ]
        """#.utf8)

    @Test("The introduction")
    func introduction() throws {
        let json = try JSON(data: dataFromNetworking)
        if let userName = json[0]["user"]["name"].string {
            expectEqual(userName, "Lena")
        } else {
            Issue.record("no name")
        }
        if let userName = json[999999]["wrong_key"]["wrong_name"].string {
            Issue.record("found \(userName)")
        } else {
            expectEqual("\(json[999999]["wrong_key"]["wrong_name"])", "null")
            expectEqual(
                "\(json[999999]["wrong_key"]["wrong_name"].error!)",
                "$[999999]: expected an element 999999, found 2 elements")
        }
    }

    @Test("Initialization")
    func initialization() throws {
        let json = try JSON(data: dataFromNetworking)
        expectEqual(json.count, 2)
        let jsonObject: Any = ["name": "Jack", "list": [1, 2]] as [String: Any]
        let json1 = JSON(jsonObject)
        expectEqual(json1["list"][1].int, 2)
        let jsonString = "{\"name\": \"Jack\"}"
        if let dataFromString = jsonString.data(using: .utf8, allowLossyConversion: false) {
            let json = try JSON(data: dataFromString)
            expectEqual(json["name"], "Jack")
        } else {
            Issue.record("no data")
        }
        let json2 = JSON(parseJSON: jsonString)
        expectEqual(json2, ["name": "Jack"])
    }

    @Test("Subscript")
    func subscripts() throws {
        let numbers = JSON([2.5, 3])
        let first = numbers[0].double
        expectEqual(first, 2.5)
        let arrayNames = JSON(["users": ["a", "b"]])["users"].arrayValue.map { $0.stringValue }
        expectEqual(arrayNames, ["a", "b"])
        let named = JSON(["name": "Jack"])
        let name0 = named["name"].stringValue
        expectEqual(name0, "Jack")

        let json = try JSON(data: dataFromNetworking)
        let path: [JSONSubscriptType] = [1, "list", 2, "name"]
        let name = json[path].string
        expectEqual(name, "c")
        let name1 = json[1]["list"][2]["name"].string
        expectEqual(name1, "c")
        let name2 = json[1, "list", 2, "name"].string
        expectEqual(name2, "c")
        let name3 = json[].string
        expect(name3 == nil)
        expectEqual(JSON("itself")[].string, "itself")
        let keys: [JSONSubscriptType] = [1, "list", 2, "name"]
        let name4 = json[keys].string
        expectEqual(name4, "c")
    }

    @Test("Loop")
    func loop() {
        let json: JSON = ["name": "Jack", "age": 25]
        var members: [String: JSON] = [:]
        for (key, subJson): (String, JSON) in json {
            members[key] = subJson
        }
        expectEqual(members, ["name": "Jack", "age": 25])
        var indices: [String] = []
        for (index, subJson): (String, JSON) in ["a", "b", "c"] as JSON {
            indices.append(index + subJson.stringValue)
        }
        expectEqual(indices, ["0a", "1b", "2c"])
    }

    @Test("Error")
    func errors() throws {
        let json = JSON(["name", "age"])
        if let name = json[999].string {
            Issue.record("found \(name)")
        } else {
            expectEqual(json[999].error, SwiftyJSONError.indexOutOfBounds)
            expectEqual("\(json[999].error!)", "$[999]: expected an element 999, found 2 elements")
        }
        let json2 = JSON(["name": "Jack", "age": 25])
        if let name = json2["address"].string {
            Issue.record("found \(name)")
        } else {
            expectEqual(json2["address"].error, SwiftyJSONError.notExist)
            expectEqual("\(json2["address"].error!)", #"$.address: expected a member "address", found none"#)
        }
        let json3 = JSON(12345)
        if let age = json3[0].string {
            Issue.record("found \(age)")
        } else {
            expectEqual("\(json3[0])", "null")
            expectEqual("\(json3[0].error!)", "$: expected an array, found a number")
        }
        if let name = json3["name"].string {
            Issue.record("found \(name)")
        } else {
            expectEqual("\(json3["name"])", "null")
            expectEqual("\(json3["name"].error!)", "$: expected an object, found a number")
        }
    }

    @Test("Optional getter")
    func optionalGetters() throws {
        let json = try JSON(data: dataFromNetworking)[0]
        if let id = json["user"]["favourites_count"].number {
            expectEqual(id, 17)
        } else {
            Issue.record("\(json["user"]["favourites_count"].error!)")
        }
        if let id = json["user"]["name"].string {
            expectEqual(id, "Lena")
        } else {
            Issue.record("\(json["user"]["name"].error!)")
        }
        if let id = json["user"]["is_translator"].bool {
            expectEqual(id, false)
        } else {
            Issue.record("\(json["user"]["is_translator"].error!)")
        }
        if let id = json["user"]["id"].int {
            expectEqual(id, 8)
        } else {
            Issue.record("\(json["user"]["id"].error!)")
        }
        expect(json["user"]["id"].string == nil)
    }

    @Test("Non-optional getter")
    func nonOptionalGetters() {
        let json: JSON = ["id": 3, "name": "Jack", "list": [1], "user": ["a": 1]]
        let id: Int = json["id"].intValue
        let name: String = json["name"].stringValue
        let list: Array<JSON> = json["list"].arrayValue
        let user: Dictionary<String, JSON> = json["user"].dictionaryValue
        expect((id, name) == (3, "Jack"))
        expectEqual(list, [1])
        expectEqual(user, ["a": 1])
        let none: JSON = ["id": "x", "list": 1]
        expectEqual(none["id"].intValue, 0)
        expectEqual(none["name"].stringValue, "")
        expectEqual(none["list"].arrayValue, [])
        expectEqual(none["user"].dictionaryValue, [:])
    }

    @Test("Setter")
    func setters() {
        var json: JSON = ["name": "old"]
        json["name"] = JSON("new-name")
        expectEqual(json["name"], "new-name")
        var list: JSON = [0]
        list[0] = JSON(1)
        expectEqual(list, [1])
        json["id"].int = 1234567890
        json["coordinate"].double = 8766.766
        json["name"].string = "Jack"
        expectEqual(json, ["name": "Jack", "id": 1234567890, "coordinate": 8766.766])
        json.arrayObject = [1, 2, 3, 4]
        expectEqual(json, [1, 2, 3, 4])
        json.dictionaryObject = ["name": "Jack", "age": 25]
        expectEqual(json, ["name": "Jack", "age": 25])
        // As the README of version 2 has it.
        json.dictionary = ["name": "Jack", "age": 25]
        expectEqual(json, ["name": "Jack", "age": 25])
        json.array = [1, "two"]
        expectEqual(json, [1, "two"])
    }

    @Test("Raw object")
    func raw() throws {
        let json: JSON = ["name": "Jack", "list": [1]]
        let rawObject: Any = json.object
        expect(rawObject as? NSDictionary == ["name": "Jack", "list": [1]] as NSDictionary)
        let rawValue: Any = json.rawValue
        expect((rawValue as? [String: Any])?["name"] as? String == "Jack")
        do {
            let rawData = try json.rawData()
            expectEqual(rawData, Data(#"{"name":"Jack","list":[1]}"#.utf8))
        } catch {
            Issue.record("Error \(error)")
        }
        if let rawString = json.rawString() {
            expectEqual(rawString, "{\n  \"name\": \"Jack\",\n  \"list\": [\n    1\n  ]\n}")
        } else {
            Issue.record("json.rawString is nil")
        }
    }

    @Test("Existence")
    func existence() {
        let json: JSON = ["name": NSNull()]
        if json["name"].exists() {} else { Issue.record("a null exists") }
        expect(!json["address"].exists())
    }

    @available(*, deprecated, message: "tests what is deprecated")
    @Test("Version 2's name of exists() and of JSONSubscriptType")
    func olderNames() {
        let json: JSON = ["name": 1]
        expect(json["name"].isExists())
        expect(!json["no"].isExists())
        let keys: [SubscriptType] = ["name"]
        expectEqual(json[keys], 1)
    }

    @Test("Literal convertibles")
    func literals() {
        let string: JSON = "I'm a json"
        let integer: JSON = 12345
        let boolean: JSON = true
        let float: JSON = 2.8765
        let dictionary: JSON = ["I": "am", "a": "json"]
        let array: JSON = ["I", "am", "a", "json"]
        let null: JSON = .null
        expectEqual(
            [string, integer, boolean, float, dictionary, array, null].map(\.type),
            [
                .string, .number, .bool, .number, .dictionary, .array, .null,
            ])

        var json: JSON = [1, 2, 3]
        json[0] = 100
        json[1] = 200
        json[2] = 300
        json[999] = 300
        expectEqual(json, [100, 200, 300])

        json = ["name": "Jack", "age": 25]
        json["name"] = "Mike"
        json["age"] = "25"
        json["address"] = "L.A."
        expectEqual(json, ["name": "Mike", "age": "25", "address": "L.A."])

        json = ["name": "Jack", "age": 25, "list": ["a", "b", "c", ["what": "this"]]]
        json["list"][3]["what"] = "that"
        expectEqual(json["list"][3]["what"], "that")
        json["list", 3, "what"] = "these"
        expectEqual(json["list"][3]["what"], "these")
        let path: [JSONSubscriptType] = ["list", 3, "what"]
        json[path] = "those"
        expectEqual(json["list"], ["a", "b", "c", ["what": "those"]])
        expectEqual(json["name"], "Jack")
        let other: JSON = [
            "nested": ["array": [1, [2]], "dictionary": ["x": JSON([3])]] as [String: Any], "count": array.count,
        ]
        expectEqual(other["nested"]["dictionary"]["x"][0], 3)
    }

    @Test("Merging")
    func merging() throws {
        let original: JSON = [
            "first_name": "John", "age": 20, "skills": ["Coding", "Reading"],
            "address": ["street": "Front St", "zip": "12345"],
        ]
        let update: JSON = [
            "last_name": "Doe", "age": 21, "skills": ["Writing"], "address": ["zip": "12342", "city": "New York City"],
        ]
        let updated = try original.merged(with: update)
        expectEqual(
            updated,
            [
                "first_name": "John", "last_name": "Doe", "age": 21, "skills": ["Coding", "Reading", "Writing"],
                "address": ["street": "Front St", "zip": "12342", "city": "New York City"],
            ])
    }

    @Test("Removing elements")
    func removing() {
        let dictionary = ["string": "STRING", "number": "9823.212", "bool": "true", "empty": "nothing"]
        var json: JSON = JSON(dictionary)
        json.dictionaryObject?.removeValue(forKey: "string")
        expectEqual(json["string"].exists(), false)
        expectEqual(json.count, 3)
        var list = JSON(["one", "two", "three"])
        list.arrayObject?.removeFirst()
        expectEqual(list, ["two", "three"])
        list.arrayObject?.removeAll()
        expectEqual(list, [])
    }

    @Test("String representation of a value with nil in it")
    func stringRepresentation() {
        let dictionary: [String: Any?] = ["1": 2, "2": "two", "3": nil]
        let json = JSON(dictionary)
        let representation = json.rawString([.castNilToNSNull: true])
        expectEqual(representation, #"{"1":2,"2":"two","3":null}"#)
    }

    @Test("With the result of a networking library")
    func networking() {
        let result: Result<Any, any Error> = .success(["ip": "127.0.0.1"] as [String: Any])
        switch result {
        case .success(let value):
            let json = JSON(value)
            expectEqual("JSON: \(json)", "JSON: {\n  \"ip\": \"127.0.0.1\"\n}")
        case .failure(let error):
            Issue.record("\(error)")
        }
    }
}
