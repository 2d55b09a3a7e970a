import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Containers of all kinds, in any order.
struct EncoderContainerTests {
    @Test("Members stand in the order encoded")
    func membersStandInTheOrderEncoded() throws {
        struct Model: Encodable { var z = 1, a = "x", m: [Int] = [1, 2], none: Int?, b = false }
        try expectEqual(encodedText(Model()), #"{"z":1,"a":"x","m":[1,2],"b":false}"#)
    }

    @Test("Asking twice for one kind gives the same container")
    func askingTwiceForOneKindGivesTheSameContainer() throws {
        let object = Encoded { encoder in
            var first = encoder.container(keyedBy: FreeKey.self)
            try first.encode(1, forKey: FreeKey("a"))
            var second = encoder.container(keyedBy: FreeKey.self)
            try second.encode(2, forKey: FreeKey("b"))
            try first.encode(3, forKey: FreeKey("c"))
        }
        try expectEqual(encodedText(object), #"{"a":1,"b":2,"c":3}"#)
        let array = Encoded { encoder in
            var first = encoder.unkeyedContainer()
            try first.encode(1)
            var second = encoder.unkeyedContainer()
            try second.encode(2)
            try first.encode(3)
            expectEqual(first.count, 3)
            expectEqual(second.count, 3)
        }
        try expectEqual(encodedText(array), "[1,2,3]")
    }

    @Test("Asking for another kind is an error")
    func askingForAnotherKindIsAnError() throws {
        let value = Encoded { encoder in
            var object = encoder.container(keyedBy: FreeKey.self)
            try object.encode(1, forKey: FreeKey("a"))
            _ = encoder.unkeyedContainer()
        }
        expectEqual(
            encodingFailure(["x": value]),
            "x: Encoded: It asked for an unkeyed container where it has encoded a keyed container.")
        let twice = Encoded { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(1)
            try single.encode(2)
        }
        expectEqual(
            encodingFailure(twice),
            ": Unable to encode Int through a single value container where a single value has been encoded.")
        // Foundation drops the single value.
        let dropped = Encoded { encoder in
            var object = encoder.container(keyedBy: FreeKey.self)
            try object.encode(1, forKey: FreeKey("a"))
            var single = encoder.singleValueContainer()
            try single.encode(2)
        }
        try expectEqual(foundationText(dropped), #"{"a":1}"#)
        expectEqual(
            encodingFailure(dropped),
            ": Unable to encode Int through a single value container where a keyed container has been encoded.")
        let mixed = Encoded { encoder in
            var single = encoder.singleValueContainer()
            try single.encode("x")
            var object = encoder.container(keyedBy: FreeKey.self)
            #expect(throws: EncodingError.self) { try object.encode(1, forKey: FreeKey("a")) }
        }
        expectEqual(
            encodingFailure([mixed]), "0: Encoded: It asked for a keyed container where it has encoded a single value.")
    }

    @Test("Nested containers may be filled after their parent went on")
    func nestedContainersMayBeFilledAfterTheirParentWentOn() throws {
        let value = encodedObject { object in
            var nested = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            try object.encode(1, forKey: FreeKey("z"))
            try nested.encode(2, forKey: FreeKey("late"))
            var array = object.nestedUnkeyedContainer(forKey: FreeKey("u"))
            try array.encode(1)
            var inner = array.nestedUnkeyedContainer()
            try array.encode(9)
            try inner.encode(8)
            var last = array.nestedContainer(keyedBy: FreeKey.self)
            try last.encode("x/y", forKey: FreeKey("q"))
            try nested.encode([1, 2], forKey: FreeKey("later"))
            expectEqual(array.count, 4)
            expectEqual(inner.codingPath.map(\.stringValue), ["u", "Index 1"])
            expectEqual(last.codingPath.map(\.stringValue), ["u", "Index 3"])
        }
        try expectEqual(
            encodedText(value), #"{"n":{"late":2,"later":[1,2]},"z":1,"u":[1,[8],9,{"q":"x\/y"}]}"#)
    }

    @Test("Containers may be nested in one that is late")
    func containersMayBeNestedInOneThatIsLate() throws {
        let value = encodedObject { object in
            var outer = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("outer"))
            try object.encode(1, forKey: FreeKey("a"))
            var inner = outer.nestedUnkeyedContainer(forKey: FreeKey("inner"))
            try object.encode(2, forKey: FreeKey("b"))
            try inner.encode("x")
            var innermost = inner.nestedContainer(keyedBy: FreeKey.self)
            try outer.encode(true, forKey: FreeKey("c"))
            try innermost.encode(3, forKey: FreeKey("d"))
            try inner.encode("y")
            let late = outer.superEncoder()
            _ = outer.superEncoder(forKey: FreeKey("unused"))
            try innermost.encode(4, forKey: FreeKey("e"))
            try [5, 6].encode(to: late)
            expectEqual(innermost.codingPath.map(\.stringValue), ["outer", "inner", "Index 1"])
        }
        try expectEqual(
            encodedText(value),
            """
            {"outer":{"inner":["x",{"d":3,"e":4},"y"],"c":true,"super":[5,6],"unused":{}},"a":1,"b":2}
            """)
    }

    @Test("Columns may be filled in turns")
    func columnsMayBeFilledInTurns() throws {
        let count = 2_000
        let value = encodedObject { object in
            var numbers = object.nestedUnkeyedContainer(forKey: FreeKey("numbers"))
            var names = object.nestedUnkeyedContainer(forKey: FreeKey("names"))
            for number in 0..<count {
                try numbers.encode(number)
                try names.encode("n\(number)")
            }
        }
        let json = try JSON(encoding: value)
        expect(json["numbers"].arrayObject as? [Int] == Array(0..<count))
        expect(json["names"].arrayObject as? [String] == (0..<count).map { "n\($0)" })
    }

    @Test("One nested container asked for twice is the same")
    func oneNestedContainerAskedForTwiceIsTheSame() throws {
        let value = encodedObject { object in
            var first = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            try first.encode(1, forKey: FreeKey("a"))
            try object.encode(0, forKey: FreeKey("between"))
            var second = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            try second.encode(2, forKey: FreeKey("b"))
            try first.encode(3, forKey: FreeKey("c"))
        }
        try expectEqual(encodedText(value), #"{"n":{"a":1,"b":2,"c":3},"between":0}"#)
        let clash = encodedObject { object in
            _ = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            _ = object.nestedUnkeyedContainer(forKey: FreeKey("n"))
        }
        expectEqual(
            encodingFailure(clash),
            ": Encoded: It asked for an unkeyed container for the key \"n\", for which it has encoded another value."
        )
    }

    @Test("An array asked for twice has one count and one order, whichever of the two is used")
    func oneNestedArrayAskedForTwice() throws {
        let value = encodedObject { object in
            var first = object.nestedUnkeyedContainer(forKey: FreeKey("n"))
            try first.encode(0)
            try object.encode(0, forKey: FreeKey("between"))
            var second = object.nestedUnkeyedContainer(forKey: FreeKey("n"))
            expect(first.count == 1 && second.count == 1)
            try second.encode(1)
            try first.encode([2])
            try second.encode(3)
            var third = object.nestedUnkeyedContainer(forKey: FreeKey("n"))
            expect(first.count == 4 && second.count == 4 && third.count == 4)
            expectEqual(second.nestedContainer(keyedBy: FreeKey.self).codingPath.last?.intValue, 4)
            expectEqual(first.nestedContainer(keyedBy: FreeKey.self).codingPath.last?.intValue, 5)
            try third.encode(6)
        }
        try expectEqual(encodedText(value), #"{"n":[0,1,[2],3,{},{},6],"between":0}"#)
    }

    @Test("A superclass encoder and a nested container of one key are one container, if they are of one kind")
    func superEncoderAndNestedContainerOfOneKey() throws {
        let alike = encodedObject { object in
            let encoder = object.superEncoder(forKey: FreeKey("n"))
            var nested = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            try nested.encode(1, forKey: FreeKey("a"))
            var other = encoder.container(keyedBy: FreeKey.self)
            try other.encode(2, forKey: FreeKey("b"))
            try nested.encode(3, forKey: FreeKey("c"))
        }
        try expectEqual(encodedText(alike), #"{"n":{"a":1,"b":2,"c":3}}"#)
        let unlike = encodedObject { object in
            let encoder = object.superEncoder(forKey: FreeKey("n"))
            var nested = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            try nested.encode(1, forKey: FreeKey("a"))
            _ = encoder.unkeyedContainer()
        }
        expectEqual(
            encodingFailure(unlike),
            ": Encoded: It asked for an unkeyed container where it has encoded a keyed container.")
        let single = encodedObject { object in
            let encoder = object.superEncoder(forKey: FreeKey("n"))
            _ = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
        expectEqual(
            encodingFailure(single)?.hasPrefix("n: Unable to encode Int through a single value container"), true)
        let reversed = encodedObject { object in
            let encoder = object.superEncoder(forKey: FreeKey("n"))
            try object.encode(0, forKey: FreeKey("between"))
            var array = encoder.unkeyedContainer()
            try array.encode(1)
            _ = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
        }
        expectEqual(
            encodingFailure(reversed),
            ": Encoded: It asked for a keyed container for the key \"n\", for which it has encoded another value."
        )
        let failed = encodedObject { object in
            let encoder = object.superEncoder(forKey: FreeKey("n"))
            try object.encode(0, forKey: FreeKey("between"))
            var container = encoder.singleValueContainer()
            #expect(throws: EncodingError.self) { try container.encode(Double.nan) }
            var nested = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            try nested.encode(1, forKey: FreeKey("a"))
        }
        try expectEqual(encodedText(failed), #"{"n":{"a":1},"between":0}"#)
    }

    @Test("Of a key encoded twice the last value counts, at the position of the first")
    func ofAKeyEncodedTwiceTheLastValueCountsAtThePositionOfTheFirst() throws {
        let value = encodedObject { object in
            try object.encode(1, forKey: FreeKey("a"))
            try object.encode([1], forKey: FreeKey("b"))
            try object.encode("x", forKey: FreeKey("a"))
        }
        try expectEqual(encodedText(value), #"{"a":"x","b":[1]}"#)
        try expectEqual(encodedText([value]) { $0.outputFormatting = .sortedKeys }, #"[{"a":"x","b":[1]}]"#)
        let many = encodedObject { object in
            for round in 0..<2 { for number in 0..<100 { try object.encode(round, forKey: FreeKey("k\(number)")) } }
        }
        try expectEqual(JSON(encoding: many), JSON(Dictionary(uniqueKeysWithValues: (0..<100).map { ("k\($0)", 1) })))
        try expectEqual(JSON(encoding: many).count, 100)
    }

    @Test("A single value may be amended by a container of its kind as in Foundation")
    func aSingleValueMayBeAmendedByAContainerOfItsKindAsInFoundation() throws {
        /// Encodes a single value in `encoder`, and then more in a container.
        func amend(_ encoder: any Encoder, _ value: some Encodable) throws {
            var single = encoder.singleValueContainer()
            try single.encode(value)
            var object = encoder.container(keyedBy: FreeKey.self)
            try object.encode(2, forKey: FreeKey("b"))
            try object.encode(3, forKey: FreeKey("d"))
            var nested = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            try nested.encode(4, forKey: FreeKey("more"))
        }
        let late = encodedObject { object in
            var nested = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n"))
            try object.encode(1, forKey: FreeKey("d"))
            try nested.encode(2, forKey: FreeKey("late"))
        }
        let values: [Encoded] = [
            Encoded { try amend($0, ["d": 1]) }, Encoded { try amend($0, [String: Int]()) },
            Encoded { try amend($0, late) },
            Encoded { try amend($0, ["x": ["a", "{[,\"\\"]]) },
            Encoded { encoder in
                var single = encoder.singleValueContainer()
                try single.encode([["a"], ["b", "c"]])
                var array = encoder.unkeyedContainer()
                expectEqual(array.count, 2)
                try array.encode("d")
                var nested = array.nestedUnkeyedContainer()
                try nested.encode(1)
                expectEqual(nested.codingPath.last?.intValue, 3)
                try array.encode("e")
            },
            Encoded { encoder in
                var single = encoder.singleValueContainer()
                try single.encode([Int]())
                var array = encoder.unkeyedContainer()
                try array.encode(1)
                try array.encode(2)
            },
            // In encoders of superclasses that are closed, or not yet written.
            encodedObject { object in
                let first = object.superEncoder(forKey: FreeKey("s"))
                var single = first.singleValueContainer()
                try single.encode(["d": 1])
                try object.encode(5, forKey: FreeKey("x"))
                var again = first.container(keyedBy: FreeKey.self)
                try again.encode(2, forKey: FreeKey("b"))
            },
            encodedArray { array in
                let element = array.superEncoder()
                try array.encode(5)
                try amend(element, ["d": 1])
                let other = array.superEncoder()
                try array.encode(6)
                var single = other.singleValueContainer()
                try single.encode([7])
                var again = other.unkeyedContainer()
                try again.encode(8)
            },
        ]
        for value in values {
            let text = try encodedText([value]) { $0.outputFormatting = .sortedKeys }
            try expectEqual(text, foundationText([value]) { $0.outputFormatting = .sortedKeys })
        }
        let other = Encoded { encoder in
            var single = encoder.singleValueContainer()
            try single.encode([1])
            _ = encoder.container(keyedBy: FreeKey.self)
        }
        expectEqual(
            encodingFailure(other), ": Encoded: It asked for a keyed container where it has encoded a single value.")
    }

    @Test("Names that were met before and new ones are found again")
    func namesThatWereMetBeforeAndNewOnesAreFoundAgain() throws {
        enum Name: String, CodingKey { case a, b }
        let value = Encoded { encoder in
            var first = encoder.container(keyedBy: FreeKey.self)
            // A name that comes twice somewhere, and later names that no type has declared.
            try first.encode(1, forKey: FreeKey("twice"))
            try first.encode(2, forKey: FreeKey("twice"))
            var object = first.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("object"))
            try object.encode(["x": 1], forKey: FreeKey("a"))
            try object.encode(3, forKey: FreeKey("a name that is too long to be in a string's own words"))
            var nested = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("a"))
            try nested.encode(2, forKey: FreeKey("y"))
        }
        let text = try encodedText(value) { $0.outputFormatting = .sortedKeys }
        try expectEqual(text, foundationText(value) { $0.outputFormatting = .sortedKeys })
        expect(text.contains(#""a":{"x":1,"y":2}"#))
    }

    /// Many names in one object, with what makes them be looked up: repeats, nested containers that are asked for again, and
    /// values that fail.
    @Test("Many names of one object are told apart")
    func manyNamesOfOneObjectAreToldApart() throws {
        struct Failure: Error {}
        var generator = SeededGenerator(seed: 19)
        for count in [11, 12, 13, 14, 64, 65, 66, 300] {
            let steps = (0..<(3 * count)).map { _ in
                (step: Int.random(in: 0..<8, using: &generator), name: Int.random(in: 0..<count, using: &generator))
            }
            func fill(_ object: inout KeyedEncodingContainer<FreeKey>, withFailures: Bool) throws {
                var isContainer: [Int: Bool] = [:]
                for (number, (step, name)) in steps.enumerated() {
                    let key = FreeKey("name \(name)")
                    switch step {
                    case 0...2:
                        try object.encode(number, forKey: key)
                        isContainer[name] = false
                    case 3:
                        let broken = encodedObject { object in
                            try object.encode(1, forKey: key)
                            throw Failure()
                        }
                        if withFailures { try? object.encode(broken, forKey: key) }
                    case 4:
                        try object.encode([FreeKey("b").stringValue: number], forKey: key)
                        isContainer[name] = true
                    default:
                        guard isContainer[name] ?? true else { continue }
                        var nested = object.nestedContainer(keyedBy: FreeKey.self, forKey: key)
                        try nested.encode(number, forKey: FreeKey("c\(number % 3)"))
                        isContainer[name] = true
                    }
                }
            }
            let value = encodedObject { try fill(&$0, withFailures: false) }
            let text = try encodedText(value) { $0.outputFormatting = .sortedKeys }
            try expectEqual(text, foundationText(value) { $0.outputFormatting = .sortedKeys })
            // In Foundation, a part of what failed is left behind.
            let failing = encodedObject { try fill(&$0, withFailures: true) }
            try expectEqual(text, encodedText(failing) { $0.outputFormatting = .sortedKeys })
        }
    }

    @Test("Late containers of many names are found again")
    func lateContainersOfManyNamesAreFoundAgain() throws {
        let value = encodedObject { object in
            var late = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("late"))
            try object.encode(1, forKey: FreeKey("x"))
            for round in 0..<3 {
                for index in 0..<20 {
                    var nested = late.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("aName\(index)"))
                    try nested.encode(round, forKey: FreeKey("r\(round)"))
                }
            }
        }
        let text = try encodedText(value) { encoder in
            encoder.outputFormatting = .sortedKeys
            encoder.keyEncodingStrategy = .convertToSnakeCase
        }
        let theirs = try foundationText(value) { encoder in
            encoder.outputFormatting = .sortedKeys
            encoder.keyEncodingStrategy = .convertToSnakeCase
        }
        expectEqual(text, theirs)
    }

    @Test("Containers of closed ones are found again")
    func containersOfClosedOnesAreFoundAgain() throws {
        for count in [1, 20] {
            let value = encodedObject { object in
                var closed = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("closed"))
                for index in 0..<count {
                    var nested = closed.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n\(index)"))
                    try nested.encode(index, forKey: FreeKey("first"))
                    var list = closed.nestedUnkeyedContainer(forKey: FreeKey("l\(index)"))
                    try list.encode(index)
                }
                try object.encode(1, forKey: FreeKey("x"))
                for index in 0..<count {
                    var nested = closed.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n\(index)"))
                    try nested.encode(index, forKey: FreeKey("second"))
                    var list = closed.nestedUnkeyedContainer(forKey: FreeKey("l\(index)"))
                    try list.encode("again")
                    var new = closed.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("new\(index)"))
                    try new.encode(true, forKey: FreeKey("third"))
                }
            }
            let text = try encodedText(value) { $0.outputFormatting = .sortedKeys }
            try expectEqual(text, foundationText(value) { $0.outputFormatting = .sortedKeys })
        }
        let other = encodedObject { object in
            var closed = object.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("closed"))
            try closed.encode(1, forKey: FreeKey("number"))
            try object.encode(1, forKey: FreeKey("x"))
            var nested = closed.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("number"))
            #expect(throws: EncodingError.self) { try nested.encode(2, forKey: FreeKey("a")) }
        }
        #expect(throws: EncodingError.self) { try encodedText(other) }
    }

    @Test("Encoders of superclasses stand under their keys")
    func encodersOfSuperclassesStandUnderTheirKeys() throws {
        class Animal: Encodable {
            let name = "Rex"
            enum CodingKeys: CodingKey { case name }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
            }
        }
        final class Dog: Animal {
            let barks = true
            enum Keys: CodingKey { case barks, base }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(barks, forKey: .barks)
                try super.encode(to: container.superEncoder())
                try super.encode(to: container.superEncoder(forKey: .base))
            }
        }
        try expectEqual(encodedText(Dog()), #"{"barks":true,"super":{"name":"Rex"},"base":{"name":"Rex"}}"#)
        final class Cat: Animal {
            override func encode(to encoder: any Encoder) throws {
                try super.encode(to: encoder)
                var container = encoder.container(keyedBy: FreeKey.self)
                try container.encode(9, forKey: FreeKey("lives"))
            }
        }
        try expectEqual(encodedText(Cat()), #"{"name":"Rex","lives":9}"#)
    }

    @Test("Super encoders may be used late or not at all")
    func superEncodersMayBeUsedLateOrNotAtAll() throws {
        let value = encodedObject { object in
            let first = object.superEncoder()
            try object.encode(1, forKey: FreeKey("z"))
            _ = object.superEncoder(forKey: FreeKey("never"))
            var array = object.nestedUnkeyedContainer(forKey: FreeKey("u"))
            let element = array.superEncoder()
            try array.encode(4)
            expectEqual(array.count, 2)
            expectEqual(element.codingPath.map(\.stringValue), ["u", "Index 0"])
            try ["x": 1].encode(to: element)
            try 5.encode(to: first)
        }
        try expectEqual(encodedText(value), #"{"super":5,"z":1,"never":{},"u":[{"x":1},4]}"#)
    }

    @Test("What throws leaves nothing behind")
    func whatThrowsLeavesNothingBehind() throws {
        struct Failure: Error {}
        let broken = encodedObject { object in
            try object.encode(1, forKey: FreeKey("a"))
            var nested = object.nestedUnkeyedContainer(forKey: FreeKey("n"))
            try object.encode(2, forKey: FreeKey("b"))
            try nested.encode(3)
            throw Failure()
        }
        let value = encodedObject { object in
            try object.encode(0, forKey: FreeKey("first"))
            #expect(throws: Failure.self) { try object.encode(broken, forKey: FreeKey("broken")) }
            var array = object.nestedUnkeyedContainer(forKey: FreeKey("array"))
            #expect(throws: Failure.self) { try array.encode(broken) }
            #expect(throws: EncodingError.self) { try array.encode(Double.nan) }
            expectEqual(array.count, 0)
            try array.encode(1)
        }
        try expectEqual(encodedText(value), #"{"first":0,"array":[1]}"#)
        #expect(throws: Failure.self) { try encodedText(["x": [broken]]) }
        let replaced = Encoded { encoder in
            var single = encoder.singleValueContainer()
            #expect(throws: Failure.self) { try single.encode(broken) }
            try single.encode("instead")
        }
        try expectEqual(encodedText([replaced]), #"["instead"]"#)
    }

    @Test("A parent may be written to while a value in it is encoded")
    func aParentMayBeWrittenToWhileAValueInItIsEncoded() throws {
        let value = Encoded { encoder in
            var object = encoder.container(keyedBy: FreeKey.self)
            let outer = object
            try object.encode(
                encodedObject { inner in
                    var outer = outer
                    try inner.encode(1, forKey: FreeKey("a"))
                    try outer.encode(2, forKey: FreeKey("meanwhile"))
                    try inner.encode(3, forKey: FreeKey("b"))
                }, forKey: FreeKey("value"))
            try object.encode(4, forKey: FreeKey("after"))
        }
        let json = try JSON(encoding: value)
        expectEqual(json, ["value": ["a": 1, "b": 3], "after": 4, "meanwhile": 2])
    }
}

/// Types that encode nothing, or after they have finished.
struct EncoderMisuseTests {
    @Test("A type that encodes nothing is an error at the top and an empty object inside")
    func aTypeThatEncodesNothingIsAnErrorAtTheTopAndAnEmptyObjectInside() throws {
        let nothing = Encoded { _ in }
        expectEqual(encodingFailure(nothing), ": Top-level Encoded did not encode any values.")
        expectEqual(
            encodingFailure(Encoded { _ = $0.singleValueContainer() }), ": Top-level Encoded did not encode any values."
        )
        try expectEqual(encodedText([nothing]), "[{}]")
        try expectEqual(encodedText(["a": nothing]), #"{"a":{}}"#)
        try expectEqual(encodedText(Encoded { _ = $0.container(keyedBy: FreeKey.self) }), "{}")
        try expectEqual(encodedText(Encoded { _ = $0.unkeyedContainer() }), "[]")
    }

    @Test("What escaped from a value is refused")
    func whatEscapedFromAValueIsRefused() throws {
        final class Escape: @unchecked Sendable {
            var encoder: (any Encoder)?
            var object: KeyedEncodingContainer<FreeKey>?
            var nested: (any UnkeyedEncodingContainer)?
            var single: (any SingleValueEncodingContainer)?
        }
        let escape = Escape()
        let value = encodedObject { object in
            escape.object = object
            escape.nested = object.nestedUnkeyedContainer(forKey: FreeKey("n"))
            try object.encode(
                Encoded { encoder in
                    escape.encoder = encoder
                    escape.single = encoder.singleValueContainer()
                    try 1.encode(to: encoder)
                }, forKey: FreeKey("one"))
            // Another value of the same depth must not be reached through the encoder of the one before.
            try object.encode(
                encodedObject { other in
                    try other.encode(2, forKey: FreeKey("a"))
                    var escaped = escape.encoder?.container(keyedBy: FreeKey.self)
                    #expect(throws: EncodingError.self) { try escaped?.encode(3, forKey: FreeKey("b")) }
                    #expect(throws: EncodingError.self) { try escape.single?.encode(3) }
                }, forKey: FreeKey("two"))
        }
        let expected = #"{"n":[],"one":1,"two":{"a":2}}"#
        try expectEqual(encodedText(value), expected)
        func useWhatEscaped() {
            #expect(throws: EncodingError.self) { try escape.object?.encode(1, forKey: FreeKey("x")) }
            #expect(throws: EncodingError.self) { try escape.nested?.encode([1]) }
            #expect(throws: EncodingError.self) { try escape.nested?.encodeNil() }
            #expect(throws: EncodingError.self) { try escape.single?.encode("x") }
            #expect(throws: EncodingError.self) { try 5.encode(to: escape.encoder ?? escape.object!.superEncoder()) }
            var late = escape.object?.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("late"))
            #expect(throws: EncodingError.self) { try late?.encode(1, forKey: FreeKey("x")) }
            #expect(throws: EncodingError.self) { try 5.encode(to: escape.nested!.superEncoder()) }
            expectEqual(escape.encoder?.codingPath.isEmpty, true)
            expectEqual(escape.object?.codingPath.isEmpty, true)
        }
        useWhatEscaped()
        try expectEqual(encodedText(value), expected)
        useWhatEscaped()
    }

    @Test("Many containers inside one another are freed without recursion")
    func manyContainersInsideOneAnotherAreFreedWithoutRecursion() throws {
        let inOrder = encodedObject { object in
            var nested = object
            for _ in 0..<100_000 { nested = nested.nestedContainer(keyedBy: FreeKey.self, forKey: FreeKey("n")) }
            try nested.encode(1, forKey: FreeKey("end"))
        }
        let bytes = try NeatlineJSONEncoder().encodeToBytes(inOrder)
        expectEqual(bytes.count, 100_000 * 6 + 9)
        let late = encodedArray { array in
            var nested = array.nestedUnkeyedContainer()
            try array.encode(1)
            for _ in 0..<100_000 { nested = nested.nestedUnkeyedContainer() }
            try nested.encode(2)
        }
        try expectEqual(NeatlineJSONEncoder().encodeToBytes(late).count, 200_000 + 7)
    }

    @Test("Values nested too deep are an error on any stack")
    func valuesNestedTooDeepAreAnErrorOnAnyStack() throws {
        final class Endless: Encodable {
            enum CodingKeys: CodingKey { case next }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(Endless(), forKey: .next)
            }
        }
        final class Answer: @unchecked Sendable { var failure: String? }
        for size in [512 << 10, 4 << 20] {
            let answer = Answer()
            let thread = Thread { answer.failure = encodingFailure(Endless()) }
            thread.stackSize = size
            thread.start()
            while !thread.isFinished { Thread.yieldToOthers() }
            expectEqual(answer.failure?.hasSuffix("and the stack has no room for more."), true)
        }
    }
}

extension Thread {
    fileprivate static func yieldToOthers() { sched_yield() }
}
