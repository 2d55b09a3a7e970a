@testable import NeatlineMacroExpansion
import Foundation
import Testing

/// What the macro makes of a declaration, whose first attribute is `@Mappable`.
func expanded(
    _ text: String, macro: String = "Mappable",
    conformances: Set<String> = ["Mappable", "ImmutableMappable", "MappableValue", "JSONSchemaDescribing"],
    isMember: Bool = false
) -> Expansion {
    Plugin.expand(
        ExpansionRequest(
            macro: macro, role: isMember ? .member : .extension("T"), attribute: Syntax(text: "@Mappable"),
            declaration: Syntax(text: text), conformances: conformances, context: []))
}

@Suite("Expansions")
struct ExpansionTests {
    @Test(
        "What cannot be made is said at its place, with a repair",
        arguments: [
            ("struct A { let ▸a◂ = 1 }", "a has its value already, so it cannot be read", "var"),
            ("struct A { @Ignored var ▸a◂: Int }", "a is not read, so it needs an initial value", ""),
            ("struct A { var ▸(a, b)◂ = (1, 2) }", "declare each name by itself, to map it", "@Ignored "),
            ("final class A { weak var ▸a◂: A? }", "nothing would keep the object that is read into a", "@Ignored "),
            (
                "▸@MainActor◂ final class A { var a = 1 }",
                "a model is mapped on any thread, so it cannot belong to the main actor", nil
            ),
            (
                "▸actor◂ A { let a: Int }",
                "an actor's initializer cannot take the map; map a struct, and give that to the actor", nil
            ),
            ("struct A { var a = 1; @Key(\"a\") var ▸b◂ = 2 }", "a and b have the same key \"a\"", nil),
            (
                "struct A { @Key(\"x\", \"y\") var a = 1; @Key(\"z\", writing: \"x\") var ▸b◂ = 2 }",
                "a and b are written with the same key \"x\"", nil
            ),
            (
                "struct A { @Key(▸\"a\\(1)\"◂) var a = 1 }",
                "the macro has to know the text: write a string literal on one line, without interpolation", nil
            ),
            (
                "struct A { @Key(▸name◂) var a = 1 }",
                "the macro has to know the text: write a string literal on one line, without interpolation", nil
            ),
            (
                "struct A { @Key(▸\"a..b\"◂) var a = 1 }",
                "a name of the path is empty; for a name with dots write literal: true", nil
            ),
            ("struct A { @Lossy var ▸a◂: [Int] }", "@Lossy needs an initial value, which has no elements", " = []"),
            (
                "struct A { @Lossy var ▸a◂: [[String: Int]] }", "@Lossy needs an initial value, which has no elements",
                " = []"
            ),
            (
                "struct A { @Lossy var ▸a◂: [String: [Int]]? }", "@Lossy needs an initial value, which has no elements",
                " = [:]"
            ),
            ("struct A { ▸@Dates◂ var a: [String: Int]? }", "@Dates is for dates", ""),
            (
                "struct A { ▸@Base64◂ var a = 1, b: Presence<Swift.String> }", "@Base64 is for bytes, of the type Data",
                ""
            ),
            ("struct A { ▸@Lossy◂ var a: Int = 1 }", "@Lossy is for an array, a set or a dictionary", ""),
            ("struct A { ▸@Flat◂ var a: [Size]? = nil }", "@Flat is for a model", ""),
            ("struct A { ▸@Rest◂ var a: [[String: Int]] = [] }", "@Rest is for a JSON object or a dictionary", ""),
            ("struct A { ▸@Rest◂ var a: [String: Int]? = [:] }", "@Rest is for a JSON object or a dictionary", ""),
            ("struct A { @Lossy ▸@Dates◂ var a = [Date]() }", "@Dates cannot be combined with @Lossy", nil),
            ("struct A { ▸@Flat◂ var a: A? }", "A cannot have its own members in itself", nil),
            (
                "struct A { @Flat var b = B(); @Rest var ▸c◂ = JSON([:]) }",
                "the macro does not know which members are those of @Flat, and which are the rest", nil
            ),
            ("struct A { @Key(\"x\") ▸@Key(\"y\")◂ var a = 1 }", "@Key is there twice", nil),
            (
                "struct A { @Validated(\"b\", b) ▸@Validated(\"c\", c)◂ var a = 1 }", "@Validated is there twice", nil
            ),
            (
                "struct A {\n#if B\n▸@Key(\"x\")◂\n#endif\nvar a = 1 }",
                "the macro does not see whether #if holds: put the property inside, too", nil
            ),
            ("struct A { @Default var ▸a◂: Int }", "@Default needs an initial value to keep", ""),
            ("struct A<T> { var ▸a◂: [T]? }", "T can be any type, so a cannot be mapped", ": MappableValue"),
            (
                "struct A<T> { var ▸a◂: [Int: Presence<T>] }", "T can be any type, so a cannot be mapped",
                ": MappableValue"
            ),
            (
                "▸struct◂ A: ~Copyable { var a = 1 }",
                "a model has to be copyable, because mappers return it as an optional", nil
            ),
            ("▸class◂ A { var a = 1 }", "a class that is not final has to say what its subclasses are", "final "),
            ("enum A { case a; @Key(\"a\") case ▸b◂ }", "a and b have the same name \"a\"", nil),
            ("enum A { @Unknown case a; @Unknown case ▸b◂ }", "only one case can be @Unknown", nil),
            (
                "enum A { case a(Int); @Key(\"a\") case ▸b◂ }", "a and b have the same name \"a\"", nil
            ),
            ("▸enum◂ A {}", "an enum without cases has no values to map", nil),
        ] as [(String, String, String?)])
    func errors(_ marked: String, _ message: String, _ repair: String?) throws {
        let parts = marked.split(separator: "▸", omittingEmptySubsequences: false)
        let text = marked.filter { $0 != "▸" && $0 != "◂" }
        let start = "@Mappable\n".utf8.count + parts[0].utf8.count
        let end = start + parts[1].prefix { $0 != "◂" }.utf8.count
        let expansion = expanded("@Mappable\n" + text)
        #expect(expansion.text == "")
        let diagnostic = try #require(expansion.diagnostics.first { $0.severity == .error })
        #expect(diagnostic.message == message)
        #expect(diagnostic.range == start..<end)
        #expect(diagnostic.repairs.first?.text == repair)
        // The repair makes the error go, unless it needs more.
        if let first = diagnostic.repairs.first {
            var bytes = Array(("@Mappable\n" + text).utf8)
            bytes.replaceSubrange(first.range, with: first.text.utf8)
            let repaired = expanded(String(decoding: bytes, as: UTF8.self))
            #expect(!repaired.diagnostics.contains { $0.message == message })
        }
    }

