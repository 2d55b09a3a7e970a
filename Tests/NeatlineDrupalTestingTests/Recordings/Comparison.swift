import Foundation
import NeatlineJSON

/// Compares the response of the stub with a recorded one: the status, the header fields that clients read, and the form
/// of the body, but not its texts.
enum Comparison {
    /// Returns how the responses differ; `nil` if they do not.
    static func difference(_ recorded: SiteAnswer, _ stub: SiteAnswer) -> String? {
        if recorded.status != stub.status { return "status \(stub.status) instead of \(recorded.status)" }
        for name in [
            "Content-Type", "Allow", "Location", "Retry-After", "Set-Cookie", "WWW-Authenticate", "Vary",
            "Cache-Control",
        ] {
            let (a, b) = (form(of: name, in: recorded), form(of: name, in: stub))
            if a != b { return "\(name) \(b ?? "missing") instead of \(a ?? "none")" }
        }
        for name in ["ETag", "Last-Modified"] where recorded.status == 200 {
            if (recorded.header(name) == nil) != (stub.header(name) == nil) { return "\(name)" }
        }
        if recorded.status >= 400, recorded.header("Link") != stub.header("Link") {
            return "Link \(stub.header("Link") ?? "missing") instead of \(recorded.header("Link") ?? "none")"
        }
        return bodyDifference(recorded, stub)
    }

    private static func form(of name: String, in answer: SiteAnswer) -> String? {
        guard let value = answer.header(name) else { return nil }
        switch name {
        case "Allow":
            return value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.sorted().joined(
                separator: " ")
        case "Location":
            return value.replacing(uuid, with: "UUID").replacing(/\d+/, with: "N")
        case "Set-Cookie":
            let kind = value.contains("=deleted") ? "deleted" : "session"
            return "\(value.prefix { $0 == "S" || $0 == "E" }) \(kind)" + (value.contains("secure") ? " secure" : "")
        case "WWW-Authenticate":
            return value.replacing(/".*"/, with: "\"…\"")
        default: return value.lowercased()
        }
    }

    private static func bodyDifference(_ recorded: SiteAnswer, _ stub: SiteAnswer) -> String? {
        let type = recorded.header("Content-Type")?.prefix { $0 != ";" }.lowercased() ?? ""
        if recorded.body.isEmpty != stub.body.isEmpty { return "a body of \(stub.body.count) bytes" }
        if recorded.body.isEmpty { return nil }
        switch type {
        case "application/json", "application/vnd.api+json":
            if recorded.json == .null { return "the recorded body is not JSON" }
            return difference(recorded.json, stub.json, at: "", key: "")
        case "text/xml":
            let (a, b) = (elements(of: recorded.text), elements(of: stub.text))
            return a == b ? nil : "elements \(b) instead of \(a)"
        case "text/plain":
            // The text of login_status.
            return recorded.body.count == 1 && recorded.text != stub.text ? "text \(stub.text)" : nil
        case "text/html": return nil
        default: return recorded.body == stub.body ? nil : "other bytes"
        }
    }

    private static func elements(of xml: String) -> [String] {
        xml.replacing(/<!\[CDATA\[[^\]]*\]\]>/, with: "").matches(of: /<[a-z][^>]*>/).map { String($0.output) }.sorted()
    }

    private static func difference(_ a: JSON, _ b: JSON, at path: String, key: String) -> String? {
        if a.type != b.type { return "\(path) is \(b.type) instead of \(a.type)" }
        if let elements = a.elements {
            let others = b.elements ?? []
            if elements.count != others.count { return "\(path) has \(others.count) elements, not \(elements.count)" }
            for (index, (a, b)) in zip(elements, others).enumerated() {
                if let difference = difference(a, b, at: "\(path)/\(index)", key: key) { return difference }
            }
        } else if let members = a.members {
            let others = named(b)
            let expected = named(a)
            let (missing, added) = (
                Set(expected.keys).subtracting(others.keys), Set(others.keys).subtracting(expected.keys)
            )
            if !missing.isEmpty || !added.isEmpty {
                return "\(path) misses \(missing.sorted()) and has \(added.sorted())"
            }
            for name in members.keys {
                let name = normalized(name)
                if let difference = difference(
                    expected[name] ?? .null, others[name] ?? .null, at: "\(path)/\(name)", key: name)
                {
                    return difference
                }
            }
        } else if a.string == nil, a != b, !key.hasPrefix("last_comment") {
            return "\(path) is \(b) instead of \(a)"
        } else if checkedTexts.contains(key), form(of: a, key) != form(of: b, key) {
            return "\(path) is \"\(b.stringValue)\" instead of \"\(a.stringValue)\""
        } else if key == "message" || key == "detail", (a.string == "") != (b.string == "") {
            return "\(path) is \"\(b.stringValue)\" instead of \"\(a.stringValue)\""
        }
        return nil
    }

    /// The members whose texts clients depend on.
    private static let checkedTexts: Set<String> = [
        "href", "url", "type", "id", "uuid", "target_uuid", "target_type", "status", "pointer", "rel", "uid", "name",
        "langcode", "created", "changed", "filename", "uri", "filemime", "thread", "entity_type", "field_name",
        "format", "alias", "value", "title", "display_name", "nid", "timezone", "revision_timestamp",
    ]

    /// Returns a text without its dates; the same text for all content in HTML.
    private static func form(of text: JSON, _ key: String) -> String {
        if key == "value", text.stringValue.contains("<") { return "HTML" }
        return text.stringValue.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, with: "DATE")
    }

    /// The members by name, without the random part of the names of links.
    private static func named(_ object: JSON) -> [String: JSON] {
        Dictionary((object.members ?? [:]).map { (normalized($0.key), $0.value) }) { first, _ in first }
    }

    private static func normalized(_ name: String) -> String { name.hasPrefix("item--") ? "item--" : name }

    static var uuid: Regex<Substring> { /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/ }
}
