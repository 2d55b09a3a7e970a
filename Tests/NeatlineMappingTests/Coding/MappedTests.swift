import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Models in Codable types") struct MappedTests {
    struct Address: Mappable, Equatable {
        var street = ""
        var zip: Int?

        init(street: String = "", zip: Int? = nil) {
            self.street = street
            self.zip = zip
        }
        init?(map: Map) {
            if map["street"].value() as String? == "nowhere" { return nil }
        }
        mutating func mapping(map: Map) {
            street <- map["street"]
            zip <- map["post.zip"]
        }
    }

    struct Tag: ImmutableMappable, Hashable {
        let name: String

        init(name: String) { self.name = name }
        init(map: Map) throws { name = try map.value("name") }
        func mapping(map: Map) { name >>> map["name"] }
    }

    struct Person: Codable, Equatable {
        var id: Int
        @Mapped var home: Address
        @Mapped var work: Address?
        @Mapped var tags: [Tag]
        @Mapped var others: [Address?]?
        @Mapped var byName: [String: Address]
        @Mapped var unique: Set<Tag>
    }

    static let text = """
        {"id": 1, "home": {"street": "a", "post": {"zip": 5}}, "tags": [{"name": "x"}, {"name": "y"}], "others": [null, {"street": "b"}],
         "byName": {"q": {"street": "c"}}, "unique": [{"name": "u"}]}
        """
    static let person = Person(
        id: 1, home: Address(street: "a", zip: 5), work: nil, tags: [Tag(name: "x"), Tag(name: "y")],
        others: [nil, Address(street: "b")], byName: ["q": Address(street: "c")], unique: [Tag(name: "u")])

    struct Company: Codable, Equatable {
        @Mapped var headOffice: Office
        @Mapped var otherOffices: [String: [Office]]
        @Mapped var lastOffice: Office?
        @Mapped var manyOffices: [Office?]?
    }

    struct Office: Mappable, Equatable {
        var streetName = ""
        var zipCode: Int?
        var rawData: JSON?

        init(_ streetName: String) {
            self.streetName = streetName
            zipCode = 5
            rawData = ["snake_case": 1, "camelCase": 2]
        }
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            streetName <- map["streetName"]
            zipCode <- map["the_post.zipCode"]
            rawData <- map["rawData"]
        }
    }

    @Test("What was written is read under the strategies for keys, which are for the keys of Codable types")
    func keyStrategies() throws {
        let company = Company(
            headOffice: Office("a"), otherOffices: ["one_two": [Office("b")]], lastOffice: Office("c"),
            manyOffices: [nil, Office("d")])
        let encoder = NeatlineJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let decoder = NeatlineJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let data = try encoder.encode(company)
        try expectEqual(JSON(data: data)["head_office", "the_post", "zipCode"], 5)
        try expectEqual(decoder.decode(Company.self, from: data), company)
        let foundationEncoder = JSONEncoder()
        foundationEncoder.keyEncodingStrategy = .convertToSnakeCase
        let foundationDecoder = JSONDecoder()
        foundationDecoder.keyDecodingStrategy = .convertFromSnakeCase
        try expectEqual(foundationDecoder.decode(Company.self, from: foundationEncoder.encode(company)), company)
        try expectEqual(foundationDecoder.decode(Company.self, from: data), company)
    }

    @Test("They are decoded by Neatline's decoder and by Foundation's")
    func decoding() throws {
        try expectEqual(NeatlineJSONDecoder().decode(Person.self, from: MappedTests.text), MappedTests.person)
        try expectEqual(JSONDecoder().decode(Person.self, from: Data(MappedTests.text.utf8)), MappedTests.person)
    }

    @Test("They are encoded by Neatline's encoder and by Foundation's, members in the order of mapping")
    func encoding() throws {
        let text = """
            {"id":1,"home":{"street":"a","post":{"zip":5}},"tags":[{"name":"x"},{"name":"y"}],"others":[null,{"street":"b"}],\
            "byName":{"q":{"street":"c"}},"unique":[{"name":"u"}]}
            """
        try expectEqual(NeatlineJSONEncoder().encodeToString(MappedTests.person), text)
        let data = try JSONEncoder().encode(MappedTests.person)
        try expectEqual(JSON(data: data), JSON(parsing: text))
        try expectEqual(JSONDecoder().decode(Person.self, from: data), MappedTests.person)
    }

    @Test("Encoder's formats and strategies for floats are kept out of models, its layout is not")
    func layout() throws {
        let encoder = NeatlineJSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        struct Site: Codable { @Mapped var address: Address }
        let text = try encoder.encodeToString(Site(address: Address(street: "s/t", zip: 1)))
        expectEqual(
            text,
            """
            {
              "address" : {
                "post" : {
                  "zip" : 1
                },
                "street" : "s\\/t"
              }
            }
            """)
    }

    private func failure(
        _ text: String, requiresEveryField: Bool = false
    ) throws -> (ours: DecodingError, theirs: DecodingError) {
        let ours = NeatlineJSONDecoder()
        let theirs = JSONDecoder()
        if requiresEveryField {
            ours.userInfo[.requiresEveryField] = true
            theirs.userInfo[.requiresEveryField] = true
        }
        return (
            try #require(throws: DecodingError.self) { try ours.decode(Holder.self, from: text) },
            try #require(throws: DecodingError.self) { try theirs.decode(Holder.self, from: Data(text.utf8)) }
        )
    }

    struct Holder: Codable {
        @Mapped var list: [Address]
        @Mapped var tag: Tag?
    }

    @Test(
        "What is refused, throws or is no object makes decoding throw, with its path",
        arguments: [
            (#"{"list": [{"street": "nowhere"}]}"#, "dataCorrupted", "list/Index 0"),
            (#"{"list": [{}, 5]}"#, "typeMismatch", "list/Index 1"),
            (#"{"list": [{}, null]}"#, "valueNotFound", "list/Index 1"),
            (#"{"list": {}}"#, "typeMismatch", "list"), (#"{"list": [], "tag": {}}"#, "valueNotFound", "tag/name"),
            (#"{"list": [], "tag": {"name": 5}}"#, "typeMismatch", "tag/name"),
            (#"{"list": [], "tag": []}"#, "typeMismatch", "tag"),
            (#"{}"#, "keyNotFound", ""),
        ])
    func errors(text: String, kind: String, path: String) throws {
        let (ours, theirs) = try failure(text)
        for error in [ours, theirs] {
            expectEqual(error.kind, kind)
            expectEqual(error.path, path)
        }
    }

    @Test("Neatline's decoder names the position in the text")
    func positions() throws {
        let text = "{\"list\": [{\"street\": \"a\"},\n    {\"street\": \"nowhere\"}]}"
        let (ours, theirs) = try failure(text)
        expectEqual(
            ours.context?.debugDescription.hasPrefix(
                "$.list[1]: expected an object that Address accepts, found one that it rejects (line 2, column 5)"),
            true)
        expectEqual(
            theirs.context?.debugDescription, "$[1]: expected an object that Address accepts, found one that it rejects"
        )
        expectEqual((ours.context?.underlyingError as? MappingError)?.failures.first?.line, 2)
    }

    @Test("Fields that do not fit are left as they are, unless each is required")
    func leniency() throws {
        let text = #"{"list": [{"street": 5, "post": {"zip": "x"}}]}"#
        let holder = try NeatlineJSONDecoder().decode(Holder.self, from: text)
        expectEqual(holder.list, [Address()])
        let (ours, theirs) = try failure(text, requiresEveryField: true)
        expectEqual(ours.path, "list/Index 0/street")
        expectEqual(theirs.path, "list/Index 0/street")
        expectEqual((ours.context?.underlyingError as? MappingError)?.failures.count, 2)
    }

    @Test("Options and context come from the decoder's userInfo")
    func userInfo() throws {
        struct Factor: MapContext { var factor: Int }
        struct Scaled: ImmutableMappable, Equatable {
            var value: Int
            init(map: Map) throws {
                value = try map.value("value") * ((map.context as? Factor)?.factor ?? 1)
            }
            func mapping(map: Map) { value >>> map[(map.context as? Factor).map { "times\($0.factor)" } ?? "value"] }
        }
        struct Holder: Codable { @Mapped var scaled: Scaled }

        let decoder = NeatlineJSONDecoder()
        decoder.userInfo[.mapContext] = Factor(factor: 3)
        var options = MappingOptions()
        options.coercesScalars = true
        decoder.userInfo[.mappingOptions] = options
        let holder = try decoder.decode(Holder.self, from: #"{"scaled": {"value": "5"}}"#)
        expectEqual(holder.scaled.value, 15)
        let encoder = NeatlineJSONEncoder()
        encoder.userInfo[.mapContext] = Factor(factor: 7)
        try expectEqual(encoder.encodeToString(holder), #"{"scaled":{"times7":15}}"#)
    }

    @Test("A model with a value that has no form in JSON makes encoding throw")
    func unwritable() throws {
        struct Ratio: Mappable {
            var value = Double.nan
            init() {}
            init?(map: Map) {}
            mutating func mapping(map: Map) { value <- map["value"] }
        }
        struct Holder: Codable { @Mapped var ratios: [Ratio] }
        let error = try #require(throws: EncodingError.self) {
            try NeatlineJSONEncoder().encode(Holder(ratios: [Ratio()]))
        }
        guard case .invalidValue(_, let context) = error else {
            Issue.record("\(error)")
            return
        }
        expectEqual(context.codingPath.map(\.stringValue).joined(separator: "/"), "ratios/Index 0/value")
        expectEqual(context.debugDescription, "$[0].value: expected a finite number, found nan")
    }

    class Shape: StaticMappable {
        var name = ""
        class func objectForMapping(map: Map) -> (any BaseMappable)? {
            map["radius"].isKeyPresent ? Circle() : Shape()
        }
        func mapping(map: Map) { name <- map["name"] }
    }

    final class Circle: Shape {
        var radius = 0.0
        override func mapping(map: Map) {
            super.mapping(map: map)
            radius <- map["radius"]
        }
    }

    @Test("Clusters of classes are mapped as the class that the object names")
    func clusters() throws {
        struct Drawing: Codable { @Mapped var shapes: [Shape] }
        let text = #"{"shapes":[{"name":"a"},{"name":"b","radius":2.5}]}"#
        let drawing = try NeatlineJSONDecoder().decode(Drawing.self, from: text)
        expectEqual(drawing.shapes.map(\.name), ["a", "b"])
        expectEqual((drawing.shapes[1] as? Circle)?.radius, 2.5)
        try expectEqual(NeatlineJSONEncoder().encodeToString(drawing), text)
    }

    @Test("A mapped property has a value of its own, and may have one from the start")
    func defaults() throws {
        struct Holder: Codable {
            @Mapped var address = Address(street: "default")
            var other = 5
        }
        expectEqual(Holder().address.street, "default")
        #expect(throws: DecodingError.self) { try NeatlineJSONDecoder().decode(Holder.self, from: #"{"other": 1}"#) }
    }

    @Test("Codable and mapped types contain one another in turn, for many levels")
    func bothWays() throws {
        // Each takes more of the stack where code is instrumented; a thread of the pool has 512 KB.
        let levels = 20
        let text =
            String(repeating: #"{"inner":{"outer":"#, count: levels) + "{}" + String(repeating: "}}", count: levels)
        let outer = try NeatlineJSONDecoder().decode(Outer.self, from: text)
        expectEqual(outer.depth, levels)
        try expectEqual(NeatlineJSONEncoder().encodeToString(outer), text)
    }

    @Test("Too many of them inside one another do not fit, and are no overflow")
    func tooDeep() throws {
        let levels = 5_000
        let text =
            String(repeating: #"{"inner":{"outer":"#, count: levels) + "{}" + String(repeating: "}}", count: levels)
        let decoder = NeatlineJSONDecoder()
        decoder.parsingOptions.maximumDepth = 20_000
        // What is too deep is a field that does not fit.
        let outer = try decoder.decode(Outer.self, from: text)
        expect(outer.depth > 100)
        expect(outer.depth <= 512)
    }

    struct Outer: Codable {
        @Mapped var inner: Inner?
        var depth: Int { inner?.outer.first.map { $0.depth + 1 } ?? 0 }
    }

    struct Inner: Mappable {
        var outer: [Outer] = []
        init?(map: Map) {}
        mutating func mapping(map: Map) {
            var first = outer.first
            first <- (map["outer"], CodableTransform<Outer>())
            outer = first.map { [$0] } ?? []
        }
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
    fileprivate var kind: String {
        switch self {
        case .typeMismatch: "typeMismatch"
        case .valueNotFound: "valueNotFound"
        case .keyNotFound: "keyNotFound"
        case .dataCorrupted: "dataCorrupted"
        @unknown default: "another"
        }
    }
    fileprivate var path: String { context?.codingPath.map(\.stringValue).joined(separator: "/") ?? "" }
}
