import NeatlineFoundation
import NeatlineJSON

// Models that are constant throw what their initialisers throw; with `MappingOptions.isStrict` also a `MappingError` of the
// fields that did not fit although the initialisers did not throw.

extension Mapper where N: ImmutableMappable {
    /// A model from a dictionary.
    ///
    /// - Throws: `MapError`, and what the model's initialiser throws.
    @inlinable
    public func map(JSON: [String: Any]) throws -> N {
        try required(.object(JSON)) { try $0.requiredObject($1, N.self) }
    }

    /// A model from a text.
    ///
    /// - Throws: `MapError` if it is no JSON or no object, and what the model's initialiser throws.
    @inlinable
    public func map(JSONString: String) throws -> N {
        try required(.text(Array(JSONString.utf8))) { try $0.requiredObject($1, N.self) }
    }

    /// A model from an object.
    ///
    /// - Throws: `MapError` if it is no object, and what the model's initialiser throws.
    @inlinable
    public func map(JSONObject: Any) throws -> N {
        try required(.object(JSONObject)) { try $0.requiredObject($1, N.self) }
    }

    // MARK: Arrays

    /// Models from an array of dictionaries.
    ///
    /// - Throws: `MapError`, and what a model's initialiser throws.
    @inlinable
    public func mapArray(JSONArray: [[String: Any]]) throws -> [N] { try mapArray(JSONObject: JSONArray) }

    /// Models from a text; a single object gives one.
    ///
    /// - Throws: `MapError` if it is no JSON or no array of objects, and what a model's initialiser throws.
    @inlinable
    public func mapArray(JSONString: String) throws -> [N] {
        try required(.text(Array(JSONString.utf8)), "Cannot cast to '[Any]'") { map, position in
            if map.reading.isObject(position) { return try map.requiredObject(position, N.self).map { [$0] } }
            return try map.all(position) { try $0.requiredObject($1, N.self) }
        }
    }

    /// Models from an array.
    ///
    /// - Throws: `MapError` if it is no array of objects, and what a model's initialiser throws.
    @inlinable
    public func mapArray(JSONObject: Any) throws -> [N] {
        try required(.object(JSONObject), "Cannot cast to '[Any]'") { map, position in
            try map.all(position) { try $0.requiredObject($1, N.self) }
        }
    }

    /// Models from an array of arrays.
    ///
    /// - Throws: `MapError` if it is none, and what a model's initialiser throws.
    @inlinable
    public func mapArrayOfArrays(JSONObject: Any?) throws -> [[N]] {
        try required(.object(JSONObject), "Cannot cast to '[[Any]]'") { map, position in
            try map.all(position) { map, position in try map.all(position) { try $0.requiredObject($1, N.self) } }
        }
    }

    // MARK: Dictionaries

    /// Models by name, from a text.
    ///
    /// - Throws: `MapError` if it is no JSON or no object of objects, and what a model's initialiser throws.
    @inlinable
    public func mapDictionary(JSONString: String) throws -> [String: N] {
        try required(.text(Array(JSONString.utf8)), "Cannot cast to '[String: [String: Any]]'") { map, position in
            try map.allMembers(position) { try $0.requiredObject($1, N.self) }
        }
    }

    /// Models by name, from an object.
    ///
    /// - Throws: `MapError` if it is no object of objects, and what a model's initialiser throws.
    @inlinable
    public func mapDictionary(JSONObject: Any?) throws -> [String: N] {
        try required(.object(JSONObject), "Cannot cast to '[String: [String: Any]]'") { map, position in
            try map.allMembers(position) { try $0.requiredObject($1, N.self) }
        }
    }

    /// Models by name, from a dictionary.
    ///
    /// - Throws: `MapError`, and what a model's initialiser throws.
    @inlinable
    public func mapDictionary(JSON: [String: [String: Any]]) throws -> [String: N] {
        try mapDictionary(JSONObject: JSON)
    }

    /// Arrays of models by name, from an object.
    ///
    /// - Throws: `MapError` if it is no object of arrays of objects, and what a model's initialiser throws.
    @inlinable
    public func mapDictionaryOfArrays(JSONObject: Any?) throws -> [String: [N]] {
        try required(.object(JSONObject), "Cannot cast to '[String: [String: Any]]'") { map, position in
            try map.allMembers(position) { map, position in
                try map.all(position) { try $0.requiredObject($1, N.self) }
            }
        }
    }

    /// Arrays of models by name, from a dictionary.
    ///
    /// - Throws: `MapError`, and what a model's initialiser throws.
    @inlinable
    public func mapDictionaryOfArrays(JSON: [String: [[String: Any]]]) throws -> [String: [N]] {
        try mapDictionaryOfArrays(JSONObject: JSON)
    }

    /// What `read` makes of the root.
    @inlinable
    func required<Value>(
        _ source: Source, _ reason: String = "Cannot cast to '[String: Any]'", _ read: (Map, Int) throws -> Value?
    ) throws -> Value {
        let map: Map
        do throws(MappingError) { map = try begin(source) } catch { throw noJSON(source, error) }
        let noted = map.reading.noted
        do {
            guard let value = try read(map, map.object) else {
                throw map.reading.error(
                    since: noted, nil, map.reading.isObject(map.object) ? "Cannot map to '\(N.self)'" : reason, nil,
                    absent: map, N.self)
            }
            if end(map) { return value }
        } catch {
            end(map)
            throw error
        }
        throw MappingError(failures: map.mapping.failures)
    }

    /// The failure that there was nothing to run on.
    @usableFromInline
    func noJSON(_ source: Source, _ reason: MappingError) -> MapError {
        var value: Any?
        if case .text(let bytes) = source { value = String(decoding: bytes.prefix(200), as: UTF8.self) }
        var error = MapError(key: nil, currentValue: value, reason: "Cannot parse into '[String: Any]'")
        error.invalidJSON = reason.failures.first
        return error
    }
}
