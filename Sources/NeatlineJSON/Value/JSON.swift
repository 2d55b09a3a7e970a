/// A JSON value.
///
/// Parse it, step into it with subscripts that never trap, and read it as the type you need:
///
/// ```swift
/// let json = try JSON(parsing: #"{"user": {"name": "Ada", "scores": [3, 5]}}"#)
/// json["user"]["name"].string          // "Ada"
/// json["user", "scores", 1].intValue   // 5
/// json["user"]["email"].string         // nil
/// json["user"]["email"].error          // $.user.email: expected a member "email", found none
/// ```
///
/// A parsed array or object is a view on the document, which it keeps alive; nothing is made before it is read.
///
/// What is missing looks like null: a step that fails gives `.error`, which equals `.null`, reads as nil and prints as
/// `null`. Only `error`, `exists()` and a pattern tell the two apart.
///
/// Numbers compare by their exact values, objects regardless of the order of their members.
public enum JSON: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with all its digits.
    case number(JSONNumber)
    /// A string, with its escapes decoded.
    case string(String)
    /// An array.
    case array(JSONArray)
    /// An object.
    case object(JSONObject)
    /// No value: what went wrong on the way to it.
    case error(JSONError)
}

/// The type of a value, in the spelling of SwiftyJSON.
public enum JSONType: Int, Sendable, Hashable {
    /// A number.
    case number
    /// A string.
    case string
    /// `true` or `false`.
    case bool
    /// An array.
    case array
    /// An object.
    case dictionary
    /// `null`, or a value that is missing.
    case null
    /// A Swift value that has no form in JSON.
    case unknown
}

extension JSON {
    /// The value's type; a missing value counts as null.
    public var type: JSONType {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .dictionary
        case .error(let error): error.code == .unsupportedType ? .unknown : .null
        }
    }

    /// What the value is, for messages.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        case .error: "no value"
        }
    }

    /// Whether the value is there: false only for the result of a step that failed.
    ///
    /// A member whose value is null exists.
    public func exists() -> Bool {
        if case .error = self { return false }
        return true
    }

    /// What went wrong on the way to this value, or nil.
    public var error: JSONError? {
        if case .error(let error) = self { return error }
        return nil
    }

    /// The value at `index` of a document.
    @inline(__always)
    init(_ document: Document, _ index: Int) { self.init(DocumentReference(document), index) }

    /// The value of a whole document, which is handed over.
    @inline(__always)
    init(rootOf document: consuming Document) {
        switch document[0].kind {
        case TapeWord.Kind.object: self = .object(JSONObject(document, 0))
        case TapeWord.Kind.array: self = .array(JSONArray(document, 0))
        default: self = JSON.scalar(document)
        }
    }

    @inline(never)
    private static func scalar(_ document: Document) -> JSON { JSON(document, 0) }

    /// The value at `index` of a document that the caller knows to be alive; only values that are views count it.
    @inline(__always)
    init(_ reference: DocumentReference, _ index: Int) {
        let word = reference.with { $0[index] }
        switch word.kind {
        case TapeWord.Kind.null: self = .null
        case TapeWord.Kind.false: self = .bool(false)
        case TapeWord.Kind.true: self = .bool(true)
        case TapeWord.Kind.number: self = .number(JSONNumber(reference, index))
        case TapeWord.Kind.string: self = .string(reference.with { $0.string(index) })
        case TapeWord.Kind.array: self = .array(JSONArray(reference.counted, index))
        default: self = .object(JSONObject(reference.counted, index))
        }
    }
}
