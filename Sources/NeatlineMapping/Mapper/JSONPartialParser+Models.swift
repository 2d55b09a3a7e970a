public import NeatlineFoundation
public import NeatlineJSON

// Models of texts that have not ended.

extension JSONPartialParser {
    /// Returns a model of what has come of the text so far.
    ///
    /// ```swift
    /// var parser = JSONPartialParser()
    /// for piece in pieces {
    ///     try parser.feed(piece)
    ///     if let draft = try parser.mapped(Answer.self) { show(draft) }
    /// }
    /// ```
    ///
    /// What is missing yet is `nil`, or as the model's initializer sets it. If a model needs what has not come, or cannot be made
    /// of a part of a string, the innermost entry that grows is left out, then the one around it, and so on: of an array,
    /// all elements that are whole are there.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - mapper: Maps the value, with its options.
    /// - Returns: The model; `nil` if none can be made yet.
    /// - Throws: A `MappingError` once the value has ended, if it cannot be mapped, as `Mapper.map(json:)` returns `nil`.
    public mutating func mapped<Model: BaseMappable>(
        _ type: Model.Type = Model.self, by mapper: Mapper<Model> = Mapper<Model>()
    ) throws -> Model? {
        try model { json, growingCount in
            if mapper.options.isStrict { return (try mapper.tryMap(json: json), true) }
            return try mapper.draft(of: json, growingCount) { Model._read(from: $0) }
        }
    }

    /// Returns the models of an array of which some has come.
    ///
    /// The last element grows as a model does by `mapped(_:by:)`, or is left out until it can be mapped. As with
    /// `Mapper.mapArray(json:)`, elements that cannot be mapped at all are left out, unless the mapper is strict, and an
    /// object is no array of one.
    ///
    /// - Parameters:
    ///   - type: The type of the array.
    ///   - mapper: Maps the elements, with its options.
    /// - Returns: The models; `nil` before the array has begun.
    /// - Throws: A `MappingError` once the value has ended, if it cannot be mapped.
    public mutating func mapped<Model: BaseMappable>(
        _ type: [Model].Type = [Model].self, by mapper: Mapper<Model> = Mapper<Model>()
    ) throws -> [Model]? {
        try model { json, growingCount in
            if mapper.options.isStrict { return (try mapper.tryMapArray(json: json), true) }
            return try mapper.draft(of: json, growingCount) { $0.models(wrapsObjects: false) }
        }
    }

    /// Returns a value of a `Decodable` type of what has come of the text so far.
    ///
    /// Optional properties that have not come are `nil`. If the type needs what has not come, or cannot be made of a part of
    /// a string, the innermost entry that grows is left out, then the one around it, and so on.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - decoder: Decodes the value, with its options.
    /// - Returns: The value; `nil` if none can be made yet.
    /// - Throws: A `DecodingError` once the value has ended, if it cannot be decoded.
    public mutating func decoded<Model: Decodable>(
        _ type: Model.Type = Model.self, by decoder: NeatlineJSONDecoder = NeatlineJSONDecoder()
    ) throws -> Model? {
        try model { json, _ in (try decoder.decode(type, from: json), true) }
    }
}

extension Mapper {
    /// Reads a value that is not complete, as `map(json:)` does.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - growingCount: The number of incomplete values: the root, its last entry, the last entry of that, and so on.
    ///   - read: Reads the root.
    /// - Returns: What `read` returns, and whether all incomplete values could be read.
    /// - Throws: A `MappingError` if `read` returns nil.
    fileprivate func draft<Value>(
        of json: NeatlineJSON.JSON, _ growingCount: Int, _ read: (ValueReader) -> Value?
    ) throws(MappingError) -> (model: Value, isWhole: Bool) {
        let reading = try begin(.json(json))
        defer { end(reading) }
        reading.grow(growingCount)
        guard let value = read(reading.rootReader) else { throw MappingError(failures: reading.failures) }
        return (value, !reading.hasRefusedGrowth)
    }
}
