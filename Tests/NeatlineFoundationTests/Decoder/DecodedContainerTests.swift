import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("NeatlineJSONDecoder: containers") struct DecodedContainerTests {
    class Animal: Decodable {
        let name: String
    }

    final class Dog: Animal {
        let age: Int

        enum CodingKeys: String, CodingKey { case age, parent }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            age = try container.decode(Int.self, forKey: .age)
            let parent = container.contains(.parent)
            try super.init(from: parent ? container.superDecoder(forKey: .parent) : container.superDecoder())
        }
    }

    @Test("A superclass is decoded from the member super, or from one with a name")
    func classes() throws {
        let decoder = NeatlineJSONDecoder()
        let dogs = try decoder.decode(
            [Dog].self, from: #"[{"age":3,"super":{"name":"x"}},{"parent":{"name":"y"},"age":4}]"#)
        expect(dogs.map(\.name) == ["x", "y"] && dogs.map(\.age) == [3, 4])
        let error = decodingError { try decoder.decode([Dog].self, from: #"[{"age":3}]"#) }
        expectEqual(error?.kind, "valueNotFound Dictionary<String, Any>")
        expectEqual(error?.context.codingPath.map(\.stringValue), ["Index 0", "super"])
    }

    /// Steps through containers by hand.
    struct Walk: Decodable {
        var notes: [String] = []

        init(from decoder: any Decoder) throws {
            func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: ".") }
            let object = try decoder.container(keyedBy: AnyName.self)
            notes.append(object.allKeys.map(\.stringValue).sorted().joined(separator: ","))
            var list = try object.nestedUnkeyedContainer(forKey: AnyName("list"))
            notes.append("\(path(list.codingPath)) \(list.count ?? -1)")
            while !list.isAtEnd {
                if try list.decodeNil() {
                    notes.append("nil at \(list.currentIndex - 1)")
                } else if let number = try? list.decode(Int.self) {
                    notes.append("int \(number)")
                } else if var inner = try? list.nestedUnkeyedContainer() {
                    let value = try inner.decode(String.self)
                    notes.append("\(path(inner.codingPath)) \(value) \(inner.isAtEnd)")
                } else if let inner = try? list.nestedContainer(keyedBy: AnyName.self) {
                    let nested = try inner.nestedContainer(keyedBy: AnyName.self, forKey: AnyName("y"))
                    notes.append("\(path(nested.codingPath)) \(try nested.decode(Bool.self, forKey: AnyName("z")))")
                } else {
                    let element = try list.superDecoder()
                    notes.append("\(path(element.codingPath)) \(try String(from: element))")
                }
            }
            notes.append("\(list.currentIndex)")
            notes.append("\(try object.decodeIfPresent(Int.self, forKey: AnyName("none")) ?? -1)")
            notes.append("\(try object.decodeNil(forKey: AnyName("null"))) \(object.contains(AnyName("no")))")
        }
    }

    @Test("Nested containers keep their positions and paths, whatever is tried in between")
    func walk() throws {
        let text = #"{"list":[1,null,["s"],{"y":{"z":true}},"end"],"null":null}"#
        let expected = [
            "list,null", "list 5", "int 1", "nil at 1", "list.Index 2 s true", "list.Index 3.y true",
            "list.Index 4 end", "5", "-1", "true false",
        ]
        try expectEqual(NeatlineJSONDecoder().decode(Walk.self, from: text).notes, expected)
        try expectEqual(JSONDecoder().decode(Walk.self, from: Data(text.utf8)).notes, expected)
    }

    /// One of two forms, found by trying.
    enum Either: Decodable, Equatable {
        case number(Int)
        case object([String: Int])

        init(from decoder: any Decoder) throws {
            if let object = try? [String: Int](from: decoder) {
                self = .object(object)
            } else {
                self = .number(try decoder.singleValueContainer().decode(Int.self))
            }
        }
    }

    @Test("Types may try one form after the other")
    func probing() throws {
        let values = try NeatlineJSONDecoder().decode([Either].self, from: #"[1,{"a":2},3,{}]"#)
        expectEqual(values, [.number(1), .object(["a": 2]), .number(3), .object([:])])
    }

    struct Lossy: Decodable {
        var values: [Int] = []
        var skipped = 0
        struct Anything: Decodable {}

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if let value = try? container.decode(Wrapped<Int>.self) {
                    values.append(value.a)
                } else {
                    _ = try container.decode(Anything.self)
                    skipped += 1
                }
            }
        }
    }

    @Test("An element that fails is still the next")
    func failingElements() throws {
        let lossy = try NeatlineJSONDecoder().decode(Lossy.self, from: #"[{"a":1},{"a":"x"},{},null,7,{"a":2}]"#)
        expect(lossy.values == [1, 2] && lossy.skipped == 4)
    }

    @Test("A container at its end says so")
    func atEnd() throws {
        struct Greedy: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try container.decode(Int.self)
                expect(try container.decodeIfPresent(Int.self) == nil)
                expectEqual(decodingError { try container.decodeNil() }?.kind, "valueNotFound Never")
                expectEqual(
                    decodingError { try container.nestedUnkeyedContainer() }?.kind.hasPrefix("valueNotFound"), true)
                expectEqual(decodingError { try container.superDecoder() }?.context.codingPath.last?.intValue, 1)
                _ = try container.decode(String.self)
            }
        }
        let error = decodingError { try NeatlineJSONDecoder().decode(Greedy.self, from: "[1]") }
        expectEqual(error?.kind, "valueNotFound String")
        expectEqual(error?.context.codingPath.map(\.intValue), [1])
        expectEqual(error?.context.debugDescription.hasPrefix("Unkeyed container is at end."), true)
    }

    /// Keeps its decoder and its containers.
    final class Kept: Decodable {
        let decoder: any Decoder
        let container: KeyedDecodingContainer<AnyName>

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            container = try decoder.container(keyedBy: AnyName.self)
        }
    }

    @Test("Decoders and containers that are kept go on working, and know their paths")
    func kept() throws {
        let decoder = NeatlineJSONDecoder()
        let kept = try decoder.decode([String: [Kept]].self, from: #"{"k":[{"a":1},{"a":"x"}]}"#)
        // Other calls do not disturb them.
        for _ in 0..<3 { try expectEqual(decoder.decode([Wrapped<Int>].self, from: #"[{"a":5}]"#).count, 1) }
        let list = try #require(kept["k"])
        try expectEqual(list[0].container.decode(Int.self, forKey: AnyName("a")), 1)
        try expectEqual(list[1].container.decode(String.self, forKey: AnyName("a")), "x")
        expectEqual(list[0].container.allKeys.map(\.stringValue), ["a"])
        try expectEqual(Wrapped<Int>(from: list[0].decoder).a, 1)
        let error = decodingError { try Wrapped<Int>(from: list[1].decoder) }
        expectEqual(error?.context.codingPath.map(\.stringValue), ["k", "Index 1", "a"])
        expectEqual(list[0].decoder.codingPath.map(\.intValue), [nil, 0])
    }

    /// Keeps a decoder of a member.
    final class KeptMember: Decodable {
        let decoder: any Decoder

        init(from decoder: any Decoder) throws {
            self.decoder = try decoder.container(keyedBy: AnyName.self).superDecoder(forKey: AnyName("m"))
        }
    }

    @Test("So does a decoder of a member, while others are decoded")
    func keptMember() throws {
        let decoder = NeatlineJSONDecoder()
        let kept = try decoder.decode(KeptMember.self, from: #"{"m":{"x":0,"a":1},"n":2}"#)
        for _ in 0..<3 {
            try expectEqual(decoder.decode([Wrapped<[Int]>].self, from: #"[{"b":[],"c":[],"a":[5]}]"#)[0].a, [5])
            try expectEqual(Wrapped<Int>(from: kept.decoder).a, 1)
        }
        let error = decodingError { try Wrapped<String>(from: kept.decoder) }
        expectEqual(error?.context.codingPath.map(\.stringValue), ["m", "a"])
    }

    @Test("Decoders that are kept know their paths, each its own")
    func keptPaths() throws {
        let text =
            #"{"\u0061b":[{"a":[[],{}]},7],"empty":{},"o":{"x":{"a name of more than fifteen bytes":1}},"z":null}"#
        struct Tree: Decodable {
            let decoder: any Decoder
            let path: [String]
            var children: [Tree] = []

            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                path = decoder.codingPath.map(\.stringValue)
                if let object = try? decoder.container(keyedBy: AnyName.self) {
                    children = try object.allKeys.map { try object.decode(Tree.self, forKey: $0) }
                } else if var array = try? decoder.unkeyedContainer() {
                    while !array.isAtEnd { children.append(try array.decode(Tree.self)) }
                }
            }

            var all: [Tree] { [self] + children.flatMap(\.all) }
        }
        let parsed = try JSON(parsing: #"{"root":[0,\#(text)]}"#)
        for tree in [
            try NeatlineJSONDecoder().decode(Tree.self, from: text),
            try NeatlineJSONDecoder().decode(Tree.self, from: parsed["root"][1]),
        ] {
            expectEqual(tree.all.count, 12)
            for tree in tree.all.reversed() { expectEqual(tree.decoder.codingPath.map(\.stringValue), tree.path) }
        }
    }

    @Test("A container that is kept has its path while other values are decoded, in errors and below it, too")
    func keptContainerBelow() throws {
        /// Decodes with the container of the first element while the second is decoded.
        struct Elements: Decodable {
            init(from decoder: any Decoder) throws {
                var array = try decoder.unkeyedContainer()
                let first = try array.decode(Kept.self)
                let second = try array.decode(Kept.self)
                let error = decodingError { try first.container.decode([[Int]].self, forKey: AnyName("a")) }
                expectEqual(error?.context.codingPath.map(\.stringValue), ["Index 0", "a", "Index 0", "Index 0"])
                let inner = try second.container.decode(Kept.self, forKey: AnyName("b"))
                expectEqual(inner.decoder.codingPath.map(\.stringValue), ["Index 1", "b"])
                let other = try first.container.decode(Kept.self, forKey: AnyName("b"))
                expectEqual(other.decoder.codingPath.map(\.stringValue), ["Index 0", "b"])
            }
        }
        let text = #"[{"a":[["x"]],"b":{}},{"a":[[1],["x"]],"b":{}}]"#
        _ = try NeatlineJSONDecoder().decode(Elements.self, from: text)
    }

    @Test("The path of a container that is kept has the keys after the strategy's conversion")
    func keptContainerWithStrategy() throws {
        struct Root: Decodable {
            let userId: Kept
            let byName: [String: Kept]
            let last: Int
        }
        let text = #"{"user_id":{"a_b":[]},"by_name":{"x_y":{"a_b":[]}},"last":0}"#
        let decoder = NeatlineJSONDecoder()
        for strategy in [
            NeatlineJSONDecoder.KeyDecodingStrategy.convertFromSnakeCase,
            .custom { path in
                // Foundation's decoder passes the converted keys, too.
                expect(path.dropLast().allSatisfy { !$0.stringValue.contains("_") || $0.stringValue == "x_y" })
                let name = path.last?.stringValue ?? ""
                return AnyName(["user_id": "userId", "by_name": "byName"][name] ?? name)
            },
        ] {
            decoder.keyDecodingStrategy = strategy
            let root = try decoder.decode(Root.self, from: text)
            expectEqual(root.userId.container.codingPath.map(\.stringValue), ["userId"])
            let inner = try #require(root.byName["x_y"])
            expectEqual(inner.container.codingPath.map(\.stringValue), ["byName", "x_y"])
        }
    }

    /// Classes of which only the metatype says which one is to be decoded.
    class Base: Decodable {
        let name: String
        let others: [Base]

        enum CodingKeys: CodingKey { case name, type, others, extra }

        /// The class that the member `type` names.
        static func type(_ name: String?) -> Base.Type { name == "derived" ? Derived.self : Base.self }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            var others: [Base] = []
            if container.contains(.others), var list = try? container.nestedUnkeyedContainer(forKey: .others) {
                var types = try container.nestedUnkeyedContainer(forKey: .others)
                while !list.isAtEnd {
                    let type = try types.nestedContainer(keyedBy: CodingKeys.self).decodeIfPresent(
                        String.self, forKey: .type)
                    others.append(try list.decode(Base.type(type)))
                }
            } else if container.contains(.others) {
                let element = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .others)
                let type = Base.type(try element.decodeIfPresent(String.self, forKey: .type))
                others.append(try container.decode(type, forKey: .others))
                if let other = try container.decodeIfPresent(type, forKey: .others) { others.append(other) }
                others.append(try container.superDecoder(forKey: .others).singleValueContainer().decode(type))
            }
            self.others = others
        }
    }

    final class Derived: Base {
        let extra: Int

        required init(from decoder: any Decoder) throws {
            extra = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .extra)
            try super.init(from: decoder)
        }
    }

    @Test("A class that is known only at run time is the one that is decoded")
    func dynamicClasses() throws {
        let leaf = #"{"name":"leaf","type":"derived","extra":1}"#
        let text = #"{"name":"root","extra":2,"others":[\#(leaf),{"name":"base"}]}"#
        let decoder = NeatlineJSONDecoder()
        let type: Base.Type = Base.type("derived")
        let decoded = [
            try decoder.decode(type, from: text), try decoder.decode(type, from: Array(text.utf8)),
            try decoder.decode(type, from: Data(text.utf8)), try decoder.decode(type, from: JSON(parsing: text)),
            try JSON(parsing: text).decode(type), try JSONDecoder().decode(type, from: Data(text.utf8)),
        ]
        for root in decoded {
            expectEqual((root as? Derived)?.extra, 2)
            expectEqual(root.others.map { ($0 as? Derived)?.extra }, [1, nil])
        }
        // The standard library's keyed container passes on the static type only.
        let keyed = #"{"name":"root","others":\#(leaf)}"#
        let root = try decoder.decode(Base.self, from: keyed)
        expectEqual(root.others.map { ($0 as? Derived)?.extra }, [nil, nil, 1])
        let foundation = try JSONDecoder().decode(Base.self, from: Data(keyed.utf8))
        expectEqual(foundation.others.map { ($0 as? Derived)?.extra }, [nil, nil, 1])
    }

    enum Shape: Decodable, Equatable {
        case circle(radius: Double)
        case line(Int, Int)
        case none
    }

    @Test("Enums with associated values are decoded")
    func enums() throws {
        let text = #"[{"circle":{"radius":1.5}},{"line":{"_0":1,"_1":2}},{"none":{}}]"#
        try expectEqual(
            NeatlineJSONDecoder().decode([Shape].self, from: text), [.circle(radius: 1.5), .line(1, 2), .none])
        let error = decodingError { try NeatlineJSONDecoder().decode([Shape].self, from: #"[{"square":{}}]"#) }
        expectEqual(error?.kind, "typeMismatch Shape")
    }

    @Test("Types that contain themselves are decoded")
    func recursive() throws {
        final class Node: Decodable {
            let value: Int
            let next: Node?
        }
        let depth = 200
        let text =
            (0..<depth).map { "{\"value\":\($0),\"next\":" }.joined() + "null" + String(repeating: "}", count: depth)
        var node: Node? = try NeatlineJSONDecoder().decode(Node.self, from: text)
        var values: [Int] = []
        while let current = node {
            values.append(current.value)
            node = current.next
        }
        expectEqual(values, Array(0..<depth))
    }
}
