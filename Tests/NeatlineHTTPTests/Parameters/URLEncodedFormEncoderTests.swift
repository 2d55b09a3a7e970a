import Foundation
import NeatlineJSON
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// `URLEncodedFormEncoder`: values with keys as names and values.
struct URLEncodedFormEncoderTests {
    private func form(_ value: some Encodable, _ encoder: URLEncodedFormEncoder = URLEncodedFormEncoder()) throws
        -> String
    {
        try encoder.encode(value)
    }

    /// Without escapes, which are tested by themselves.
    private func plain(_ value: some Encodable, _ encoder: URLEncodedFormEncoder = URLEncodedFormEncoder()) throws
        -> String?
    {
        try form(value, encoder).removingPercentEncoding
    }

    // MARK: Scalars

    @Test("Every scalar is written as Swift describes it")
    func everyScalarIsWrittenAsSwift() throws {
        struct Scalars: Encodable {
            var a = "x y"
            var b = true
            var c = false
            var d = -1
            var e = Int8.min
            var f = Int16.min
            var g = Int32.min
            var h = Int64.min
            var i = UInt(7)
            var j = UInt8.max
            var k = UInt16.max
            var l = UInt32.max
            var m = UInt64.max
            var n = 1.0
            var o = Float(2.5)
            var p = Decimal(string: "1.0000000000000000000000000000000000001") ?? 0
            var q = Int128.max
            var r = UInt128.max
            var s = Double.nan
            var t = URL(string: "https://example.com/?a")
        }
        try expectEqual(
            plain(Scalars()),
            """
            a=x y&b=1&c=0&d=-1&e=-128&f=-32768&g=-2147483648&h=-9223372036854775808&i=7&j=255&k=65535&l=4294967295\
            &m=18446744073709551615&n=1.0&o=2.5&p=1.0000000000000000000000000000000000001\
            &q=170141183460469231731687303715884105727&r=340282366920938463463374607431768211455&s=nan\
            &t=https://example.com/?a
            """)
    }

    @Test("Scalars in arrays are written in their order")
    func scalarsInArraysAreWrittenIn() throws {
        try expectEqual(plain(["a": [true, false]]), "a[]=1&a[]=0")
        try expectEqual(plain(["a": [3.5, 1]]), "a[]=3.5&a[]=1.0")
        try expectEqual(plain(["a": ["z", "b"]]), "a[]=z&a[]=b")
        try expectEqual(plain(["a": [Decimal(2), 1]]), "a[]=2&a[]=1")
        try expectEqual(
            plain(["a": [Int8(2)], "b": [UInt64(1)], "c": [Float(1)]] as OrderedParameters), "a[]=2&b[]=1&c[]=1.0"
        )
    }

    @Test("Raw values and optionals are written as what is in them")
    func rawValuesAndOptionalsAreWritten() throws {
        enum Kind: String, Encodable { case first = "1st" }
        try expectEqual(plain(["a": Kind.first]), "a=1st")
        try expectEqual(plain(["a": Int?.some(1)]), "a=1")
        try expectEqual(plain(["a": [Kind.first]]), "a[]=1st")
    }

    @Test("Booleans are written as chosen")
    func booleansAreWrittenAsChosen() throws {
        let literal = URLEncodedFormEncoder(boolEncoding: .literal)
        try expectEqual(form(["a": true], literal), "a=true")
        try expectEqual(form(["a": false], literal), "a=false")
        try expectEqual(plain(["a": [true, false]], literal), "a[]=true&a[]=false")
    }

    @Test("The text as data is the same")
    func theTextAsDataIsThe() throws {
        let data: Data = try URLEncodedFormEncoder().encode(["a": 1])
        expectEqual(data, Data("a=1".utf8))
    }

    // MARK: Dates and data

