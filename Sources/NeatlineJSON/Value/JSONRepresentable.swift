/// A value that can present itself as JSON.
///
/// `JSON(_:)` and the literals ask it of values whose type they do not know. Conform your own types to put them into
/// literals:
///
/// ```swift
/// extension Money: JSONRepresentable {
///     var json: JSON { ["amount": amount, "currency": currency] }
/// }
/// let order: JSON = ["total": Money(amount: 5, currency: "EUR")]
/// ```
public protocol JSONRepresentable {
    /// The value as JSON.
    var json: JSON { get }
}
