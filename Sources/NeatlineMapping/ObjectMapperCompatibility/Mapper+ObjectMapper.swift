import Foundation
import NeatlineFoundation
import NeatlineJSON

// ObjectMapper's methods of `Mapper` that read models.

// MARK: Models

extension Mapper {
    /// Returns a model from a text; nil if it is not JSON or not an object, or the model rejects it.
    ///
    /// - Parameter JSONString: The text.
    @inlinable
    public func map(JSONString: String) -> N? { read(.init(string: JSONString)) }

    /// Returns a model from a dictionary, a `JSON` value or any other object; nil for anything else, and if the model rejects it.
    ///
    /// - Parameter JSONObject: The object.
    @inlinable
    public func map(JSONObject: Any?) -> N? { read(.object(JSONObject)) }

    /// Returns a model from a dictionary; nil if the model rejects it.
    ///
    /// - Parameter JSON: The dictionary.
    @inlinable
    public func map(JSON: [String: Any]) -> N? { read(.object(JSON)) }

    /// Maps a text into a model: properties whose members are absent keep their values, models inside it are updated in place.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - object: The model.
    /// - Returns: The model, unchanged if the text is not JSON or not an object. For a class it is the same object.
    @inlinable
    public func map(JSONString: String, toObject object: N) -> N { update(object, .init(string: JSONString)) }

    /// Maps an object into a model, like the method for a `String`.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - object: The model.
    /// - Returns: The model, unchanged if the object is not a dictionary. For a class it is the same object.
    @inlinable
    public func map(JSONObject: Any?, toObject object: N) -> N { update(object, .object(JSONObject)) }

    /// Maps a dictionary into a model, like the method for a `String`.
    ///
    /// - Parameters:
    ///   - JSON: The dictionary.
    ///   - object: The model.
    /// - Returns: The model. For a class it is the same object.
    @inlinable
    public func map(JSON: [String: Any], toObject object: N) -> N { update(object, .object(JSON)) }
}

// MARK: Collections

extension Mapper {
    /// Returns models from a text, one model if it is a single object; nil if it is not JSON, or neither an object nor an array
    /// of objects.
    ///
    /// - Parameter JSONString: The text.
    @inlinable
    public func mapArray(JSONString: String) -> [N]? { readArray(.init(string: JSONString)) }

    /// Returns models from an array; nil if it is not an array of objects.
    ///
    /// - Parameter JSONObject: The object.
    @inlinable
    public func mapArray(JSONObject: Any?) -> [N]? { readArray(.object(JSONObject)) }

    /// Returns models from an array of dictionaries.
    ///
    /// - Parameter JSONArray: The dictionaries.
    @inlinable
    public func mapArray(JSONArray: [[String: Any]]) -> [N] { readArray(.object(JSONArray)) ?? [] }

    /// Returns models from an array of arrays; nil if it is not one. Empty inner arrays are kept.
    ///
    /// - Parameter JSONObject: The object.
    @inlinable
    public func mapArrayOfArrays(JSONObject: Any?) -> [[N]]? { read(.object(JSONObject)) }

    /// Returns models by name, from a text; nil if it is not JSON or not an object of objects, or all are rejected.
    ///
    /// - Parameter JSONString: The text.
    @inlinable
    public func mapDictionary(JSONString: String) -> [String: N]? { read(.init(string: JSONString)) }

    /// Returns models by name, from an object; nil as from a `String`.
    ///
    /// - Parameter JSONObject: The object.
    @inlinable
    public func mapDictionary(JSONObject: Any?) -> [String: N]? { read(.object(JSONObject)) }

    /// Returns models by name, from a dictionary; nil if all are rejected.
    ///
    /// - Parameter JSON: The dictionaries.
    @inlinable
    public func mapDictionary(JSON: [String: [String: Any]]) -> [String: N]? { read(.object(JSON)) }

    /// Updates the models with the same names, adds the others, and keeps models whose names are absent.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - dictionary: The models.
    /// - Returns: All models, unchanged if the object is not a dictionary.
    @inlinable
    public func mapDictionary(JSONObject: Any?, toDictionary dictionary: [String: N]) -> [String: N] {
        update(dictionary, .object(JSONObject))
    }

