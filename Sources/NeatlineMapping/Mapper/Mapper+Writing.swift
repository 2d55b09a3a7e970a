import Foundation
import NeatlineFoundation
import NeatlineJSON

// MARK: Dictionaries

extension Mapper {
    /// Returns the model as a dictionary.
    ///
    /// The values have the types of the properties. A value that JSON cannot represent is omitted, and is in `failures`.
    ///
    /// - Parameter object: The model.
    @inlinable
    public func toJSON(_ object: N) -> [String: Any] {
        var object = object
        let writing = beginDictionary()
        defer { end(writing) }
        object.mapping(map: Map(writing, object: 0, depth: 0, toObject: false))
        return writing.dictionary(at: 0)
    }

    /// Returns the models as dictionaries, in their order.
    ///
    /// - Parameter array: The models.
    @inlinable
    public func toJSONArray(_ array: [N]) -> [[String: Any]] { array.map { toJSON($0) } }

    /// Returns the models' dictionaries, by name.
    ///
    /// - Parameter dictionary: The models.
    @inlinable
    public func toJSONDictionary(_ dictionary: [String: N]) -> [String: [String: Any]] {
        dictionary.mapValues { toJSON($0) }
    }

    /// Returns the models' dictionaries, in arrays by name.
    ///
    /// - Parameter dictionary: The arrays of models.
    @inlinable
    public func toJSONDictionaryOfArrays(_ dictionary: [String: [N]]) -> [String: [[String: Any]]] {
        dictionary.mapValues { toJSONArray($0) }
    }
}

extension Mapper where N: Hashable {
    /// Returns the models' dictionaries, in no order.
    ///
    /// - Parameter set: The models.
    @inlinable
    public func toJSONSet(_ set: Set<N>) -> [[String: Any]] { set.map { toJSON($0) } }

    /// Returns the models as text, in no order; nil if JSON cannot represent a value.
    ///
    /// - Parameters:
    ///   - set: The models.
    ///   - prettyPrint: Whether the text is indented.
    @inlinable
    public func toJSONString(_ set: Set<N>, prettyPrint: Bool = false) -> String? {
        toJSONString(Array(set), prettyPrint: prettyPrint)
    }
}

// MARK: Text

extension Mapper {
    /// Returns the model as text, its members in the order of mapping; nil if a number is NaN or infinite.
    ///
    /// - Parameters:
    ///   - object: The model.
    ///   - prettyPrint: Whether the text is indented.
    @inlinable
    public func toJSONString(_ object: N, prettyPrint: Bool = false) -> String? {
        written(object, \.bytes).map { Mapper.string($0, pretty: prettyPrint) }
    }

    /// Returns the models as text, their members in the order of mapping; nil if a number is NaN or infinite.
    ///
    /// - Parameters:
    ///   - array: The models.
    ///   - prettyPrint: Whether the text is indented.
    @inlinable
    public func toJSONString(_ array: [N], prettyPrint: Bool = false) -> String? {
        written(array, \.bytes).map { Mapper.string($0, pretty: prettyPrint) }
    }

    /// Returns the model as text, in UTF-8; nil if a number is NaN or infinite.
    ///
    /// - Parameters:
    ///   - object: The model.
    ///   - prettyPrint: Whether the text is indented.
    @inlinable
    public func toJSONData(_ object: N, prettyPrint: Bool = false) -> Data? {
        prettyPrint ? written(object, \.bytes).map { Data(Mapper.pretty($0)) } : written(object, \.data)
    }

    /// Returns the model as a value, with its members in the order of mapping; null if a number is NaN or infinite.
    ///
    /// - Parameter object: The model.
    @inlinable
    public func toJSONValue(_ object: N) -> NeatlineJSON.JSON { Mapper.json(written(object, \.bytes)) }

    /// Returns the models as a value, with their members in the order of mapping; null if a number is NaN or infinite.
    ///
    /// - Parameter array: The models.
    @inlinable
    public func toJSONValue(_ array: [N]) -> NeatlineJSON.JSON { Mapper.json(written(array, \.bytes)) }

    /// Returns the model as text, in UTF-8.
    ///
    /// - Parameter object: The model.
    /// - Throws: A `MappingError` with the values that JSON cannot represent: NaN, infinities, and properties of other types.
    @inlinable
    public func tryToJSONBytes(_ object: N) throws -> [UInt8] { try checkedBytes(object) }

    /// Returns the models as text, in UTF-8.
    ///
    /// - Parameter array: The models.
    /// - Throws: A `MappingError` with the values that JSON cannot represent: NaN, infinities, and properties of other types.
    @inlinable
    public func tryToJSONBytes(_ array: [N]) throws -> [UInt8] { try checkedBytes(array) }

    @usableFromInline
    static func string(_ bytes: [UInt8], pretty: Bool) -> String {
        String(decoding: pretty ? self.pretty(bytes) : bytes, as: UTF8.self)
    }

    @usableFromInline
    static func pretty(_ bytes: [UInt8]) -> [UInt8] { (try? json(bytes).serialized(.pretty)) ?? bytes }

    @usableFromInline
    static func json(_ bytes: [UInt8]?) -> NeatlineJSON.JSON {
        guard let bytes else { return .null }
        return (try? NeatlineJSON.JSON(parsing: bytes, options: .written)) ?? .null
    }
}
