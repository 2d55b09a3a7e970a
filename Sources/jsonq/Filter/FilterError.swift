import NeatlineJSON

/// A syntax error of a filter, and its position.
struct FilterSyntaxError: Error, Equatable {
    let message: String
    /// The position in Unicode scalars from the start.
    let offset: Int
    let filter: String
}

extension FilterSyntaxError: CustomStringConvertible {
    private static let shownBefore = 50
    private static let shownAfter = 25

    /// The position, the error, and the filter with a caret below the position.
    var description: String {
        let scalars = filter.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }
        let head = scalars[..<offset].suffix(FilterSyntaxError.shownBefore)
        let rest = scalars[offset...].prefix(FilterSyntaxError.shownAfter)
        var excerpt = String.UnicodeScalarView()
        excerpt.append(contentsOf: head)
        excerpt.append(contentsOf: rest)
        return """
            the filter, character \(offset + 1): \(message)
                \(String(excerpt))
                \(String(repeating: " ", count: head.count))^
            """
    }
}

/// The error of a filter that cannot be applied to a value, with jq's message.
struct FilterError: Error, Equatable {
    var message: String
    /// Where the value of the input begins that the filter was applied to; nil if that is in no text.
    var position: ValueOrigin.Position?

    /// Returns an error such as `Cannot index number with "b"`.
    static func cannotIndex(_ value: JSON, with name: String) -> FilterError {
        FilterError(message: "Cannot index \(value.jqType) with \(JSON.string(name).shortened(to: .max))")
    }

    /// Returns an error such as `Cannot index object with number`.
    static func cannotIndex(_ value: JSON, withA type: String) -> FilterError {
        FilterError(message: "Cannot index \(value.jqType) with \(type)")
    }

    static func cannotIterate(_ value: JSON) -> FilterError {
        FilterError(message: "Cannot iterate over \(value.jqType) (\(value.shortened()))")
    }

    static func hasNoKeys(_ value: JSON) -> FilterError {
        FilterError(message: "\(value.jqType) (\(value.shortened())) has no keys")
    }

    static func hasNoLength(_ value: JSON) -> FilterError {
        FilterError(message: "\(value.jqType) (\(value.shortened())) has no length")
    }

    static func cannotCheck(_ value: JSON, for key: JSON) -> FilterError {
        FilterError(message: "Cannot check whether \(value.jqType) has a \(key.jqType) key")
    }
}

extension JSON {
    /// The type's name in jq.
    var jqType: String {
        switch self {
        case .null, .error: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// Whether the value is true as a condition: everything but null and false is.
    var isTrue: Bool {
        switch self {
        case .null, .error, .bool(false): false
        default: true
        }
    }

    /// Returns the value as compact text, truncated to `limit` bytes as in jq's messages.
    func shortened(to limit: Int = 14) -> String {
        struct Enough: Error {}
        var text: [UInt8] = []
        var options = JSONWritingOptions.compact
        options.nonFiniteNumbers = .literal
        // It ends after the first chunk: a large value is not written for a few bytes.
        try? write(options) { chunk in
            text += chunk
            if limit != .max { throw Enough() }
        }
        if text.count <= limit { return String(decoding: text, as: UTF8.self) }
        var end = limit - 3
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: text[..<end], as: UTF8.self) + "..."
    }
}
