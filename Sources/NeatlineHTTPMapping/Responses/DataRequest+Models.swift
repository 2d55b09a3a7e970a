public import Dispatch
public import NeatlineHTTP
public import NeatlineMapping

// What all of these fail with, beside the request's own errors, is `AFError.responseSerializationFailed` with
// `.decodingFailed(error:)` around a `ResponseBodyError`.

extension DataRequest {
    /// Calls a closure with a model of the body.
    ///
    /// ```swift
    /// AF.request("https://example.com/weather").responseObject(keyPath: "data") { (response: AFDataResponse<Weather>) in
    ///     switch response.result {
    ///     case .success(let weather): print(weather.location)
    ///     case .failure(let error): print(error)  // … $.data.days[2]: expected an object, found null (line 4, column 9)
    ///     }
    /// }
    /// ```
    ///
    /// Fields follow the model's rules: one that does not fit leaves its property as it is. The response fails if the model
    /// refuses the object, or throws.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - queue: Where the closure is called.
    ///   - keyPath: Where in the body the object stands: names and elements' numbers between dots, such as
    ///     `response.users.0`, or a JSON Pointer, such as `/response/users/0`; nil for the root.
    ///   - object: What to map into: properties whose members are absent keep their values, and a body that is empty where
    ///     none is needed leaves it as it is. It has no effect for an `ImmutableMappable`.
    ///   - context: What the model finds as `map.context`.
    ///   - options: How strictly it is mapped.
    ///   - completionHandler: Called once.
    @inlinable @preconcurrency @discardableResult
    public func responseObject<T: BaseMappable>(
        of type: T.Type = T.self, queue: DispatchQueue = .main, keyPath: String? = nil, mapToObject object: T? = nil,
        context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        completionHandler: @escaping @Sendable (AFDataResponse<T>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: MappableResponseSerializer(
                keyPath, mapToObject: object, context: context, options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with a model of the body, or with nil if there is none: null at the key path, or a body that is
    /// empty where none is needed.
    ///
    /// - Parameters:
    ///   - type: The model, as an optional type.
    ///   - queue: Where the closure is called.
    ///   - keyPath: Where in the body the object stands; nil for the root.
    ///   - context: What the model finds as `map.context`.
    ///   - options: How strictly it is mapped.
    ///   - completionHandler: Called once.
    @inlinable @preconcurrency @discardableResult
    public func responseObject<T: BaseMappable>(
        of type: T?.Type = T?.self, queue: DispatchQueue = .main, keyPath: String? = nil,
        context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        completionHandler: @escaping @Sendable (AFDataResponse<T?>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: OptionalMappableResponseSerializer<T>(
                MappableResponseSerializer(keyPath, context: context, options: options)),
            completionHandler: completionHandler)
    }

    /// Calls a closure with models of the body's array.
    ///
    /// ```swift
    /// AF.request("https://example.com/weather").responseArray(keyPath: "data.days") { (response: AFDataResponse<[Day]>) in
    ///     for day in response.value ?? [] { print(day.conditions) }
    /// }
    /// ```
    ///
    /// Elements that the model refuses are dropped, but with an `ImmutableMappable` one that throws makes the response
    /// fail; so does an element that is no object. A body that is empty where none is needed gives an empty array.
    ///
    /// - Parameters:
    ///   - type: The model of an element.
    ///   - queue: Where the closure is called.
    ///   - keyPath: Where in the body the array stands; nil for the root.
    ///   - context: What the models find as `map.context`.
    ///   - options: How strictly they are mapped.
    ///   - nullIsEmpty: Whether null in place of the array is an empty one.
    ///   - completionHandler: Called once.
    @inlinable @preconcurrency @discardableResult
    public func responseArray<T: BaseMappable>(
        of type: T.Type = T.self, queue: DispatchQueue = .main, keyPath: String? = nil,
        context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(), nullIsEmpty: Bool = false,
        completionHandler: @escaping @Sendable (AFDataResponse<[T]>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: MappableArrayResponseSerializer(
                keyPath, context: context, options: options, nullIsEmpty: nullIsEmpty),
            completionHandler: completionHandler)
    }

    /// Calls a closure with a value that is made of the response and its JSON.
    ///
    /// The response fails with a ``BackendError`` in `.customSerializationFailed(error:)` if the body is no JSON or makes no
    /// value. A type that is also a model is mapped instead.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - queue: Where the closure is called; the main queue if nil.
    ///   - keyPath: What of the body is handed to the type; nil for all of it.
    ///   - completionHandler: Called once.
    @_disfavoredOverload @preconcurrency @discardableResult
    public func responseObject<T: ResponseObjectSerializable>(
        of type: T.Type = T.self, queue: DispatchQueue? = nil, keyPath: String? = nil,
        completionHandler: @escaping @Sendable (AFDataResponse<T>) -> Void
    ) -> Self {
        response(
            queue: queue ?? .main, responseSerializer: ResponseObjectSerializer(keyPath: keyPath),
            completionHandler: completionHandler)
    }

    /// Calls a closure with values that are made of the response and its JSON.
    ///
    /// The response fails with a ``BackendError`` in `.customSerializationFailed(error:)` if the body is no JSON.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - queue: Where the closure is called; the main queue if nil.
    ///   - keyPath: What of the body is handed to the type; nil for all of it.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func responseCollection<T: ResponseCollectionSerializable>(
        of type: T.Type = T.self, queue: DispatchQueue? = nil, keyPath: String? = nil,
        completionHandler: @escaping @Sendable (AFDataResponse<[T]>) -> Void
    ) -> Self {
        response(
            queue: queue ?? .main, responseSerializer: ResponseCollectionSerializer(keyPath: keyPath),
            completionHandler: completionHandler)
    }
}