    @Test("Dates are written as chosen")
    func datesAreWrittenAsChosen() throws {
        let value = ["date": Date(timeIntervalSinceReferenceDate: 123.456)]
        try expectEqual(form(value), "date=123.456")
        try expectEqual(form(value, URLEncodedFormEncoder(dateEncoding: .secondsSince1970)), "date=978307323.456")
        try expectEqual(form(value, URLEncodedFormEncoder(dateEncoding: .millisecondsSince1970)), "date=978307323456.0")
        try expectEqual(form(value, URLEncodedFormEncoder(dateEncoding: .iso8601)), "date=2001-01-01T00%3A02%3A03Z")
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSSS"
        formatter.timeZone = .gmt
        formatter.locale = Locale(identifier: "en_US_POSIX")
        try expectEqual(
            form(value, URLEncodedFormEncoder(dateEncoding: .formatted(formatter))),
            "date=2001-01-01%2000%3A02%3A03.4560")
        try expectEqual(
            form(value, URLEncodedFormEncoder(dateEncoding: .custom { "\($0.timeIntervalSinceReferenceDate)s" })),
            "date=123.456s")
    }

    @Test("A date that has no form in ISO 8601 is an error that can be printed", arguments: [Double.infinity, .nan])
    func aDateThatHasNoForm(seconds: Double) throws {
        let value = ["date": Date(timeIntervalSinceReferenceDate: seconds)]
        let error = try #require(throws: EncodingError.self) {
            try form(value, URLEncodedFormEncoder(dateEncoding: .iso8601))
        }
        expect("\(error)".contains("not between 0 and 999,999"))
    }

    @Test("Data is written as chosen")
    func dataIsWrittenAsChosen() throws {
        let value = ["data": Data("abc".utf8)]
        try expectEqual(form(value), "data=YWJj")
        try expectEqual(
            plain(value, URLEncodedFormEncoder(dataEncoding: .deferredToData)), "data[]=97&data[]=98&data[]=99")
        try expectEqual(
            form(value, URLEncodedFormEncoder(dataEncoding: .custom { "\($0.count) bytes" })), "data=3%20bytes")
    }

    @Test("An error of a custom choice is thrown as it is")
    func anErrorOfACustomChoice() {
        struct Problem: Error {}
        let dates = URLEncodedFormEncoder(dateEncoding: .custom { _ in throw Problem() })
        #expect(throws: Problem.self) { try form(["a": Date()], dates) }
        let data = URLEncodedFormEncoder(dataEncoding: .custom { _ in throw Problem() })
        #expect(throws: Problem.self) { try form(["a": [Data()]], data) }
    }

    // MARK: Names

    @Test("Elements are named as chosen")
    func elementsAreNamedAsChosen() throws {
        let value = ["a": ["x", "y"]]
        try expectEqual(form(value), "a%5B%5D=x&a%5B%5D=y")
        try expectEqual(form(value, URLEncodedFormEncoder(arrayEncoding: .noBrackets)), "a=x&a=y")
        try expectEqual(plain(value, URLEncodedFormEncoder(arrayEncoding: .indexInBrackets)), "a[0]=x&a[1]=y")
        try expectEqual(form(value, URLEncodedFormEncoder(arrayEncoding: .custom { "\($0)_\($1)" })), "a_0=x&a_1=y")
        try expectEqual(
            plain(["a": [["k": [1, 2]]]], URLEncodedFormEncoder(arrayEncoding: .indexInBrackets)),
            "a[0][k][0]=1&a[0][k][1]=2")
    }

    @Test(
        "Names are changed as chosen",
        arguments: [
            ("useDefaultKeys", "oneTwoThree=1"), ("convertToSnakeCase", "one_two_three=1"),
            ("convertToKebabCase", "one-two-three=1"),
            ("capitalized", "OneTwoThree=1"), ("uppercased", "ONETWOTHREE=1"), ("lowercased", "onetwothree=1"),
            ("custom", "oneTwoThree!=1"),
        ])
    func namesAreChangedAsChosen(choice: String, expected: String) throws {
        let encodings: [String: URLEncodedFormEncoder.KeyEncoding] = [
            "useDefaultKeys": .useDefaultKeys, "convertToSnakeCase": .convertToSnakeCase,
            "convertToKebabCase": .convertToKebabCase,
            "capitalized": .capitalized, "uppercased": .uppercased, "lowercased": .lowercased,
            "custom": .custom { $0 + "!" },
        ]
        let encoder = URLEncodedFormEncoder(keyEncoding: try #require(encodings[choice]))
        try expectEqual(plain(["oneTwoThree": 1], encoder), expected)
    }

    @Test(
        "Words are found as Foundation finds them",
        arguments: [
            ("simpleOneTwo", "simple_one_two"), ("myURL", "my_url"),
            ("singleCharacterAtEndX", "single_character_at_end_x"),
            ("thisIsAnXMLProperty", "this_is_an_xml_property"), ("single", "single"), ("", ""), ("a", "a"),
            ("aA", "a_a"),
            ("version4Thing", "version4_thing"), ("partCAPS", "part_caps"),
            ("partCAPSLowerAGAIN", "part_caps_lower_again"),
            ("already_snake_case", "already_snake_case"), ("_leadingUnderscore", "_leading_underscore"),
            ("asdfĆqer", "asdf_ćqer"),
        ])
    func wordsAreFoundAsFoundationFinds(name: String, expected: String) throws {
        let snake = URLEncodedFormEncoder(keyEncoding: .convertToSnakeCase)
        try expectEqual(plain([name: 1], snake), "\(expected)=1")
        let kebab = URLEncodedFormEncoder(keyEncoding: .convertToKebabCase)
        if !name.contains("_") { try expectEqual(plain([name: 1], kebab), "\(expected.replacing("_", with: "-"))=1") }
    }

    @Test("Names of members are put behind one another as chosen")
    func namesOfMembersArePutBehind() throws {
        let value = ["a": ["b": ["c": 1]]]
        try expectEqual(form(value), "a%5Bb%5D%5Bc%5D=1")
        try expectEqual(form(value, URLEncodedFormEncoder(keyPathEncoding: .dots)), "a.b.c=1")
        let custom = URLEncodedFormEncoder(keyPathEncoding: .init { "-\($0)" })
        try expectEqual(form(value, custom), "a-b-c=1")
        try expectEqual(plain(["a": [["b": 1]]], URLEncodedFormEncoder(keyPathEncoding: .dots)), "a[].b=1")
    }

    @Test("Pairs are sorted by their names at every level")
    func pairsAreSortedByTheirNames() throws {
        try expectEqual(plain(["b": ["z": 1, "y": 2], "a": ["k": 3], "c": [:]]), "a[k]=3&b[y]=2&b[z]=1")
        try expectEqual(form(["a": "z", "a1": "y", "A": "x"]), "A=x&a1=y&a=z")
    }

    @Test("Members stay in their order if they are not to be sorted")
    func membersStayInTheirOrderIf() throws {
        struct Value: Encodable {
            var z = 1
            var a = ["y", "b"]
            var m = Inner()
            struct Inner: Encodable { var x = 1, b = 2 }
        }
        let unsorted = URLEncodedFormEncoder(alphabetizeKeyValuePairs: false)
        try expectEqual(plain(Value(), unsorted), "z=1&a[]=y&a[]=b&m[x]=1&m[b]=2")
    }

    @Test("Ordered parameters stay in their order")
    func orderedParametersStayInTheirOrder() throws {
        let parameters: OrderedParameters = [
            "z": 1, "a": ["k", "b"], "m": ["x": 1, "b": 2] as OrderedParameters, "n": ["y": 1, "c": 2],
        ]
        try expectEqual(plain(parameters), "z=1&a[]=k&a[]=b&m[x]=1&m[b]=2&n[c]=2&n[y]=1")
        var more = OrderedParameters()
        more.append("b", 1)
        more.append("a", true)
        more.append("b", 2)
        try expectEqual(plain(more), "b=2&a=1")
        expectEqual(more.pairs.map(\.key), ["b", "a", "b"])
    }

    /// A value of any type, which passes its encoder on to the value.
    private struct Erased: Encodable {
        let value: any Encodable & Sendable
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    @Test("Ordered parameters stay in their order in a wrapper that passes its encoder on")
    func wrappedOrderedParametersStayInTheirOrder() throws {
        let members: OrderedParameters = ["x": 1, "b": 2]
        let parameters: OrderedParameters = ["z": 1, "m": Erased(value: members), "a": 2]
        try expectEqual(plain(Erased(value: parameters)), "z=1&m[x]=1&m[b]=2&a=2")
        try expectEqual(plain(["p": Erased(value: parameters)]), "p[z]=1&p[m][x]=1&p[m][b]=2&p[a]=2")
    }

    // MARK: Nil

    private struct Optionals: Encodable {
        var string: String?
        var int: Int?
        var bool: Bool?
        var double: Double?
        var float: Float?
        var date: Date?
        var list: [Int?] = [1, nil, 2]
        var int8: Int8?, int16: Int16?, int32: Int32?, int64: Int64?, int128: Int128?
        var uint: UInt?, uint8: UInt8?, uint16: UInt16?, uint32: UInt32?, uint64: UInt64?, uint128: UInt128?
    }

    @Test("Nil is written as chosen")
    func nilIsWrittenAsChosen() throws {
        let names = [
            "bool", "date", "double", "float", "int128", "int16", "int32", "int64", "int8", "int", "string",
            "uint128", "uint16", "uint32", "uint64", "uint8", "uint",
        ]
        func all(_ text: String, _ list: String) -> String {
            func name(_ pair: String) -> String { "\(pair.prefix { $0 != "=" })=" }
            let pairs: [String] = names.map { "\($0)=\(text)" } + [list]
            return pairs.sorted { name($0) < name($1) }.joined(separator: "&")
        }
        try expectEqual(plain(Optionals()), "list[]=1&list[]=2")
        try expectEqual(
            plain(Optionals(), URLEncodedFormEncoder(nilEncoding: .dropValue)), all("", "list[]=1&list[]=&list[]=2"))
        try expectEqual(
            plain(Optionals(), URLEncodedFormEncoder(nilEncoding: .null)), all("null", "list[]=1&list[]=null&list[]=2"))
        let custom = URLEncodedFormEncoder(nilEncoding: .init { "none" })
        try expectEqual(plain(["a": String?.none], custom), "a=none")
        try expectEqual(plain(["a": String?.none]), "")
    }

    @Test("Optionals with a value are written as it")
    func optionalsWithAValueAreWritten() throws {
        let all = Optionals(
            string: "s", int: 1, bool: true, double: 1, float: 2, date: Date(timeIntervalSinceReferenceDate: 1),
            list: [], int8: 1, int16: 2, int32: 3, int64: 4,
            int128: 5, uint: 6, uint8: 7, uint16: 8, uint32: 9, uint64: 10, uint128: 11)
        try expectEqual(
            plain(all),
            "bool=1&date=1.0&double=1.0&float=2.0&int128=5&int16=2&int32=3&int64=4&int8=1&int=1&string=s&uint128=11&uint16=8&uint32=9&uint64=10&uint8=7&uint=6"
        )
    }

    @Test("Elements without a value have no number")
    func elementsWithoutAValueHaveNo() throws {
        let encoder = URLEncodedFormEncoder(arrayEncoding: .indexInBrackets)
        try expectEqual(plain(["a": [nil, 5, nil, 6]], encoder), "a[0]=5&a[1]=6")
    }

    // MARK: Escaping

    @Test("Spaces are written as chosen")
    func spacesAreWrittenAsChosen() throws {
        try expectEqual(form(["a b": "c d+e"]), "a%20b=c%20d%2Be")
        try expectEqual(form(["a b": "c d+e"], URLEncodedFormEncoder(spaceEncoding: .plusReplaced)), "a+b=c+d%2Be")
    }

    @Test("Delimiters are escaped, except for ? and /")
    func delimitersAreEscapedExceptForAnd() throws {
        try expectEqual(
            form(["reserved": ":#[]@!$&'()*+,;=?/"]), "reserved=%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D?/")
        try expectEqual(form(["a": " \"#%<>[]\\^`{}|"]), "a=%20%22%23%25%3C%3E%5B%5D%5C%5E%60%7B%7D%7C")
        try expectEqual(form(["é": "日"]), "%C3%A9=%E6%97%A5")
        try expectEqual(form(["a\r\nb": "\0\r\n"]), "a%0D%0Ab=%00%0D%0A")
    }

    @Test("Other characters are kept if they are allowed")
    func otherCharactersAreKeptIfThey() throws {
        let digits = URLEncodedFormEncoder(allowedCharacters: .decimalDigits)
        try expectEqual(form(["a": "1 a"], digits), "%61=1%20%61")
        let most = URLEncodedFormEncoder(allowedCharacters: CharacterSet(charactersIn: " a[]&é"))
        try expectEqual(form(["a": ["& é"]], most), "a[]=&%20%C3%A9")
    }

    // MARK: Containers

    @Test("The value must be an object")
    func theValueMustBeAnObject() {
        struct Wrapped: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode("text")
            }
        }
        #expect(throws: URLEncodedFormEncoder.Error.invalidRootObject(#"string("text")"#)) { try form("text") }
        #expect(throws: URLEncodedFormEncoder.Error.invalidRootObject(#"string("text")"#)) { try form(Wrapped()) }
        #expect(throws: URLEncodedFormEncoder.Error.invalidRootObject("array of 2 elements")) { try form([1, 2]) }
        #expect(throws: URLEncodedFormEncoder.Error.invalidRootObject(#"string("1")"#)) { try form(1) }
        #expect(throws: URLEncodedFormEncoder.Error.self) { try form(Date()) }
        expectEqual(
            URLEncodedFormEncoder.Error.invalidRootObject(#"string("1")"#).localizedDescription,
            #"URLEncodedFormEncoder requires keyed root object. Received string("1") instead."#)
    }

    @Test("Nothing is an empty text")
    func nothingIsAnEmptyText() throws {
        struct Empty: Encodable {}
        try expectEqual(form(Empty()), "")
        try expectEqual(form([String: Int]()), "")
        try expectEqual(form(Int?.none), "")
        try expectEqual(plain(["a": [Empty()]]), "")
    }

    @Test("A value of a value is an object too")
    func aValueOfAValueIs() throws {
        struct Wrapped: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(["a": 1])
            }
        }
        try expectEqual(form(Wrapped()), "a=1")
    }

    @Test("JSON is an object too")
    func jsonIsAnObjectToo() throws {
        try expectEqual(
            plain(try JSON(parsing: #"{"b": [1, true, "x"], "a": {"c": null, "d": 2.5}}"#)),
            "a[d]=2.5&b[]=1&b[]=1&b[]=x")
    }

    @Test("Dictionaries with numbers as keys are objects")
    func dictionariesWithNumbersAsKeysAre() throws {
        try expectEqual(form([2: "b", 1: "a"]), "1=a&2=b")
    }

    @Test("A superclass's members stand among those of the class")
    func aSuperclassSMembersStandAmong() throws {
        try expectEqual(
            plain(Derived()), "five[a]=a&five[b]=b&four[]=1&four[]=2&one=one&three=1&two=2")
        try expectEqual(plain(DerivedWithSuper()), "five=5&one=one&two=2")
        try expectEqual(plain(DerivedWithNamedSuper()), "base[one]=one&base[two]=2&five=5")
    }

    @Test("Nested containers and superclasses' encoders are written")
    func nestedContainersAndSuperclassesEncodersAre() throws {
        struct Manual: Encodable {
            enum Keys: String, CodingKey { case root, a, b }

            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: Keys.self)
                var list = root.nestedUnkeyedContainer(forKey: .root)
                expectEqual(list.count, 0)
                var inner = list.nestedUnkeyedContainer()
                try inner.encode(contentsOf: [1, 2])
                var object = list.nestedContainer(keyedBy: Keys.self)
                try object.encode("x", forKey: .a)
                var single = list.superEncoder().singleValueContainer()
                try single.encode("super")
                try list.encodeNil()
                try list.encode(true)
                expectEqual(list.count, 5)
                expectEqual(list.codingPath.map(\.stringValue), ["root"])
                expectEqual(inner.codingPath.map(\.intValue), [nil, 0])
                var a = root.nestedContainer(keyedBy: Keys.self, forKey: .a)
                try a.encode(1, forKey: .a)
                // Asked for again, it goes on.
                var again = root.nestedContainer(keyedBy: Keys.self, forKey: .a)
                try again.encode(2, forKey: .b)
                var named = root.superEncoder(forKey: .b).unkeyedContainer()
                try named.encode("y")
                expect(encoder.codingPath.isEmpty)
                expect(encoder.userInfo.isEmpty)
            }
        }
        try expectEqual(
            plain(Manual(), URLEncodedFormEncoder(arrayEncoding: .indexInBrackets)),
            "a[a]=1&a[b]=2&b[0]=y&root[0][0]=1&root[0][1]=2&root[1][a]=x&root[2]=super&root[3]=1")
    }

    @Test("Containers that a class and its superclass open for one key go on together")
    func containersOfOneKey() throws {
        struct Interleaved: Encodable {
            enum Keys: String, CodingKey { case four, five, six }

            func encode(to encoder: any Encoder) throws {
                var root = encoder.container(keyedBy: Keys.self)
                var first = root.nestedContainer(keyedBy: Keys.self, forKey: .four)
                try first.encode(0, forKey: .six)
                try root.encode([1, 2, 3], forKey: .four)
                try first.encode("one", forKey: .four)
                var second = root.superEncoder(forKey: .four).container(keyedBy: Keys.self)
                try second.encode(2, forKey: .five)
                try first.encode(3, forKey: .six)
            }
        }
        try expectEqual(plain(Interleaved()), "four[five]=2&four[four]=one&four[six]=3")
    }

    @Test("What is encoded last counts")
    func whatIsEncodedLastCounts() throws {
        struct Twice: Encodable {
            enum Keys: String, CodingKey { case a, b }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode([1, 2], forKey: .a)
                try container.encode(0, forKey: .b)
                try container.encode("x", forKey: .a)
            }
        }
        try expectEqual(form(Twice(), URLEncodedFormEncoder(alphabetizeKeyValuePairs: false)), "a=x&b=0")
    }

    @Test("A second value at one path is an error with its path")
    func aSecondValueInOneContainer() {
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        let error = #expect(throws: EncodingError.self) { try form(["a": [Twice()]]) }
        guard case .invalidValue(let value, let context) = error else {
            Issue.record("no error")
            return
        }
        expect(value as? Int == 2)
        expectEqual(context.codingPath.map(\.stringValue), ["a", "Index 0"])
        expectEqual(context.debugDescription, "The container has a value already.")
    }

    @Test("An error of a type is thrown as it is")
    func anErrorOfATypeIs() {
        struct Failing: Encodable {
            struct Problem: Error {}
            func encode(to encoder: any Encoder) throws { throw Problem() }
        }
        #expect(throws: Failing.Problem.self) { try form(["a": Failing()]) }
    }

    // MARK: Depth

    @Test("An object that contains itself is an error")
    func anObjectThatContainsItselfIs() {
        final class Node: Encodable {
            var name = "x"
            var next: Node?
        }
        let node = Node()
        node.next = node
        defer { node.next = nil }
        let error = #expect(throws: EncodingError.self) { try form(node) }
        guard case .invalidValue(_, let context) = error else {
            Issue.record("no error")
            return
        }
        // How deep it comes depends on the room of the thread's stack and on how large the build's frames are.
        expect(!context.codingPath.isEmpty && context.codingPath.allSatisfy { $0.stringValue == "next" })
        expect(context.debugDescription.hasPrefix("The value is inside more others than fit"))
    }

    @Test("Containers without end are an error")
    func containersWithoutEndAreAnError() {
        struct Endless: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for _ in 0..<20_000 {
                    container = container.nestedUnkeyedContainer()
                }
                try container.encode(1)
            }
        }
        #expect(throws: EncodingError.self) { try form(["a": Endless()]) }
    }

    @Test("Many members are written in linear time")
    func manyMembersAreWrittenInLinear() throws {
        let members = (0..<20_000).map { (key: "k\($0)", value: $0 as any Encodable & Sendable) }
        let text = try form(OrderedParameters(members))
        expect(text.hasPrefix("k0=0&k1=1&"))
        expect(text.hasSuffix("&k19999=19999"))
    }
}

private class Superclass: Encodable {
    let one = "one"
    let two = 2
}

private final class Derived: Superclass {
    let three = true
    let four = [1, 2]
    let five = ["a": "a", "b": "b"]

    private enum Keys: String, CodingKey { case three, four, five }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(three, forKey: .three)
        try container.encode(four, forKey: .four)
        try container.encode(five, forKey: .five)
    }
}

private class DerivedWithSuper: Superclass {
    fileprivate enum Keys: String, CodingKey { case five, base }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(5, forKey: .five)
    }
}

private final class DerivedWithNamedSuper: Superclass {
    private enum Keys: String, CodingKey { case five, base }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try super.encode(to: container.superEncoder(forKey: .base))
        try container.encode(5, forKey: .five)
    }
}
