import Foundation
import NeatlineFoundation
import NeatlineJSON

/// One thing that did not fit when a model was mapped: where, what was expected, and what was found.
///
/// ```swift
/// let mapper = Mapper<User>()
/// let user = mapper.map(JSONString: text)
/// for failure in mapper.failures { print(failure) }
/// // $.users[3].address.zip: expected a string, found the number 5 (line 12, column 7)
/// ```
///
/// A failure in a text keeps the text alive, of which `excerpt` shows a part.
public struct MappingFailure: Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Reason: Sendable, Hashable {
        /// The text is not JSON.
        case invalidJSON
        /// A member is absent whose property cannot be nil.
        case missing
        /// A member is null whose property cannot be nil.
        case null
        /// A value is of another type, or does not fit in the property's type.
        case mismatch
        /// A value is none of an enum's cases.
        case unknownCase
        /// A transform gave nil.
        case notTransformed
        /// A model's initialiser, or `objectForMapping`, returned nil.
        case refused
        /// A model's initialiser threw; `underlying` is what.
        case thrown
        /// Objects are nested too deeply.
        case tooDeep
        /// A value has no form in JSON and was left out.
        case notWritable
        /// A value of another type was converted, as `MappingOptions.coercesScalars` and `readsNumbersAsBooleans` allow.
        /// It is a report: methods that throw do not throw it.
        case coerced
        /// A member that the model did not ask for, as `MappingOptions.reportsUnknownKeys` wants to know.
        case unknownKey
    }

    /// What kind of failure it is.
    public let reason: Reason
    /// The steps from the root to the place.
    public let steps: [JSONKey]
    /// What was expected, such as `a string`.
    public let expected: String
    /// What was found, such as `the number 5`.
    public let found: String
    /// What a model's initialiser has thrown, or what is wrong with the text.
    public let underlying: (any Error)?
    /// Where in the text it is; nil if what was mapped is not text.
    private let place: SourcePlace?
    /// The place of an error that knows it.
    private var parsing: JSONError? { underlying as? JSONError }

    init(
        _ reason: Reason, steps: [JSONKey], place: SourcePlace? = nil, expected: String, found: String,
        underlying: (any Error)? = nil
    ) {
        self.reason = reason
        self.steps = steps
        self.place = place
        self.expected = expected
        self.found = found
        self.underlying = underlying
    }

    /// The steps, such as `$.users[3].address.zip`.
    public var path: String { JSONKey.path(steps) }
    /// The line in the text, from 1; nil if what was mapped is not text.
    public var line: Int? { place?.line ?? parsing?.line }
    /// The column in the line, in Unicode scalars from 1; nil if what was mapped is not text.
    public var column: Int? { place?.column ?? parsing?.column }
    /// The position in the text, in bytes from 0; nil if what was mapped is not text.
    public var byteOffset: Int? { place?.byteOffset ?? parsing?.byteOffset }
    /// The place in its line and a second line with a caret below it; nil if what was mapped is not text.
    public var excerpt: String? { place?.excerpt ?? parsing?.excerpt }

    /// The path, what was expected and found, and the place.
    public var description: String {
        if reason == .invalidJSON, let underlying { return "\(underlying)" }
        var text = "\(path): expected \(expected), found \(found)"
        if let underlying { text += ": \(underlying)" }
        if let line, let column { text += " (line \(line), column \(column))" }
        return text
    }
}

/// What the throwing forms of a mapper's methods throw: everything that did not fit, or the first thing.
///
/// ```swift
/// do {
///     let user = try Mapper<User>().tryMap(JSONString: text)
/// } catch {
///     print(error)            // one line for each failure
/// }
/// ```
public struct MappingError: NSErrorBridgeable, CustomStringConvertible {
    /// What did not fit, in the order in which it was found; one at least.
    public let failures: [MappingFailure]

    @usableFromInline
    package init(failures: [MappingFailure]) { self.failures = failures }

    /// A line for each failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}
