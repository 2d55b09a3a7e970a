public import Foundation
public import NeatlineFoundation

/// An encoder for the names and values of a query or form: `name=Ada&tags%5B%5D=x`.
///
/// ```swift
/// struct Search: Encodable { var text: String, pages: [Int], since: Date? }
///
/// let encoder = URLEncodedFormEncoder(arrayEncoding: .noBrackets, dateEncoding: .iso8601)
/// let query: String = try encoder.encode(Search(text: "a b", pages: [2, 1], since: nil))
/// // pages=2&pages=1&text=a%20b
/// ```
///
/// The value must be an object: a type with keys, or a dictionary. Members without values, empty arrays and empty
/// objects are omitted.
public final class URLEncodedFormEncoder: Sendable {
    /// The error of a value that cannot be encoded.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The value is not an object, but the described one.
        case invalidRootObject(String)

        var localizedDescription: String {
            switch self {
            case .invalidRootObject(let object):
                "URLEncodedFormEncoder requires keyed root object. Received \(object) instead."
            }
        }
    }

    /// The maximum depth of nested values; less if the stack of the thread is smaller.
    public static let maximumDepth = 512

    /// Whether members are sorted by their encoded names, so that equal values have equal texts.
    ///
    /// Elements of an array with the same name, and the members of ``OrderedParameters``, keep their order.
    public let alphabetizeKeyValuePairs: Bool
    /// The names of the elements of an array.
    public let arrayEncoding: ArrayEncoding
    /// The representation of Boolean values.
    public let boolEncoding: BoolEncoding
    /// The representation of `Data`.
    public let dataEncoding: DataEncoding
    /// The representation of dates.
    public let dateEncoding: DateEncoding
    /// The conversion of names. The name of a nested member is converted as a whole.
    public let keyEncoding: KeyEncoding
    /// The notation of the name of a nested member.
    public let keyPathEncoding: KeyPathEncoding
    /// The representation of `nil`.
    public let nilEncoding: NilEncoding
    /// The representation of spaces.
    public let spaceEncoding: SpaceEncoding
    /// The ASCII characters that are not escaped; all others are.
    public let allowedCharacters: CharacterSet

    let escaping: PercentEscaping

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - alphabetizeKeyValuePairs: Whether members are sorted by their encoded names.
    ///   - arrayEncoding: The names of the elements of an array.
    ///   - boolEncoding: The representation of Boolean values.
    ///   - dataEncoding: The representation of `Data`.
    ///   - dateEncoding: The representation of dates.
    ///   - keyEncoding: The conversion of names.
    ///   - keyPathEncoding: The notation of the name of a nested member.
    ///   - nilEncoding: The representation of `nil`.
    ///   - spaceEncoding: The representation of spaces.
    ///   - allowedCharacters: The ASCII characters that are not escaped.
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

    /// Encodes a value as text.
    ///
    /// - Parameter value: The value.
    /// - Returns: The text.
    /// - Throws: ``URLEncodedFormEncoder/Error`` if the value is not an object; `EncodingError.invalidValue`, with the
    ///   path, if a value is nested in more than ``maximumDepth`` others; errors of the value's types and of the
    ///   encoder's closures.
    /// - Complexity: O(*n* log *n*), where *n* is the size of the value.
    public func encode(_ value: any Encodable) throws -> String {
        String(decoding: try bytes(of: value), as: UTF8.self)
    }

    /// Encodes a value as UTF-8 text, which is ASCII.
    ///
    /// - Parameter value: The value.
    /// - Returns: The text.
    /// - Throws: The errors of the other function.
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
    /// A description of the error, in English.
    public var errorDescription: String? { localizedDescription }
}
