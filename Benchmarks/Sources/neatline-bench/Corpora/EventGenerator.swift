/// A log of events, one JSON object a line.
enum EventGenerator {
    /// About as long as asked.
    static func lines(bytes: Int) -> [UInt8] {
        SeededGenerator.lines(bytes: bytes, seed: 4, line)
    }

    private static func line(using random: inout SeededGenerator) -> String {
        let actor = Prose.token(random.int(6...12), using: &random)
        let commits = (0..<random.int(1...3)).map { _ in
            """
            {"sha":"\(Prose.token(40, using: &random))","author":{"email":"\(actor)@example.org","name":"\(actor)"},\
            "message":"\(Prose.post(using: &random))","distinct":true}
            """
        }
        return """
            {"type":"\(random.pick(["PushEvent", "WatchEvent", "IssuesEvent"]))","id":"\(random.int(1...9_999_999_999))",\
            "created_at":"\(Prose.date(using: &random))","actor":{"login":"\(actor)","id":\(random.int(1...4_000_000)),\
            "gravatar_id":"","avatar_url":"https://avatars.example.org/u/\(random.int(1...4_000_000))?"},\
            "repo":{"id":\(random.int(1...9_000_000)),"name":"\(actor)/\(Prose.token(8, using: &random))"},\
            "payload":{"size":\(commits.count),"ref":"refs/heads/main","commits":[\(commits.joined(separator: ","))]},\
            "elapsed":\(Double(random.int(1...90_000)) / 1_000),"public":true}
            """
    }
}
