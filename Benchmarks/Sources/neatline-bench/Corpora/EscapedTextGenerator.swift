/// Posts in many scripts, whose characters beyond ASCII are escapes, as encoders of several languages write them.
enum EscapedTextGenerator {
    private static let scripts = [
        "карта города сегодня поезд опять опоздал ветер на берегу спасибо",
        "ο χάρτης της πόλης σήμερα το τρένο άργησε πάλι ευχαριστώ",
        "地図 を 描く 線 は 細い 今日 の 天気 とても 良い 電車 が 遅れて います",
        "도시 지도 오늘 기차 가 또 늦었다 감사합니다",
        "خريطة المدينة اليوم القطار متأخر مرة أخرى شكرا",
        "מפת העיר היום הרכבת שוב מאחרת תודה",
        "शहर का नक्शा आज ट्रेन फिर देर से है धन्यवाद",
        "größe señal corazón élève façade cœur naïve übung",
        "the map of a city is drawn by hand and the line around it is thin",
        "😀 🚆 🌊 🗾 🎏",
    ].map { $0.split(separator: " ").map(String.init) }

    /// About as long as asked; an array of objects without white space.
    static func document(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 12)
        var text = Array("[".utf8)
        text.reserveCapacity(bytes + 4_000)
        while text.count < bytes {
            text += post(using: &random).utf8
            text.append(UInt8(ascii: ","))
        }
        text[text.count - 1] = UInt8(ascii: "]")
        return text
    }

    private static func post(using random: inout SeededGenerator) -> String {
        let answers = (0..<random.int(0...3)).map { _ in
            "{\"by\":\"\(sentence(1...2, using: &random))\",\"text\":\"\(sentence(3...20, using: &random))\"}"
        }
        return """
            {"id":\(random.int(1...9_000_000)),"title":"\(sentence(2...6, using: &random))",\
            "link":"https:\\/\\/example.org\\/\(Prose.token(9, using: &random))\\/",\
            "body":"\(sentence(10...60, using: &random))","answers":[\(answers.joined(separator: ","))]}
            """
    }

    /// Words of one script, some of them in quotes, and some at the end of a line.
    private static func sentence(_ count: ClosedRange<Int>, using random: inout SeededGenerator) -> String {
        let words = random.pick(scripts)
        var text = ""
        for number in 1...random.int(count) {
            if number > 1 { text += random.once(in: 12) ? "\\n" : " " }
            let word = escaped(random.pick(words))
            text += random.once(in: 15) ? "\\\"\(word)\\\"" : word
        }
        return text
    }

    private static func escaped(_ word: String) -> String {
        word.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return unit < 0x80
                ? String(UnicodeScalar(UInt8(unit))) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