    @Test(
        "An attribute fits a type that the macro does not know",
        arguments: [
            "@Dates var a: [Int: [Date?]]?", "@Dates var a: Foundation.Date?", "@Dates var a: Day = d",
            "@Dates var a = d",
            "@Base64 var a: Set<Data> = []", "@Lossy var a: List = []", "@Lossy var a: Swift.Set<Int>? = []",
            "@Flat var a: Size?", "@Flat var a: B.Size = b", "@Rest var a: NeatlineJSON.JSON = [:]",
            "@Rest var a: Swift.Dictionary<String, [Int]> = [:]", "@Rest var a: [ Side : [Side] ] = [:]",
            "@Rest var a: Members = [:]",
        ])
    func fittingTypes(_ property: String) {
        #expect(expanded("@Mappable struct A { \(property) }").diagnostics.map(\.message) == [])
    }

    @Test(
        "An attribute that does nothing is a warning",
        arguments: [
            "struct A { @Key(\"a\") static var a = 1 }", "struct A { @Key(\"a\") var a: Int { 1 } }",
            "struct A { @Key(\"a\") lazy var a = 1 }", "struct A { @Ignored @Dates var a = 1 }",
            "enum A { @Flat case a }", "struct A { @Unknown var a = 1 }", "struct A { @Key(\"a\") @Flat var a = B() }",
            "struct A { @Ignored(.reading) @Default var a = 1 }",
            "struct A { @Ignored(.reading) @Required let a = 1 }",
            "struct A { @Ignored(.reading) @Validated(\"b\", b) var a = 1 }",
            "struct A { @Ignored(.reading) @Lossy var a = [1] }",
        ])
    func warnings(_ text: String) {
        let diagnostics = expanded("@Mappable " + text).diagnostics
        #expect(diagnostics.map(\.severity) == [.warning])
        #expect(diagnostics.first?.message.contains("does nothing") == true)
        #expect(diagnostics.first?.repairs.first?.text == "")
    }

