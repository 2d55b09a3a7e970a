public import Foundation
public import NeatlineJSON

/// URLs as strings.
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

    /// A transform.
    ///
    /// - Parameters:
    ///   - shouldEncodeURLString: whether characters are replaced by percent escapes before the string is read as a
    ///     URL. This is for servers that escape nothing; of a string that has escapes, the percent signs are escaped.
    ///   - allowedCharacterSet: the characters that are left as they are.
    public init(shouldEncodeURLString: Bool = false, allowedCharacterSet: CharacterSet = .urlQueryAllowed) {
        self.shouldEncodeURLString = shouldEncodeURLString
        self.allowedCharacterSet = allowedCharacterSet
    }

    /// The URL that a string says; nil for everything else.
    open func transformFromJSON(_ value: Any?) -> URL? { (value as? String).flatMap(url) }

    /// The URL's text.
    open func transformToJSON(_ value: URL?) -> String? { value?.absoluteString }

    /// The URL that the value says; a subclass is asked through `transformFromJSON`.
    open func transform(fromParsed value: NeatlineJSON.JSON) -> URL? {
        guard type(of: self) == URLTransform.self else { return transformAsAny(value) }
        guard case .string(let text) = value else { return nil }
        return url(text)
    }

    private func url(_ text: String) -> URL? {
        guard shouldEncodeURLString else { return URL(string: text) }
        return text.addingPercentEncoding(withAllowedCharacters: allowedCharacterSet).flatMap { URL(string: $0) }
    }
}
