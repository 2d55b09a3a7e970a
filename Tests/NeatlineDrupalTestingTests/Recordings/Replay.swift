import Foundation
import NeatlineDrupalTesting
import NeatlineJSON

/// Sends recorded requests to a stub site, with the stub's tokens, cookies and UUIDs in place of the recorded ones.
final class Replay {
    private let site: StubDrupalSite
    private let client: SiteClient
    /// The recorded texts, and those of the stub that replace them.
    private var replacements: [String: String] = [:]

    /// The accounts of sessions whose login was not recorded, by their cookies, and the tokens of these sessions.
    private static let sessions: [(cookie: String, account: String, csrfToken: String, sessionToken: String)] = [
        (
            "KJPthKvPxg6Zx5YzRUA-woImy3D-E9hwlEEYMId8k04UgfZO", "dave",
            "kfdhVP9FxLSuc-1a2w6b9ygpLuG8Rx4ghDebXVFdVBE", ""
        ),
        (
            "w0vu8VWm3v%2CEHRoD9ErPDwIbHouMPoCyymu-E0TboIdopmNB", "alice",
            "py_0di8rhiucFSR-O_QF1mOU2NPmQuIZaHKgOvEdJPc", "4ZPmhC8oM2LKgZaWirpp4naEez8MsLCDm0Xv-zgv9Lg"
        ),
        (
            "FghCvVtSBPYjbi9QpLqZtesr2MZbF4AwRNik8-pUmLV%2CklbD", "carol",
            "kUIuZRoC0L5UrkrwMoOi2wTM38Kl8BpdVS9KStGhReo", ""
        ),
        (
            "4e7d92m-OGkEYpQn4Pz9hNi1vHzpd-1c1b7NVl1ljO-qrS67", "admin",
            "fYUp2jfZoPYF9qf3Wq8D9Jqp-N-I1WXe-LUjnFzSQao", ""
        ),
        (
            "mzVCWmuNcHZpSGnJ0tWmdb0z0%2CM%2CHf6FTuWPvTTf0HsVITqS", "alice",
            "3Tii6DcYXm775iGztXQamBXB5V9nOa3jVNNnCSh3SyU", ""
        ),
        (
            "pyiarcLKrtY6hi%2CTLROwdxq4YJnlJYnbv8djsPxlpFsat4Vd", "alice",
            "xXTG4z5SjwJB0G7_3VvxDEEKCg_ufN3zAjgmc0ZDabQ", ""
        ),
        ("mKQ98H-3ost6fmbv8Iu1Y0FBhpjMLkAszuJZvZqOl-4upFXT", "alice", "", ""),
        ("xghZgwJ1oynIrhRhx3GsWQMZIxQ7Tzcn9vM9BsBEm4xHdzIp", "dave", "", ""),
        ("C3wmBl2vELbo-Uk--RfkSRb6Xvn1w03ZAPvRNsiMKHvy%2CUy4", "admin", "", ""),
        ("L9CmWEGaX-3HQ6F8-aRjxK6tjqzl2s4SEhgf%2CHK6Bk-s2t4g", "alice", "", ""),
        ("B0YcOnGmzgFPb2SmuC6qOS6optGByWfOFIbHh6n%2CXVfo0k20", "admin", "", ""),
    ]

    init() throws {
        var content = StubDrupalContent.sample
        content.nodes[5].uuid = UUID(uuidString: "9beeac2f-af2a-46c2-bf6a-5e501322d01b")
        site = try StubDrupalSite(content)
        client = SiteClient(site: site)
    }

    private static let dateFormat = Date.ParseStrategy(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)

    /// Returns how the stub's response differs from the recorded one; `nil` if it does not.
    func difference(_ recording: Recording) throws -> String? {
        if let date = recording.answer.header("Date").flatMap({ try? Date($0, strategy: Self.dateFormat) }) {
            site.settings.clock = date
        }
        try prepare(for: recording.name)
        for (name, value) in recording.requestHeaders where name == "Cookie" { openSession(value) }
        var headers: [String] = []
        for (name, value) in recording.requestHeaders
        where name.lowercased() != "content-length" && name.lowercased() != "connection" {
            headers.append("\(name): \(replaced(value))")
        }
        let isText = String(validating: recording.requestBody, as: UTF8.self) != nil
        let body =
            isText
            ? Array(replaced(String(decoding: recording.requestBody, as: UTF8.self)).utf8) : recording.requestBody
        let answer = try client.send(recording.method, replaced(recording.target), headers, body: body)
        learn(recording.answer, answer)
        var recorded = recording.answer
        if let text = String(validating: recorded.body, as: UTF8.self) { recorded.body = Array(replaced(text).utf8) }
        return Comparison.difference(recorded, answer)
    }

