/// Words of several scripts for the generated corpora. None needs an escape in JSON.
enum Prose {
    static let latin = """
        the map of a city is drawn by hand and the line around it is thin so that what lies inside can be read with \
        ease über größe señal corazón élève façade morning coffee train delayed again anyone seen the new harbour \
        bridge tonight http weather station reports strong wind near coast
        """.split(separator: " ").map(String.init)

    static let japanese = """
        地図 を 描く 線 は 細い 今日 の 天気 とても 良い ですね 電車 が 遅れて います 写真 ありがとう ございます 明日 また
        """.split(separator: " ").map(String.init)

    static let cyrillic = """
        карта города сегодня поезд опять опоздал ветер на берегу спасибо
        """.split(separator: " ").map(String.init)

    static let symbols = ["😀", "🗺️", "🚆", "☕️", "🌊"]

    /// A line of text as people post it: mostly Latin, one in three Japanese, some Cyrillic, escapes now and then.
    static func post(using random: inout SeededGenerator) -> String {
        let words: [String]
        let separator: String
        switch random.int(0...8) {
        case 0...4: (words, separator) = (latin, " ")
        case 5...7: (words, separator) = (japanese, "")
        default: (words, separator) = (cyrillic, " ")
        }
        var text = (0..<random.int(4...20)).map { _ in random.pick(words) }.joined(separator: separator)
        if random.once(in: 6) {
            text += "\\n" + random.pick(words)
        }
        if random.once(in: 10) {
            text = "\\\"" + text + "\\\""
        }
        if random.once(in: 5) {
            text += " " + random.pick(symbols)
        }
        return text
    }

    /// A few Latin words.
    static func phrase(_ count: ClosedRange<Int>, using random: inout SeededGenerator) -> String {
        (0..<random.int(count)).map { _ in random.pick(latin) }.joined(separator: " ")
    }

    /// Letters and digits.
    static func token(_ count: Int, using random: inout SeededGenerator) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        return String(decoding: (0..<count).map { _ in random.pick(alphabet) }, as: UTF8.self)
    }

    static func date(using random: inout SeededGenerator) -> String {
        func two(_ range: ClosedRange<Int>) -> String {
            let value = random.int(range)
            return value < 10 ? "0\(value)" : "\(value)"
        }
        return "20\(two(10...25))-\(two(1...12))-\(two(1...28))T\(two(0...23)):\(two(0...59)):\(two(0...59))Z"
    }
}
