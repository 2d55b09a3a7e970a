/// Makes realistic documents from a seed: messages with text in many scripts, coordinates, a catalogue, and texts with
/// every kind of token and layout.
public struct DocumentGenerator {
    /// What a document is made of.
    public enum Kind: String, CaseIterable, Sendable {
        case tweets, coordinates, catalogue, mixture
    }

    var random: SeededGenerator

    /// A generator whose documents follow from `seed`.
    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// An array of `items` values.
    public mutating func document(_ kind: Kind, items: Int) -> [UInt8] {
        var text = "[\n"
        for item in 0..<items {
            if item > 0 { text += ",\n" }
            switch kind {
            case .tweets: text += tweet()
            case .coordinates: text += ring()
            case .catalogue: text += product()
            case .mixture: text += value(depth: 4)
            }
        }
        return Array((text + "\n]\n").utf8)
    }

    /// Any valid text, with random layout.
    public mutating func anyText() -> [UInt8] {
        Array((space() + value(depth: 4) + space()).utf8)
    }

    // MARK: Items

    private mutating func tweet() -> String {
        """
        {"id": \(random.next() >> 4), "id_str": "\(random.next() >> 4)", "text": \(string()), "truncated": \(bool()),
          "user": {"name": \(string()), "followers_count": \(integer()), "verified": \(bool()), "url": null,
            "profile_image_url": "http:\\/\\/example.com\\/\(integer())_normal.png"},
          "entities": {"hashtags": [\(string())], "urls": [], "indices": [\(integer()), \(integer())]},
          "retweet_count": \(integer()), "lang": "ja"}
        """
    }

    private mutating func ring() -> String {
        let points = (0..<20).map { _ in
            "[\(Double.random(in: -180...180, using: &random)),\(Double.random(in: -90...90, using: &random))]"
        }
        return #"{"type":"Polygon","coordinates":[[\#(points.joined(separator: ","))]]}"#
    }

    private mutating func product() -> String {
        """
        {
            "\(integer())": {
                "areas": [ { "areaId": \(integer()), "blockIds": [] } ],
                "price": \(number()),
                "name": \(string()),
                "seatMapImage": null,
                "\(integer())": [ \(integer()), \(integer()), \(integer()) ]
            }
        }
        """
    }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return "null"
        case 1: return bool()
        case 2: return integer()
        case 3: return number()
        case 4, 5: return string()
        case 6, 7:
            let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                space() + value(depth: depth - 1) + space()
            }
            return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
        default:
            let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                space() + string() + space() + ":" + space() + value(depth: depth - 1) + space()
            }
            return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
        }
    }

    // MARK: Tokens

    private mutating func bool() -> String { Bool.random(using: &random) ? "true" : "false" }

    private mutating func integer() -> String {
        let width = Int.random(in: 1...19, using: &random)
        return String(Int.random(in: 0...Int.max, using: &random) % Self.power(width))
    }

    private static func power(_ exponent: Int) -> Int { (1..<exponent).reduce(1) { power, _ in power &* 10 } + 1 }

    private mutating func number() -> String {
        var text = random.oneIn(3) ? "-" : ""
        text += integer()
        if Bool.random(using: &random) { text += "." + String(random.next() % 1_000_000_007) }
        if random.oneIn(3) {
            text += ["e", "E", "e+", "E-"].randomElement(using: &random) ?? "e"
            text += String(random.next() % 320)
        }
        return text
    }

    private mutating func space() -> String {
        if random.oneIn(2) { return "" }
        let blanks = [" ", "\n", "\t", "\r\n", "  ", "\n        ", String(repeating: " ", count: 40)]
        return blanks.randomElement(using: &random) ?? " "
    }

    private static let parts = [
        "a", "data", "name", "The quick brown fox", "été", "Größe", "日本語", "テキスト", "😀", "👨‍👩‍👧", "\u{7F}", "/",
        #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u0000"#, #"\u00e9"#, #"\ud83d\ude00"#, #"\uFFFF"#, "0123456789abcdef",
    ]

    private mutating func string() -> String {
        let count = random.oneIn(8) ? 20 : Int.random(in: 0...4, using: &random)
        return "\"" + (0..<count).map { _ in Self.parts.randomElement(using: &random) ?? "" }.joined() + "\""
    }
}
