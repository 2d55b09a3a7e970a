@testable import NeatlineMacroExpansion
import Foundation
import Testing

/// Random numbers that are the same in each run.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// The types of a file, with those inside them.
func types(_ members: [Member]) -> [TypeDeclaration] {
    members.flatMap { member -> [TypeDeclaration] in
        guard case .type(let type) = member.content else { return [] }
        return [type] + types(type.members)
    }
}

@Suite("The reader of declarations")
struct ReaderTests {
    private func properties(_ text: String) -> [Property] {
        (DeclarationReader.type(text)?.members ?? []).compactMap { member in
            guard case .property(let property) = member.content else { return nil }
            return property
        }
    }

    @Test("Properties with all that can stand around them")
    func properties() {
        let properties = properties(
            ##"""
            /// A { comment
            @Mappable(naming: .snakeCase) @available(macOS 15, *)
            public final class A<T: P, each U>: Base<[Int: T]>, Q where T: Z, T.X == [Int] {
                var a = 1, b: Int? , c = Dictionary<String, Int>()
                @Key("x", writing: "}") @Wrapper({ $0 }) private(set) var d: [String: (Int) -> Void] = [:]; let e: Int
                var f = [1, 2].map { $0 + 1 }
                var g: Int { 1 }
                var h = 1 { didSet { print("}") } }
                var i: Int = { 5 }()
                nonisolated(unsafe) static var j = 1
                lazy var k = "\(a + { 1 }())"
                var l: some
                    Sequence<Int>
                    & P = [1]
                var m = a < b && c > d
                var n = #"""# + """
                    } var no = 1
                    """
                var o = x ? y : z
                    .w
                var `default`: A.B<C>.D!
                var (p, q): (Int, Int)
                func r<V>(_ v: V = .init { var no = 1 }) async throws -> Int where V: P { var no = 1 }
                init(map: Int) throws {}
                subscript(index: Int) -> Int { get { 1 } set { var no = 1 } }
                struct S { var no = 1 }
                typealias W = (Int) -> Void
                let t: @Sendable (Int) async throws -> [Int]
                var u = /}[{]/
                #if os(Linux) && DEBUG
                    var v = 1
                #else
                    var w: Int
                #endif
                #warning("text")
                deinit { var no = 1 }
                weak var x: A?; unowned(safe) let y: A
                var z = if a { 1 } else { 2 }
            }
            """##)
        #expect(
            properties.map(\.name) == [
                "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "`default`", "(", "t", "u",
                "v",
                "w", "x", "y", "z",
            ])
        func named(_ name: String) -> Property? { properties.first { $0.name == name } }
        #expect(properties.filter(\.isComputed).map(\.name) == ["g"])
        #expect(named("b")?.type == "Int?" && named("d")?.type == "[String: (Int) -> Void]")
        #expect(named("t")?.type == "@Sendable (Int) async throws -> [Int]" && named("`default`")?.type == "A.B<C>.D!")
        #expect(named("b")?.hasValue == true && named("e")?.hasValue == false && named("h")?.hasInitialValue == true)
    }

    @Test("Functions that take a map, and those whose parameter only has its name")
    func maps() {
        let labels = { (parameters: String) in
            DeclarationReader.members("init(\(parameters)) {}").map { member -> String? in
                guard case .function(let function) = member.content else { return "none" }
                return function.mapLabel
            }
        }
        #expect(labels("map: Map") == ["map"] && labels("map m: NeatlineMapping.Map") == ["map"])
        #expect(labels("_ map: Map") == ["_"])
        #expect(labels("map: GameMap") == [nil] && labels("map: Map, other: Int") == [nil] && labels("") == [nil])
    }

    @Test("A type that is written once for several names")
    func sharedTypes() {
        let types = { (text: String) in self.properties("struct A { \(text) }").map(\.type) }
        #expect(types("let a, b: Int?") == ["Int?", "Int?"])
        #expect(types("var a = 1, b, c: Int, d: Double, e = 2") == [nil, "Int", "Int", "Double", nil])
        #expect(types("var a = 1, b: Int") == [nil, "Int"])
        #expect(properties("struct A { var a, b: Int? }").allSatisfy { $0.hasValue && $0.isOptional })
    }

    @Test("Attributes between `#if` and `#endif`")
    func conditionalAttributes() {
        let text = """
            struct A {
                #if B
                @available(*, deprecated)
                #elseif C
                @D(1)
                #endif
                @E
                #if F
                    #if G
                    @H
                    #endif
                #else
                @I @J
                #endif
                public var a: Int
                var b: Int
            }
            """
        let members = DeclarationReader.type(text)?.members ?? []
        let found = members.compactMap { member -> Member? in
            if case .property = member.content { member } else { nil }
        }
        #expect(found.map(\.conditions) == [[], []])
        #expect(found.first?.attributes.map(\.name) == ["E"] && found.first?.modifiers == ["public"])
        let others = members.filter { if case .other = $0.content { true } else { false } }
        #expect(others.flatMap(\.attributes).map(\.name) == ["available", "D", "H", "I", "J"])
    }

    @Test("Conditions of `#if` around members")
    func conditions() {
        let type = DeclarationReader.type(
            """
            struct A {
                var a: Int
                #if B
                    var b: Int
                    #if C && D
                        var c: Int
                    #endif
                #elseif E
                    var e: Int
                #else
                    var f: Int
                #endif
                var g: Int
            }
            """)
        #expect(
            type?.members.map(\.conditions) == [
                [], ["(B)"], ["(B)", "(C && D)"], ["!(B) && (E)"], ["!(B) && !(E)"], [],
            ])
    }

