/// A condition of a JSON:API request.
///
/// ```swift
/// let filter: DrupalFilter =
///     .where("status", true) && (.where("uid.name", "alice") || .where("title", .startsWith, "Alp"))
/// ```
public indirect enum DrupalFilter: Sendable, Hashable {
    /// A comparison of one field.
    case condition(path: String, Operator, values: [Value])
    /// Conditions that must all hold. Without any, the group has no effect.
    case and([DrupalFilter])
    /// Conditions of which one must hold. Without any, the group has no effect.
    case or([DrupalFilter])

    /// A comparison of a field with values.
    public enum Operator: String, Sendable, Hashable, CaseIterable {
        /// The value of the field is equal.
        case equal = "="
        /// The value is another one.
        case notEqual = "<>"
        /// The value of the field is greater.
        case greater = ">"
        /// The value is greater or equal.
        case greaterOrEqual = ">="
        /// The value of the field is less.
        case less = "<"
        /// The value is less or equal.
        case lessOrEqual = "<="
        /// The text begins with the value.
        case startsWith = "STARTS_WITH"
        /// The text contains the value.
        case contains = "CONTAINS"
        /// The text ends with the value.
        case endsWith = "ENDS_WITH"
        /// The value is one of several.
        case isIn = "IN"
        /// The value is none of several.
        case isNotIn = "NOT IN"
        /// The value is between two.
        case isBetween = "BETWEEN"
        /// The value is not between two.
        case isNotBetween = "NOT BETWEEN"
        /// The field has no value.
        case isNull = "IS NULL"
        /// The field has a value.
        case isNotNull = "IS NOT NULL"
    }

    /// A value to compare with. Literals of texts, numbers and booleans can be used.
    public struct Value: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
    {
        let text: String

        /// Creates a value from a text.
        public init(_ text: String) { self.text = text }
        /// Creates a value from an integer.
        public init(_ number: some BinaryInteger) { text = "\(number)" }
        /// Creates a value from a number.
        public init(_ number: Double) { text = "\(number)" }
        /// Creates a value from a boolean, which Drupal stores as 1 or 0.
        public init(_ flag: Bool) { text = flag ? "1" : "0" }
        /// Creates a value from a text.
        public init(stringLiteral value: String) { self.init(value) }
        /// Creates a value from an integer.
        public init(integerLiteral value: Int) { self.init(value) }
        /// Creates a value from a number.
        public init(floatLiteral value: Double) { self.init(value) }
        /// Creates a value from a boolean.
        public init(booleanLiteral value: Bool) { self.init(value) }
    }

    /// Returns the condition that a field is equal to a value.
    ///
    /// - Parameters:
    ///   - path: The path of the field: `title`, or `uid.name` for a field of a related resource.
    ///   - value: The value.
    public static func `where`(_ path: String, _ value: Value) -> DrupalFilter { .where(path, .equal, value) }

    /// Returns a comparison of a field with values.
    ///
    /// - Parameters:
    ///   - path: The path of the field.
    ///   - comparison: The comparison.
    ///   - values: One value; none for `isNull` and `isNotNull`; two for `isBetween`; any number for `isIn`.
    public static func `where`(_ path: String, _ comparison: Operator, _ values: Value...) -> DrupalFilter {
        .condition(path: path, comparison, values: values)
    }

    /// Returns a comparison of a field with a list of values.
    ///
    /// - Parameters:
    ///   - path: The path of the field.
    ///   - comparison: The comparison.
    ///   - values: The values.
    public static func `where`(_ path: String, _ comparison: Operator, anyOf values: [Value]) -> DrupalFilter {
        .condition(path: path, comparison, values: values)
    }

    /// Returns the condition that both hold.
    public static func && (a: DrupalFilter, b: DrupalFilter) -> DrupalFilter {
        if case .and(let conditions) = a { return .and(conditions + [b]) }
        return .and([a, b])
    }

    /// Returns the condition that one of both holds.
    public static func || (a: DrupalFilter, b: DrupalFilter) -> DrupalFilter {
        if case .or(let conditions) = a { return .or(conditions + [b]) }
        return .or([a, b])
    }
}

extension DrupalFilter {
    /// The names and values of the query.
    var items: [(name: String, value: String)] {
        var writer = Writer()
        // Conditions without a group must all hold.
        if case .and(let conditions) = self {
            for condition in conditions { writer.write(condition, in: nil) }
        } else {
            writer.write(self, in: nil)
        }
        return writer.items
    }

    private struct Writer {
        var items: [(name: String, value: String)] = []
        private var count = 0

        mutating func write(_ filter: DrupalFilter, in group: String?) {
            switch filter {
            case .condition(let path, let comparison, let values):
                let name = next("c")
                let prefix = "filter[\(name)][condition]"
                items.append(("\(prefix)[path]", path))
                if comparison != .equal { items.append(("\(prefix)[operator]", comparison.rawValue)) }
                switch comparison {
                case .isNull, .isNotNull: break
                case .isIn, .isNotIn, .isBetween, .isNotBetween:
                    for value in values { items.append(("\(prefix)[value][]", value.text)) }
                default: items.append(("\(prefix)[value]", values.first?.text ?? ""))
                }
                if let group { items.append(("\(prefix)[memberOf]", group)) }
            case .and(let conditions): write(conditions, "AND", in: group)
            case .or(let conditions): write(conditions, "OR", in: group)
            }
        }

        private mutating func write(_ conditions: [DrupalFilter], _ conjunction: String, in group: String?) {
            guard !conditions.isEmpty else { return }
            let name = next("g")
            items.append(("filter[\(name)][group][conjunction]", conjunction))
            if let group { items.append(("filter[\(name)][group][memberOf]", group)) }
            for condition in conditions { write(condition, in: name) }
        }

        private mutating func next(_ letter: String) -> String {
            count += 1
            return "\(letter)\(count)"
        }
    }
}
