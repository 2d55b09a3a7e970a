import Foundation
import NeatlineJSON

// The methods that read and throw a `MappingError` of what does not fit, instead of leaving it out. With `stoppingAtFirst` they end
// at the first thing that does not fit, instead of collecting all.

extension Mapper {
    /// A model from a text, all of which fits.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMap(JSONString: String, stoppingAtFirst: Bool = false) throws -> N {
        try checked(.init(string: JSONString), stoppingAtFirst)
    }

    /// A model from the bytes of a text, all of which fits.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMap(data: Data, stoppingAtFirst: Bool = false) throws -> N {
        try checked(.init(data: data), stoppingAtFirst)
    }

    /// A model from the bytes of a text, all of which fits.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMap(bytes: [UInt8], stoppingAtFirst: Bool = false) throws -> N {
        try checked(.text(bytes), stoppingAtFirst)
    }

    /// A model from a value, all of which fits.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMap(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> N {
        try checked(.json(json), stoppingAtFirst)
    }

    /// A model from an object, all of which fits.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMap(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> N {
        try checked(.object(JSONObject), stoppingAtFirst)
    }

    /// A model from a dictionary, all of which fits.
    ///
    /// - Parameters:
    ///   - JSON: The dictionary.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMap(JSON: [String: Any], stoppingAtFirst: Bool = false) throws -> N {
        try checked(.object(JSON), stoppingAtFirst)
    }

    // MARK: Arrays

    /// Models from a text, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapArray(JSONString: String, stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.init(string: JSONString), stoppingAtFirst)
    }

    /// Models from the bytes of a text, all of which fit.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapArray(data: Data, stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.init(data: data), stoppingAtFirst)
    }

    /// Models from the bytes of a text, all of which fit.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapArray(bytes: [UInt8], stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.text(bytes), stoppingAtFirst)
    }

    /// Models from a value, all of which fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapArray(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.json(json), stoppingAtFirst)
    }

    /// Models from an object, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapArray(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.object(JSONObject), stoppingAtFirst)
    }

    /// Models from an array of dictionaries, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONArray: The dictionaries.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapArray(JSONArray: [[String: Any]], stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.object(JSONArray), stoppingAtFirst)
    }

    /// Arrays of models from a value, all of which fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapArrayOfArrays(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> [[N]] {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Arrays of models from an object, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapArrayOfArrays(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> [[N]] {
        try checked(.object(JSONObject), stoppingAtFirst)
    }

    // MARK: Dictionaries

    /// Models by name from a text, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapDictionary(JSONString: String, stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.init(string: JSONString), stoppingAtFirst)
    }

    /// Models by name from the bytes of a text, all of which fit.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapDictionary(data: Data, stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.init(data: data), stoppingAtFirst)
    }

    /// Models by name from a value, all of which fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapDictionary(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Models by name from an object, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapDictionary(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.object(JSONObject), stoppingAtFirst)
    }

    /// Models by name from a dictionary, all of which fit.
    ///
    /// - Parameters:
    ///   - JSON: The dictionaries.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapDictionary(JSON: [String: [String: Any]], stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.object(JSON), stoppingAtFirst)
    }

    /// Arrays of models by name from a value, all of which fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> [String: [N]]
    {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Arrays of models by name from an object, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> [String: [N]] {
        try checked(.object(JSONObject), stoppingAtFirst)
    }

    /// Arrays of models by name from a dictionary, all of which fit.
    ///
    /// - Parameters:
    ///   - JSON: The arrays of dictionaries.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(JSON: [String: [[String: Any]]], stoppingAtFirst: Bool = false) throws
        -> [String: [N]]
    {
        try checked(.object(JSON), stoppingAtFirst)
    }
}

extension Mapper where N: Hashable {
    /// Models from a text, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapSet(JSONString: String, stoppingAtFirst: Bool = false) throws -> Set<N> {
        Set(try checkedArray(.init(string: JSONString), stoppingAtFirst))
    }

    /// Models from a value, all of which fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapSet(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> Set<N> {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Models from an object, all of which fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with what does not fit.
    @inlinable
    public func tryMapSet(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> Set<N> {
        try checked(.object(JSONObject), stoppingAtFirst)
    }
}