    @Test("An attribute outside of a type with @Mappable")
    func peers() {
        func diagnostics(_ declaration: String, _ context: [String]) -> [String] {
            Plugin.expand(
                ExpansionRequest(
                    macro: "Key", role: .peer, attribute: Syntax(text: "@Key(\"a\")"),
                    declaration: Syntax(text: declaration), conformances: [], context: context)
            ).diagnostics.map(\.message)
        }
        #expect(diagnostics("@Key(\"a\") var a = 1", ["/// Text\n@Mappable(naming: .snakeCase)\nstruct A {}"]) == [])
        #expect(diagnostics("@Key(\"a\") case a", ["@NeatlineMacros.Mappable enum A {}"]) == [])
        #expect(diagnostics("@Key(\"a\") var a = 1", ["struct A {}"]).count == 1)
        #expect(diagnostics("@Key(\"a\") var a = 1", []).count == 1)
        #expect(diagnostics("@Key(\"a\") func a() {}", ["@Mappable struct A {}"]).count == 1)
        #expect(diagnostics("@Key(\"a\")\n#if B\n@C\n#endif\nvar a = 1", ["@Mappable struct A {}"]) == [])
        #expect(diagnostics("#if B\n@C\n#endif\n@Key(\"a\")\nvar a = 1", ["@Mappable struct A {}"]) == [])
    }

