import Foundation

extension Coded {
    struct Person: Codable, Hashable {
        var id: Int
        var name: String
        var email: String?
        var tags: [String]
        var address: Address?
        var scores: [String: Double]
    }

    struct Address: Codable, Hashable {
        var street: String
        var zip: String?
        var location: [Double]?
    }

    /// Every kind of number, and absent ones.
    struct Numbers: Codable, Equatable {
        var a: Int8?
        var b: UInt16?
        var c: Int?
        var d: UInt64?
        var e: Float?
        var f: Double?
        var g: Decimal?
        var h: Bool?
        var i: String?
    }

    final class Node: Codable, Equatable {
        var value: Int
        var next: Node?

        init(value: Int, next: Node?) {
            self.value = value
            self.next = next
        }

        static func == (a: Node, b: Node) -> Bool { a.value == b.value && a.next == b.next }
    }

    /// Ranges that are open at one end.
    struct Bounds: Codable, Equatable {
        var from: PartialRangeFrom<Int>
        var upTo: PartialRangeUpTo<Int>
        var through: PartialRangeThrough<Int>

        static func == (a: Bounds, b: Bounds) -> Bool {
            a.from.lowerBound == b.from.lowerBound && a.upTo.upperBound == b.upTo.upperBound
                && a.through.upperBound == b.through.upperBound
        }
    }

    /// Containers inside containers, asked for in another order than they stand in.
    struct Nested: Codable, Equatable {
        var first: Int
        var second: [String]
        var third: Bool
        var last: Double

        enum Outer: String, CodingKey { case deep, list, end }
        enum Middle: String, CodingKey { case inner, flag }
        enum Inner: String, CodingKey { case first }

        init(first: Int, second: [String], third: Bool, last: Double) {
            self.first = first
            self.second = second
            self.third = third
            self.last = last
        }

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Outer.self)
            last = try outer.decode(Double.self, forKey: .end)
            var list = try outer.nestedUnkeyedContainer(forKey: .list)
            var strings: [String] = []
            while !list.isAtEnd {
                var pair = try list.nestedUnkeyedContainer()
                strings.append(try pair.decode(String.self))
            }
            second = strings
            let middle = try outer.nestedContainer(keyedBy: Middle.self, forKey: .deep)
            third = try middle.decodeIfPresent(Bool.self, forKey: .flag) ?? false
            first = try middle.nestedContainer(keyedBy: Inner.self, forKey: .inner).decode(Int.self, forKey: .first)
        }

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Outer.self)
            var middle = outer.nestedContainer(keyedBy: Middle.self, forKey: .deep)
            var list = outer.nestedUnkeyedContainer(forKey: .list)
            var inner = middle.nestedContainer(keyedBy: Inner.self, forKey: .inner)
            for text in second {
                var pair = list.nestedUnkeyedContainer()
                try pair.encode(text)
            }
            // Containers that are open are written to in turn.
            try outer.encode(last, forKey: .end)
            try inner.encode(first, forKey: .first)
            try middle.encode(third, forKey: .flag)
        }
    }

    /// An array of values of several types.
    struct Tuple: Codable, Equatable {
        var number: Int
        var text: String?
        var inner: Address
        var rest: [Int]

        init(number: Int, text: String?, inner: Address, rest: [Int]) {
            self.number = number
            self.text = text
            self.inner = inner
            self.rest = rest
        }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            number = try container.decode(Int.self)
            text = try container.decodeIfPresent(String.self)
            inner = try container.decode(Address.self)
            var rest: [Int] = []
            while !container.isAtEnd { rest.append(try container.decode(Int.self)) }
            self.rest = rest
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(number)
            if let text { try container.encode(text) } else { try container.encodeNil() }
            try container.encode(inner)
            try container.encode(contentsOf: rest)
        }
    }

    /// What containers say of themselves while they are read.
    struct Census: Decodable, Equatable {
        var notes: [String] = []

        init(from decoder: any Decoder) throws {
            notes.append("at \(decoder.codingPath.map(\.stringValue))")
            var list = try decoder.unkeyedContainer()
            notes.append("\(list.count ?? -1) elements")
            while !list.isAtEnd {
                let index = list.currentIndex
                if try list.decodeNil() {
                    notes.append("\(index): nil")
                } else if let number = try? list.decode(Int.self) {
                    notes.append("\(index): \(number)")
                } else if let text = try? list.decodeIfPresent(String.self) {
                    notes.append("\(index): \(text)")
                } else if var inner = try? list.nestedUnkeyedContainer() {
                    notes.append("\(index): list of \(inner.count ?? -1) at \(inner.codingPath.map(\.stringValue))")
                    if !inner.isAtEnd { notes.append("nil first: \(try inner.decodeNil())") }
                } else {
                    let inner = try list.nestedContainer(keyedBy: CustomStrategies.Key.self)
                    for key in inner.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                        notes.append(
                            "\(index).\(key.stringValue) \(inner.contains(key)) \(try inner.decodeNil(forKey: key))")
                    }
                    notes.append("absent: \(inner.contains(.init(stringValue: "absent")))")
                }
            }
            do {
                _ = try list.decode(Int.self)
            } catch {
                notes.append(CodingFailure(error).note)
            }
            do {
                notes.append("\(try list.decodeNil())")
            } catch {
                notes.append(CodingFailure(error).note)
            }
            do {
                notes.append("\(try list.decodeIfPresent(Int.self) as Any)")
            } catch {
                notes.append(CodingFailure(error).note)
            }
        }
    }

    /// Reads one member in every way there is, and notes what each says.
    struct Ways: Decodable, Equatable {
        var notes: [String] = []

        private mutating func note<Value>(_ name: String, _ read: () throws -> Value) {
            do {
                notes.append("\(name): \(try read())")
            } catch {
                notes.append("\(name): \(CodingFailure(error).note)")
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CustomStrategies.Key.self)
            let key = CustomStrategies.Key(stringValue: "value")
            note("contains") { container.contains(key) }
            note("nil") { try container.decodeNil(forKey: key) }
            note("Bool") { try container.decode(Bool.self, forKey: key) }
            note("Bool?") { try container.decodeIfPresent(Bool.self, forKey: key) as Any }
            note("Int") { try container.decode(Int.self, forKey: key) }
            note("Int?") { try container.decodeIfPresent(Int.self, forKey: key) as Any }
            note("Int as Int?") { try container.decode(Int?.self, forKey: key) as Any }
            note("UInt8?") { try container.decodeIfPresent(UInt8.self, forKey: key) as Any }
            note("Double?") { try container.decodeIfPresent(Double.self, forKey: key) as Any }
            note("Float") { try container.decode(Float.self, forKey: key) }
            note("String") { try container.decode(String.self, forKey: key) }
            note("String?") { try container.decodeIfPresent(String.self, forKey: key) as Any }
            note("[Int]") { try container.decode([Int].self, forKey: key) }
            note("[Int]?") { try container.decodeIfPresent([Int].self, forKey: key) as Any }
            note("[String: Int]") { try container.decode([String: Int].self, forKey: key) }
            note("Date") { try container.decode(Date.self, forKey: key).timeIntervalSinceReferenceDate }
            note("URL?") { try container.decodeIfPresent(URL.self, forKey: key) as Any }
            note("Data") { try container.decode(Data.self, forKey: key).count }
            note("unkeyed") { try container.nestedUnkeyedContainer(forKey: key).count as Any }
            note("keyed") {
                try container.nestedContainer(keyedBy: CustomStrategies.Key.self, forKey: key).allKeys.map(
                    \.stringValue
                )
                .sorted()
            }
            note("super") { try container.superDecoder(forKey: key).codingPath.map(\.stringValue) }
            note("super's Int") { try Int(from: container.superDecoder(forKey: key)) }
            note("implicit super's Int") { try Int(from: container.superDecoder()) }
            note("container") { try container.superDecoder(forKey: key).singleValueContainer().decodeNil() }
        }
    }
}

