import Foundation
import NeatlineTestSupport

/// An exchange with a real Drupal site, from a file of `../shared/recordings/drupal`.
struct Recording {
    let name: String
    let method: String
    let target: String
    let requestHeaders: [(name: String, value: String)]
    let requestBody: [UInt8]
    let answer: SiteAnswer

    init?(name: String, bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.components(separatedBy: "\n=== RESPONSE\n")
        guard parts.count == 2, let start = parts[0].range(of: "=== REQUEST\n") else { return nil }
        self.name = name
        let (line, headers, body) = Self.message(String(parts[0][start.upperBound...]))
        let words = line.split(separator: " ")
        guard words.count == 3 else { return nil }
        method = String(words[0])
        target = String(words[1])
        requestHeaders = headers
        requestBody = body
        let response = Self.message(parts[1])
        var answer = SiteAnswer()
        answer.status = Int(response.line.split(separator: " ").dropFirst().first ?? "") ?? 0
        answer.headers = response.headers
        answer.body = response.body
        self.answer = answer
    }

    private static func message(
        _ text: String
    ) -> (line: String, headers: [(name: String, value: String)], body: [UInt8]) {
        let end = text.range(of: "\n\n") ?? text.endIndex..<text.endIndex
        let lines = text[..<end.lowerBound].split(separator: "\n")
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
        var body = text[end.upperBound...]
        while body.last == "\n" { body.removeLast() }
        if body == "[[no body]]" { body = "" }
        if body.hasPrefix("[["), let base64 = body.range(of: "base64: ") {
            let data = Data(base64Encoded: String(body[base64.upperBound...].dropLast(2))) ?? Data()
            return (String(lines.first ?? ""), headers, Array(data))
        }
        return (String(lines.first ?? ""), headers, Array(body.utf8))
    }

    /// The recordings in the order in which they were made.
    static let all: [Recording] = {
        let recordings = SharedFiles.files(in: "recordings/drupal").compactMap { file in
            file.name.hasSuffix(".txt") ? Recording(name: String(file.name.dropLast(4)), bytes: file.bytes) : nil
        }
        return recordings.enumerated().sorted { a, b in
            (phase(a.element.name), a.offset) < (phase(b.element.name), b.offset)
        }.map(\.element)
    }()

    /// The recordings of one phase were made in the order of their names.
    private static func phase(_ name: String) -> Int {
        func has(_ prefixes: String...) -> Bool { prefixes.contains { name.hasPrefix($0) } }
        if has("auth-80") { return 3 }
        if has("auth-8") { return 7 }
        if has("auth") { return 0 }
        if has("rest") { return 1 }
        if has("view") { return 2 }
        if has("jsonapi-07") { return 6 }
        if has("jsonapi-05", "jsonapi-24", "jsonapi-27", "jsonapi-28") { return 5 }
        if has("jsonapi-d0") { return 13 }
        if has("jsonapi-d") { return 6 }
        if has("jsonapi") { return 4 }
        if has("cache-12", "cache-18") { return 14 }
        if has("cache") { return 8 }
        if has("page") { return 9 }
        if has("maintenance-11") { return 12 }
        if has("maintenance") { return 10 }
        return 11
    }
}
