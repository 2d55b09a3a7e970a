import Foundation
import NeatlineJSON

// The throwing forms of the methods that read: they throw what did not fit instead of leaving it out.

extension Mapper {
    /// What `read` gives, if everything fitted.
    @inlinable
    func checked<Value>(_ read: () -> Value?) throws(MappingError) -> Value {
        let value = read()
        if let failure { throw failure }
        if let value { return value }
        throw MappingError(failures: failures)
    }

    /// A model from a text, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        JSONString: String, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> N {
        try checked { model(.text(Array(JSONString.utf8)), stoppingAtFirst: stoppingAtFirst) }
    }

    /// A model from the bytes of a text, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        data: Data, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> N {
        try checked { model(.text([UInt8](data)), stoppingAtFirst: stoppingAtFirst) }
    }

    /// A model from the bytes of a text, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        bytes: [UInt8], stoppingAtFirst: Bool = false
    ) throws(MappingError) -> N {
        try checked { model(.text(bytes), stoppingAtFirst: stoppingAtFirst) }
    }

    /// A model from a value, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> N {
        try checked { model(.json(json), stoppingAtFirst: stoppingAtFirst) }
    }

    /// A model from an object, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> N {
        try checked { model(.object(JSONObject), stoppingAtFirst: stoppingAtFirst) }
    }

    /// A model from a dictionary, all of which fits.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMap(
        JSON: [String: Any], stoppingAtFirst: Bool = false
    ) throws(MappingError) -> N {
        try checked { model(.object(JSON), stoppingAtFirst: stoppingAtFirst) }
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
    ) throws(MappingError) -> [N] {
        try checked { models(.text(Array(JSONString.utf8)), wrapping: true, stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models from the bytes of a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        data: Data, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [N] {
        try checked { models(.text([UInt8](data)), wrapping: true, stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models from the bytes of a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        bytes: [UInt8], stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [N] {
        try checked { models(.text(bytes), wrapping: true, stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [N] {
        try checked { models(.json(json), wrapping: false, stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [N] {
        try checked { models(.object(JSONObject), wrapping: false, stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models from an array of dictionaries, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArray(
        JSONArray: [[String: Any]], stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [N] {
        try checked { models(.object(JSONArray), wrapping: false, stoppingAtFirst: stoppingAtFirst) }
    }

    /// Arrays of models from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArrayOfArrays(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [[N]] {
        try checked { modelsOfModels(.json(json), stoppingAtFirst: stoppingAtFirst) }
    }

    /// Arrays of models from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapArrayOfArrays(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [[N]] {
        try checked { modelsOfModels(.object(JSONObject), stoppingAtFirst: stoppingAtFirst) }
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
    ) throws(MappingError) -> [String: N] {
        try checked { modelsByName(.text(Array(JSONString.utf8)), stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models by name from the bytes of a text, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        data: Data, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [String: N] {
        try checked { modelsByName(.text([UInt8](data)), stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models by name from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [String: N] {
        try checked { modelsByName(.json(json), stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models by name from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [String: N] {
        try checked { modelsByName(.object(JSONObject), stoppingAtFirst: stoppingAtFirst) }
    }

    /// Models by name from a dictionary, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionary(
        JSON: [String: [String: Any]], stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [String: N] {
        try checked { modelsByName(.object(JSON), stoppingAtFirst: stoppingAtFirst) }
    }

    /// Arrays of models by name from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [String: [N]] {
        try checked { arraysByName(.json(json), stoppingAtFirst: stoppingAtFirst) }
    }

    /// Arrays of models by name from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [String: [N]] {
        try checked { arraysByName(.object(JSONObject), stoppingAtFirst: stoppingAtFirst) }
    }

    /// Arrays of models by name from a dictionary, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapDictionaryOfArrays(
        JSON: [String: [[String: Any]]], stoppingAtFirst: Bool = false
    ) throws(MappingError) -> [String: [N]] {
        try checked { arraysByName(.object(JSON), stoppingAtFirst: stoppingAtFirst) }
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
    ) throws(MappingError) -> Set<N> {
        try checked {
            models(.text(Array(JSONString.utf8)), wrapping: true, stoppingAtFirst: stoppingAtFirst).map { Set($0) }
        }
    }

    /// Models from a value, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapSet(
        json: NeatlineJSON.JSON, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> Set<N> {
        try checked { models(.json(json), wrapping: false, stoppingAtFirst: stoppingAtFirst).map { Set($0) } }
    }

    /// Models from an object, all of which fit.
    ///
    /// With `stoppingAtFirst` it gives up at the first thing that does not fit, instead of collecting all.
    ///
    /// - Throws: what did not fit.
    @inlinable
    public func tryMapSet(
        JSONObject: Any?, stoppingAtFirst: Bool = false
    ) throws(MappingError) -> Set<N> {
        try checked { models(.object(JSONObject), wrapping: false, stoppingAtFirst: stoppingAtFirst).map { Set($0) } }
    }
}
