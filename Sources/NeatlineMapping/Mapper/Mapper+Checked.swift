import Foundation
import NeatlineJSON

// The throwing forms of the methods that read: they throw what did not fit instead of leaving it out.

extension Mapper {
    /// A model from a text, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        JSONString: String, stoppingAtFirst: Bool = false
    ) throws -> N {
        try checked(.text(Array(JSONString.utf8)), stoppingAtFirst) { $0.model() }
    }

    /// A model from the bytes of a text, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        data: Data, stoppingAtFirst: Bool = false
    ) throws -> N {
        try checked(.text([UInt8](data)), stoppingAtFirst) { $0.model() }
    }

    /// A model from the bytes of a text, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        bytes: [UInt8], stoppingAtFirst: Bool = false
    ) throws -> N {
        try checked(.text(bytes), stoppingAtFirst) { $0.model() }
    }

    /// A model from a value, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws -> N {
        try checked(.json(json), stoppingAtFirst) { $0.model() }
    }

    /// A model from an object, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws -> N {
        try checked(.object(JSONObject), stoppingAtFirst) { $0.model() }
    }

    /// A model from a dictionary, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        JSON: [String: Any], stoppingAtFirst: Bool = false
    ) throws -> N {
        try checked(.object(JSON), stoppingAtFirst) { $0.model() }
    }

    // MARK: Arrays

    /// Models from a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        JSONString: String, stoppingAtFirst: Bool = false
    ) throws -> [N] {
        try checked(.text(Array(JSONString.utf8)), stoppingAtFirst) { $0.models(wrapping: true) }
    }

    /// Models from the bytes of a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        data: Data, stoppingAtFirst: Bool = false
    ) throws -> [N] {
        try checked(.text([UInt8](data)), stoppingAtFirst) { $0.models(wrapping: true) }
    }

    /// Models from the bytes of a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        bytes: [UInt8], stoppingAtFirst: Bool = false
    ) throws -> [N] {
        try checked(.text(bytes), stoppingAtFirst) { $0.models(wrapping: true) }
    }

    /// Models from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws -> [N] {
        try checked(.json(json), stoppingAtFirst) { $0.models(wrapping: false) }
    }

    /// Models from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws -> [N] {
        try checked(.object(JSONObject), stoppingAtFirst) { $0.models(wrapping: false) }
    }

    /// Models from an array of dictionaries, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        JSONArray: [[String: Any]], stoppingAtFirst: Bool = false
    ) throws -> [N] {
        try checked(.object(JSONArray), stoppingAtFirst) { $0.models(wrapping: false) }
    }

    /// Arrays of models from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArrayOfArrays(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws -> [[N]] {
        try checked(.json(json), stoppingAtFirst) { $0.modelsOfModels() }
    }

    /// Arrays of models from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArrayOfArrays(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws -> [[N]] {
        try checked(.object(JSONObject), stoppingAtFirst) { $0.modelsOfModels() }
    }

    // MARK: Dictionaries

    /// Models by name from a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        JSONString: String, stoppingAtFirst: Bool = false
    ) throws -> [String: N] {
        try checked(.text(Array(JSONString.utf8)), stoppingAtFirst) { $0.modelsByName() }
    }

    /// Models by name from the bytes of a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        data: Data, stoppingAtFirst: Bool = false
    ) throws -> [String: N] {
        try checked(.text([UInt8](data)), stoppingAtFirst) { $0.modelsByName() }
    }

    /// Models by name from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws -> [String: N] {
        try checked(.json(json), stoppingAtFirst) { $0.modelsByName() }
    }

    /// Models by name from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws -> [String: N] {
        try checked(.object(JSONObject), stoppingAtFirst) { $0.modelsByName() }
    }

    /// Models by name from a dictionary, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        JSON: [String: [String: Any]], stoppingAtFirst: Bool = false
    ) throws -> [String: N] {
        try checked(.object(JSON), stoppingAtFirst) { $0.modelsByName() }
    }

    /// Arrays of models by name from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws -> [String: [N]] {
        try checked(.json(json), stoppingAtFirst) { $0.arraysByName() }
    }

    /// Arrays of models by name from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws -> [String: [N]] {
        try checked(.object(JSONObject), stoppingAtFirst) { $0.arraysByName() }
    }

    /// Arrays of models by name from a dictionary, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(
        JSON: [String: [[String: Any]]], stoppingAtFirst: Bool = false
    ) throws -> [String: [N]] {
        try checked(.object(JSON), stoppingAtFirst) { $0.arraysByName() }
    }
}

extension Mapper where N: Hashable {
    /// Models from a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapSet(
        JSONString: String, stoppingAtFirst: Bool = false
    ) throws -> Set<N> {
        try checked(.text(Array(JSONString.utf8)), stoppingAtFirst) { $0.models(wrapping: true).map { Set($0) } }
    }

    /// Models from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapSet(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws -> Set<N> {
        try checked(.json(json), stoppingAtFirst) { $0.models(wrapping: false).map { Set($0) } }
    }

    /// Models from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapSet(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws -> Set<N> {
        try checked(.object(JSONObject), stoppingAtFirst) { $0.models(wrapping: false).map { Set($0) } }
    }
}
