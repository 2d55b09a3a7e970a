public import Foundation
public import NeatlineFoundation

/// Encodes `Encodable` values as names and values of a query or form: `name=Ada&tags%5B%5D=x`.
///
/// ```swift
/// struct Search: Encodable { var text: String, pages: [Int], since: Date? }
///
/// let encoder = URLEncodedFormEncoder(arrayEncoding: .noBrackets, dateEncoding: .iso8601)
/// let query: String = try encoder.encode(Search(text: "a b", pages: [2, 1], since: nil))      // pages=2&pages=1&text=a%20b
/// ```
///
/// The value has to be an object: a type with keys or a dictionary. Members that encode nothing, empty arrays and empty
/// objects are left out.
public final class URLEncodedFormEncoder: Sendable {
    /// What cannot be encoded.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The value is no object but this.
        case invalidRootObject(String)

        var localizedDescription: String {
            switch self {
            case .invalidRootObject(let object):
                "URLEncodedFormEncoder requires keyed root object. Received \(object) instead."
            }
        }
    }

    /// How many values may be inside one another. Fewer where the stack of the thread has room for fewer.
    public static let maximumDepth = 512

    /// Whether members are put in the order of their names as they are written, which makes equal values equal texts.
    ///
    /// Elements of an array that have the same name stay in their order, and so do the members of ``OrderedParameters``.
    public let alphabetizeKeyValuePairs: Bool
    /// How the elements of an array are named.
    public let arrayEncoding: ArrayEncoding
    /// How booleans are written.
    public let boolEncoding: BoolEncoding
    /// How `Data` is written.
    public let dataEncoding: DataEncoding
    /// How dates are written.
    public let dateEncoding: DateEncoding
    /// How names are changed. The name of a member of a member is changed as a whole.
    public let keyEncoding: KeyEncoding
    /// How the name of a member is put behind the name of what it is in.
    public let keyPathEncoding: KeyPathEncoding
    /// How nil is written.
    public let nilEncoding: NilEncoding
    /// How spaces are written.
    public let spaceEncoding: SpaceEncoding
    /// The ASCII characters that are written as they are; all others are escaped.
    public let allowedCharacters: CharacterSet

    let escaping: PercentEscaping

    /// An encoder with these choices.
    public init(
        alphabetizeKeyValuePairs: Bool = true, arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric, dataEncoding: DataEncoding = .base64,
        dateEncoding: DateEncoding = .deferredToDate, keyEncoding: KeyEncoding = .useDefaultKeys,
        keyPathEncoding: KeyPathEncoding = .brackets, nilEncoding: NilEncoding = .dropKey,
        spaceEncoding: SpaceEncoding = .percentEscaped, allowedCharacters: CharacterSet = .afURLQueryAllowed
    ) {
        self.alphabetizeKeyValuePairs = alphabetizeKeyValuePairs
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.dataEncoding = dataEncoding
        self.dateEncoding = dateEncoding
        self.keyEncoding = keyEncoding
        self.keyPathEncoding = keyPathEncoding
        self.nilEncoding = nilEncoding
        self.spaceEncoding = spaceEncoding
        self.allowedCharacters = allowedCharacters
        escaping = PercentEscaping(
            keeping: allowedCharacters.subtracting(CharacterSet(charactersIn: " ")),
            writesPlus: spaceEncoding == .plusReplaced)
    }

    /// The value, as text.
    ///
    /// - Throws: ``URLEncodedFormEncoder/Error`` if the value is no object; `EncodingError.invalidValue` with the path to a
    ///   value that is inside more than ``maximumDepth`` others; what the value's types and the closures of the choices
    ///   throw.
    /// - Complexity: O(*n* log *n*).
    public func encode(_ value: any Encodable) throws -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }

    /// The value, as text in UTF-8, which is ASCII.
    ///
    /// - Throws: as the other.
    public func encode(_ value: any Encodable) throws -> Data { Data(try bytes(of: value)) }

    private func bytes(of value: any Encodable) throws -> [UInt8] {
        let root = FormNode()
        let run = FormEncodingRun(encoder: self)
        try run.encode(value, at: FormPlace(node: root, path: [], depth: 0))
        if let problem = run.problem { throw problem }
        switch root.content {
        case .nothing, .object: break
        case .text, .array: throw Error.invalidRootObject(root.excerpt)
        }
        return FormWriter(encoder: self).bytes(of: root)
    }
}

extension URLEncodedFormEncoder.Error: NSErrorBridgeable {
    /// The problem in words.
    public var errorDescription: String? { localizedDescription }
}
