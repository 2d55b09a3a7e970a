public import Foundation
public import NeatlineFoundation
public import NeatlineJSON

/// Values of types that are `Codable`.
///
/// ```swift
/// struct Point: Codable { var x: Int, y: Int }
///
/// origin <- (map["origin"], using: CodableTransform<Point>())   // "origin": {"x": 1, "y": 2}
/// path <- (map["path"], using: CodableTransform<[Point]>())     // "path": [{"x": 1, "y": 2}]
/// ```
///
/// Any value is decoded, also a scalar and an array of scalars. What the decoder or encoder refuses is a failure.
open class CodableTransform<T: Codable>: TransformType {
    /// The type of the property.
    public typealias Object = T
    /// The type of the value in JSON.
    public typealias JSON = Any

    @usableFromInline let decoder: JSONDecoder
    @usableFromInline let encoder: JSONEncoder

    /// A transform with coders as they come.
    @inlinable
    public init() {
        decoder = JSONDecoder()
        encoder = JSONEncoder()
    }

    /// A transform with coders that have strategies of their own for keys, dates and data.
    @inlinable
    public init(decoder: JSONDecoder, encoder: JSONEncoder = JSONEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// The value, decoded.
    ///
    /// - Complexity: O(*n*); the value is written as text for the decoder.
    @inlinable
    open func transformFromJSON(_ value: Any?) -> T? { value.flatMap { decode(NeatlineJSON.JSON($0)) } }

    /// The value, encoded, as `NeatlineJSON.JSON.object` has it.
    ///
    /// - Complexity: O(*n*); the encoder's text is parsed.
    @inlinable
    open func transformToJSON(_ value: T?) -> Any? {
        guard let value, let data = try? encoder.encode(value) else { return nil }
        return try? NeatlineJSON.JSON(data: data, options: .fragmentsAllowed).object
    }

    /// The value, decoded; a subclass is asked through `transformFromJSON`.
    @inlinable
    open func transform(fromParsed value: NeatlineJSON.JSON) -> T? {
        guard type(of: self) == CodableTransform.self else { return transformAsAny(value) }
        return decode(value)
    }

    @inlinable
    func decode(_ value: NeatlineJSON.JSON) -> T? {
        guard value.type != .null, let text = try? value.serialized() else { return nil }
        return try? decoder.decode(T.self, from: Data(text))
    }
}
