import Neatline
import NeatlineTestSupport
import Testing

/// What undoes what: laws that hold for every document, in all options.
@Suite("Functions that are each other's inverse, or do nothing the second time", .longRunning)
struct InverseTests {
    private static let layouts: [JSONWritingOptions] = [.none, .spaces(2), .tabs(1)].flatMap { layout in
        (0..<16).map { bits in
            JSONWritingOptions(
                indentation: layout, sortsKeys: bits & 1 != 0, escapesNonASCII: bits & 2 != 0,
                escapesSlashes: bits & 4 != 0, endsWithNewline: bits & 8 != 0)
        }
    }

    /// Documents of all shapes, and single values, each with the random numbers for what is done with it.
    private func forEachDocument(
        rounds: Int, seed: UInt64, _ body: (JSON, inout SeededGenerator) throws -> Void
    ) throws {
        var generator = DocumentGenerator(seed: seed)
        var random = SeededGenerator(seed: seed + 1)
        for round in 0..<max(8, TestScale.rounds(rounds)) {
            let kinds = DocumentGenerator.Kind.allCases
            let text =
                round.isMultiple(of: 2)
                ? generator.document(kinds[round / 2 % kinds.count], items: Int.random(in: 0...6, using: &random))
                : generator.anyText()
            let json = try JSON(parsing: text)
            try body(random.oneIn(2) ? json : json.detached(), &random)
        }
    }

    @Test("written text is written again as it is, and minified it is what it was before")
    func writing() throws {
        try forEachDocument(rounds: 2_000, seed: 300) { json, random in
            let compact = try json.serialized()
            for options in Self.layouts.shuffled(using: &random).prefix(6) {
                let written = try json.serialized(options)
                let again = try JSON(parsing: written)
                try expectEqual(again.serialized(options), written)
                expectEqual(again, json)
                if options.sortsKeys {
                    // A sorted value stays sorted, whatever is done to its layout.
                    var unsorted = options
                    unsorted.sortsKeys = false
                    try expectEqual(again.serialized(unsorted), written)
                } else {
                    try expectEqual(again.serialized(), compact)
                    let end: [UInt8] = options.endsWithNewline ? [] : [0x0A]
                    expectEqual(Formatted(written, writing: options).output, written + end)
                    expectEqual(Formatted(written).output, compact + [0x0A])
                }
            }
        }
    }

    @Test("a difference leads from one value to the other, and back, and from a value to itself there is none")
    func differences() throws {
        var last = JSON.null
        try forEachDocument(rounds: 1_000, seed: 310) { json, _ in
            for (a, b) in [(json, last), (last, json)] {
                let patch = a.patch(to: b)
                try expectEqual(a.applying(patch), b)
                let parsed = try JSONPatch(try JSON(parsing: try patch.json.serialized()))
                try expectEqual(a.applying(parsed), b)
            }
            expect(json.patch(to: json).operations.isEmpty)
            if let mergePatch = try? last.mergePatch(to: json) {
                let merged = last.applyingMergePatch(mergePatch)
                expectEqual(merged, json)
                expectEqual(merged.applyingMergePatch(mergePatch), json)
            }
            last = json
        }
    }

    @Test("what is set by a pointer is got by it, set back it is the value before, and added it can be removed")
    func pointers() throws {
        try forEachDocument(rounds: 2_000, seed: 320) { json, random in
            var tokens: [String] = []
            var value = json
            while !random.oneIn(5) {
                if let element = value.elements?.indices.randomElement(using: &random) {
                    tokens.append("\(element)")
                } else if let key = value.members?.keys.randomElement(using: &random) {
                    tokens.append(key)
                } else {
                    break
                }
                let pointer = JSONPointer(tokens)
                value = json[pointer]
                try expectEqual(JSONPointer(parsing: pointer.description), pointer)
                try expectEqual(JSONPointer(parsingFragment: pointer.fragment), pointer)
                var changed = json
                try changed.set("other", at: pointer)
                expectEqual(changed[pointer], "other")
                try changed.set(value, at: pointer)
                expectEqual(changed, json)
                try expectEqual(changed.serialized(), json.serialized())
            }
            guard json.members != nil, !json["new"].exists() else { return }
            var added = json
            try added.set(1, at: JSONPointer(["new"]))
            try expectEqual(added.remove(at: JSONPointer(["new"])), 1)
            expectEqual(added, json)
        }
    }

    private struct Holder<Value: MappableValue>: Mappable {
        var value: Value?
        init?(map: Map) {}
        mutating func mapping(map: Map) { value <- map["value"] }
    }

    @Test("what is decoded or mapped is encoded as it was, in all options")
    func coding() throws {
        let encoder = NeatlineJSONEncoder()
        let decoder = NeatlineJSONDecoder()
        let mapper = Mapper<Holder<JSON>>()
        let formats: [NeatlineJSONEncoder.OutputFormatting] = [
            [], .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
            [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes],
        ]
        for (number, format) in formats.enumerated() {
            encoder.outputFormatting = format
            // Names of a `JSON` are not those of a type.
            encoder.keyEncodingStrategy = number.isMultiple(of: 2) ? .useDefaultKeys : .convertToSnakeCase
            decoder.keyDecodingStrategy = number.isMultiple(of: 2) ? .useDefaultKeys : .convertFromSnakeCase
            try forEachDocument(rounds: 500, seed: 330) { json, _ in
                let text = try json.serialized(format.contains(.sortedKeys) ? .init(sortsKeys: true) : .compact)
                let decoded = try decoder.decode(JSON.self, from: json.serialized())
                // The encoder escapes as Foundation's does, so its text is read to be compared.
                let encoded = try encoder.encodeToBytes(decoded)
                try expectEqual(JSON(parsing: encoded).serialized(), text)
                try expectEqual(encoder.encodeToBytes(decoder.decode(JSON.self, from: encoded)), encoded)
                let member = try decoder.decode([String: JSON].self, from: ["a": json])
                let encodedMember = try JSON(parsing: try encoder.encodeToBytes(member))
                try expectEqual(encodedMember["a"].serialized(), text)
                let holder = try mapper.tryMap(json: ["value": json])
                expectEqual(holder.value ?? .null, json)
                let mapped = mapper.toJSONValue(holder)
                if json != .null { try expectEqual(mapped["value"].serialized(), json.serialized()) }
                let again = try mapper.tryMap(json: mapped)
                expectEqual(again.value ?? .null, json)
            }
        }
    }
}
