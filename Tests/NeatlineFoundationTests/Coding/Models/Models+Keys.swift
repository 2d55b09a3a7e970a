import Foundation

extension Coded {
    /// Keys that are numbers.
    struct Numbered: Codable, Equatable {
        var first: String
        var second: Int?

        enum CodingKeys: Int, CodingKey { case first = 1, second = 20 }
    }

    /// A key that is a string and a number.
    struct TwofoldKey: CodingKeyRepresentable, Hashable, Codable {
        var number: Int

        init(number: Int) { self.number = number }
        init?<T: CodingKey>(codingKey: T) {
            guard codingKey.stringValue.hasPrefix("n"), let number = Int(codingKey.stringValue.dropFirst()) else {
                return nil
            }
            self.number = number
        }
        var codingKey: any CodingKey { CustomStrategies.Key(stringValue: "n\(number)") }
    }

    /// Odd names, for the conversions to and from snake case.
    struct Odd: Codable, Equatable {
        var a: Int?
        var camelCase: Int?
        var camelCaseWithMore: Int?
        var URLPath: Int?
        var urlPath: Int?
        var imageURL: Int?
        var imageUrl: Int?
        var _leading: Int?
        var __twoLeading: Int?
        var trailing_: Int?
        var in_between: Int?
        var already_snake_case: Int?
        var x1: Int?
        var x1Y2: Int?
        var number1Two: Int?
        var ABC: Int?
        var aBC: Int?
        var éTé: Int?
        var ÄÖ: Int?
    }

    /// Members that keep their names, whatever their inner names are.
    struct Free: Codable, Equatable {
        var members: [String: [String: Int]]
        var byNumber: [Int: Int]
    }

    /// All that strategies have a say in.
    struct Everything: Codable, Equatable {
        var createdAt: Date
        var changedAt: Date?
        var imageData: Data
        var otherDates: [Date]
        var datesByName: [String: Date]
        var rateOfChange: Double
        var smallRate: Float?
        var nestedParts: [Part]
        var someValues: [String: Double]

        struct Part: Codable, Equatable {
            var partName: String
            var partData: Data?
            var madeAt: Date?
        }
    }

    /// What the coder knows of its surroundings.
    struct Surroundings: Codable, Equatable {
        var note: String
        var path: [String]

        init(note: String, path: [String] = []) {
            self.note = note
            self.path = path
        }

        init(from decoder: any Decoder) throws {
            note = "\(decoder.userInfo[CustomStrategies.userInfoKey] as Any)"
            path = decoder.codingPath.map(\.stringValue)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            let path = encoder.codingPath.map { "\($0.stringValue)/\($0.intValue ?? -1)" }
            try container.encode("\(encoder.userInfo[CustomStrategies.userInfoKey] as Any) at \(path)")
        }
    }

    /// Repeats a name.
    struct Twice: Encodable {
        enum CodingKeys: String, CodingKey { case a, b }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(1, forKey: .a)
            try container.encode(2, forKey: .b)
            try container.encode("again", forKey: .a)
        }
    }
}

