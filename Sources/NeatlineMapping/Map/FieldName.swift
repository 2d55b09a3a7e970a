import NeatlineJSON

/// The name of a field, which may be a path of names and of elements' numbers.
struct FieldName {
    /// As the subscript was given it.
    let key: String
    /// Whether it is a path.
    let isPath: Bool
    private let delimiter: String

    init(_ key: String, _ nesting: Map.Nesting, _ delimiter: String) {
        self.key = key
        self.delimiter = delimiter
        isPath =
            switch nesting {
            case .never, .noField: false
            case .always: true
            case .ifDotted: key.utf8.contains(UInt8(ascii: "."))
            }
    }

    /// Whether dots are between the names, if it is a path.
    var isDelimitedByDots: Bool { !isPath || delimiter == "." }

    /// A name that is a path if there is a dot in it.
    init(_ key: String) { self.init(key, .ifDotted, ".") }

    /// The names on the way to the field, without empty ones; the key itself if it is no path.
    var components: [String] {
        guard isPath, let first = delimiter.utf8.first else { return [key] }
        var parts: [String] = []
        let text = Array(key.utf8)
        let mark = Array(delimiter.utf8)
        var start = 0
        var index = 0
        while index < text.count {
            if text[index] == first, text[index...].starts(with: mark) {
                if index > start { parts.append(String(decoding: text[start..<index], as: UTF8.self)) }
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        if start < text.count { parts.append(String(decoding: text[start...], as: UTF8.self)) }
        return parts
    }

    /// The steps from the object to the field, as failures show them.
    var steps: [JSONKey] {
        if !isPath { return [.key(key)] }
        return components.map { name in Int(name).map { .index($0) } ?? .key(name) }
    }
}
