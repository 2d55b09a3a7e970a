/// A value of any type that JSON has, or the error of a missing value.
///
/// Parse it, access its parts by subscripts that never trap, and read it as the type you need:
///
/// ```swift
/// let json = try JSON(parsing: #"{"user": {"name": "Ada", "scores": [3, 5]}}"#)
/// json["user"]["name"].string          // "Ada"
/// json["user", "scores", 1].intValue   // 5
/// json["user"]["email"].string         // nil
/// json["user"]["email"].error          // $.user.email: expected a member "email", found none
/// ```
///
/// A parsed array or object is a view of the document, which it keeps in memory; values are created when they are read.
///
/// A missing value looks like null: a failing subscript returns `.error`, which equals `.null`, reads as nil and is
/// written as `null`. Only `error`, `exists()` and patterns distinguish the two.
///
/// Numbers compare by their exact values, objects regardless of the order of their members.
public enum JSON: Sendable {
    /// The value `null`, which is different from a missing value.
    case null
    /// A boolean: `true` or `false`.
    case bool(Bool)
    /// A number with all its digits.
    case number(JSONNumber)
    /// A string, with its escapes decoded.
    case string(String)
    /// An array, whose elements are created when they are read.
    case array(JSONArray)
    /// An object, with its members in order; their values are created when they are read.
    case object(JSONObject)
    /// A missing value: the error of the first step that failed.
    case error(JSONError)
}

/// The type of a value, with SwiftyJSON's names.
public enum JSONType: Int, Sendable, Hashable {
    /// A number, integer or not.
    case number
    /// A string; dates and URLs are strings, too.
    case string
    /// A boolean, `true` or `false`.
    case bool
    /// An array of any values.
    case array
    /// An object, which SwiftyJSON calls a dictionary.
    case dictionary
    /// `null`, or a missing value.
    case null
    /// A Swift value that JSON cannot represent.
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

    /// The type's name in messages.
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

    /// Returns whether the value exists: false only for the result of a failing subscript.
    ///
    /// A member whose value is null exists.
    public func exists() -> Bool {
        if case .error = self { return false }
        return true
    }

    /// The error of the first step that failed, or nil.
    public var error: JSONError? {
        if case .error(let error) = self { return error }
        return nil
    }

    /// Creates the value at `index` of a document.
    ///
    /// Not inlined, because that makes 2.5 KB of code; loops over many values use `init(_:_:)` of a reference.
    @inline(never)
    init(_ document: Document, _ index: Int) { self.init(TapeHandle(document), index) }

    /// Creates the root value of a document, consuming the reference.
    @inline(__always)
    init(rootOf document: consuming Document) {
        switch document[0].kind {
        case TapeWord.Kind.object: self = .object(JSONObject(document, 0))
        case TapeWord.Kind.array: self = .array(JSONArray(document, 0))
        default: self.init(document, 0)
        }
    }

    /// Creates the value at `index` of a document that the caller keeps alive; only views retain it.
    @inline(__always)
    init(_ reference: TapeHandle, _ index: Int) {
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
