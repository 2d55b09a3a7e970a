internal import NeatlineFoundation
public import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A type that is made of a response and its JSON.
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
/// Implement one of the two initialisers: each of them calls the other unless it is implemented. With `json` nothing is
/// converted to Foundation's objects.
public protocol ResponseObjectSerializable: SendableMetatype {
    /// Makes the value of the values of `JSONSerialization`: `[String: Any]`, `[Any]`, `String`, `NSNumber`, `NSNull`.
    init?(response: HTTPURLResponse, representation: Any)

    /// Makes the value of the body, or of what stands at the key path.
    init?(response: HTTPURLResponse, json: JSON)
}

extension ResponseObjectSerializable {
    /// What the initialiser that takes a `JSON` makes.
    public init?(response: HTTPURLResponse, representation: Any) {
        self.init(response: response, json: JSON(representation))
    }

    /// What the initialiser that takes Foundation's values makes.
    public init?(response: HTTPURLResponse, json: JSON) {
        self.init(response: response, representation: json.object)
    }
}

/// A type whose values are made, many of them, of a response and its JSON.
///
/// A type that is also ``ResponseObjectSerializable`` needs no more than to say so: each element of an array is made into
/// a value, and those that give none are left out; what is no array of objects gives no values.
///
/// Implement one of the two methods otherwise: each of them calls the other unless it is implemented.
public protocol ResponseCollectionSerializable: SendableMetatype {
    /// Makes the values of the values of `JSONSerialization`.
    static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self]

    /// Makes the values of the body, or of what stands at the key path.
    static func collection(from response: HTTPURLResponse, withJSON json: JSON) -> [Self]
}

extension ResponseCollectionSerializable {
    /// What the method that takes a `JSON` makes.
    public static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self] {
        collection(from: response, withJSON: JSON(representation))
    }

    /// What the method that takes Foundation's values makes.
    public static func collection(from response: HTTPURLResponse, withJSON json: JSON) -> [Self] {
        collection(from: response, withRepresentation: json.object)
    }
}

extension ResponseCollectionSerializable where Self: ResponseObjectSerializable {
    /// The values of an array's objects.
    public static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self] {
        guard let elements = representation as? [[String: Any]] else { return [] }
        return elements.compactMap { Self(response: response, representation: $0) }
    }
}
