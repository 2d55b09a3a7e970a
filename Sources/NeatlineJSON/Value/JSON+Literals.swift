// The initializers are disfavored, so that `values.map(JSON.init)` refers to the one without a label.

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a JSON string from a string literal.
    ///
    /// - Parameter value: the text of the literal.
    @_disfavoredOverload
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    /// Creates a JSON number from an integer literal.
    ///
    /// - Parameter value: the value of the literal.
    @_disfavoredOverload
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByFloatLiteral {
    /// Creates a JSON number from a floating-point literal.
    ///
    /// - Parameter value: the value of the literal.
    @_disfavoredOverload
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByBooleanLiteral {
    /// Creates a JSON boolean from a boolean literal.
    ///
    /// - Parameter value: the value of the literal.
    @_disfavoredOverload
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByArrayLiteral {
    /// Creates an array of any values that `JSON(_:)` accepts; nil is null.
    ///
    /// ```swift
    /// let json: JSON = [1, "two", nil, ["three": 3.0]]
    /// ```
    ///
    /// - Parameter elements: the elements of the literal; a value that JSON cannot represent becomes an error.
    public init(arrayLiteral elements: Any?...) {
        self = .array(JSONArray(elements.map { element in element.map { JSON($0) } ?? .null }))
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    /// Creates an object of any values that `JSON(_:)` accepts, in the order written; nil is null, and of equal names
    /// the last counts, in the order of the first.
    ///
    /// ```swift
    /// let json: JSON = ["name": "Ada", "born": 1815, "tags": ["maths", "engines"]]
    /// ```
    ///
    /// - Parameter members: the members of the literal; a value that JSON cannot represent becomes an error.
    public init(dictionaryLiteral members: (String, Any?)...) {
        var object = JSONObject()
        for (key, value) in members { object.updateValue(value.map { JSON($0) } ?? .null, forKey: key) }
        self = .object(object)
    }
}
