import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Keyed containers that are used again for later values, or that outlive their own.
struct EncoderKeptContainerTests {
    /// Where a container is put that outlives its value.
    private final class Kept {
        var containers: [KeyedEncodingContainer<FreeKey>] = []
    }

    @Test("A container kept after its value ended does not write into the next")
    func aContainerKeptAfterItsValueEndedDoesNotWriteIntoTheNext() throws {
        let kept = Kept()
        let first = encodedObject { object in
            try object.encode(1, forKey: FreeKey("a"))
            kept.containers.append(object)
        }
        let next = encodedObject { object in
            try object.encode(2, forKey: FreeKey("b"))
            #expect(throws: EncodingError.self) { try kept.containers[0].encode(3, forKey: FreeKey("c")) }
            #expect(throws: EncodingError.self) { try kept.containers[0].encode([3], forKey: FreeKey("c")) }
            expect(kept.containers[0].codingPath.isEmpty)
            expectEqual(object.codingPath.map(\.intValue), [kept.containers.count])
            try object.encode(4, forKey: FreeKey("d"))
            kept.containers.append(object)
        }
        try expectEqual(encodedText([first, next, next]), #"[{"a":1},{"b":2,"d":4},{"b":2,"d":4}]"#)
        expectEqual(kept.containers.count, 3)
        for index in kept.containers.indices {
            #expect(throws: EncodingError.self) { try kept.containers[index].encode(5, forKey: FreeKey("e")) }
        }
        try expectEqual(encodedText([first]), #"[{"a":1}]"#)
    }

    @Test("A container kept from a value that threw is refused")
    func aContainerKeptFromAValueThatThrewIsRefused() throws {
        let kept = Kept()
        struct Refusal: Error {}
        let throwing = encodedObject { object in
            try object.encode(1, forKey: FreeKey("a"))
            kept.containers.append(object)
            throw Refusal()
        }
        let array = encodedArray { array in
            #expect(throws: Refusal.self) { try array.encode(throwing) }
            try array.encode(
                encodedObject { object in
                    try object.encode(2, forKey: FreeKey("b"))
                    #expect(throws: EncodingError.self) { try kept.containers[0].encodeNil(forKey: FreeKey("c")) }
                })
        }
        try expectEqual(encodedText(array), #"[{"b":2}]"#)
    }

    @Test("A container may be used through a copy while its value is encoded")
    func aContainerMayBeUsedThroughACopyWhileItsValueIsEncoded() throws {
        let kept = Kept()
        let value = encodedObject { object in
            kept.containers = [object]
            try kept.containers[0].encode(1, forKey: FreeKey("a"))
            try object.encode(2, forKey: FreeKey("b"))
            kept.containers = []
        }
        try expectEqual(encodedText([value, value]), #"[{"a":1,"b":2},{"a":1,"b":2}]"#)
    }

    @Test("Values of one depth may have keys of different types")
    func valuesOfOneDepthMayHaveKeysOfDifferentTypes() throws {
        struct Named: Encodable { var name = "x", none: Int? }
        struct Numbered: Encodable { var number = 1, name = "y" }
        struct Pair: Encodable { var left = Named(), right = Numbered(), last = Named() }
        let pair = #"{"left":{"name":"x"},"right":{"number":1,"name":"y"},"last":{"name":"x"}}"#
        try expectEqual(encodedText([Pair(), Pair()]), "[\(pair),\(pair)]")
    }

    @Test("One value may use keys of two types")
    func oneValueMayUseKeysOfTwoTypes() throws {
        enum Letter: String, CodingKey { case a, b }
        let value = Encoded { encoder in
            var free = encoder.container(keyedBy: FreeKey.self)
            var letters = encoder.container(keyedBy: Letter.self)
            try letters.encode(1, forKey: .a)
            try free.encode(2, forKey: FreeKey("c"))
            try letters.encode(3, forKey: .b)
        }
        try expectEqual(encodedText([value, value]), #"[{"a":1,"c":2,"b":3},{"a":1,"c":2,"b":3}]"#)
    }

    @Test("Values of one type may be nested in one another")
    func valuesOfOneTypeMayBeNestedInOneAnother() throws {
        final class Node: Encodable {
            let id: Int
            let next: Node?

            init(_ id: Int, _ next: Node?) { (self.id, self.next) = (id, next) }
        }
        let node = Node(1, Node(2, Node(3, nil)))
        let text = #"{"id":1,"next":{"id":2,"next":{"id":3}}}"#
        try expectEqual(encodedText([node, node]), "[\(text),\(text)]")
    }

    @Test("Values of one depth may have keys of many types")
    func valuesOfOneDepthMayHaveKeysOfManyTypes() throws {
        let values = keysOfManyTypes(Int.self, 24)
        let text = "[" + (1...24).reversed().map { #"{"count":\#($0)}"# }.joined(separator: ",") + "]"
        try expectEqual(encodedText(values), text)
        try expectEqual(encodedText([values, values]), "[\(text),\(text)]")
    }

    private struct TaggedKey<Tag>: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Values each of which has keys of a type of its own.
    private func keysOfManyTypes<Tag>(_ tag: Tag.Type, _ count: Int) -> [Encoded] {
        if count == 0 { return [] }
        let value = Encoded { encoder in
            var object = encoder.container(keyedBy: TaggedKey<Tag>.self)
            try object.encode(count, forKey: TaggedKey(stringValue: "count"))
        }
        return [value] + keysOfManyTypes([Tag].self, count - 1)
    }
}
