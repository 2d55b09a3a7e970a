internal import NeatlineFoundation
public import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A type that can be created from a response and its JSON.
///
/// ```swift
/// struct User: ResponseObjectSerializable {
///     let username: String
///     let name: String
///
///     init?(response: HTTPURLResponse, json: JSON) {
///         guard let username = response.url?.lastPathComponent, let name = json["name"].string else { return nil }
///         self.username = username
///         self.name = name
///     }
/// }
///
/// AF.request("https://example.com/users/mattt").responseObject { (response: AFDataResponse<User>) in
///     print(response.value?.name ?? "nobody")
/// }
/// ```
///
/// Implement one of the two initializers: each of them calls the other by default. The one with `json` does not convert
/// values to Foundation's objects.
public protocol ResponseObjectSerializable: SendableMetatype {
    /// Creates a value from the types of `JSONSerialization`: `[String: Any]`, `[Any]`, `String`, `NSNumber`, `NSNull`.
    init?(response: HTTPURLResponse, representation: Any)

    /// Creates a value from the body, or from the JSON at the key path.
    init?(response: HTTPURLResponse, json: JSON)
}

extension ResponseObjectSerializable {
    /// Calls the function that receives a `JSON`.
    public init?(response: HTTPURLResponse, representation: Any) {
        self.init(response: response, json: JSON(representation))
    }

    /// Calls the function that receives Foundation's objects.
    public init?(response: HTTPURLResponse, json: JSON) {
        self.init(response: response, representation: json.object)
    }
}

/// A type of which a collection can be created from a response and its JSON.
///
/// A type that is also ``ResponseObjectSerializable`` needs no implementation: each element of an array is converted to
/// a value, and omitted if that returns `nil`; anything but an array of objects is converted to no values.
///
/// Otherwise implement one of the two functions: each of them calls the other by default.
public protocol ResponseCollectionSerializable: SendableMetatype {
    /// Returns the values for the types of `JSONSerialization`.
    static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self]

    /// Returns the values for the body, or for the JSON at the key path.
    static func collection(from response: HTTPURLResponse, withJSON json: JSON) -> [Self]
}

extension ResponseCollectionSerializable {
    /// Returns the result of the function that receives a `JSON`.
    public static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self] {
        collection(from: response, withJSON: JSON(representation))
    }

    /// Returns the result of the function that receives Foundation's objects.
    public static func collection(from response: HTTPURLResponse, withJSON json: JSON) -> [Self] {
        collection(from: response, withRepresentation: json.object)
    }
}

extension ResponseCollectionSerializable where Self: ResponseObjectSerializable {
    /// Returns the values for the objects of an array.
    public static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self] {
        guard let elements = representation as? [[String: Any]] else { return [] }
        return elements.compactMap { Self(response: response, representation: $0) }
    }
}