    /// Updates the models with the same names, adds the others, and keeps models whose names are absent.
    ///
    /// - Parameters:
    ///   - JSON: The dictionaries.
    ///   - dictionary: The models.
    /// - Returns: All models, updated, added and kept ones.
    @inlinable
    public func mapDictionary(JSON: [String: [String: Any]], toDictionary dictionary: [String: N]) -> [String: N] {
        update(dictionary, .object(JSON))
    }

    /// Returns arrays of models by name, from an object; nil if it is not an object, or none of its members fits.
    ///
    /// - Parameter JSONObject: The object.
    @inlinable
    public func mapDictionaryOfArrays(JSONObject: Any?) -> [String: [N]]? { read(.object(JSONObject)) }

    /// Returns arrays of models by name, from a dictionary.
    ///
    /// - Parameter JSON: The arrays of dictionaries.
    @inlinable
    public func mapDictionaryOfArrays(JSON: [String: [[String: Any]]]) -> [String: [N]]? { read(.object(JSON)) }
}

extension Mapper where N: Hashable {
    /// Returns models from a text, one model if it is a single object; nil if it is not JSON, or neither an object nor an array
    /// of objects.
    ///
    /// - Parameter JSONString: The text.
    @inlinable
    public func mapSet(JSONString: String) -> Set<N>? { readArray(.init(string: JSONString)).map { Set($0) } }

    /// Returns models from an array; nil if it is not an array of objects.
    ///
    /// - Parameter JSONObject: The object.
    @inlinable
    public func mapSet(JSONObject: Any?) -> Set<N>? { read(.object(JSONObject)) }

    /// Returns models from an array of dictionaries.
    ///
    /// - Parameter JSONArray: The dictionaries.
    @inlinable
    public func mapSet(JSONArray: [[String: Any]]) -> Set<N> { read(.object(JSONArray)) ?? [] }
}

// MARK: Files

extension Mapper {
    /// Returns a model from a file; nil if it cannot be read, otherwise like `map(JSONString:)`.
    ///
    /// - Parameter JSONfile: A resource of the main bundle, or, if there is none with that name, a path.
    public func map(JSONfile: String) -> N? { contents(ofFile: JSONfile).flatMap { map(data: $0) } }

    /// Returns models from a file; nil if it cannot be read, otherwise like `mapArray(JSONString:)`.
    ///
    /// - Parameter JSONfile: A resource of the main bundle, or, if there is none with that name, a path.
    public func mapArray(JSONfile: String) -> [N]? { contents(ofFile: JSONfile).flatMap { mapArray(data: $0) } }

    /// Returns the bytes of a resource or a file.
    private func contents(ofFile name: String) -> Data? {
        FileManager.default.contents(atPath: Bundle.main.path(forResource: name, ofType: nil) ?? name)
    }
}

// MARK: Constant models
//
// They throw what their initialisers throw; with `MappingOptions.isStrict` also a `MappingError` of the fields that did not fit
// although the initialisers did not throw.

extension Mapper where N: ImmutableMappable {
    /// Returns a model from a dictionary.
    ///
    /// - Parameter JSON: The dictionary.
    /// - Throws: `MapError`, and the error of a model's initialiser.
    @inlinable
    public func map(JSON: [String: Any]) throws -> N { try required(.object(JSON)) }

    /// Returns a model from a text.
    ///
    /// - Parameter JSONString: The text.
    /// - Throws: `MapError` if it is not JSON or not an object, and the error of a model's initialiser.
    @inlinable
    public func map(JSONString: String) throws -> N { try required(.init(string: JSONString)) }

    /// Returns a model from an object.
    ///
    /// - Parameter JSONObject: The object.
    /// - Throws: `MapError` if it is not an object, and the error of a model's initialiser.
    @inlinable
    public func map(JSONObject: Any) throws -> N { try required(.object(JSONObject)) }

    /// Returns models from an array of dictionaries.
    ///
    /// - Parameter JSONArray: The dictionaries.
    /// - Throws: `MapError`, and the error of a model's initialiser.
    @inlinable
    public func mapArray(JSONArray: [[String: Any]]) throws -> [N] {
        try required(.object(JSONArray), "Cannot cast to '[Any]'")
    }

