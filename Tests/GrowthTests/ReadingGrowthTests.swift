import Neatline
import NeatlineTestSupport
import Testing

/// Parsing texts, and reading and writing what was parsed.
@Suite("Work of reading and writing values", .longRunning)
struct ReadingGrowthTests {
    private func parsed(_ shape: HostileText, _ size: Int) throws -> JSON {
        try JSON(parsing: shape.text(size), options: HostileText.options)
    }

    @Test("parsing", arguments: TestScale.share(of: HostileText.allCases, offset: 1))
    func parsing(_ shape: HostileText) throws {
        try expectLinear {
            shape.text($0)
        } _: {
            _ = try JSON(parsing: $0, options: HostileText.options)
        }
    }

    @Test("parsing one text after another", arguments: TestScale.share(of: HostileText.allCases, offset: 2))
    func parsingMany(_ shape: HostileText) throws {
        var parser = JSONParser(options: HostileText.options)
        try expectLinear {
            shape.text($0)
        } _: {
            _ = try parser.withJSON(parsing: $0) { $0 }
        }
    }

    @Test("finding repeated names", arguments: TestScale.share(of: HostileText.allCases, offset: 3))
    func rejectingRepeatedNames(_ shape: HostileText) {
        var options = HostileText.options
        options.duplicateKeys = .reject
        expectLinear {
            shape.text($0)
        } _: {
            _ = try? JSON(parsing: $0, options: options)
        }
    }

    @Test("replacing ill-formed UTF-8")
    func replacingIllFormedText() throws {
        var options = JSONParsingOptions()
        options.invalidUTF8 = .replace
        try expectLinear {
            [Byte.quote] + (0..<16 * $0).map { $0.isMultiple(of: 3) ? 0xFF : 0x61 } + [Byte.quote]
        } _: {
            _ = try JSON(parsing: $0, options: options)
        }
    }

    @Test(
        "the error of a text that ends too early, on one line or on many", arguments: ["1,", "1,\n", "é,", "{\"a\":["])
    func errors(_ part: String) {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        expectLinear {
            Array("[".utf8) + repeated(part, $0)
        } _: { text in
            do { _ = try JSON(parsing: text, options: options) } catch { _ = "\(error)" }
        }
    }

    @Test("visiting every value", arguments: TestScale.share(of: HostileText.allCases, offset: 4))
    func visiting(_ shape: HostileText) throws {
        try expectLinear {
            try parsed(shape, $0)
        } _: { json in
            var pending = [json]
            while let value = pending.popLast() {
                switch value {
                case .array(let array): pending.append(contentsOf: array)
                case .object(let object): pending.append(contentsOf: object.values)
                default: _ = (value.string, value.int, value.double, value.float, value.bool)
                }
            }
        }
    }

    @Test("asking an object for its names and values again and again")
    func namesAndValues() throws {
        try expectLinear {
            try JSON(parsing: "{" + (0..<$0).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}")
        } _: { json in
            guard case .object(let object) = json else { return }
            var index = object.startIndex
            while index != object.endIndex {
                expect(!object.keys.isEmpty && object.values[index].int == Int(object.keys[index]))
                index = object.index(after: index)
            }
        }
    }

    @Test("comparing and hashing", arguments: TestScale.share(of: HostileText.allCases, offset: 5))
    func comparing(_ shape: HostileText) throws {
        try expectLinear {
            (try parsed(shape, $0), try parsed(shape, $0))
        } _: { values in
            expectEqual(values.0, values.1)
            expectEqual(values.0.hashValue, values.1.hashValue)
        }
    }

    @Test("writing compact", arguments: TestScale.share(of: HostileText.allCases, offset: 6))
    func writing(_ shape: HostileText) throws {
        try expectLinear {
            try parsed(shape, $0)
        } _: {
            _ = try $0.serialized()
        }
    }

    @Test(
        "writing with sorted names, and indented unless that has to be a multiple",
        arguments: TestScale.share(of: HostileText.allCases, offset: 7))
    func writingSorted(_ shape: HostileText) throws {
        let options = JSONWritingOptions(indentation: .spaces(shape.isDeep ? 0 : 2), sortsKeys: true)
        try expectLinear {
            try parsed(shape, $0)
        } _: {
            _ = try $0.serialized(options)
        }
    }

