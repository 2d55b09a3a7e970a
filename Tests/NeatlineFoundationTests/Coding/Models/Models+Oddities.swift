import Foundation

extension Coded {
    struct Complaint: LocatedError {
        var text: String
        var path: [any CodingKey]
    }

    /// Throws what is no error of decoding.
    struct Refusing: Codable, Equatable {
        init() {}
        init(from decoder: any Decoder) throws {
            throw Complaint(text: "read", path: decoder.codingPath)
        }
        func encode(to encoder: any Encoder) throws {
            throw Complaint(text: "written", path: encoder.codingPath)
        }
    }

    /// Throws after it has begun.
    struct HalfRefusing: Codable, Equatable {
        var kind: Kind

        enum Kind: Int, Codable, CaseIterable { case keyed, unkeyed, single, nested }
        enum CodingKeys: String, CodingKey { case a, b }

        init(kind: Kind) { self.kind = kind }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            throw DecodingError.dataCorruptedError(forKey: CodingKeys.b, in: container, debugDescription: "no b at all")
        }
        func encode(to encoder: any Encoder) throws {
            switch kind {
            case .keyed:
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .a)
            case .unkeyed:
                var container = encoder.unkeyedContainer()
                try container.encode(1)
            case .single:
                var container = encoder.singleValueContainer()
                try container.encode(1)
            case .nested:
                var container = encoder.container(keyedBy: CodingKeys.self)
                var inner = container.nestedUnkeyedContainer(forKey: .a)
                try inner.encode(1)
            }
            throw Complaint(text: "half written", path: encoder.codingPath)
        }
    }

    /// Catches what a part of it throws, and goes on. With two parts of different kinds Foundation traps.
    struct Forgiving: Encodable, Sendable {
        enum CodingKeys: String, CodingKey { case a, b, c, d }
        var kind: HalfRefusing.Kind
        var isUnkeyed = false

        static let all = HalfRefusing.Kind.allCases.flatMap {
            [Forgiving(kind: $0), Forgiving(kind: $0, isUnkeyed: true)]
        }

        func encode(to encoder: any Encoder) throws {
            if isUnkeyed {
                var container = encoder.unkeyedContainer()
                try container.encode(1)
                try? container.encode(HalfRefusing(kind: kind))
                try? container.encode(Double.nan)
                try? container.encode(Refusing())
                try container.encode(2)
                return
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(1, forKey: .a)
            try? container.encode(HalfRefusing(kind: kind), forKey: .b)
            try? container.encode(Double.nan, forKey: .c)
            try? container.encode(Refusing(), forKey: .c)
            try container.encode(2, forKey: .d)
        }
    }

    /// Writes nothing, or asks for containers and leaves them empty.
    struct Silent: Codable, Equatable, CaseIterable {
        enum Kind: Int, Codable, CaseIterable { case nothing, keyed, unkeyed, single, superEncoder, nested, fromSuper }
        enum CodingKeys: String, CodingKey { case a }

        var kind: Kind
        static let allCases = Kind.allCases.map { Silent(kind: $0) }

        init(kind: Kind) { self.kind = kind }
        init(from decoder: any Decoder) throws { kind = .nothing }
        func encode(to encoder: any Encoder) throws {
            switch kind {
            case .nothing: break
            case .keyed: _ = encoder.container(keyedBy: CodingKeys.self)
            case .unkeyed: _ = encoder.unkeyedContainer()
            case .single: _ = encoder.singleValueContainer()
            case .superEncoder:
                var container = encoder.container(keyedBy: CodingKeys.self)
                _ = container.superEncoder()
            case .nested:
                var container = encoder.container(keyedBy: CodingKeys.self)
                var inner = container.nestedUnkeyedContainer(forKey: .a)
                _ = inner.nestedContainer(keyedBy: CodingKeys.self)
                _ = inner.superEncoder()
            case .fromSuper:
                var container = encoder.unkeyedContainer()
                _ = container.superEncoder().unkeyedContainer()
                _ = container.superEncoder().container(keyedBy: CodingKeys.self)
            }
        }
    }

    /// Asks for the same container again.
    struct Repeating: Encodable, Sendable, CaseIterable {
        enum Kind: Int, CaseIterable { case keyed, unkeyed, nestedKeyed, nestedUnkeyed }
        enum CodingKeys: String, CodingKey { case a, b, c }

        var kind: Kind
        static let allCases = Kind.allCases.map { Repeating(kind: $0) }

        func encode(to encoder: any Encoder) throws {
            switch kind {
            case .keyed:
                var first = encoder.container(keyedBy: CodingKeys.self)
                var second = encoder.container(keyedBy: CodingKeys.self)
                try second.encode(2, forKey: .b)
                try first.encode(1, forKey: .a)
                try second.encode(3, forKey: .c)
            case .unkeyed:
                var first = encoder.unkeyedContainer()
                var second = encoder.unkeyedContainer()
                try second.encode(2)
                try first.encode(1)
                try second.encode(first.count)
            case .nestedKeyed:
                var container = encoder.container(keyedBy: CodingKeys.self)
                var first = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
                try first.encode(1, forKey: .a)
                var second = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
                try second.encode(2, forKey: .b)
            case .nestedUnkeyed:
                var container = encoder.container(keyedBy: CodingKeys.self)
                var first = container.nestedUnkeyedContainer(forKey: .a)
                try first.encode(1)
                var second = container.nestedUnkeyedContainer(forKey: .a)
                try second.encode(2)
                try container.encode("after", forKey: .b)
            }
        }
    }

    /// Uses the encoder of a level above while a value is written.
    struct Interleaved: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            var inner = list.nestedContainer(keyedBy: CustomStrategies.Key.self)
            let base = list.superEncoder()
            try list.encode("after")
            try inner.encode(1, forKey: .init(stringValue: "late"))
            var late = base.singleValueContainer()
            try late.encode(["base": 2])
            try inner.encode([1, 2], forKey: .init(stringValue: "later"))
        }
    }

    /// Every primitive through every kind of container, nil included.
    struct Primitives: Encodable, Sendable {
        var isUnkeyed: Bool

        func encode(to encoder: any Encoder) throws {
            if isUnkeyed {
                var list = encoder.unkeyedContainer()
                try list.encodeNil()
                try list.encode(true)
                try list.encode("é/\u{1}")
                try list.encode(Int8.min)
                try list.encode(UInt64.max)
                try list.encode(Float(0.1))
                try list.encode(1e21)
                try list.encode(Decimal(string: "1.10")!)
                try list.encode(nil as Int?)
                try list.encode(URL(string: "http://a/b")!)
                try list.encode(contentsOf: ["x", "y"])
                try list.encode(contentsOf: [1.5, 2])
                try list.encode(contentsOf: [] as [Bool])
                return
            }
            var object = encoder.container(keyedBy: CustomStrategies.Key.self)
            try object.encodeNil(forKey: .init(stringValue: "nil"))
            try object.encode(true, forKey: .init(stringValue: "true"))
            try object.encode("é/\u{1}", forKey: .init(stringValue: "te\"xt"))
            try object.encode(Int128.max, forKey: .init(stringValue: "int"))
            try object.encodeIfPresent(nil as String?, forKey: .init(stringValue: "absent"))
            try object.encodeIfPresent(5 as UInt8?, forKey: .init(stringValue: "present"))
            try object.encode(nil as Int?, forKey: .init(stringValue: "null"))
            try object.encode(Float.leastNonzeroMagnitude, forKey: .init(stringValue: "é"))
            try object.encode([Data([1])], forKey: .init(stringValue: ""))
        }
    }

    /// Takes a configuration in both directions.
    struct Configured: DecodableWithConfiguration, EncodableWithConfiguration, Equatable {
        var value: Int

        struct Factor: Sendable { var factor: Int }

        init(value: Int) { self.value = value }
        init(from decoder: any Decoder, configuration: Factor) throws {
            value = try decoder.singleValueContainer().decode(Int.self) &* configuration.factor
        }
        func encode(to encoder: any Encoder, configuration: Factor) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value / configuration.factor)
        }
    }

    /// Gives its property's type a configuration.
    struct Configuring: Codable, Equatable {
        enum Half: DecodingConfigurationProviding, EncodingConfigurationProviding {
            static var decodingConfiguration: Configured.Factor { .init(factor: 2) }
            static var encodingConfiguration: Configured.Factor { .init(factor: 2) }
        }

        @CodableConfiguration(from: Half.self) var value = Configured(value: 0)
        @CodableConfiguration(from: Half.self) var list: [Configured] = []
        @CodableConfiguration(from: Half.self) var option: Configured? = nil
    }
}

