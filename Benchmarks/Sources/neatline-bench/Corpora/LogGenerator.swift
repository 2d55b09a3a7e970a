/// The log of a server: about 300 bytes a line, which programs write line by line.
enum LogGenerator {
    /// About as long as asked.
    static func lines(bytes: Int) -> [UInt8] {
        SeededGenerator.lines(bytes: bytes, seed: 11, line)
    }

    private static func line(using random: inout SeededGenerator) -> String {
        let path = "/v1/\(random.pick(["orders", "users", "carts", "search"]))/\(random.int(1...900_000))"
        let failure = random.once(in: 6) ? "\"\(Prose.phrase(2...5, using: &random))\"" : "null"
        return """
            {"time":"\(Prose.date(using: &random))","level":"\(random.pick(["info", "info", "warn", "debug"]))",\
            "host":"web-\(random.int(1...40))","pid":\(random.int(2...32_000)),"request":{"id":\
            "\(Prose.token(16, using: &random))","method":"\(random.pick(["GET", "POST"]))","path":"\(path)",\
            "status":\(random.pick([200, 200, 204, 304, 404, 500])),"bytes":\(random.int(0...90_000)),\
            "seconds":\(Double(random.int(1...90_000)) / 10_000)},"user":\(random.int(1...4_000_000)),\
            "tags":["\(Prose.token(4, using: &random))","\(random.pick(Prose.latin))"],"error":\(failure),"sampled":\
            \(random.once(in: 2))}
            """
    }
}
