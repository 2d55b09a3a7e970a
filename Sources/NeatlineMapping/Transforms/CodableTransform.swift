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
/// Any value is decoded, also a scalar and an array of scalars. What the decoder or encoder refuses is a failure. A value of
/// a parsed text is decoded where it stands.
open class CodableTransform<T: Codable>: TransformType {
    /// The type of the property.
    public typealias Object = T
    /// The type of the value in JSON.
    public typealias JSON = Any

    @usableFromInline let decoder: NeatlineJSONDecoder
    @usableFromInline let encoder: NeatlineJSONEncoder

    /// A transform with coders as they come.
    @inlinable
    public init() {
        decoder = NeatlineJSONDecoder()
        encoder = NeatlineJSONEncoder()
    }

    /// A transform with coders that have strategies of their own for keys, dates and data.
    @inlinable
    public init(decoder: NeatlineJSONDecoder, encoder: NeatlineJSONEncoder = NeatlineJSONEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// The value, decoded.
    @inlinable
    open func transformFromJSON(_ value: Any?) -> T? { value.flatMap { decode(NeatlineJSON.JSON($0)) } }

    /// The value, encoded, as `NeatlineJSON.JSON.object` has it.
    @inlinable
    open func transformToJSON(_ value: T?) -> Any? { encode(value)?.object }

    /// The value, decoded; a subclass is asked through `transformFromJSON`.
    @inlinable
    open func transform(fromParsed value: NeatlineJSON.JSON) -> T? {
        guard type(of: self) == CodableTransform.self else { return transformAsAny(value) }
        return decode(value)
    }

    /// Decodes what stands there, within the limit of depth of `map`.
    public func _transform(at position: Int, of map: Map) -> T? {
        CodingDepth.inside(map) {
            map.reading.isText
                ? transform(fromParsed: map.reading.json(position)) : transformFromJSON(map.reading.value(position))
        }
    }

    /// Writes the value, encoded; a subclass is asked through `transformToJSON`.
    public func _write(_ value: T?, to map: Map) {
        guard type(of: self) == CodableTransform.self, map.writing.isText else {
            return CodingDepth.inside(map) { writeAsAny(value, to: map) }
        }
        guard let json = CodingDepth.inside(map, { encode(value) }) else { return map.writeNil() }
        map.write(value: json)
    }

    @inlinable
    func decode(_ value: NeatlineJSON.JSON) -> T? {
        if value.type == .null { return nil }
        return try? decoder.decode(T.self, from: value)
    }

    @inlinable
    func encode(_ value: T?) -> NeatlineJSON.JSON? { value.flatMap { try? encoder.encodeToJSON($0) } }
}
