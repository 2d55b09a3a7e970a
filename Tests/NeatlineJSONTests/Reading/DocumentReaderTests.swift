import NeatlineTestSupport
import Testing

@testable import NeatlineJSON

@Suite("DocumentReader") struct DocumentReaderTests {
    /// All values of a document, found by recursion.
    private func values(_ reader: DocumentReader, _ position: Int, _ path: [JSONKey]) -> [(
        position: Int, path: [JSONKey]
    )] {
        var result = [(position, path)]
        switch reader.kind(position) {
        case .array:
            var (element, ordinal) = (reader.firstElement(position), 0)
            while element < reader.end(position) {
                result += values(reader, element, path + [.index(ordinal)])
                (element, ordinal) = (reader.next(element), ordinal + 1)
            }
        case .object:
            var key = reader.firstElement(position)
            while key < reader.end(position) {
                let value = reader.next(key)
                result += values(reader, value, path + [.key(reader.name(key))])
                key = reader.next(value)
            }
        default: break
        }
        return result
    }

    /// Line and column, counted character by character.
    private func lineAndColumn(_ offset: Int, _ text: [UInt8]) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for scalar in String(decoding: text[..<offset], as: UTF8.self).unicodeScalars {
            if scalar == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
        }
        return (line, column)
    }

    @Test("a number's parts are those of the number, whatever follows it")
    func parts() throws {
        let texts = [
            "0", "-0", "7", "-7", "12.50", "-0.05", "1e5", "1.5e3", "9223372036854775807", "9223372036854775808",
            "-9223372036854775808", "18446744073709551615", "18446744073709551616", "0.1234567890123456789",
            "0.12345678901234567890", "123456789012345.6789", "12345678901234567.890",
        ]
        for text in texts {
            for (before, after) in [("[", "]"), ("[", ",1,2,3,4,5,6]"), ("[1,2,", "       ]"), ("", "")] {
                let reader = try DocumentReader(
                    parsing: Array((before + text + after).utf8), options: JSONParsingOptions())
                var position = before.isEmpty ? 0 : reader.firstElement(0)
                if before == "[1,2," { position = reader.next(reader.next(position)) }
                let found = reader.parts(position)
                let expected = try #require(reader.number(position)).parts
                expectEqual(found == nil, expected == nil, "\(text)")
                if let found, let expected { expect(found == expected, "\(text)") }
            }
        }
        let reader = try DocumentReader(
            parsing: Array(#"["1", null, true, [], {}]"#.utf8), options: JSONParsingOptions())
        var position = reader.firstElement(0)
        while position < reader.end(0) {
            expect(reader.parts(position) == nil)
            position = reader.next(position)
        }
    }

    @Test("paths and locations of many values at once are those of each alone, and of a count by hand")
    func locations() throws {
        var generator = DocumentGenerator(seed: 0x706C_6163)
        var random = NeatlineTestSupport.SeededGenerator(seed: 0x706C_6163)
        for round in 0..<TestScale.rounds(150) {
            let kind = DocumentGenerator.Kind.allCases[round % 4]
            var text = generator.document(kind, items: 1 + round % 7)
            text.removeAll { $0 == UInt8(ascii: "\r") }
            var options = JSONParsingOptions()
            options.loneSurrogates = .keep
            let reader = try DocumentReader(parsing: text, options: options)
            let values = values(reader, reader.root, [])
            let chosen = values.filter { _ in random.oneIn(values.count / 20 + 1) }
            // The same position may be asked for twice.
            let positions = (chosen + chosen.prefix(2)).map(\.position).sorted()
            let locations = reader.locations(of: positions)
            expectEqual(locations.count, positions.count)
            for (position, location) in zip(positions, locations) {
                let value = try #require(values.first { $0.position == position })
                expectEqual(location.path, value.path)
                expectEqual(reader.path(to: position), value.path)
                let source = try #require(location.location)
                let expected = lineAndColumn(source.byteOffset, text)
                expect(source.line == expected.line && source.column == expected.column)
                expectEqual(reader.location(of: position)?.byteOffset, source.byteOffset)
                expectEqual(reader.location(of: position)?.excerpt, source.excerpt)
                let first = text[source.byteOffset]
                switch reader.kind(position) {
                case .object: expectEqual(first, UInt8(ascii: "{"))
                case .array: expectEqual(first, UInt8(ascii: "["))
                case .string: expectEqual(first, UInt8(ascii: "\""))
                case .number:
                    let number = try #require(reader.number(position)).text
                    expect(text[source.byteOffset...].starts(with: number.utf8))
                case .bool, .null:
                    expect(text[source.byteOffset...].starts(with: reader.json(position).description.utf8))
                }
            }
        }
    }

    @Test("large containers, which have a word more, are walked over right")
    func largeContainers() throws {
        let inner = "{" + (0..<70).map { "\"k\($0)\": [\($0)]" }.joined(separator: ",\n") + "}"
        let text = Array("[\(Array(repeating: inner, count: 70).joined(separator: ",\n")), {\"last\": true}]".utf8)
        let reader = try DocumentReader(parsing: text, options: JSONParsingOptions())
        let values = values(reader, reader.root, [])
        let locations = reader.locations(of: values.map(\.position))
        expectEqual(locations.map(\.path), values.map(\.path))
        expectEqual(locations.last?.path, [.index(70), .key("last")])
        expectEqual(locations.last?.location?.line, 70 * 70)
    }

    @Test("containers after comments have their locations, whatever the comments end with")
    func comments() throws {
        // `@` is where the container begins that is looked for.
        let texts: [(String, JSONParsingOptions)] = [
            ("[ // [ \u{2028} @{} ]", .json5), ("[ // [ \u{2029} @[] ]", .json5), ("[ // [ \n @[] ]", .json5),
            ("[ // [ \u{2028} {\n @{} ]", .jsonc), ("[ /* [ \u{2028} { */ @{} ]", .json5), ("[ /*/ [ */ @{} ]", .jsonc),
            ("[ /**/ @{} ]", .jsonc), ("[ //\r@{} ]", .jsonc), ("[ 1, // [ \u{2028} @{} ]", .json5),
            ("[ [], // { \u{2028} @{} ]", .json5), ("[ [ /* { */ ], '//', // { \u{2029} @{} ]", .json5),
        ]
        for (marked, options) in texts {
            let offset = try #require(Array(marked.utf8).firstIndex(of: UInt8(ascii: "@")))
            let text = Array(marked.utf8.filter { $0 != UInt8(ascii: "@") })
            let reader = try DocumentReader(parsing: text, options: options)
            let all = values(reader, reader.root, []).map(\.position)
            let last = try #require(all.last)
            expectEqual(reader.location(of: last)?.byteOffset, offset, "\(marked)")
            expectEqual(reader.locations(of: all).last?.location?.byteOffset, offset, "\(marked)")
        }
    }

    @Test("the locations of empty containers, each asked for several times, and the other way round")
    func emptyContainers() throws {
        let count = 200
        let text = Array("[\(Array(repeating: "{}, [[]]", count: count).joined(separator: ",\n"))]".utf8)
        let reader = try DocumentReader(parsing: text, options: JSONParsingOptions())
        let all = values(reader, reader.root, []).map(\.position)
        expectEqual(all.count, 1 + 3 * count)
        let offsets = text.indices.filter { text[$0] == UInt8(ascii: "[") || text[$0] == UInt8(ascii: "{") }
        expectEqual(reader.locations(of: all).map { $0.location?.byteOffset }, offsets)
        let twice = reader.locations(of: all.flatMap { [$0, $0] }).map { $0.location?.byteOffset }
        expectEqual(twice, offsets.flatMap { [$0, $0] })
        expectEqual(all.reversed().map { reader.location(of: $0)?.byteOffset }, offsets.reversed())
    }

    @Test("values of a later record have their locations and paths")
    func records() throws {
        let text = "{\"a\": 1}\n{\"b\": [true, {}]}\n"
        let records = try JSONStream(Array(text.utf8), options: JSONStreamOptions(framing: .lines)).map { try $0.get() }
        expectEqual(records.count, 2)
        for record in records {
            let reader = try DocumentReader(record)
            let all = values(reader, reader.root, []).map(\.position)
            let locations = reader.locations(of: all)
            expectEqual(locations.map(\.path), all.map { reader.path(to: $0) })
            expect(locations.count == all.count && locations.allSatisfy { $0.location != nil })
        }
    }

    @Test("a value that code has built has paths, and no locations")
    func builtByCode() throws {
        let reader = try DocumentReader(JSON(["a": [1, 2]]))
        let values = values(reader, reader.root, [])
        let locations = reader.locations(of: values.map(\.position))
        expectEqual(locations.map(\.path), values.map(\.path))
        expect(locations.allSatisfy { $0.location == nil })
        expect(!reader.isSource)
        #expect(throws: JSONError.self) { try DocumentReader(JSON(["a": 1])["b"]) }
    }

    @Test("a view in a document keeps its locations and paths from the document's root")
    func view() throws {
        let json = try JSON(parsing: #"{"a": {"b": [true]}}"#)
        let reader = try DocumentReader(json["a"])
        let list = reader.member("b", ofObjectAt: reader.root)
        let element = try #require(reader.element(0, ofArrayAt: list))
        expect(reader.isSource)
        expectEqual(reader.path(to: element), [.key("a"), .key("b"), .index(0)])
        expectEqual(reader.location(of: element)?.column, 14)
        expectEqual(reader.bool(element), true)
        expect(reader.element(1, ofArrayAt: list) == nil)
        expect(reader.element(-1, ofArrayAt: list) == nil)
        expectEqual(reader.member("c", ofObjectAt: reader.root), 0)
    }

    @Test("scalars are those of JSON, and nil for values of other kinds")
    func scalars() throws {
        let texts = [
            "0", "-1", "1.0", "1e2", "1.5", "9223372036854775807", "9223372036854775808", "18446744073709551615",
            "1e400",
            "true", "false", "null", #""5""#, #""\u00e9""#, "[]", "{}",
        ]
        for text in texts {
            let json = try JSON(parsing: text)
            let reader = try DocumentReader(parsing: Array(text.utf8), options: JSONParsingOptions())
            expectEqual(reader.json(0), json)
            expectEqual(reader.bool(0), json.bool)
            expectEqual(reader.string(0), json.string)
            expectEqual(reader.number(0)?.text, json.type == .number ? text : nil)
            expectEqual(reader.int64(0), reader.number(0)?.exactInt64)
            expectEqual(reader.uint64(0), reader.number(0)?.exactUInt64)
            expectEqual(reader.double(0), reader.number(0)?.doubleValue)
            expectEqual(reader.isNull(0), text == "null")
        }
    }
}
