import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// An exchange with a real site, from `../shared/recordings/drupal`.
struct Recording: Sendable, CustomTestStringConvertible {
    var name: String
    var method: String
    var target: String
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    var testDescription: String { name }

    static let all: [Recording] = SharedFiles.files(in: "recordings/drupal").compactMap { Recording($0.name, $0.bytes) }

    init?(_ name: String, _ bytes: [UInt8]) {
        guard name.hasSuffix(".txt") else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let request = text.range(of: "=== REQUEST\n"), let response = text.range(of: "\n=== RESPONSE\n") else {
            return nil
        }
        let words = text[request.upperBound...].prefix { $0 != "\n" }.split(separator: " ")
        let reply = text[response.upperBound...]
        guard let end = reply.range(of: "\n\n"), words.count == 3 else { return nil }
        let lines = reply[..<end.lowerBound].split(separator: "\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        self.name = String(name.dropLast(4))
        method = String(words[0])
        target = String(words[1])
        self.status = status
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.range(of: ": ") else { return nil }
            let field = String(line[..<colon.lowerBound])
            if ["content-length", "connection", "host"].contains(field.lowercased()) { return nil }
            return (field, String(line[colon.upperBound...]))
        }
        let content = String(reply[end.upperBound...])
        body = content.hasPrefix("[[") ? [] : Array(content.utf8)
        while body.last == UInt8(ascii: "\n") { body.removeLast() }
    }

    /// Whether the response is a redirect within whichever site sends it, so that it would lead to itself here.
    var isRelativeRedirect: Bool { header("Location")?.hasPrefix("/") ?? false }

    /// Whether the body was shortened in the recording.
    var isShortened: Bool { String(decoding: body.suffix(100), as: UTF8.self).contains("[[") }

    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
}

@Suite("Responses of a real Drupal 10.3.7", .enabled(if: !Recording.all.isEmpty), .hangLimit, .ownThreads)
struct RecordingTests {
    /// Every recorded response, whatever the request was, is a success or an error with the reason of its status.
    @Test("Each response is read, or is an error with its message")
    func responses() async throws {
        expect(Recording.all.count > 300)
        for recording in Recording.all
        where !recording.isRelativeRedirect && !["HEAD", "OPTIONS"].contains(recording.method)
            && recording.status != 304
        {
            let lines = recording.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
            let server = try LoopbackServer { _ in
                .script([
                    .send(
                        "HTTP/1.1 \(recording.status) Recorded\r\n\(lines)Content-Length: \(recording.body.count)\r\n\r\n"
                    ),
                    .send(recording.body), .close,
                ])
            }
            let client = try DrupalClient(baseURL: server.url)
            let path = recording.target.prefix { $0 != "?" }
            let api: DrupalAPI = path.hasPrefix("/jsonapi") ? .jsonAPI : .coreREST
            do {
                let response = try await client.request(
                    "place", method: HTTPMethod(rawValue: recording.method), api: api)
                expect(200..<300 ~= recording.status, "\(recording.name)")
                expect(recording.body.isEmpty || response.json != .null, "\(recording.name)")
            } catch let error as DrupalError {
                expect(reasonFits(error, recording, api), "\(recording.name): \(error)")
                expectEqual(error.status, recording.status, "\(recording.name)")
                expectEqual(error.message, message(of: recording), "\(recording.name)")
            }
        }
    }

    /// The reasons by a table that is independent of the client's.
    private func reasonFits(_ error: DrupalError, _ recording: Recording, _ api: DrupalAPI) -> Bool {
        switch (recording.status, error.reason) {
        case (200, .unexpectedContentType(let type)):
            type.map { recording.header("Content-Type")?.lowercased().hasPrefix($0) ?? false } ?? false
                && type != api.mediaType
        case (200..<300, .unreadableBody): recording.isShortened
        case (302, .redirected), (303, .redirected), (302, .redirectedToLogin): true
        case (400, .badRequest), (401, .loginRequired), (403, .forbidden), (404, .notFound), (406, .notAcceptable),
            (409, .conflict), (415, .unsupportedBody), (422, .invalid), (500, .serverError):
            true
        case (405, .methodNotAllowed(let methods)): methods.contains("GET")
        case (503, .maintenance(let seconds)): seconds == (recording.header("Retry-After") == nil ? nil : 10)
        default: false
        }
    }

    private func message(of recording: Recording) -> String? {
        guard recording.status >= 400 else { return nil }
        let type = recording.header("Content-Type") ?? ""
        if type.hasPrefix("text/plain") {
            return String(decoding: recording.body.prefix(4096), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard let json = try? JSON(parsing: recording.body) else { return nil }
        let text = json["message"].string ?? json["errors", 0, "detail"].string ?? ""
        if text.isEmpty, let title = json["errors", 0, "title"].string { return title }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    @Test("Violations have their fields")
    func violations() async throws {
        for (name, paths) in [
            ("rest-55-post-two-violations", ["title", "field_tags.0.target_id"]),
            ("auth-61-register-duplicate", ["name", "mail"]),
            ("jsonapi-60-post-two-violations", ["title.value", "body.format"]),
            ("jsonapi-74-post-forbidden-field", ["sticky"]), ("jsonapi-61-post-unknown-attribute", [nil]),
            ("rest-a5-file-upload-bad-extension", [nil]), ("rest-46-post-missing-type", []),
        ] as [(String, [String?])] {
            guard let recording = Recording.all.first(where: { $0.name == name }) else {
                Issue.record("\(name) is missing")
                continue
            }
            let site = MockSite()
            let type = recording.header("Content-Type") ?? ""
            site.transport.on(
                .post, "/place",
                respond: MockResponse(status: recording.status, headers: ["Content-Type": type], body: recording.body))
            let client = try site.client()
            let error = try await drupalError {
                try await client.request("place", method: .post, api: type.contains("vnd") ? .jsonAPI : .coreREST)
            }
            expectEqual(error.fieldErrors.map(\.path), paths, "\(name)")
        }
    }
}

extension DrupalAPI {
    var mediaType: String { self == .jsonAPI ? "application/vnd.api+json" : "application/json" }
}
