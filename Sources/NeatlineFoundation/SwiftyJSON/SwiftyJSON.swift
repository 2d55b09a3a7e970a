public import NeatlineJSON

/// A namespace with the name of SwiftyJSON's module, for code that qualifies its types: `SwiftyJSON.JSON`.
///
/// `Type` has no qualified name, because Swift reads `SwiftyJSON.Type` as a metatype.
///
/// In a file that also imports SwiftyJSON, the name refers to this type.
public enum SwiftyJSON {
    /// The type `JSON`, for code that writes `SwiftyJSON.JSON`.
    public typealias JSON = NeatlineJSON.JSON
    /// The type `JSONKey`, for code that writes `SwiftyJSON.JSONKey`.
    public typealias JSONKey = NeatlineJSON.JSONKey
    /// The type `JSONSubscriptType`, for code that writes `SwiftyJSON.JSONSubscriptType`.
    public typealias JSONSubscriptType = NeatlineJSON.JSONSubscriptType
    /// The type `SwiftyJSONError`, for code that writes `SwiftyJSON.SwiftyJSONError`.
    public typealias SwiftyJSONError = NeatlineFoundation.SwiftyJSONError
    /// The type `JSONIndex`, for code that writes `SwiftyJSON.JSONIndex`.
    public typealias JSONIndex = NeatlineFoundation.JSONIndex
    /// The type `JSONRawIndex`, for code that writes `SwiftyJSON.JSONRawIndex`.
    public typealias JSONRawIndex = NeatlineFoundation.JSONRawIndex
}