    /// Returns models from a text; a single object is mapped to one model.
    ///
    /// - Parameter JSONString: The text.
    /// - Throws: `MapError` if it is not JSON or not an array of objects, and the error of a model's initialiser.
    @inlinable
    public func mapArray(JSONString: String) throws -> [N] {
        try required(.init(string: JSONString), "Cannot cast to '[Any]'")
    }

    /// Returns models from an array.
    ///
    /// - Parameter JSONObject: The object.
    /// - Throws: `MapError` if it is no array of objects, and the error of a model's initialiser.
    @inlinable
    public func mapArray(JSONObject: Any) throws -> [N] { try required(.object(JSONObject), "Cannot cast to '[Any]'") }

    /// Returns models from an array of arrays.
    ///
    /// - Parameter JSONObject: The object.
    /// - Throws: `MapError` if it is none, and the error of a model's initialiser.
    @inlinable
    public func mapArrayOfArrays(JSONObject: Any?) throws -> [[N]] {
        try required(.object(JSONObject), "Cannot cast to '[[Any]]'")
    }

    /// Returns models by name, from a text.
    ///
    /// - Parameter JSONString: The text.
    /// - Throws: `MapError` if it is not JSON or not an object of objects, and the error of a model's initialiser.
    @inlinable
    public func mapDictionary(JSONString: String) throws -> [String: N] {
        try required(.init(string: JSONString), "Cannot cast to '[String: [String: Any]]'")
    }

    /// Returns models by name, from an object.
    ///
    /// - Parameter JSONObject: The object.
    /// - Throws: `MapError` if it is not an object of objects, and the error of a model's initialiser.
    @inlinable
    public func mapDictionary(JSONObject: Any?) throws -> [String: N] {
        try required(.object(JSONObject), "Cannot cast to '[String: [String: Any]]'")
    }

    /// Returns models by name, from a dictionary.
    ///
    /// - Parameter JSON: The dictionaries.
    /// - Throws: `MapError`, and the error of a model's initialiser.
    @inlinable
    public func mapDictionary(JSON: [String: [String: Any]]) throws -> [String: N] {
        try required(.object(JSON), "Cannot cast to '[String: [String: Any]]'")
    }

    /// Returns arrays of models by name, from an object.
    ///
    /// - Parameter JSONObject: The object.
    /// - Throws: `MapError` if it is not an object of arrays of objects, and the error of a model's initialiser.
    @inlinable
    public func mapDictionaryOfArrays(JSONObject: Any?) throws -> [String: [N]] {
        try required(.object(JSONObject), "Cannot cast to '[String: [String: Any]]'")
    }

    /// Returns arrays of models by name, from a dictionary.
    ///
    /// - Parameter JSON: The arrays of dictionaries.
    /// - Throws: `MapError`, and the error of a model's initialiser.
    @inlinable
    public func mapDictionaryOfArrays(JSON: [String: [[String: Any]]]) throws -> [String: [N]] {
        try required(.object(JSON), "Cannot cast to '[String: [String: Any]]'")
    }
}

// MARK: Without models

extension Mapper {
    /// Returns an object as text; nil if JSON cannot represent it.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - prettyPrint: Whether the text is indented.
    public static func toJSONString(_ JSONObject: Any, prettyPrint: Bool) -> String? {
        try? NeatlineJSON.JSON(JSONObject).serializedString(prettyPrint ? .pretty : .compact)
    }

    /// Returns an object as text, in UTF-8; nil if JSON cannot represent it.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - options: The options of the text.
    public static func toJSONData(_ JSONObject: Any, options: JSONSerialization.WritingOptions) -> Data? {
        try? NeatlineJSON.JSON(JSONObject).rawData(options: options)
    }

    /// Returns the dictionary of a text; nil if it is not JSON or not an object.
    ///
    /// - Parameter JSONString: The text.
    public static func parseJSONStringIntoDictionary(JSONString: String) -> [String: Any]? {
        parseJSONString(JSONString: JSONString) as? [String: Any]
    }

    /// Returns `JSON.object` of a text; nil if it is not JSON.
    ///
    /// - Parameter JSONString: The text.
    public static func parseJSONString(JSONString: String) -> Any? {
        (try? NeatlineJSON.JSON(parsing: JSONString))?.object
    }
}
