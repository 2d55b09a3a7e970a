import Foundation
import NeatlineFoundation
import NeatlineJSON

/// A value that could not be mapped: its path, what was expected, and what was found.
///
/// ```swift
/// let mapper = Mapper<User>()
/// let user = mapper.map(JSONString: text)
/// for failure in mapper.failures { print(failure) }
/// // $.users[3].address.zip: expected a string, found the number 5 (line 12, column 7)
/// ```
///
/// A failure keeps its text in memory, of which `excerpt` shows a part.
public struct MappingFailure: Sendable, CustomStringConvertible {
    /// The kinds of failures, and of reports that do not make a method throw.
    public enum Reason: Sendable, Hashable {
        /// The text is not JSON.
        case invalidJSON
        /// A member is missing whose property cannot be nil.
        case missing
        /// A member is null whose property cannot be nil.
        case null
        /// A value has another type, or is out of the range of the property's type.
        case mismatch
        /// A value does not match any of an enum's cases.
        case unknownCase
        /// A transform returned nil for an existing value.
        case notTransformed
        /// A model's initializer, or `objectForMapping`, returned nil.
        case refused
        /// A model's initializer threw the error `underlying`.
        case thrown
        /// Objects are nested too deeply.
        case tooDeep
        /// A value that JSON cannot represent was omitted.
        case notWritable
        /// A value of another type was converted, as `MappingOptions.coercesScalars` and `readsNumbersAsBooleans`
        /// allow. This is a report: throwing methods do not throw it.
        case coerced
        /// A member that the model did not read; reported if `MappingOptions.reportsUnknownKeys` is set.
        case unknownKey
    }

    /// The kind of failure, such as `mismatch`.
    public let reason: Reason
    /// The path from the root to the value, as steps.
    public let steps: [JSONKey]
    /// What was expected, such as `a string`.
    public let expected: String
    /// What was found, such as `the number 5`.
    public let found: String
    /// The error of a model's initializer, of the decoder of a ``CodableTransform``, or of the text.
    public let underlying: (any Error)?
    /// Whether it is in an element that was left out for it, as ``MappingOptions/omitsBrokenElements`` asks: then it
    /// does not make a strict or throwing call fail.
    public let isInOmittedElement: Bool
    /// The position of the value in the text; of a missing one, that of the innermost existing value on its path. It is nil if
    /// the source is not text.
    private let location: TextLocation?
    /// The error of an invalid text, which has a position.
    private var parsing: JSONError? { (underlying as? JSONFileError)?.cause as? JSONError ?? underlying as? JSONError }

    init(
        _ reason: Reason, steps: [JSONKey], location: TextLocation? = nil, expected: String, found: String,
        underlying: (any Error)? = nil, isInOmittedElement: Bool = false
    ) {
        self.reason = reason
        self.steps = steps
        self.location = location
        self.expected = expected
        self.found = found
        self.underlying = underlying
        self.isInOmittedElement = isInOmittedElement
    }

    /// The same, without a reference to the text.
    var withoutText: MappingFailure {
        MappingFailure(
            reason, steps: steps, location: location?.withoutText, expected: expected, found: found,
            underlying: underlying, isInOmittedElement: isInOmittedElement)
    }

    /// Returns the same for a value that is at a path in another one.
    package func inside(_ path: [JSONKey]) -> MappingFailure {
        MappingFailure(
            reason, steps: path + steps, location: location, expected: expected, found: found,
            underlying: underlying, isInOmittedElement: isInOmittedElement)
    }

    /// The path as text, such as `$.users[3].address.zip`.
    public var path: String { JSONKey.path(steps) }
    /// The line in the text, from 1; nil if the source is not text.
    public var line: Int? { location?.line ?? parsing?.line }
    /// The column in the line, in Unicode scalars from 1; nil if the source is not text.
    public var column: Int? { location?.column ?? parsing?.column }
    /// The position in the text, in bytes from 0; nil if the source is not text.
    public var byteOffset: Int? { location?.byteOffset ?? parsing?.byteOffset }
    /// The line of the value, and a second line with a caret below it; nil if the source is not text.
    public var excerpt: String? { location?.excerpt ?? parsing?.excerpt }

    /// The path, what was expected and found, and the position.
    public var description: String {
        if reason == .invalidJSON, let underlying { return "\(underlying)" }
        var text = "\(path): expected \(expected), found \(found)"
        if let underlying {
            if reason == .notTransformed, let cause = (underlying as? DecodingError)?.cause {
                if !cause.steps.isEmpty { text += ": \(JSONKey.path(steps + cause.steps))" }
                text += ": \(cause.text)"
            } else {
                text += ": \(underlying)"
            }
        }
        if let line, let column { text += " (line \(line), column \(column))" }
        return text
    }
}

extension DecodingError {
    /// The steps to the value that could not be decoded, and the description without the excerpt of the text: `Expected to decode
    /// Int but found a string instead. At line 3, column 9`.
    package var cause: (steps: [JSONKey], text: String)? {
        let context: Context
        var key: (any CodingKey)?
        switch self {
        case .typeMismatch(_, let details), .valueNotFound(_, let details), .dataCorrupted(let details):
            context = details
        case .keyNotFound(let name, let details): (context, key) = (details, name)
        @unknown default: return nil
        }
        let steps = (context.codingPath + (key.map { [$0] } ?? [])).map { key in
            key.intValue.map { JSONKey.index($0) } ?? .key(key.stringValue)
        }
        let line = context.debugDescription.split(whereSeparator: \.isNewline).first ?? ""
        return (steps, line.hasSuffix(":") ? String(line.dropLast()) : String(line))
    }
}

/// The error of a mapper's throwing methods: all failures, or the first one.
///
/// ```swift
/// do {
///     let user = try Mapper<User>().tryMap(JSONString: text)
/// } catch {
///     print(error)            // one line for each failure
/// }
/// ```
public struct MappingError: NSErrorBridgeable, CustomStringConvertible {
    /// The failures in the order in which they were found; at least one. The one at which a model's initializer stopped comes
    /// before those of its other members.
    public let failures: [MappingFailure]

    @usableFromInline
    package init(failures: [MappingFailure]) { self.failures = failures }

    /// A line for each failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}