extension Subjects {
    static let oddities: [CodingSubject] =
        [
            CodingSubject(Coded.Refusing.self, ["5", "{}", "null"], values: [.init()]),
            CodingSubject([Coded.Refusing].self, ["[5]", "[]"], values: [[.init()], []]),
            CodingSubject([String: Coded.Refusing].self, ["{\"a\":5}"], values: [["a": .init()]]),
            CodingSubject(Coded.Refusing?.self, ["5", "null"], values: [.init(), nil]),
            CodingSubject(
                Coded.HalfRefusing.self, ["{}", "{\"b\":1}", "[]"],
                values: Coded.HalfRefusing.Kind.allCases.map { .init(kind: $0) }),
            CodingSubject(
                [Coded.HalfRefusing].self, ["[{}]"], values: [Coded.HalfRefusing.Kind.allCases.map { .init(kind: $0) }]),
            CodingSubject(encoding: Coded.Forgiving.all),
            CodingSubject(encoding: Coded.Forgiving.all.map { Coded.Box(value: $0) }),
            CodingSubject(Coded.Silent.self, ["5", "null", "[]"], values: Coded.Silent.allCases),
            CodingSubject(
                [Coded.Silent].self, ["[5,{}]"], values: [Coded.Silent.allCases] + Coded.Silent.allCases.map { [$0] }),
            CodingSubject(
                Coded.Box<Coded.Silent>.self, ["{\"value\":1}"], values: Coded.Silent.allCases.map { .init(value: $0) }),
            CodingSubject(
                Coded.Wrapped<Coded.Silent>.self, ["1"], values: Coded.Silent.allCases.map { .init(value: $0) }),
            CodingSubject(
                [String: Coded.Silent].self, ["{\"value\":1}"], values: Coded.Silent.allCases.map { ["k": $0] }),
            CodingSubject(encoding: Coded.Repeating.allCases),
            CodingSubject(encoding: Coded.Repeating.allCases.map { [$0] }),
            CodingSubject(encoding: [Coded.Interleaved()]),
            CodingSubject(encoding: [Coded.Box(value: Coded.Interleaved())]),
            CodingSubject(encoding: [Coded.Primitives(isUnkeyed: false), Coded.Primitives(isUnkeyed: true)]),
            CodingSubject(encoding: [Coded.Box(value: [Coded.Primitives(isUnkeyed: true)])]),
            CodingSubject(
                Texts.scalars, values: [Coded.Configured(value: 6)], reading: .init(factor: 2),
                writing: .init(factor: 3)),
            CodingSubject(
                Coded.Configuring.self,
                [
                    #"{"value":3,"list":[1,2],"option":4}"#, #"{"value":3,"list":[],"option":null}"#,
                    #"{"value":3,"list":[]}"#,
                    #"{"value":"3","list":[]}"#, #"{"value":3,"list":["x"]}"#, #"{"list":[]}"#,
                    #"{"value":3,"list":[],"option":"x"}"#,
                ],
                values: [.init(), .init(value: .init(value: 4), list: [.init(value: 2)], option: .init(value: 8))]),
            CodingSubject(encoding: [Coded.Nothing()]),
            CodingSubject(encoding: [[Coded.Nothing()]]),
        ]
}

extension Coded {
    /// An enum's worth of nothing.
    struct Nothing: Encodable, Sendable {}
}
