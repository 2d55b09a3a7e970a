extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A JSON string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// A JSON number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// A JSON number.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// A JSON boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByNilLiteral {
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByArrayLiteral {
    /// An array of anything that `JSON(_:)` takes.
    ///
    /// ```swift
    /// let json: JSON = [1, "two", nil, ["three": 3.0]]
    /// ```
    public init(arrayLiteral elements: Any?...) {
        self = .array(JSONArray(elements.map { element in element.map { JSON($0) } ?? .null }))
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// An object of anything that `JSON(_:)` takes, in the order written; of equal names the last counts.
    ///
    /// ```swift
    /// let json: JSON = ["name": "Ada", "born": 1815, "tags": ["maths", "engines"]]
    /// ```
    public init(dictionaryLiteral members: (String, Any?)...) {
        let all = JSONObject(members.map { member in (key: member.0, value: member.1.map { JSON($0) } ?? .null) })
        self = .object(JSONObject(all.winners))
    }
}
