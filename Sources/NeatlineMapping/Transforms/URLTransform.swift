public import Foundation
public import NeatlineJSON

/// Maps URLs to strings and strings to URLs.
///
/// ```swift
/// avatar <- (map["avatar"], URLTransform())
/// search <- (map["search"], URLTransform(shouldEncodeURLString: true))   // "search": "http://example.org/?q=a b"
/// ```
open class URLTransform: TransformType {
    /// The type of the property.
    public typealias Object = URL
    /// The type of the value in JSON.
    public typealias JSON = String

    private let shouldEncodeURLString: Bool
    private let allowedCharacterSet: CharacterSet

    /// Creates a transform that reads strings as they are, or percent-encodes them first.
    ///
    /// - Parameters:
    ///   - shouldEncodeURLString: whether characters are percent-encoded before the string is read as a URL, for
    ///     servers that do not encode. The percent signs of a string with escapes are encoded too.
    ///   - allowedCharacterSet: the characters that are not encoded.
    public init(shouldEncodeURLString: Bool = false, allowedCharacterSet: CharacterSet = .urlQueryAllowed) {
        self.shouldEncodeURLString = shouldEncodeURLString
        self.allowedCharacterSet = allowedCharacterSet
    }

    /// Returns the URL of a string; nil for all other values.
    ///
    /// - Parameter value: A string; nil for null.
    open func transformFromJSON(_ value: Any?) -> URL? { (value as? String).flatMap(url) }

    /// Returns the URL as an absolute string; nil omits the member.
    ///
    /// - Parameter value: The URL; nil if the property is nil.
    open func transformToJSON(_ value: URL?) -> String? { value?.absoluteString }

    /// Returns the URL of the value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> URL? {
        guard type(of: self) == URLTransform.self else { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return url(text)
    }

    /// The text "a URL", for messages about values that do not fit.
    open var expectedJSON: String { "a URL" }

    private func url(_ text: String) -> URL? {
        guard shouldEncodeURLString else { return URL(string: text) }
        return text.addingPercentEncoding(withAllowedCharacters: allowedCharacterSet).flatMap { URL(string: $0) }
    }
}
