import Foundation
import NeatlineJSON

// The methods that throw a `MappingError` with the values that do not fit, instead of omitting them. With `stoppingAtFirst` they
// end at the first such value, instead of collecting all.

extension Mapper {
    /// Returns a model from a text; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMap(JSONString: String, stoppingAtFirst: Bool = false) throws -> N {
        try checked(.init(string: JSONString), stoppingAtFirst)
    }

    /// Returns a model from the bytes of a text; all values must fit.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8, UTF-16 or UTF-32.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMap(data: Data, stoppingAtFirst: Bool = false) throws -> N {
        try checked(.init(data: data), stoppingAtFirst)
    }

    /// Returns a model from the bytes of a text; all values must fit.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMap(bytes: [UInt8], stoppingAtFirst: Bool = false) throws -> N {
        try checked(.text(bytes), stoppingAtFirst)
    }

    /// Returns a model from a value; all values must fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMap(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> N {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Returns a model from an object; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMap(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> N {
        try checked(.object(JSONObject), stoppingAtFirst)
    }

    /// Returns a model from a dictionary; all values must fit.
    ///
    /// - Parameters:
    ///   - JSON: The dictionary.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMap(JSON: [String: Any], stoppingAtFirst: Bool = false) throws -> N {
        try checked(.object(JSON), stoppingAtFirst)
    }

    // MARK: Arrays

    /// Returns models from a text; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapArray(JSONString: String, stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.init(string: JSONString), stoppingAtFirst)
    }

    /// Returns models from the bytes of a text; all values must fit.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8, UTF-16 or UTF-32.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapArray(data: Data, stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.init(data: data), stoppingAtFirst)
    }

    /// Returns models from the bytes of a text; all values must fit.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapArray(bytes: [UInt8], stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.text(bytes), stoppingAtFirst)
    }

    /// Returns models from a value; all values must fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapArray(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.json(json), stoppingAtFirst)
    }

    /// Returns models from an object; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapArray(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.object(JSONObject), stoppingAtFirst)
    }

    /// Returns models from an array of dictionaries; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONArray: The dictionaries.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapArray(JSONArray: [[String: Any]], stoppingAtFirst: Bool = false) throws -> [N] {
        try checkedArray(.object(JSONArray), stoppingAtFirst)
    }

    /// Returns arrays of models from a value; all values must fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapArrayOfArrays(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> [[N]] {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Returns arrays of models from an object; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapArrayOfArrays(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> [[N]] {
        try checked(.object(JSONObject), stoppingAtFirst)
    }

    // MARK: Dictionaries

    /// Returns models by name from a text; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapDictionary(JSONString: String, stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.init(string: JSONString), stoppingAtFirst)
    }

    /// Returns models by name from the bytes of a text; all values must fit.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8, UTF-16 or UTF-32.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapDictionary(data: Data, stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.init(data: data), stoppingAtFirst)
    }

    /// Returns models by name from a value; all values must fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapDictionary(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Returns models by name from an object; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapDictionary(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.object(JSONObject), stoppingAtFirst)
    }

    /// Returns models by name from a dictionary; all values must fit.
    ///
    /// - Parameters:
    ///   - JSON: The dictionaries.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapDictionary(JSON: [String: [String: Any]], stoppingAtFirst: Bool = false) throws -> [String: N] {
        try checked(.object(JSON), stoppingAtFirst)
    }

    /// Returns arrays of models by name from a value; all values must fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapDictionaryOfArrays(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> [String: [N]]
    {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Returns arrays of models by name from an object; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapDictionaryOfArrays(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> [String: [N]] {
        try checked(.object(JSONObject), stoppingAtFirst)
    }

    /// Returns arrays of models by name from a dictionary; all values must fit.
    ///
    /// - Parameters:
    ///   - JSON: The arrays of dictionaries.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapDictionaryOfArrays(JSON: [String: [[String: Any]]], stoppingAtFirst: Bool = false) throws
        -> [String: [N]]
    {
        try checked(.object(JSON), stoppingAtFirst)
    }
}

extension Mapper where N: Hashable {
    /// Returns models from a text; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapSet(JSONString: String, stoppingAtFirst: Bool = false) throws -> Set<N> {
        Set(try checkedArray(.init(string: JSONString), stoppingAtFirst))
    }

    /// Returns models from a value; all values must fit.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapSet(json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false) throws -> Set<N> {
        try checked(.json(json), stoppingAtFirst)
    }

    /// Returns models from an object; all values must fit.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - stoppingAtFirst: Whether the first failure ends the call.
    /// - Throws: A `MappingError` with the failures.
    @inlinable
    public func tryMapSet(JSONObject: Any?, stoppingAtFirst: Bool = false) throws -> Set<N> {
        try checked(.object(JSONObject), stoppingAtFirst)
    }
}