    /// Sets the site's state to what a recording supposes.
    private func prepare(for name: String) throws {
        func isAt(_ prefix: String) -> Bool { name.hasPrefix(prefix) }
        if isAt("auth-45") {
            for _ in 2...4 {
                _ = try client.send("POST", "/user/login?_format=json", body: #"{"name":"erin","pass":"bad"}"#)
            }
        } else if isAt("auth-49") {
            site.settings.loginLimitPerAddress = 1
        } else if isAt("auth-50") {
            site.resetLoginLimits()
            site.settings.loginLimitPerAddress = 50
        } else if isAt("auth-67") {
            site.settings.registration = .visitorsWithMailVerification
        } else if isAt("auth-69") {
            site.settings.registration = .visitorsWithApproval
        } else if isAt("auth-70") {
            site.settings.registration = .administrators
        } else if isAt("rest-87") {
            site.setPassword("alice-pass", of: "alice")
        } else if isAt("auth-80") {
            for _ in 1...5 { _ = try client.send("GET", "/jsonapi", [basic("dave", "wrong")]) }
        } else if isAt("auth-82") {
            openSession("SESS=xghZgwJ1oynIrhRhx3GsWQMZIxQ7Tzcn9vM9BsBEm4xHdzIp")
            site.setBlocked("dave")
        } else if isAt("auth-88") {
            site.settings.trustsForwardedProtocol = true
        } else if isAt("jsonapi-07") {
            for number in 1...55 { site.addNode(StubDrupalNode("Page \(number)", contentType: "page")) }
        } else if isAt("jsonapi-c0") {
            site.settings.isJSONAPIReadOnly = true
        } else if isAt("jsonapi-05") {
            site.settings.isJSONAPIReadOnly = false
        } else if isAt("cache-02") {
            site.settings.cacheLifetime = 300
        } else if isAt("page-01") {
            site.settings.cacheLifetime = 0
        } else if isAt("maintenance-01") {
            site.settings.isInMaintenance = true
        } else if isAt("maintenance-11") {
            site.settings.isInMaintenance = false
        } else if isAt("error-01") {
            site.settings.isInMaintenance = false
            site.settings.showsErrors = true
        } else if isAt("cache-12") {
            site.settings.cacheLifetime = 300
            try changeTitle(ofNode: 4, to: "Changed once")
        } else if isAt("cache-17") {
            try changeTitle(ofNode: 2, to: "Article number 2, changed")
        } else if isAt("cache-18") {
            _ = try client.send("GET", "/node/4?_format=json", ["Host: 127.0.0.1:8899"])
            try changeTitle(ofNode: 4, to: "Changed twice")
        }
    }

    private func changeTitle(ofNode number: Int, to title: String) throws {
        let change = try client.send(
            "PATCH", "/node/\(number)?_format=json", ["Content-Type: application/json", basic("admin", "admin-pass")],
            body: #"{"type":[{"target_id":"article"}],"title":[{"value":"\#(title)"}]}"#)
        if change.status != 200 { throw SiteClient.Failure(message: "PATCH: \(change.status)") }
    }

    /// Opens a session for a recorded cookie, if its login was not recorded.
    private func openSession(_ field: String) {
        guard let known = Self.sessions.first(where: { field.contains($0.cookie) }), replacements[known.cookie] == nil,
            let session = site.openSession(for: known.account)
        else { return }
        replacements[known.cookie] = session.cookieValue
        replacements["SESS12ca17b49af2289436f303e0166030a2"] = session.cookieName
        if !known.csrfToken.isEmpty { replacements[known.csrfToken] = session.csrfToken }
        if !known.sessionToken.isEmpty { replacements[known.sessionToken] = session.sessionToken }
    }

    private func replaced(_ text: String) -> String {
        var text = text
        for (recorded, own) in replacements where text.contains(recorded) { text = text.replacing(recorded, with: own) }
        return text
    }

    /// Remembers what the stub has in place of recorded texts.
    private func learn(_ recorded: SiteAnswer, _ stub: SiteAnswer) {
        if let old = recorded.cookie, let new = stub.cookie, !old.hasSuffix("=deleted") {
            for (a, b) in zip(old.split(separator: "="), new.split(separator: "=")) {
                replacements[String(a)] = String(b)
            }
        }
        for name in ["ETag", "Last-Modified"] {
            if let old = recorded.header(name), let new = stub.header(name) { replacements[old] = new }
        }
        if recorded.status < 300 { learn(recorded.json, stub.json, key: "") }
    }

    private func learn(_ recorded: JSON, _ stub: JSON, key: String) {
        if let elements = recorded.elements {
            for (a, b) in zip(elements, stub.elements ?? []) { learn(a, b, key: key) }
        } else if let members = recorded.members {
            for (name, value) in members { learn(value, stub[name], key: name) }
        } else if let old = recorded.string, let new = stub.string {
            if key.hasSuffix("_token") { replacements[old] = new }
            for (a, b) in zip(old.matches(of: Comparison.uuid), new.matches(of: Comparison.uuid)) {
                replacements[String(a.output)] = String(b.output)
            }
        }
    }
}