    @Test(
        "Options of a type that it cannot have",
        arguments: [
            (
                #"(in: "data") struct A { @Flat var b = B() }"#,
                "@Flat is for the members of the object itself, not of a container"
            ),
            (#"(in: "data") enum A { case a }"#, "in: is for structs and classes"),
            (#"(ignoresUnknown: false, tag: "type") enum A { case a }"#, "ignoresUnknown: is for structs and classes"),
            (
                #"(tag: "type") enum A { case a(type: Int) }"#,
                "the tag and a value of a have the same key \"type\""
            ),
            (
                #"(tag: "a.type", content: "a") enum A { case b(B) }"#,
                "the tag and a value of b have the same key \"a\""
            ),
            (
                #"(tag: "a", content: "a") enum A { case b(c: Int) }"#,
                "the tag and a value of b have the same key \"a.c\""
            ),
            (
                #"(tag: "type") enum A { case a(String) }"#,
                "the value of a is no model, whose members could be beside the tag: name the value, or write content:"
            ),
        ])
    func options(_ text: String, _ message: String) {
        let expansion = expanded("@Mappable" + text)
        #expect(expansion.text == "" && expansion.diagnostics.map(\.message) == [message])
    }

    @Test("A tag that is in the object of the values, and options that fit")
    func tags() {
        #expect(
            expanded(#"@Mappable(tag: "a.type", content: "a") enum A { case b(c: Int) }"#).diagnostics.isEmpty)
        #expect(expanded(#"@Mappable(tag: "type", content: "a") enum A { case b(Int), c }"#).diagnostics.isEmpty)
        #expect(expanded(#"@Mappable(tag: "type") enum A { case b(B), c(type_: Int) }"#).diagnostics.isEmpty)
    }

    @Test("A private type in another, which an extension of the file cannot name")
    func hidden() {
        func messages(_ text: String, _ context: [String], macro: String = "Mappable") -> [String] {
            Plugin.expand(
                ExpansionRequest(
                    macro: macro, role: .extension("T"), attribute: Syntax(text: "@\(macro)"),
                    declaration: Syntax(text: text), conformances: ["Mappable", "ImmutableMappable"], context: context)
            ).diagnostics.map(\.message)
        }
        let message = { (name: String) in "a private type in another cannot be extended: make \(name) fileprivate" }
        #expect(messages("@Mappable private struct A { var a = 1 }", ["struct B {}"]) == [message("A")])
        #expect(messages("@Mappable struct A { var a = 1 }", ["private enum B {}", "struct C {}"]) == [message("B")])
        let described = "@Mappable @JSONSchema private struct A { var a = 1 }"
        #expect(messages(described, ["struct B {}"]) == [message("A")])
        #expect(messages(described, ["struct B {}"], macro: "JSONSchema") == [])
        #expect(messages("@Mappable private struct A { var a = 1 }", []) == [])
        #expect(messages("@Mappable fileprivate struct A { var a = 1 }", ["struct B {}"]) == [])
        #expect(messages("@Mappable struct A { var a = 1 }", ["private struct B {}"]) == [])
    }

    @Test("Values of an enum with raw values have the names of the compiler")
    func rawNames() {
        let expansion = expanded("@Mappable(naming: .snakeCase) enum A: String { case inProgress }")
        #expect(expansion.text.contains(#"one of \"inProgress\""#))
        #expect(expansion.diagnostics.map(\.severity) == [.warning])
        #expect(
            expanded(#"@Mappable enum A: String { @Key("b") case a = "x"; case b = "y" }"#).diagnostics.isEmpty)
        // Each raw type, whatever its name.
        for name in ["Int", "Swift.Int", "Code"] {
            #expect(expanded("@Mappable enum A: \(name) { case a = 1 }").text.contains("RawValue.value(from: reader)"))
        }
        #expect(!expanded("@Mappable enum A: Sendable { case a }").text.contains("RawValue"))
    }

    @Test("A clause for other cases is there only if there are others")
    func defaultClause() {
        #expect(!expanded("@Mappable enum A { case a(Int), b(c: Int) }").text.contains("default: break\n}\n}\npublic"))
        #expect(expanded("@Mappable enum A { case a(Int), b }").text.contains("default: break\n}\n}\npublic"))
    }

    @Test("Which protocol a model has")
    func protocols() {
        #expect(expanded("@Mappable struct A { var a = 1 }").text.contains(": NeatlineMapping.Mappable"))
        #expect(expanded("@Mappable struct A { var a: Int? }").text.contains(": NeatlineMapping.Mappable"))
        #expect(expanded("@Mappable struct A { let a: Int? }").text.contains(": NeatlineMapping.ImmutableMappable"))
        #expect(expanded("@Mappable struct A { var a: Int }").text.contains(": NeatlineMapping.ImmutableMappable"))
        #expect(
            expanded("@Mappable struct A: Mappable { var a = 1 }", conformances: []).text
                .hasPrefix("nonisolated extension T {"))
        #expect(
            expanded("@Mappable final class A { var a = 1 }").text
                == "nonisolated extension T: NeatlineMapping.Mappable {\n\n}")
        let subclass = expanded(
            "@Mappable final class B: A { var b = 1 }", conformances: ["ImmutableMappable"], isMember: true
        ).text
        #expect(subclass.contains("super.init(map: map)"))
        #expect(subclass.hasPrefix("nonisolated public required init?(map: "))
        #expect(subclass.contains("nonisolated public override func mapping"))
        #expect(expanded("@Mappable final class B: A { var b = 1 }", conformances: ["ImmutableMappable"]).text == "")
    }

    @Test(
        "Words of names",
        arguments: [
            ("userID", "user_id"), ("URLPath", "url_path"), ("myURLPath", "my_url_path"), ("a", "a"), ("_x", "x"),
            ("x2y", "x2y"),
            ("version2Beta", "version2_beta"), ("already_snake", "already_snake"), ("HTTP", "http"),
            ("größeÄndern", "größe_ändern"),
            ("__", "__"),
        ])
    func words(_ name: String, _ snake: String) {
        #expect(NamingStyle.snakeCase.name(name) == snake)
    }

    @Test(
        "A combining character belongs to the name, and not to the quotation mark, backslash or dot before it",
        arguments: ["\u{301}", "\u{FF9E}"])
    func combiningCharacters(_ mark: String) {
        let expansion = expanded(
            """
            @Mappable struct A {
                @Key("\(mark)a") var a = 1
                @Key("\\\\\(mark)") var b = 1
                @Key("c.\(mark)") var path = 1
                #if B
                    @Key("d.\(mark)", literal: true) var dotted = 1
                #endif
            }
            """)
        #expect(expansion.diagnostics.isEmpty)
        for text in ["\"\(mark)a\"", "\"\\\\\(mark)\"", "map[\"c.\(mark)\"]", "map[\"d.\(mark)\", nested: false]"] {
            #expect(expansion.text.unicodeScalars.contains(text.unicodeScalars), "\(text)")
        }
    }

    @Test("Members are found by number, if their names are plain and single")
    func numbers() {
        let text = expanded(
            #"""
            @Mappable struct A {
                var id = 1, b = 2
                @Key("a.b") var path = 1
                @Key("a.b", literal: true) var dotted = 1
                @Key("x", "y") var several = 1
                @Key("\"") var quote = 1
                #if B
                    var conditional = 1
                #endif
            }
            """#
        ).text
        #expect(text.contains("map.members(3, _number)"))
        #expect(text.contains("case 3:\nif name._is(\"a.b\") { return 2 }"))
        #expect(text.contains("map._map(&self.dotted, _members, 2, \"a.b\")"))
        #expect(text.contains("self.path <- map[\"a.b\"]"))
        #expect(text.contains("self.quote <- map[\"\\\"\"]"))
        let constants = expanded("@Mappable struct A { let a: Int; let b: Int? }").text
        #expect(constants.contains("self.b = try map._valueIfPresent(_members, 1, \"b\")"))
        #expect(constants.contains("guard let _members = map.writtenMembers() else { return }"))
    }

    @Test(
        "A case is not taken for one of an optional, and its values' types are not named, which an extension may not find"
    )
    func nestedCases() {
        let text = expanded("@Mappable(untagged: true) enum A { case none, b(B), c([C]) }").text
        #expect(text.contains("return Self.none") && !text.contains("return .none"))
        #expect(!text.contains("B?") && !text.contains("[C]"))
    }

    @Test("@Rest in a class with subclasses, whose members it would have")
    func restOfClassWithSubclasses() {
        let text = "@Mappable(subclasses: .mappable) class A { @Rest var rest = JSON([:]) }"
        let expansion = expanded(text)
        #expect(
            expansion.diagnostics.map(\.message) == [
                "the macro does not know which members are those of subclasses, and which are the rest"
            ])
        // Without the conformance, the compiler would crash at a subclass instead of showing the error.
        #expect(expansion.text.contains(": NeatlineMapping.Mappable {"))
    }

    @Test("A class with subclasses that says it is not codable")
    func codableClass() {
        let text = "@Mappable(subclasses: .mappable, codable: false) class A { var a = 1 }"
        let diagnostics = expanded(text).diagnostics
        #expect(diagnostics.map(\.message) == ["a class with subclasses is codable, or does not say so"])
        #expect(expanded(text.replacingOccurrences(of: "false", with: "true")).diagnostics.isEmpty)
    }

    @Test("What cannot be overridden or is read by hand does not record the failures of all members")
    func notes() {
        func has(_ text: String, isMember: Bool = false) -> Bool {
            expanded("@Mappable " + text, isMember: isMember).text.contains("_noteFailures")
        }
        #expect(
            has("struct A { let a: Int; var b = 1 }") && has("final class A { let a: Int; let b: Int }", isMember: true)
        )
        #expect(!has("struct A { var a = 1; var b = 1 }") && !has("struct A { let a: Int }"))
        #expect(!has("struct A { let a: Int; let b: Int; init(map: Map) throws {} }"))
        #expect(!has("class A { let a: Int; let b: Int }", isMember: true))
    }

    @Test("What @JSONSchema cannot describe, and descriptions that do nothing")
    func schemaDiagnostics() throws {
        let alone = expanded("@JSONSchema struct A { let a: Int }", macro: "JSONSchema")
        let diagnostic = try #require(alone.diagnostics.first)
        #expect(alone.text == "" && diagnostic.severity == .error && diagnostic.range == 0..<11)
        #expect(diagnostic.message == "@JSONSchema describes what @Mappable maps, which this type does not have")
        #expect(diagnostic.repairs.first?.text == "@Mappable ")
        #expect(expanded("@JSONSchema enum A { case a }", macro: "JSONSchema").diagnostics.count == 1)
        #expect(expanded("@JSONSchema enum A: String { case a }", macro: "JSONSchema").diagnostics.isEmpty)
        #expect(expanded("@JSONSchema protocol A {}", macro: "JSONSchema").diagnostics.count == 1)

        for text in [
            "struct A { @Key(\"a\", description: \"b\") var a = 1 }",
            "enum A { @Key(\"a\", description: \"b\") case a }",
        ] {
            let expansion = expanded("@Mappable " + text)
            #expect(expansion.diagnostics.map(\.message) == ["description does nothing in a type without @JSONSchema"])
            #expect(expansion.diagnostics.first?.severity == .warning && expansion.text != "")
            let described = "@Mappable @JSONSchema " + text
            #expect(expanded(described).diagnostics.isEmpty)
            #expect(expanded(described, macro: "JSONSchema").text.contains(", \"b\")"))
        }
        // What is wrong is said once, by @Mappable.
        let wrong = expanded("@Mappable @JSONSchema struct A { let a = 1 }", macro: "JSONSchema")
        #expect(wrong.text == "" && wrong.diagnostics.isEmpty)
    }

    @Test("Where the description of a class is, and who may see that of a generic type")
    func schemaPlaces() {
        func text(_ text: String, _ isMember: Bool, inherits: Bool = false) -> String {
            expanded(
                "@Mappable @JSONSchema " + text, macro: "JSONSchema",
                conformances: inherits ? [] : ["JSONSchemaDescribing"],
                isMember: isMember
            ).text
        }
        #expect(text("final class A { var a = 1 }", true) == "")
        #expect(text("final class A { var a = 1 }", false).contains("public static func describeJSON"))
        #expect(text("open class A { var a = 1 }", true).hasPrefix("nonisolated open class func describeJSON"))
        #expect(text("open class A { var a = 1 }", false).hasSuffix("JSONSchemaDescribing {\n\n}"))
        let subclass = text("final class B: A { var b = 1 }", true, inherits: true)
        #expect(subclass.hasPrefix("nonisolated override public class func"))
        #expect(subclass.contains("super.describeJSON(builder)"))
        #expect(text("final class B: A { var b = 1 }", false, inherits: true) == "")
        let generic = text("struct A<T: P> { let a: T }", false)
        #expect(generic.contains(" where T: NeatlineSchema.JSONSchemaDescribing {\nstatic func describeJSON"))
        #expect(text("public struct A<T: P> { let a: T }", false).contains("\npublic static func describeJSON"))
    }

    @Test(
        "Descriptions by documentation comments",
        arguments: [
            ("let b: Int; let a: Int", nil), ("// A\n let a: Int", nil), ("/* A */ let a: Int", nil),
            ("///\n let a: Int", nil), ("/**/ let a: Int", nil), ("let b: Int /// B\n let a: Int", nil),
            ("/// A\n let a: Int", "A"), ("///A \r\n///  B\r\n\tlet a: Int", "A B"),
            ("/// A\n /// B\n ///\n /// C\n let a: Int", "A B\nC"), ("/// A\n\n /// B\n let a: Int", "B"),
            ("/// A\n // B\n\n let a: Int", "A"),
            ("/// A:\n /// - B\n ///   C\n /// 1. D\n let a: Int", "A:\n- B C\n1. D"),
            ("/** A */ let a: Int", "A"), ("/**\n * A\n * B\n */\n let a: Int", "A B"),
            ("/** A\n\n B **/ let a: Int", "A\nB *"),
            ("/// A\n @Key(\"x\") let a: Int", "A"), ("/// A\n @Key(\"x\", description: \"B\") let a: Int", "B"),
            ("#if C\n/// A \"é\"\n let a: Int\n#endif", "A \"é\""),
            ("/// A\n @Validated(\"B\", { $0 }) let a: Int", "A"), ("@Validated(\"B\", { $0 }) let a: Int", "B"),
        ] as [(String, String?)])
    func documentation(_ member: String, _ expected: String?) {
        let text = expanded("@Mappable @JSONSchema struct A {\n" + member + "\n}", macro: "JSONSchema").text
        let lines = text.split(separator: "\n").filter {
            $0.hasSuffix("model.a }" + (expected.map { ", " + swiftLiteral($0) } ?? "") + ")")
        }
        #expect(lines.count == 1, "\(text)")
    }

    @Test("Naming styles")
    func styles() {
        let styles: [(NamingStyle, String)] = [
            (.asWritten, "homePageURL"), (.camelCase, "homePageUrl"), (.pascalCase, "HomePageUrl"),
            (.snakeCase, "home_page_url"), (.screamingSnakeCase, "HOME_PAGE_URL"), (.kebabCase, "home-page-url"),
            (.screamingKebabCase, "HOME-PAGE-URL"), (.trainCase, "Home-Page-Url"), (.flatCase, "homepageurl"),
        ]
        for (style, name) in styles { #expect(style.name("homePageURL") == name) }
    }
}