    @Test("writing what was changed", arguments: TestScale.share(of: HostileText.allCases, offset: 8))
    func writingChanged(_ shape: HostileText) throws {
        try expectLinear {
            var json = try parsed(shape, $0)
            if json.elements != nil { try json.append(1) } else { json["new"] = 1 }
            return json
        } _: {
            _ = try $0.serialized()
        }
    }

    @Test("describing", arguments: TestScale.share(of: HostileText.allCases, offset: 9))
    func describing(_ shape: HostileText) throws {
        try expectLinear {
            try parsed(shape, $0)
        } _: {
            _ = $0.description
        }
    }

    @Test("texts in the manner of SwiftyJSON", arguments: TestScale.share(of: HostileText.allCases, offset: 10))
    func rawString(_ shape: HostileText) throws {
        try expectLinear {
            try parsed(shape, $0)
        } _: {
            _ = $0.rawString()
        }
    }

    @Test(
        "Foundation's objects, and back",
        arguments: TestScale.share(of: HostileText.allCases.filter { !$0.isDeep }, offset: 11))
    func objects(_ shape: HostileText) throws {
        try expectLinear {
            try parsed(shape, $0)
        } _: {
            _ = JSON($0.object)
        }
    }

    @Test("detaching", arguments: TestScale.share(of: HostileText.allCases, offset: 12))
    func detaching(_ shape: HostileText) throws {
        try expectLinear {
            try parsed(shape, $0)
        } _: {
            _ = $0.detached()
        }
    }

    @Test("reading every member by name, and one that is absent", arguments: Names.kinds.indices)
    func membersByName(_ kind: Int) throws {
        try expectLinear { size -> (JSON, [String]) in
            let names = Names.kinds[kind].make(size)
            return (try JSON(parsing: object(names).serialized()), names)
        } _: { (json, names) in
            for name in names { _ = json[name].intValue }
            _ = json["absent"].error
        }
    }

    @Test("reading every element by number, from both sides")
    func elementsByNumber() throws {
        try expectLinear {
            try parsed(.smallObjects, $0)
        } _: { json in
            for index in 0..<json.count { _ = json[index]["a"].intValue + json[json.count - 1 - index]["a"].intValue }
        }
    }

    @Test("walking by the positions of a collection", arguments: [HostileText.distinctNames, .smallObjects])
    func positions(_ shape: HostileText) throws {
        try expectLinear {
            try parsed(shape, $0)
        } _: { json in
            for index in json.indices { _ = json[index] }
        }
    }

    @Test("the path of an error", arguments: TestScale.share(of: HostileText.allCases, offset: 13))
    func paths(_ shape: HostileText) throws {
        try expectLinear {
            try parsed(shape, $0)
        } _: { json in
            var value = json
            while let last = value.elements?.last ?? value.members?.values.first { value = last }
            _ = value["absent"].error?.description
        }
    }

    @Test("exact values of numbers", arguments: ["1e", "0.", "1", "1e-"])
    func numbers(_ prefix: String) throws {
        try expectLinear { size -> (JSON, JSON) in
            let text: [UInt8] = Array(prefix.utf8) + repeated("1234567890123456", size)
            var other = text
            other[other.count - 1] = UInt8(ascii: "7")
            let a = try JSON(parsing: text, options: HostileText.options)
            let b = try JSON(parsing: other, options: HostileText.options)
            return (a, b)
        } _: { (a: JSON, b: JSON) in
            let isSmaller: Bool = a < b
            let areEqual: Bool = a == b
            expect(!(isSmaller && areEqual))
            _ = a.hashValue
            _ = a.double
            _ = a.float
            _ = a.int
            _ = a.decimal
            _ = a.number
            _ = a.description
        }
    }
}

/// An object whose members have these names.
func object(_ names: [String]) -> JSON { .object(JSONObject(names.map { (key: $0, value: 1) })) }

private enum Byte {
    static let quote = UInt8(ascii: "\"")
}
