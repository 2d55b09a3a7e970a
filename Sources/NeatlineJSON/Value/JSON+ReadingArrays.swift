// Arrays of one type, read in one loop.

extension JSON {
    /// The elements of an array of numbers, each as the nearest double; nil for all other values.
    ///
    /// ```swift
    /// let samples = json["samples"].doubles ?? []
    /// ```
    ///
    /// - Complexity: O(*n*). Of a parsed text, no element is created as a `JSON`.
    public var doubles: [Double]? { [Double](self) }

    /// The elements of an array of integers in the range of `Int`; nil for all other values. `1.0` and `1e2` are integers.
    ///
    /// - Complexity: O(*n*).
    public var ints: [Int]? { [Int](self) }

    /// The elements of an array of strings; nil for all other values.
    ///
    /// - Complexity: O(*n*).
    public var strings: [String]? { [String](self) }
}

extension Array where Element: JSONReadable {
    /// Creates an array of the elements of a JSON array; nil if the value is no array, or an element is of another type.
    ///
    /// ```swift
    /// let rows = [[Double]](json["matrix"]) ?? []
    /// ```
    ///
    /// - Parameter json: The array. `get(_:as:)` reads the same and throws an error that names the element.
    @inlinable
    public init?(_ json: JSON) {
        guard let elements = try? [Element].read(from: json) else { return nil }
        self = elements
    }
}