extension Subjects {
    static let containers: [CodingSubject] = [
        CodingSubject(
            Coded.Person.self,
            [
                #"{"id":1,"name":"Ada","email":null,"tags":["a"],"address":{"street":"s"},"scores":{"x":1.5}}"#,
                #"{"id":1,"name":"Ada","tags":[],"scores":{}}"#, #"{"id":"1","name":"Ada","tags":[],"scores":{}}"#,
                #"{"id":1,"tags":[],"scores":{}}"#, #"{"id":1,"name":null,"tags":[],"scores":{}}"#,
                #"{"id":1,"name":"Ada","tags":["a",5],"scores":{}}"#,
                #"{"id":1,"name":"Ada","tags":["a",null],"scores":{}}"#,
                #"{"id":1,"name":"Ada","tags":{},"scores":{}}"#, #"{"id":1,"name":"Ada","tags":[],"scores":{"a":"b"}}"#,
                #"{"id":1,"name":"Ada","tags":[],"scores":[]}"#,
                #"{"id":1,"name":"Ada","tags":[],"scores":{},"address":{"street":"s","location":[1,"2"]}}"#,
                #"{"id":1,"name":"Ada","tags":[],"scores":{},"address":{"zip":"s"}}"#,
                #"{"id":1,"name":"Ada","tags":[],"scores":{},"address":[]}"#, "null", "[]", "5",
                #"{"scores":{"b":2,"a":1},"extra":[[[]]],"tags":["x"],"name":"é","id":1e2,"address":{"location":[],"street":""}}"#,
                #"{"id":1,"id":2,"name":"a","name":"b","tags":[],"scores":{"x":1,"x":2}}"#,
            ],
            values: [
                .init(id: 1, name: "Ada", email: nil, tags: ["a", "b/c"], address: nil, scores: ["z": 1, "a": 0.5]),
                .init(
                    id: -1, name: "", email: "x", tags: [], address: .init(street: "s", zip: nil, location: [1, 2]),
                    scores: [:]),
                .init(id: 0, name: "n", email: nil, tags: [], address: nil, scores: ["nan": .nan]),
                .init(
                    id: 0, name: "n", email: nil, tags: [], address: .init(street: "", location: [0, .infinity]),
                    scores: [:]),
            ]),
        CodingSubject(
            Coded.Numbers.self,
            [
                "{}", #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":true,"i":"x"}"#,
                #"{"a":null,"b":null,"c":null,"d":null}"#,
            ]
                + Texts.scalars.flatMap { text in "abcdefghi".map { "{\"\($0)\":\(text)}" } },
            values: [.init(), .init(a: 1, b: 2, c: 3, d: 4, e: 0.1, f: 0.1, g: 1, h: true, i: "x"), .init(e: .nan)]),
        CodingSubject(
            Coded.Node.self,
            [#"{"value":1}"#, #"{"value":1,"next":{"value":2,"next":null}}"#, #"{"value":1,"next":{"value":"2"}}"#],
            values: [Coded.Node(value: 1, next: Coded.Node(value: 2, next: nil))]),
        CodingSubject(
            Coded.Nested.self,
            [
                #"{"deep":{"inner":{"first":1},"flag":true},"list":[["a"],["b","c"]],"end":2}"#,
                #"{"end":2,"list":[],"deep":{"flag":null,"inner":{"first":1}}}"#, #"{"end":2,"list":[[]],"deep":{}}"#,
                #"{"end":2,"list":[["a"],[5]],"deep":{}}"#, #"{"end":2,"list":[["a"],5],"deep":{}}"#,
                #"{"end":2,"list":{},"deep":{}}"#, #"{"end":2,"list":null,"deep":{}}"#, #"{"end":2,"deep":{}}"#,
                #"{"end":2,"list":[],"deep":[]}"#, #"{"end":2,"list":[],"deep":null}"#, #"{"end":2,"list":[]}"#,
                #"{"end":2,"list":[],"deep":{"inner":null}}"#, #"{"end":2,"list":[],"deep":{"inner":{}}}"#,
                #"{"end":2,"list":[],"deep":{"inner":{"first":"x"}}}"#,
            ],
            values: [
                .init(first: 1, second: ["a", "b"], third: true, last: 0.5),
                .init(first: 0, second: [], third: false, last: .nan),
            ]),
        CodingSubject(
            Coded.Tuple.self,
            [
                #"[1,"a",{"street":"s"},2,3]"#, #"[1,null,{"street":"s"}]"#, #"[1,null,{}]"#, #"[1,null]"#, #"[1]"#,
                "[]", #"["1"]"#,
                #"[1,5]"#, #"[1,"a",{"street":"s"},2,"3"]"#, #"[1,"a",{"street":"s"},null]"#, #"[1,"a",[]]"#, "{}",
                "null",
            ],
            values: [
                .init(number: 1, text: nil, inner: .init(street: "a"), rest: [1, 2]),
                .init(number: 1, text: "t", inner: .init(street: "a"), rest: []),
            ]),
        CodingSubject(
            decoding: Coded.Census.self, [#"[1,null,"a",[null,1],[],{"b":null,"a":1}]"#, "[]", "[[]]", "[true]", "{}"]),
        CodingSubject(
            decoding: Coded.Box<Coded.Census>.self, [#"{"value":[1,{"a":[]}]}"#, #"{"value":[]}"#, #"{"value":{}}"#]),
        CodingSubject(
            decoding: Coded.Ways.self,
            Texts.scalars.map { "{\"value\":\($0)}" } + [
                "{}", #"{"super":5}"#, #"{"super":null,"value":null}"#, #"{"super":"x","value":1}"#,
            ]),
        CodingSubject(
            [[Int]].self, ["[[1],[],[2,3]]", "[[1],2]", "[[\"1\"]]", "[null]"], values: [[[]], [[1], [2, 3]]]),
        CodingSubject([[[Double?]]].self, ["[[[1,null]]]", "[[[\"x\"]]]"], values: [[[[1, nil, 0.5]]]]),
        CodingSubject(Int???.self, ["1", "null", "\"x\""], values: [1, nil, .some(nil)]),
        CodingSubject([Int??].self, ["[1,null]", "[\"x\"]"], values: [[1, nil, .some(nil)]]),
        CodingSubject(Set<Int>.self, ["[3,1,1]", "[\"x\"]", "{}"], values: [[], [5]]),
        CodingSubject(Set<String>.self, ["[\"a\",\"a\"]"], values: [["a"]]),
        CodingSubject(ContiguousArray<Int>.self, ["[3,1]", "null"], values: [[1, 2]]),
        CodingSubject(Range<Int>.self, ["[1,2]", "[2,1]", "[1]", "[1,2,3]", "{}"], values: [1..<5]),
        CodingSubject(ClosedRange<Double>.self, ["[1,2.5]", "[2,1]", "[1,null]"], values: [1...5, 0...(.infinity)]),
        CodingSubject(
            Coded.Bounds.self,
            [
                #"{"from":[1],"upTo":[2],"through":[3]}"#, #"{"from":[],"upTo":[2],"through":[3]}"#,
                #"{"from":[1],"upTo":["x"]}"#,
            ],
            values: [.init(from: 1..., upTo: ..<2, through: ...3)]),
    ]
}
