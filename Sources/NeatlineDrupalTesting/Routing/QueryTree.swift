internal import NeatlineJSON

/// The parameters of a query, nested by the square brackets of their names as PHP nests them: `page[limit]=2` is the
/// object `page` with the member `limit`.
///
/// Like PHP, it ignores what is nested too deeply and what comes after the first thousand parameters.
struct QueryTree {
    private static let countLimit = 1000
    private static let depthLimit = 16

    /// The parameters: texts, or objects for names with brackets.
    private(set) var members = JSONObject()

    init(_ pairs: [(name: String, value: String)]) {
        var root = JSON.object(JSONObject())
        for (name, value) in pairs.prefix(Self.countLimit) {
            let keys = Self.keys(of: name)
            if keys.isEmpty || keys.count > Self.depthLimit { continue }
            Self.insert(.string(value), at: keys[...], into: &root)
        }
        members = root.members ?? JSONObject()
    }

    /// The value of a parameter: a text, or an object for names with brackets.
    subscript(name: String) -> JSON? { members[name] }

    /// The text of a parameter; `nil` if it is missing or nested.
    func text(_ name: String) -> String? { members[name]?.string }

    /// Returns the query as text.
    ///
    /// - Parameter sorted: Whether the parameters are sorted by name, which keeps the order of what is nested.
    func text(sorted: Bool) -> String {
        var parts: [String] = []
        let entries = members.map { ($0.key, $0.value) }
        for (name, value) in sorted ? entries.sorted(by: { $0.0 < $1.0 }) : entries {
            Self.write(value, named: Self.encoded(name), into: &parts)
        }
        return parts.joined(separator: "&")
    }

    /// Returns the query with another page.
    func with(offset: Int, limit: Int) -> QueryTree {
        var copy = self
        copy.members["page"] = ["offset": String(offset), "limit": String(limit)]
        return copy
    }

    /// Returns the names in `a[b][]`: `a`, `b` and an empty one.
    private static func keys(of name: String) -> [String] {
        guard let open = name.firstIndex(of: "["), open != name.startIndex else { return name.isEmpty ? [] : [name] }
        var keys = [String(name[..<open])]
        var rest = name[open...]
        while rest.first == "[", let close = rest.firstIndex(of: "]") {
            keys.append(String(rest[..<close].dropFirst()))
            rest = rest[close...].dropFirst()
        }
        return keys
    }

    private static func insert(_ value: JSON, at keys: ArraySlice<String>, into node: inout JSON) {
        guard let key = keys.first else {
            node = value
            return
        }
        var object = node.members ?? JSONObject()
        let name = key.isEmpty && keys.startIndex > 0 ? String(object.count) : key
        var child = object[name] ?? .null
        insert(value, at: keys.dropFirst(), into: &child)
        object[name] = child
        node = .object(object)
    }

    private static func write(_ value: JSON, named name: String, into parts: inout [String]) {
        guard let members = value.members else {
            parts.append("\(name)=\(encoded(value.stringValue))")
            return
        }
        for (key, value) in members { write(value, named: "\(name)%5B\(encoded(key))%5D", into: &parts) }
    }

    /// Percent-encodes all bytes except the unreserved ones (RFC 3986, section 2.3).
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count < 2 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
