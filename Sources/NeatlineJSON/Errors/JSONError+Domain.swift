// The domain and code of the error as an `NSError`. The language requests `_domain` and `_code` of each `Error`, also
// in a module without Foundation.
extension JSONError {
    /// The error domain of SwiftyJSON: `com.swiftyjson.SwiftyJSON`.
    public static var errorDomain: String { "com.swiftyjson.SwiftyJSON" }

    /// SwiftyJSON's code: 490 for all errors of parsing and writing text.
    public var rawValue: Int {
        switch code {
        case .unsupportedType: 999
        case .indexOutOfBounds: 900
        case .tooDeep: 902
        case .wrongType: 901
        case .missingKey: 500
        default: 490
        }
    }

    /// Whether the error comes from parsing a text.
    private var isFromParsing: Bool { details.position != nil || code == .tooLarge }

    /// The domain of the error as an `NSError`: `NSCocoaErrorDomain`, as in `JSONSerialization`, for errors of parsing;
    /// `errorDomain` for other errors.
    public var _domain: String { isFromParsing ? "NSCocoaErrorDomain" : JSONError.errorDomain }

    /// The code of the error as an `NSError`: 3840, as in `JSONSerialization`, for errors of parsing; `rawValue` for
    /// other errors.
    public var _code: Int { isFromParsing ? 3840 : rawValue }
}
