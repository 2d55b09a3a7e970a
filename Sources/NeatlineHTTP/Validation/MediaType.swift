/// A type and a subtype, each of which may be `*`, which stands for any: `text/*` (RFC 9110, section 8.3.1).
struct MediaType {
    /// Without parameters and white space, in the letters it was written in.
    let text: String
    private let type: Substring
    private let subtype: Substring

    /// The media type at the start of a text; nil if that is empty.
    ///
    /// What has no slash is a type and a subtype of the same name.
    init?(_ field: String) {
        let media = field.utf8.firstIndex(of: UInt8(ascii: ";")).map { field[..<$0] } ?? field[...]
        text = MediaType.trimmed(media)
        guard !text.isEmpty else { return nil }
        // Letters of either case are the same.
        let name = text.lowercased()
        type = name.prefix { $0 != "/" }
        subtype = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
    }

    /// Whether it stands for all.
    var isWildcard: Bool { type == "*" && subtype == "*" }

    /// Whether another one, without wildcards, is one of those that this stands for.
    func includes(_ other: MediaType) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
    }

    /// A text without the blanks around it.
    static func trimmed(_ text: Substring) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }
}
