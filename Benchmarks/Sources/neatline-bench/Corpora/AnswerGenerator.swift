/// Answers of a web interface of 20 KB each, indented, whose members are short: one document after the other.
enum AnswerGenerator {
    /// So many answers that they are about as long as asked.
    static func documents(bytes: Int) -> [[UInt8]] {
        var random = SeededGenerator(seed: 14)
        return (0..<max(bytes / 20_000, 1)).map { _ in document(bytes: 20_000, using: &random) }
    }

    private static func document(bytes: Int, using random: inout SeededGenerator) -> [UInt8] {
        var text = "{\n  \"kind\": \"list\",\n  \"page\": \(random.int(1...90)),\n  \"items\": [\n"
        while text.utf8.count < bytes {
            text += item(using: &random)
        }
        return Array((text.dropLast(2) + "\n  ],\n  \"more\": \(random.once(in: 2))\n}\n").utf8)
    }

    private static func item(using random: inout SeededGenerator) -> String {
        """
            {
              "id": \(random.int(1...90_000)),
              "name": "\(Prose.token(random.int(3...9), using: &random))",
              "color": "\(random.pick(["red", "blue", "grey", "olive"]))",
              "open": \(random.once(in: 2)),
              "size": {
                "w": \(random.int(1...900)),
                "h": \(random.int(1...900))
              },
              "tags": [
                "\(Prose.token(random.int(1...4), using: &random))",
                "\(random.pick(["new", "old", "x", "draft"]))"
              ],
              "by": \(random.once(in: 3) ? "null" : "\"\(Prose.token(5, using: &random))\""),
              "rate": \(Double(random.int(0...50)) / 10)
            },

        """
    }
}