extension Subjects {
    static let keys: [CodingSubject] = [
        CodingSubject(
            Coded.Numbered.self, [#"{"1":"a","20":5}"#, #"{"first":"a"}"#, #"{"1":5}"#, "{}"],
            values: [.init(first: "a", second: 2), .init(first: "b", second: nil)]),
        CodingSubject(
            [Int: String].self,
            [
                #"{"1":"a","-5":"b"}"#, #"{"x":"a"}"#, #"{"1.0":"a"}"#, #"{"1":5}"#, "[1,\"a\"]", "{}", "null",
                #"{"99999999999999999999":"a"}"#,
            ],
            values: [[:], [1: "a"], [-1: "a", 10: "b", 9: "c"]]),
        CodingSubject([UInt8: Int].self, [#"{"1":1}"#, "[1,2]", "[1]", "[1,2,3]", "[300,1]", "[]"], values: [[1: 2]]),
        CodingSubject(
            [Coded.Suit: Int].self, [#"{"hearts":1,"":2}"#, #"{"x":1}"#, #"["hearts",1]"#, #"{"hearts":"x"}"#],
            values: [[.hearts: 1, .none: 2]]),
        CodingSubject(
            [Coded.Grade: Int].self, [#"{"1":1,"2":2}"#, #"{"3":1}"#, #"{"a":1}"#], values: [[.a: 1, .b: 2]]),
        CodingSubject([Coded.Level: Int].self, [#"[300,1]"#, #"{"300":1}"#, "[5,1]", "[300]"], values: [[.high: 1]]),
        CodingSubject(
            [Coded.TwofoldKey: Int].self, [#"{"n1":1,"n2":2}"#, #"{"x":1}"#, "[]"],
            values: [[.init(number: 1): 1, .init(number: 2): 5]]),
        CodingSubject(
            [UUID: Int].self, [#"["01020304-0506-0708-090A-0B0C0D0E0F10",1]"#, #"{"a":1}"#, #"["x",1]"#],
            values: [[:], [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)): 1]]),
        CodingSubject([Bool: Int].self, ["[true,1,false,2]", "{\"true\":1}"], values: [[true: 1]]),
        CodingSubject([Double: Int].self, ["[1.5,1]"], values: [[0.5: 1]]),
        CodingSubject([Date: [Date]].self, ["[0,[1,2]]"], values: [[Date(timeIntervalSinceReferenceDate: 5): []]]),
        CodingSubject([[Int]: String].self, ["[[1],\"a\"]"], values: [[[1, 2]: "x"]]),
        CodingSubject(
            [String: [String: Int]].self, [#"{"a":{"b":1,"a":2},"a":{}}"#, #"{"a":{"b":null}}"#, #"{"":{"":1}}"#],
            values: [["b_c": ["dE": 1], "aB": [:]]]),
        CodingSubject(
            [String: Data].self, [#"{"someKey":"AQID"}"#, #"{"other_key":"!"}"#], values: [["someKey": Data([1])]]),
        CodingSubject(
            Coded.Odd.self,
            odd.map { "{\"\($0)\":1}" } + [
                "{" + odd.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
            ],
            values: [
                .init(
                    a: 1, camelCase: 2, camelCaseWithMore: 3, URLPath: 4, urlPath: 5, imageURL: 6, imageUrl: 7,
                    _leading: 8,
                    __twoLeading: 9, trailing_: 10, in_between: 11, already_snake_case: 12, x1: 13, x1Y2: 14,
                    number1Two: 15,
                    ABC: 16, aBC: 17, éTé: 18, ÄÖ: 19)
            ] + (0..<19).map { Coded.Odd(only: $0) }),
        CodingSubject(
            Coded.Free.self,
            [
                #"{"members":{"some_key":{"inner_key":1}},"by_number":{"1":1}}"#,
                #"{"members":{"someKey":{}},"byNumber":{}}"#,
            ],
            values: [.init(members: ["someKey": ["innerKey": 1, "x": 2]], byNumber: [1: 2, -1: 3])]),
        CodingSubject(Coded.Surroundings.self, ["{}", "5", "null"], values: [.init(note: "")]),
        CodingSubject([Coded.Surroundings].self, ["[1,2]"], values: [[.init(note: ""), .init(note: "")]]),
        CodingSubject(
            Coded.Box<[Coded.Surroundings]>.self, [#"{"value":[1,2]}"#], values: [.init(value: [.init(note: "")])]),
        CodingSubject([String: Coded.Surroundings].self, [#"{"some_key":1}"#], values: [["someKey": .init(note: "")]]),
        CodingSubject([Int: Coded.Surroundings].self, [#"{"5":1}"#], values: [[5: .init(note: "")]]),
        CodingSubject([UInt8: Coded.Surroundings].self, [#"[5,1]"#], values: [[5: .init(note: "")]]),
        CodingSubject(encoding: [Coded.Twice()]),
        CodingSubject(encoding: [[Coded.Twice(), Coded.Twice()]]),
    ]

    /// Members of texts for `Odd`.
    private static let odd = [
        "a", "camelCase", "camel_case", "camel_case_with_more", "url_path", "u_r_l_path", "URLPath", "image_url",
        "imageURL", "image_uRL",
        "_leading", "__two_leading", "__twoLeading", "trailing_", "in_between", "inBetween", "already_snake_case", "x1",
        "x1_y2", "x1Y2",
        "number1_two", "number_1_two", "abc", "ABC", "a_bc", "a_b_c", "é_té", "éTé", "ÄÖ", "äö", "_", "__", "___", "",
        "a__b", "camel__case",
        "_camel_case_", "Camel_Case", "CAMEL_CASE", "camel_Case", "1_a", "_1",
    ]

    static let everything = CodingSubject(
        Coded.Everything.self, everythingTexts,
        values: [
            .init(
                createdAt: Date(timeIntervalSince1970: 1_458_000_000.5), changedAt: nil, imageData: Data([1, 2, 3]),
                otherDates: [Date(timeIntervalSince1970: 0)],
                datesByName: ["firstOne": Date(timeIntervalSince1970: 60)],
                rateOfChange: 0.5, smallRate: nil,
                nestedParts: [.init(partName: "a/b", partData: Data([0xFF]), madeAt: nil)],
                someValues: ["someKey": 1]),
            .init(
                createdAt: Date(timeIntervalSince1970: 0), changedAt: Date(timeIntervalSince1970: 1e9),
                imageData: Data(), otherDates: [],
                datesByName: [:], rateOfChange: .infinity, smallRate: -.infinity,
                nestedParts: [
                    .init(partName: "", partData: nil, madeAt: Date(timeIntervalSince1970: 0.25)), .init(partName: "é"),
                ],
                someValues: ["a": .nan]),
        ])

    private static let everythingTexts: [String] = {
        let dates = ["1.5", #""2016-03-15T00:00:00Z""#, #""2016-03-15 12:30""#, #"{"at":2}"#, #""soon""#, "null"]
        let data = [#""AQID""#, "[1,2,3]", #""é""#, "[300]"]
        let rates = ["1.5", #""+∞""#, #""NaN""#, #""x""#]
        var texts: [String] = []
        for (date, data, rate) in dates.flatMap({ date in data.flatMap { data in rates.map { (date, data, $0) } } }) {
            let members: [(snake: String, camel: String, custom: String, value: String)] = [
                ("created_at", "createdAt", "createdAt", date), ("image_data", "imageData", "imageData", data),
                ("other_dates", "otherDates", "otherDates", "[\(date)]"),
                ("dates_by_name", "datesByName", "datesByName", "{\"some_name\":\(date)}"),
                ("rate_of_change", "rateOfChange", "rateOfChange", rate),
                (
                    "nested_parts", "nestedParts", "nestedParts",
                    "[{\"part_name\":\"x\",\"partName\":\"y\",\"part_data\":\(data)}]"
                ),
                ("some_values", "someValues", "someValues", "{\"a_b\":\(rate)}"),
            ]
            texts.append("{" + members.map { "\"\($0.snake)\":\($0.value)" }.joined(separator: ",") + "}")
            texts.append("{" + members.map { "\"\($0.camel)\":\($0.value)" }.joined(separator: ",") + "}")
        }
        return texts
    }()
}

extension Coded.Odd {
    /// One of the members alone.
    init(only index: Int) {
        self.init()
        let members: [WritableKeyPath<Coded.Odd, Int?>] = [
            \.a, \.camelCase, \.camelCaseWithMore, \.URLPath, \.urlPath, \.imageURL, \.imageUrl, \._leading,
            \.__twoLeading, \.trailing_,
            \.in_between, \.already_snake_case, \.x1, \.x1Y2, \.number1Two, \.ABC, \.aBC, \.éTé, \.ÄÖ,
        ]
        self[keyPath: members[index]] = index
    }
}
