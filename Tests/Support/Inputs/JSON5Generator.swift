/// Makes valid JSON5 texts from a seed, with every form that the specification has.
public struct JSON5Generator {
    private var random: SeededGenerator

    /// A generator whose texts follow from `seed`.
    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Any valid text.
    public mutating func anyText() -> [UInt8] {
        Array((space() + value(depth: 4) + space()).utf8)
    }

    private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &random) {
        case 0: return pick(["null", "true", "false"])
        case 1, 2, 3: return number()
        case 4, 5, 6: return string()
        case 7, 8:
            let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                space() + value(depth: depth - 1) + space()
            }
            return "[" + list(elements) + space() + "]"
        default:
            let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                space() + key() + space() + ":" + space() + value(depth: depth - 1) + space()
            }
            return "{" + list(members) + space() + "}"
        }
    }

    private mutating func list(_ items: [String]) -> String {
        items.joined(separator: ",") + (items.isEmpty || !random.oneIn(3) ? "" : ",")
    }

    private mutating func key() -> String {
        if random.oneIn(3) { return string() }
        let parts = ["a", "$", "_", "Zz9", "é", "ключ", #"\u0061"#, #"\u00e9"#, "名前", "null", "𝒳"]
        let rest = ["", "1", "\u{301}", "\u{200D}", "‿", "٣", "long_enough_to_cross_a_vector_of_bytes", #"\u005F"#]
        return pick(parts) + pick(rest)
    }

    private mutating func number() -> String {
        let sign = pick(["", "", "-", "+"])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return sign + pick(["NaN", "Infinity"])
        case 1:
            let digits = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                pick("0123456789abcdefABCDEF".map { String($0) })
            }
            return sign + pick(["0x", "0X"]) + digits.joined()
        case 2: return sign + "." + String(random.next() % 1000)
        case 3: return sign + String(random.next() % 1000) + "." + pick(["", "e1", "E-7"])
        case 4: return sign + "0" + pick(["", ".", ".0", "e0"])
        default: return sign + String(random.next() >> 4) + pick(["", ".25", "e+2"])
        }
    }

    private mutating func string() -> String {
        let quote = pick(["\"", "'"])
        let parts = [
            "a", "text of some length, longer than a vector", "é", "日本", "😀", quote == "\"" ? "'" : "\"", "\t", "\u{1}",
            "\u{7F}",
            "\u{2028}", #"\n"#, #"\""#, #"\'"#, #"\\"#, #"\/"#, #"\u00e9"#, #"\ud83d\ude00"#, "\\ud83d\\\n\\ude00",
            #"\x41"#, #"\x00"#,
            #"\xfF"#, #"\v"#, #"\0"#, #"\a"#, #"\é"#, "\\\n", "\\\r\n", "\\\r", "\\\u{2028}", "\\\u{2029}", #"\$"#,
        ]
        let count = random.oneIn(8) ? 20 : Int.random(in: 0...4, using: &random)
        return quote + (0..<count).map { _ in pick(parts) }.joined() + quote
    }

    private mutating func space() -> String {
        if !random.oneIn(3) { return "" }
        return pick([
            " ", "\n", "\t", "\r\n", "\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{1680}",
            "\u{2003}", "\u{3000}", "\u{202F}", "/**/", "/* ] ' \" */", "// [ '\n", "//\u{2028}", "// \r",
            String(repeating: " ", count: 40) + "\u{A0}",
        ])
    }
}
