import Foundation

extension Coded {
    class Animal: Codable, Equatable {
        var name: String

        init(name: String) { self.name = name }
        static func == (a: Animal, b: Animal) -> Bool { a.isEqual(to: b) }
        func isEqual(to other: Animal) -> Bool { type(of: self) == type(of: other) && name == other.name }
    }

    /// `super` in an object of its own.
    final class Dog: Animal, @unchecked Sendable {
        var tricks: [String]

        enum CodingKeys: String, CodingKey { case tricks }

        init(name: String, tricks: [String]) {
            self.tricks = tricks
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tricks = try container.decode([String].self, forKey: .tricks)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(tricks, forKey: .tricks)
            try super.encode(to: container.superEncoder())
        }

        override func isEqual(to other: Animal) -> Bool {
            super.isEqual(to: other) && tricks == (other as? Dog)?.tricks
        }
    }

    /// `super` in the same object.
    final class Cat: Animal, @unchecked Sendable {
        var lives: Int

        enum CodingKeys: String, CodingKey { case lives }

        init(name: String, lives: Int) {
            self.lives = lives
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
            try super.init(from: decoder)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(lives, forKey: .lives)
        }

        override func isEqual(to other: Animal) -> Bool { super.isEqual(to: other) && lives == (other as? Cat)?.lives }
    }

    /// `super` under a name of one's own.
    final class Bird: Animal, @unchecked Sendable {
        var span: Double

        enum CodingKeys: String, CodingKey { case span, base }

        init(name: String, span: Double) {
            self.span = span
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            span = try container.decode(Double.self, forKey: .span)
            try super.init(from: container.superDecoder(forKey: .base))
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            let base = container.superEncoder(forKey: .base)
            try super.encode(to: base)
            try container.encode(span, forKey: .span)
        }

        override func isEqual(to other: Animal) -> Bool { super.isEqual(to: other) && span == (other as? Bird)?.span }
    }

    /// `super` as an element.
    final class Fish: Animal, @unchecked Sendable {
        var depth: Int

        init(name: String, depth: Int) {
            self.depth = depth
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            depth = try container.decode(Int.self)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(depth)
            try super.encode(to: container.superEncoder())
        }

        override func isEqual(to other: Animal) -> Bool { super.isEqual(to: other) && depth == (other as? Fish)?.depth }
    }
}

extension Coded.Animal: @unchecked Sendable {}
extension Coded.Node: @unchecked Sendable {}

extension Subjects {
    static let classes: [CodingSubject] = [
        CodingSubject(Coded.Animal.self, [#"{"name":"a"}"#, "{}", "[]", #"{"name":5}"#], values: [.init(name: "a")]),
        CodingSubject(
            Coded.Dog.self,
            [
                #"{"tricks":["sit"],"super":{"name":"Rex"}}"#, #"{"super":{"name":"Rex"},"tricks":[]}"#,
                #"{"tricks":[]}"#,
                #"{"tricks":[],"super":null}"#, #"{"tricks":[],"super":[]}"#, #"{"tricks":[],"super":{}}"#,
                #"{"tricks":[],"super":{"name":1}}"#,
            ], values: [.init(name: "Rex", tricks: ["sit"])]),
        CodingSubject(
            Coded.Cat.self, [#"{"name":"Tom","lives":9}"#, #"{"lives":9}"#, #"{"name":"Tom"}"#, "5"],
            values: [.init(name: "Tom", lives: 9)]),
        CodingSubject(
            Coded.Bird.self,
            [
                #"{"span":1.5,"base":{"name":"Kea"}}"#, #"{"span":1.5}"#, #"{"span":1.5,"base":5}"#,
                #"{"span":1,"base":{"name":null}}"#,
            ],
            values: [.init(name: "Kea", span: 0.1), .init(name: "Kea", span: .nan)]),
        CodingSubject(
            Coded.Fish.self,
            [#"[5,{"name":"Cod"}]"#, "[5]", "[5,null]", "[5,[]]", #"[5,{}]"#, #"[5,{"name":[]}]"#, "[]", "{}"],
            values: [.init(name: "Cod", depth: 200)]),
        CodingSubject([Coded.Fish].self, [#"[[5,{"name":"Cod"}],[6,{}]]"#], values: [[.init(name: "Cod", depth: 200)]]),
        CodingSubject(
            Coded.Box<Coded.Dog>.self, [#"{"value":{"tricks":[],"super":{"name":true}}}"#],
            values: [.init(value: .init(name: "Rex", tricks: []))]),
    ]
}
