internal import NeatlineHTTP
internal import NeatlineHTTPJSON
internal import NeatlineJSON
internal import NeatlineMapping

/// Maps a parsed body to models. What does not fit is a failure of the response by ObjectMapper's rules: an object that is
/// refused, anything else in place of an object or array, and for models with constants also an element that is refused.
struct ModelReading<T: BaseMappable> {
    let keyPath: String?
    let context: (any MapContext)?
    let options: MappingOptions
    /// The response that says what did not fit, if there is one.
    let noting: ReceivedResponse?

    /// Whether an element that does not fit must not be dropped, and there is nothing to map into.
    private var isImmutable: Bool { T.self is any ImmutableMappable.Type }

    private func mapper() -> Mapper<T> {
        let mapper = Mapper<T>(context: context)
        mapper.options = options
        return mapper
    }

    /// The model at the key path.
    ///
    /// - Parameters:
    ///   - object: What to map into, if anything.
    ///   - map: Makes a new one.
    /// - Throws: `JSONError` if the key path leads nowhere, or to no object; `MappingError`.
    func object(in json: JSON, into object: T?, by map: (Mapper<T>, JSON) -> T?) throws -> T {
        let value = try value(in: json)
        // What is wrong with a container, the mapper says with line and column.
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

    /// Lets the response say what did not fit.
    ///
    /// - Throws: `MappingError` in its place, if the options are strict and it is more than a report.
    private func note(_ mapper: Mapper<T>) throws {
        if !mapper.hasFailures { return }
        if options.isStrict, mapper.failures.contains(where: { !$0.reason.isReport }) {
            throw MappingError(failures: mapper.failures)
        }
        noting?.note(MappingIssues(mapper))
    }

    /// The models of the array at the key path.
    ///
    /// - Parameters:
    ///   - nullIsEmpty: Whether null stands for no elements.
    ///   - map: Makes them.
    /// - Throws: `JSONError` if the key path leads nowhere, or to no array; `MappingError`.
    func array(in json: JSON, nullIsEmpty: Bool, by map: (Mapper<T>, JSON) -> [T]?) throws -> [T] {
        let value = try value(in: json)
        if nullIsEmpty, case .null = value { return [] }
        if value.type != .dictionary, value.type != .array { _ = try read(json, as: JSONArray.self) }
        let mapper = mapper()
        guard let models = map(mapper, value), !isImmutable || models.count == value.count else {
            throw MappingError(failures: mapper.failures)
        }
        try note(mapper)
        return models
    }

    /// Whether null stands at the key path.
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

extension ResponseSerializer {
    /// What `read` makes of the body; nil if there is none and none is needed.
    ///
    /// - Throws: The request's error; `AFError` if a body is missing; around a `ResponseBodyError`, if it is no JSON or does
    ///   not fit.
    func mapped<Value>(_ received: ReceivedResponse, _ read: (JSON) throws -> Value) throws -> Value? {
        do {
            return try json(of: received).map(read)
        } catch {
            throw error.inBody(of: received)
        }
    }
}

extension Error {
    /// The error with what is known of the body, where it is one of reading it.
    func inBody(of received: ReceivedResponse) -> any Error {
        let wrapped: ResponseBodyError
        switch self {
        case let error as ResponseBodyError: wrapped = error
        case let error as JSONError: wrapped = ResponseBodyError(error, in: received)
        case let error as MappingError: wrapped = ResponseBodyError(error, in: received)
        default: return self
        }
        return AFError.responseSerializationFailed(reason: .decodingFailed(error: wrapped))
    }
}

extension ResponseBodyError {
    /// An error of models, at the place of the first failure.
    init(_ error: MappingError, in received: ReceivedResponse) {
        let first = error.failures.first { $0.reason == .refused || $0.reason == .thrown } ?? error.failures.first
        self.init(
            cause: error, in: received, path: first?.path, expected: first?.expected, found: first?.found,
            line: first?.line, column: first?.column, excerpt: first?.excerpt)
    }
}
