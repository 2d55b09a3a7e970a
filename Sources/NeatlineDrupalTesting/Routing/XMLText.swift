internal import NeatlineJSON

/// The XML form of bodies: `<response>` with an element for each member, as Symfony's encoder writes it.
enum XMLText {
    /// Returns a document. Elements of an array without a name are `item` elements with a key.
    static func document(_ value: JSON) -> String {
        var text = "<?xml version=\"1.0\"?>\n<response>"
        append(value, to: &text, depth: 0)
        return text + "</response>\n"
    }

    /// Returns a text with the characters escaped that XML and HTML reserve.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }

    /// Returns the texts of the elements that contain no others, by name; the first of a name counts.
    ///
    /// This is all that requests in XML need: of their bodies, only those of the login are read.
    static func leaves(of text: String) -> [String: String] {
        var leaves: [String: String] = [:]
        var rest = text[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let name = String(rest[open..<close].dropFirst())
            rest = rest[close...].dropFirst()
            let content = rest.prefix { $0 != "<" }
            if rest[content.endIndex...].hasPrefix("</\(name)>"), leaves[name] == nil {
                leaves[name] = unescaped(String(content))
            }
        }
        return leaves
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }

    /// Returns a text as it is, or as a CDATA section if it has characters that XML reserves.
    private static func characterData(_ text: String) -> String {
        if !text.contains(where: { "<>&".contains($0) }) { return text }
        return "<![CDATA[" + text.replacing("]]>", with: "]]]]><![CDATA[>") + "]]>"
    }

    // The values are those of the site, whose depth is limited: no field takes nested values.
    private static func append(_ value: JSON, to text: inout String, depth: Int) {
        if let elements = value.elements {
            for (index, element) in elements.enumerated() {
                append(element, in: "item key=\"\(index)\"", to: &text, depth)
            }
        } else if let members = value.members {
            for (name, member) in members {
                if let elements = member.elements, !elements.isEmpty {
                    for element in elements { append(element, in: name, to: &text, depth) }
                } else {
                    append(member, in: name, to: &text, depth)
                }
            }
        } else if let flag = value.bool {
            text += flag ? "1" : "0"
        } else {
            text += characterData(value.stringValue)
        }
    }

    private static func append(_ value: JSON, in element: String, to text: inout String, _ depth: Int) {
        if value == .null || value.elements?.isEmpty == true {
            text += "<\(element)/>"
            return
        }
        text += "<\(element)>"
        if depth < 64 { append(value, to: &text, depth: depth + 1) }
        text += "</\(element.prefix { $0 != " " })>"
    }
}
