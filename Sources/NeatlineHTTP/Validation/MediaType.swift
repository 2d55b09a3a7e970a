/// A media type and subtype, each of which may be the wildcard `*`: `text/*` (RFC 9110, section 8.3.1).
struct MediaType {
    /// The original text, without parameters and white space.
    let text: String
    private let type: Substring
    private let subtype: Substring

    /// Parses the media type at the start of a field; returns `nil` if it is empty.
    ///
    /// In a value without a slash, type and subtype are the same.
    init?(_ field: String) {
        let media = field.utf8.firstIndex(of: UInt8(ascii: ";")).map { field[..<$0] } ?? field[...]
        text = MediaType.trimmed(media)
        guard !text.isEmpty else { return nil }
        // Media types are case-insensitive.
        let name = text.lowercased()
        type = name.prefix { $0 != "/" }
        subtype = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
    }

    /// Whether both type and subtype are wildcards.
    var isWildcard: Bool { type == "*" && subtype == "*" }

    /// Returns whether this type, which may have wildcards, includes another one without wildcards.
    func includes(_ other: MediaType) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
    }

    /// Returns a text without the white space around it.
    static func trimmed(_ text: Substring) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }
}
