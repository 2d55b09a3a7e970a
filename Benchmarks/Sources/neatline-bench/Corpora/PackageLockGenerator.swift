/// The lock file of a package manager: indented objects of version, address and checksum.
enum PackageLockGenerator {
    /// About as long as asked.
    static func document(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 16)
        var text = Array("{\n  \"name\": \"map\",\n  \"lockfileVersion\": 3,\n  \"packages\": {\n".utf8)
        text.reserveCapacity(bytes + 4_000)
        while text.count < bytes {
            text += package(using: &random).utf8
        }
        text.removeLast(2)
        text += "\n  }\n}\n".utf8
        return text
    }

    private static func package(using random: inout SeededGenerator) -> String {
        let name = "\(random.pick(Prose.latin.filter { $0.utf8.count > 2 }))-\(Prose.token(4, using: &random))"
        let version = version(using: &random)
        let needs = (0..<random.int(0...5)).map { _ in
            "        \"\(Prose.token(random.int(3...12), using: &random))\": \"^\(self.version(using: &random))\""
        }
        let dependencies =
            needs.isEmpty ? "" : "      \"dependencies\": {\n\(needs.joined(separator: ",\n"))\n      },\n"
        return """
                "node_modules/\(name)": {
                  "version": "\(version)",
                  "resolved": "https://registry.example.org/\(name)/-/\(name)-\(version).tgz",
                  "integrity": "sha512-\(Prose.token(86, using: &random))==",
                  "dev": \(random.once(in: 2)),
                  "license": "\(random.pick(["MIT", "ISC", "Apache-2.0"]))",
            \(dependencies)      "engines": {
                    "node": ">=\(random.int(8...22))"
                  }
                },

            """
    }

    private static func version(using random: inout SeededGenerator) -> String {
        "\(random.int(0...9)).\(random.int(0...30)).\(random.int(0...20))"
    }
}
