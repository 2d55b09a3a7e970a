public import Dispatch
public import NeatlineHTTP
public import NeatlineMapping

// If the body cannot be mapped, all of these fail with `AFError.responseSerializationFailed`, with the reason
// `decodingFailed(error:)` and a `ResponseBodyError`.

extension DataRequest {
    /// Calls a closure with the body mapped to a model when the request has finished.
    ///
    /// ```swift
    /// AF.request("https://example.com/weather").responseObject(of: Weather.self, keyPath: "data") { response in
    ///     switch response.result {
    ///     case .success(let weather): print(weather.location)
    ///     case .failure(let error): print(error)
    ///         // … $.data.days[2]: expected an object, found null (line 4, column 9)
    ///     }
    /// }
    /// ```
    ///
    /// A field that cannot be mapped does not change its property. The response fails if the initializer of the model
    /// returns `nil` or throws.
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - queue: The queue on which the closure is called.
    ///   - keyPath: The key path in the body: names and indices separated by dots, such as `response.users.0`, or a
    ///     JSON Pointer, such as `/response/users/0`; `nil` for the root.
    ///   - object: The object to map to; `nil` to create one. Properties without a member keep their values, and an
    ///     empty body, if one is allowed, does not change it. Ignored for an `ImmutableMappable` type.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
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

    /// Calls a closure with the body mapped to a model, or with `nil` for null at the key path or an empty body that is
    /// allowed.
    ///
    /// - Parameters:
    ///   - type: The type of the model, as an optional type.
    ///   - queue: The queue on which the closure is called.
    ///   - keyPath: The key path of the object in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
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

    /// Calls a closure with the body mapped to an array of models when the request has finished.
    ///
    /// ```swift
    /// AF.request("https://example.com/weather").responseArray(of: Day.self, keyPath: "data.days") { response in
    ///     for day in response.value ?? [] { print(day.conditions) }
    /// }
    /// ```
    ///
    /// Elements for which the initializer of the model returns `nil` are omitted. For an `ImmutableMappable`, an
    /// initializer that throws, or an element that is not an object, fails the response. An empty body, if one is
    /// allowed, becomes an empty array.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - queue: The queue on which the closure is called.
    ///   - keyPath: The key path of the array in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    ///   - nullIsEmpty: Whether null instead of the array is read as an empty array.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
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

    /// Calls a closure with the body mapped to an array of arrays of models when the request has finished.
    ///
    /// ```swift
    /// AF.request("https://example.com/tables").responseArray(keyPath: "rows") { (response: AFDataResponse<[[Cell]]>) in
    ///     for row in response.value ?? [] { print(row.count) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the inner arrays.
    ///   - queue: The queue on which the closure is called.
    ///   - keyPath: The key path of the outer array in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
    @preconcurrency @discardableResult
    public func responseArray<T: BaseMappable>(
        of type: [T].Type = [T].self, queue: DispatchQueue = .main, keyPath: String? = nil,
        context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        completionHandler: @escaping @Sendable (AFDataResponse<[[T]]>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: MappableArraysResponseSerializer(keyPath, context: context, options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with a value that is created from the response and its JSON.
    ///
    /// The response fails with a ``BackendError`` in `.customSerializationFailed(error:)` if the body is not JSON or no
    /// value can be created. A type that is also a model is mapped instead.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - queue: The queue on which the closure is called; `nil` for the main queue.
    ///   - keyPath: The key path of the JSON that the type receives; `nil` for the whole body.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
    @_disfavoredOverload @preconcurrency @discardableResult
    public func responseObject<T: ResponseObjectSerializable>(
        of type: T.Type = T.self, queue: DispatchQueue? = nil, keyPath: String? = nil,
        completionHandler: @escaping @Sendable (AFDataResponse<T>) -> Void
    ) -> Self {
        response(
            queue: queue ?? .main, responseSerializer: ResponseObjectSerializer(keyPath: keyPath),
            completionHandler: completionHandler)
    }

    /// Calls a closure with values that are created from the response and its JSON.
    ///
    /// The response fails with a ``BackendError`` in `.customSerializationFailed(error:)` if the body is not JSON.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - queue: The queue on which the closure is called; `nil` for the main queue.
    ///   - keyPath: The key path of the JSON that the type receives; `nil` for the whole body.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
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
