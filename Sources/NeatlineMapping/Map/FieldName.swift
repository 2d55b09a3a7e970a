import NeatlineJSON

/// The name of a field, which may be a path of names and indices.
struct FieldName {
    /// The argument of the subscript.
    let key: String
    /// Whether it is a path.
    let isPath: Bool
    private let delimiter: String

    init(_ key: String, _ nesting: Map.Nesting, _ delimiter: String) {
        self.key = key
        self.delimiter = delimiter
        isPath =
            switch nesting {
            case .never, .member, .noField, .absentName: false
            case .always, .absentPath: true
            case .ifDotted: key.utf8.contains(UInt8(ascii: "."))
            }
    }

    /// Whether the delimiter of a path is a dot.
    var isDelimitedByDots: Bool { !isPath || delimiter == "." }

    /// Creates a name that is a path if it contains a dot.
    init(_ key: String) { self.init(key, .ifDotted, ".") }

    /// The names of the path, without empty ones; the key itself if it is not a path.
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

    /// The steps from the object to the field, as far as the name tells: a number may also be a name.
    var steps: [JSONKey] {
        if !isPath { return [.key(key)] }
        return components.map { .step(named: $0) }
    }
}
