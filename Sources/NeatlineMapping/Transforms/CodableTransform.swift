public import NeatlineFoundation
public import NeatlineJSON

/// Maps values of `Codable` types.
///
/// ```swift
/// struct Point: Codable { var x: Int, y: Int }
///
/// origin <- (map["origin"], using: CodableTransform<Point>())   // "origin": {"x": 1, "y": 2}
/// path <- (map["path"], using: CodableTransform<[Point]>())     // "path": [{"x": 1, "y": 2}]
/// ```
///
/// Any value can be decoded, including scalars and arrays of scalars. An error of the decoder or encoder is a failure.
open class CodableTransform<T: Codable>: TransformType {
    /// The type of the property.
    public typealias Object = T
    /// The type of the value in JSON.
    public typealias JSON = Any

    @usableFromInline let decoder: NeatlineJSONDecoder
    @usableFromInline let encoder: NeatlineJSONEncoder

    /// Creates a transform with default coders.
    @inlinable
    public init() {
        decoder = NeatlineJSONDecoder()
        encoder = NeatlineJSONEncoder()
    }

    /// Creates a transform with coders whose strategies it uses.
    ///
    /// - Parameters:
    ///   - decoder: The decoder that reads the values.
    ///   - encoder: The encoder that writes the values.
    @inlinable
    public init(decoder: NeatlineJSONDecoder, encoder: NeatlineJSONEncoder = NeatlineJSONEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// Returns the decoded value; nil for null and for a value that cannot be decoded.
    ///
    /// - Parameter value: The value in JSON; nil for null.
    @inlinable
    open func transformFromJSON(_ value: Any?) -> T? { value.flatMap { decode(NeatlineJSON.JSON($0)) } }

    /// Returns the encoded value, as `NeatlineJSON.JSON.object` represents it.
    ///
    /// - Parameter value: The value; nil if the property is nil.
    @inlinable
    open func transformToJSON(_ value: T?) -> Any? { encode(value)?.object }

    /// Returns the decoded value; for a subclass, calls `transformFromJSON`.
    ///
    /// - Parameter value: The parsed value.
    @inlinable
    open func transform(fromParsed value: NeatlineJSON.JSON) -> T? {
        guard type(of: self) == CodableTransform.self else { return transformAsAny(value) }
        return decode(value)
    }

    /// Decodes the value at a position, within the depth limit of the mapper. The decoder's error is part of the failure.
    ///
    /// - Parameter reader: The position of the value.
    public func _transform(_ reader: ValueReader) -> T? {
        CodingDepth.inside(reader.depth) {
            let isText = reader.reading.isText
            guard type(of: self) == CodableTransform.self else {
                return isText ? transform(fromParsed: reader.json) : transformFromJSON(reader.transformedValue)
            }
            guard let json = isText ? reader.json : reader.transformedValue.map({ NeatlineJSON.JSON($0) }),
                json.type != .null
            else { return nil }
            do {
                return try decoder.decode(T.self, from: json)
            } catch {
                reader.reading.transformError = (reader.position, error)
                return nil
            }
        }
    }

    /// Writes the encoded value; for a subclass, calls `transformToJSON`.
    ///
    /// - Parameters:
    ///   - value: The value; nil if the property is nil.
    ///   - map: The field that is written.
    public func _write(_ value: T?, to map: Map) {
        if map.isReading { return }
        guard type(of: self) == CodableTransform.self, map.writing.isText else {
            return CodingDepth.inside(map.depth) { writeAsAny(value, to: map) }
        }
        guard let json = CodingDepth.inside(map.depth, { encode(value) }) else { return map.writeNil() }
        map.write(value: json)
    }

    /// "a value that can be decoded as Point".
    open var expectedJSON: String { "a value that can be decoded as \(T.self)" }

    @inlinable
    func decode(_ value: NeatlineJSON.JSON) -> T? {
        if value.type == .null { return nil }
        return try? decoder.decode(T.self, from: value)
    }

    @inlinable
    func encode(_ value: T?) -> NeatlineJSON.JSON? { value.flatMap { try? encoder.encodeToJSON($0) } }
}