    @Test("Cases, functions, attributes and generic parameters")
    func others() throws {
        let type = try #require(
            DeclarationReader.type(
                """
                @M.Mappable<Int>(tag: "a", { (x: Int) in x < 1, 2 }) public enum A<T, U: P, V> where V: Q {
                    @Key("x") indirect case a, b(Int, label: [Int: B<C, D>], _ name: Int = 5), `c` = "x"
                    mutating func didRead(map: Map) throws {}
                    init?(map: Map) {}
                }
                """))
        #expect(type.attributes.first?.name == "Mappable" && type.attributes.first?.argument("tag")?.text == "\"a\"")
        #expect(type.genericParameters.map(\.isConstrained) == [false, true, true])
        let cases = type.members.compactMap { member -> EnumCase? in
            guard case .enumCase(let aCase) = member.content else { return nil }
            return aCase
        }
        #expect(cases.map(\.name) == ["a", "b", "`c`"] && cases[2].hasRawValue)
        #expect(cases[1].values.map(\.label) == [nil, "label", nil])
        #expect(cases[1].values.map(\.type) == ["Int", "[Int: B<C, D>]", "Int"])
        let functions = type.members.compactMap { member -> Function? in
            guard case .function(let function) = member.content else { return nil }
            return function
        }
        #expect(functions.map(\.name) == ["didRead", "init"] && functions.map(\.isThrowing) == [true, false])
        #expect(functions.map(\.mapLabel) == ["map", "map"])
    }

    /// The Swift files of this repository, and the interfaces of the standard library.
    private static let files: [URL] = {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var roots = ["Sources", "Tests", "Benchmarks", "Documentation"].map { repository.appending(path: $0) }
        if let swift = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
            roots.append(URL(filePath: swift).deletingLastPathComponent())
        }
        for path in ["/opt/swift/usr/lib/swift/linux", "/usr/lib/swift/linux"] { roots.append(URL(filePath: path)) }
        return roots.flatMap { root -> [URL] in
            let paths = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects ?? []
            return paths.compactMap { $0 as? URL }.filter {
                ["swift", "swiftinterface"].contains($0.pathExtension) && !$0.path.contains("/.build")
            }
        }
    }()

    @Test("Every type of this repository and of the standard library is read, and expanded")
    func everyType() throws {
        var count = 0
        var properties = 0
        for file in ReaderTests.files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for type in types(DeclarationReader.members(text)) {
                count += 1
                let request = ExpansionRequest(
                    macro: "Mappable", role: .extension(type.name), attribute: Syntax(text: ""),
                    declaration: Syntax(text: text),
                    conformances: ["Mappable", "ImmutableMappable", "MappableValue", "JSONSchemaDescribing"],
                    context: [])
                var schema = SchemaExpansion(type, request)
                let description = Source(schema.text())
                #expect(!description.partners.contains(description.tokens.count), "\(file.path): \(type.name)")
                let expansion: Source
                if type.kind == .enum {
                    var maker = EnumExpansion(type, request)
                    expansion = Source(maker.text())
                } else {
                    var maker = ModelExpansion(type, request)
                    expansion = Source(maker.text())
                }
                #expect(expansion.tokens.prefix(2).map(\.text) == ["nonisolated", "extension"])
                #expect(!expansion.partners.contains(expansion.tokens.count), "\(file.path): \(type.name)")
                properties += type.members.filter { if case .property = $0.content { true } else { false } }.count
            }
        }
        // Those of Sources alone.
        #expect(count > 500 && properties > 1_000)
    }

    @Test("Nothing that is cut, changed or repeated makes the reader crash or run on")
    func mutations() throws {
        let text = try String(contentsOfFile: #filePath, encoding: .utf8)
        let pieces = [
            "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#\"", "\"#", "\\(", "/*", "*/", "//", "\n", "`",
            "#if", "#else",
            "#endif", "@", "@Key(", "@Mappable", "let ", "var ", "case ", "struct ", "class ", "enum ", "extension ",
            "func ", ":",
            "=", ",", ";", ".", "?", "/", "é", "\0", "init", "where", "->",
        ].map { Array($0.utf8) }
        let original = Array(text.utf8)
        var random = Seeded(36)
        for _ in 0..<500 {
            let start = Int.random(in: 0..<original.count, using: &random)
            var bytes = Array(original[start..<min(start + Int.random(in: 0..<2_000, using: &random), original.count)])
            for _ in 0..<Int.random(in: 0..<8, using: &random) {
                let position = Int.random(in: 0...bytes.count, using: &random)
                let end = min(position + Int.random(in: 0..<20, using: &random), bytes.count)
                bytes.replaceSubrange(position..<end, with: pieces.randomElement(using: &random) ?? [])
            }
            let mutated = "@Mappable struct A { " + String(decoding: bytes, as: UTF8.self)
            for kind in ["", "enum A { case ", "@Mappable final class A: B { "] {
                for macro in ["Mappable", "JSONSchema"] {
                    let expansion = expanded(kind + mutated, macro: macro)
                    let count = (kind + mutated).utf8.count
                    #expect(
                        expansion.diagnostics.allSatisfy { 0 <= $0.range.lowerBound && $0.range.upperBound <= count })
                }
            }
        }
    }

    @Test(
        "Deep nesting ends",
        arguments: ["{", "(", "struct A { ", "\"\\(", "#if a\n", "<", "@A(", "/*", "A<(", "[", "var a: "])
    func deep(_ piece: String) {
        _ = expanded("@Mappable struct A { " + String(repeating: piece, count: 20_000))
    }
}
