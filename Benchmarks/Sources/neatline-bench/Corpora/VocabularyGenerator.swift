/// The tokenizer of a language model: a table of short strings and their numbers, and a list of pairs.
enum VocabularyGenerator {
    private static let syllables = """
        a e i o u an en in on er ar or th st ch sh qu ing ion ent ate ous ly al ic is es ed re de con pro ab ex \
        б ва го ро ста 的 是 は の ü é ñ 0 1 19 20 ( ) {{ }} == // \\" \\\\ \\n \\t
        """.split(separator: " ").map(String.init)

    /// About as long as asked; indented by two spaces, as such files are.
    static func document(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 15)
        var text = Array("{\n  \"version\": \"1.0\",\n  \"model\": {\n    \"type\": \"BPE\",\n    \"vocab\": {".utf8)
        text.reserveCapacity(bytes + 1_000)
        // Each word has one number: readers differ in what they make of a name that is there twice.
        var words = Set<String>()
        while text.count < bytes * 3 / 5 {
            let word = random.once(in: 2) ? "Ġ" + part(1...3, using: &random) : part(1...4, using: &random)
            guard words.insert(word).inserted else { continue }
            let number = words.count - 1
            text += "\(number == 0 ? "" : ",")\n      \"\(word)\": \(number)".utf8
        }
        text += "\n    },\n    \"merges\": [".utf8
        var separator = ""
        while text.count < bytes {
            text += "\(separator)\n      \"\(part(1...2, using: &random)) \(part(1...2, using: &random))\"".utf8
            separator = ","
        }
        text += "\n    ]\n  }\n}\n".utf8
        return text
    }

    private static func part(_ count: ClosedRange<Int>, using random: inout SeededGenerator) -> String {
        (0..<random.int(count)).map { _ in random.pick(syllables) }.joined()
    }
}
