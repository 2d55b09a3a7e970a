internal import NeatlineHTTP
internal import NeatlineHTTPJSON
internal import NeatlineJSON
internal import NeatlineMapping

/// Maps a parsed body to models. By ObjectMapper's rules, the response fails if the model's initializer returns `nil`,
/// or the JSON is not an object or array; for models with constants also if an element cannot be mapped.
struct ModelReading<T: BaseMappable> {
    let keyPath: String?
    let context: (any MapContext)?
    let options: MappingOptions
    /// The response that receives the issues, if there is one.
    let noting: ReceivedResponse?

    /// Whether the model is immutable: an element that cannot be mapped must not be omitted, and there is no object to
    /// map to.
    private var isImmutable: Bool { T.self is any ImmutableMappable.Type }

    private func mapper() -> Mapper<T> {
        let mapper = Mapper<T>(context: context)
        mapper.options = options
        return mapper
    }

    /// Returns the model at the key path.
    ///
    /// - Parameters:
    ///   - object: The object to map to; `nil` to create one.
    ///   - map: Creates the models.
    /// - Throws: `JSONError` if there is no object at the key path; `MappingError`.
    func object(in json: JSON, into object: T?, by map: (Mapper<T>, JSON) -> T?) throws -> T {
        let value = try value(in: json)
        // The mapper reports errors of a container with line and column.
        if value.type != .dictionary, value.type != .array { _ = try read(json, as: JSONObject.self) }
        let mapper = mapper()
        if let object, !isImmutable, value.type == .dictionary {
            let model = mapper.map(json: value, toObject: object)
            try note(mapper)
            return model
        }
        guard let model = map(mapper, value) else { throw MappingError(failures: mapper.failures) }
        try note(mapper)
        return model
    }

    /// Reports the issues to the response.
    ///
    /// - Throws: `MappingError` if the options are strict and there are issues that are not only reported.
    private func note(_ mapper: Mapper<T>) throws {
        if !mapper.hasFailures { return }
        if options.isStrict, mapper.hasOpenFailures { throw MappingError(failures: mapper.failures) }
        noting?.note(MappingIssues(mapper))
    }

    /// Returns the models of the array at the key path.
    ///
    /// - Parameters:
    ///   - nullIsEmpty: Whether null is read as an empty array.
    ///   - map: Creates the models.
    /// - Throws: `JSONError` if there is no array at the key path; `MappingError`; `OtherElementError` if an element is no
    ///   object.
    func array(in json: JSON, nullIsEmpty: Bool, by map: (Mapper<T>, JSON) -> [T]?) throws -> [T] {
        let value = try value(in: json)
        if nullIsEmpty, case .null = value { return [] }
        return try models(in: json, value, by: map) { $0.count == value.count }
    }

    /// Returns the models of the array of arrays at the key path.
    ///
    /// - Throws: As ``array(in:nullIsEmpty:by:)``.
    func arrays(in json: JSON) throws -> [[T]] {
        let value = try value(in: json)
        let rows = value.arrayValue
        // The mapper would leave out what is no array.
        for row in rows where !options.omitsBrokenElements && row.type != .array {
            _ = try row.get([], as: JSONArray.self)
        }
        return try models(in: json, value, by: { $0.mapArrayOfArrays(json: $1) }) { models in
            models.map(\.count) == rows.map(\.count)
        }
    }

    private func models<Models>(
        in json: JSON, _ value: JSON, by map: (Mapper<T>, JSON) -> Models?, isWhole: (Models) -> Bool
    ) throws -> Models {
        if value.type != .dictionary, value.type != .array { _ = try read(json, as: JSONArray.self) }
        let mapper = mapper()
        guard let models = map(mapper, value), !isImmutable || options.omitsBrokenElements || isWhole(models) else {
            let error = MappingError(failures: mapper.failures)
            if !isImmutable, !options.isStrict, let error = OtherElementError(error) { throw error }
            throw error
        }
        try note(mapper)
        return models
    }

    /// Returns whether the value at the key path is null.
    func isNull(in json: JSON) throws -> Bool {
        if case .null = try value(in: json) { return true }
        return false
    }

    private func value(in json: JSON) throws -> JSON { try json.value(atKeyPath: keyPath) }

    private func read<Value: JSONReadable>(_ json: JSON, as type: Value.Type) throws -> Value {
        guard let keyPath, !keyPath.isEmpty else { return try json.get([], as: type) }
        return try json.get(JSON.pointer(keyPath), as: type)
    }
}

/// The error of models that must be an array of objects, and are none or have another element.
private struct OtherElementError: Error {
    let error: MappingError
    /// The failure of what is no array, or of the first element that is no object. The other failures leave out a property or
    /// an element.
    let element: MappingFailure

    /// Creates the error; nil if all is an array of objects.
    init?(_ error: MappingError) {
        let others = error.failures.filter { $0.reason == .mismatch || $0.reason == .null }
        // What does not fit inside an element has a longer path.
        guard let element = others.min(by: { $0.steps.count < $1.steps.count }) else { return nil }
        self.error = error
        self.element = element
    }
}

extension ResponseSerializer {
    /// Returns the result of `read` for the body; `nil` if it is empty and may be.
    ///
    /// - Throws: The error of the request; an `AFError` if the body is missing, or cannot be mapped, then with a
    ///   `ResponseBodyError` as its underlying error.
    func mapped<Value>(_ received: ReceivedResponse, _ read: (JSON) throws -> Value) throws -> Value? {
        do {
            return try json(of: received).map(read)
        } catch {
            throw error.inBody(of: received)
        }
    }
}

extension Error {
    /// Returns the error with a description of the body, if it is one of reading it.
    func inBody(of received: ReceivedResponse) -> any Error {
        let wrapped: ResponseBodyError
        switch self {
        case let error as ResponseBodyError: wrapped = error
        case let error as JSONError: wrapped = ResponseBodyError(error, in: received)
        case let error as MappingError: wrapped = ResponseBodyError(error, in: received)
        case let error as OtherElementError:
            wrapped = ResponseBodyError(error.error, error.element, in: received)
        default: return self
        }
        return AFError.responseSerializationFailed(reason: .decodingFailed(error: wrapped))
    }
}

extension ResponseBodyError {
    /// Creates an error with the position of the first failure.
    init(_ error: MappingError, in received: ReceivedResponse) {
        let first = error.failures.first { $0.reason == .refused || $0.reason == .thrown } ?? error.failures.first
        self.init(error, first, in: received)
    }

    /// Creates an error with the position of a failure.
    fileprivate init(_ error: MappingError, _ failure: MappingFailure?, in received: ReceivedResponse) {
        self.init(
            cause: error, in: received, path: failure?.path, expected: failure?.expected, found: failure?.found,
            line: failure?.line, column: failure?.column, excerpt: failure?.excerpt)
    }
}
