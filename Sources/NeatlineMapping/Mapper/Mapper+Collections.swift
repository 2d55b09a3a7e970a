import Foundation
import NeatlineJSON

// Collections of models. Elements that are refused are dropped, and reported with their number or name; a collection with an
// element that is no object does not fit at all.

// MARK: Arrays

extension Mapper {
    /// Models from a text; a single object gives one. nil if it is no JSON, or neither an object nor an array of objects.
    @inlinable
    public func mapArray(JSONString: String) -> [N]? { models(.text(Array(JSONString.utf8)), wrapping: true) }

    /// Models from the bytes of a text, as from a `String`.
    @inlinable
    public func mapArray(bytes: [UInt8]) -> [N]? { models(.text(bytes), wrapping: true) }

    /// Models from the bytes of a text, as from a `String`.
    @inlinable
    public func mapArray(data: Data) -> [N]? { models(.text([UInt8](data)), wrapping: true) }

    /// Models from a value; nil if it is no array of objects.
    @inlinable
    public func mapArray(json: NeatlineJSON.JSON) -> [N]? { models(.json(json), wrapping: false) }

    /// Models from an array; nil if it is no array of objects.
    @inlinable
    public func mapArray(JSONObject: Any?) -> [N]? { models(.object(JSONObject), wrapping: false) }

    /// Models from an array of dictionaries.
    @inlinable
    public func mapArray(JSONArray: [[String: Any]]) -> [N] { models(.object(JSONArray), wrapping: false) ?? [] }

    /// - Parameter wrapping: whether a single object counts as an array of one.
    @inlinable
    func models(_ source: Source, wrapping: Bool) -> [N]? { read(source) { $0.models(wrapping: wrapping) } }

    /// Models from an array of arrays; nil if it is none. Inner arrays that are empty stay.
    @inlinable
    public func mapArrayOfArrays(JSONObject: Any?) -> [[N]]? { read(.object(JSONObject)) { $0.modelsOfModels() } }

    /// Models from an array of arrays; nil if it is none. Inner arrays that are empty stay.
    @inlinable
    public func mapArrayOfArrays(json: NeatlineJSON.JSON) -> [[N]]? { read(.json(json)) { $0.modelsOfModels() } }
}

// MARK: Dictionaries

extension Mapper {
    /// Models by name, from a text; nil if it is no JSON, no object of objects, or all of them are refused.
    @inlinable
    public func mapDictionary(JSONString: String) -> [String: N]? { modelsByName(.text(Array(JSONString.utf8))) }

    /// Models by name, from the bytes of a text, as from a `String`.
    @inlinable
    public func mapDictionary(data: Data) -> [String: N]? { modelsByName(.text([UInt8](data))) }

    /// Models by name, from a value; nil as from a `String`.
    @inlinable
    public func mapDictionary(json: NeatlineJSON.JSON) -> [String: N]? { modelsByName(.json(json)) }

    /// Models by name, from an object; nil as from a `String`.
    @inlinable
    public func mapDictionary(JSONObject: Any?) -> [String: N]? { modelsByName(.object(JSONObject)) }

    /// Models by name, from a dictionary; nil if all are refused.
    @inlinable
    public func mapDictionary(JSON: [String: [String: Any]]) -> [String: N]? { modelsByName(.object(JSON)) }

    @inlinable
    func modelsByName(_ source: Source) -> [String: N]? { read(source) { $0.modelsByName() } }

    /// Maps an object into models that exist: those whose names come are updated, others added, the rest kept.
    @inlinable
    public func mapDictionary(JSONObject: Any?, toDictionary dictionary: [String: N]) -> [String: N] {
        update(dictionary, .object(JSONObject))
    }

    /// Maps a dictionary into models that exist: those whose names come are updated, others added, the rest kept.
    @inlinable
    public func mapDictionary(
        JSON: [String: [String: Any]], toDictionary dictionary: [String: N]
    ) -> [String: N] {
        update(dictionary, .object(JSON))
    }

    @inlinable
    func update(_ dictionary: [String: N], _ source: Source) -> [String: N] {
        var dictionary = dictionary
        _ = read(source, toObject: true) { $0.update(&dictionary, $0.object) }
        return dictionary
    }

    /// Arrays of models by name, from an object; nil if it is none, or none of its members fits.
    @inlinable
    public func mapDictionaryOfArrays(JSONObject: Any?) -> [String: [N]]? { arraysByName(.object(JSONObject)) }

    /// Arrays of models by name, from a value; nil if it is no object, or none of its members fits.
    @inlinable
    public func mapDictionaryOfArrays(json: NeatlineJSON.JSON) -> [String: [N]]? { arraysByName(.json(json)) }

    /// Arrays of models by name, from a dictionary.
    @inlinable
    public func mapDictionaryOfArrays(JSON: [String: [[String: Any]]]) -> [String: [N]]? {
        arraysByName(.object(JSON))
    }

    @inlinable
    func arraysByName(_ source: Source) -> [String: [N]]? { read(source) { $0.arraysByName() } }
}

// What the forms that throw and those that do not have in common: what stands at the root as models.
extension Map {
    /// The root as a model.
    @inlinable
    @inline(__always)
    func model<N: BaseMappable>() -> N? { object(object, N.self) }

    /// The root as an array of models.
    ///
    /// - Parameter wrapping: whether a single object counts as an array of one.
    @inlinable
    func models<N: BaseMappable>(wrapping: Bool) -> [N]? {
        if wrapping, reading.isObject(object) { return object(object, N.self).map { [$0] } }
        return objects(object, N.self)
    }

    /// The root as an array of arrays of models.
    @inlinable
    func modelsOfModels<N: BaseMappable>() -> [[N]]? { array(object) { objects($0, N.self) } }

    /// The root as models by name.
    @inlinable
    func modelsByName<N: BaseMappable>() -> [String: N]? { objectsByName(object, N.self) }

    /// The root as arrays of models by name.
    @inlinable
    func arraysByName<N: BaseMappable>() -> [String: [N]]? { arraysOfObjectsByName(object, N.self) }
}

// MARK: Sets

extension Mapper where N: Hashable {
    /// Models from a text; a single object gives one. nil if it is no JSON, or neither an object nor an array of objects.
    @inlinable
    public func mapSet(JSONString: String) -> Set<N>? { mapArray(JSONString: JSONString).map { Set($0) } }

    /// Models from an array; nil if it is no array of objects.
    @inlinable
    public func mapSet(JSONObject: Any?) -> Set<N>? { mapArray(JSONObject: JSONObject).map { Set($0) } }

    /// Models from a value; nil if it is no array of objects.
    @inlinable
    public func mapSet(json: NeatlineJSON.JSON) -> Set<N>? { mapArray(json: json).map { Set($0) } }

    /// Models from an array of dictionaries.
    @inlinable
    public func mapSet(JSONArray: [[String: Any]]) -> Set<N> { Set(mapArray(JSONArray: JSONArray)) }
}
