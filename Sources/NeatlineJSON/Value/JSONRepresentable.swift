/// A type whose values can be represented as JSON.
///
/// `JSON(_:)` and literals use it for types that they do not know. Conform your own types to use them in literals:
///
/// ```swift
/// extension Money: JSONRepresentable {
///     var json: JSON { ["amount": amount, "currency": currency] }
/// }
/// let order: JSON = ["total": Money(amount: 5, currency: "EUR")]
/// ```
public protocol JSONRepresentable: SendableMetatype {
    /// This value, represented as JSON.
    var json: JSON { get }
}
