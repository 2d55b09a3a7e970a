public import NeatlineHTTP
public import NeatlineMapping

/// Tasks for the results of the response handlers with the same names.
extension DataRequest {
    /// Returns a task whose value is the body mapped to a model.
    ///
    /// ```swift
    /// let user = try await AF.request(url).serializingObject(User.self, keyPath: "data").value
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - keyPath: The key path of the object in the body; `nil` for the root.
    ///   - object: The object to map to; `nil` to create one.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    @inlinable
    public func serializingObject<T: BaseMappable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        keyPath: String? = nil, mapToObject object: T? = nil, context: (any MapContext)? = nil,
        options: MappingOptions = MappingOptions()
    ) -> DataTask<T> {
        serializingResponse(
            using: MappableResponseSerializer(keyPath, mapToObject: object, context: context, options: options),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value is the body mapped to a model, or `nil` for null at the key path or an empty body
    /// that is allowed.
    ///
    /// - Parameters:
    ///   - type: The type of the model, as an optional type: `User?.self`.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - keyPath: The key path of the object in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    @inlinable
    public func serializingObject<T: BaseMappable>(
        _ type: T?.Type = T?.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        keyPath: String? = nil, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions()
    ) -> DataTask<T?> {
        serializingResponse(
            using: OptionalMappableResponseSerializer<T>(
                MappableResponseSerializer(keyPath, context: context, options: options)),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value is the body mapped to an array of models.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - keyPath: The key path of the array in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    ///   - nullIsEmpty: Whether null instead of the array is read as an empty array.
    @inlinable
    public func serializingArray<T: BaseMappable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        keyPath: String? = nil, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        nullIsEmpty: Bool = false
    ) -> DataTask<[T]> {
        serializingResponse(
            using: MappableArrayResponseSerializer(
                keyPath, context: context, options: options, nullIsEmpty: nullIsEmpty),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value is the body mapped to an array of arrays of models.
    ///
    /// - Parameters:
    ///   - type: The type of the inner arrays.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - keyPath: The key path of the outer array in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    public func serializingArray<T: BaseMappable>(
        _ type: [T].Type = [T].self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        keyPath: String? = nil, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions()
    ) -> DataTask<[[T]]> {
        serializingResponse(
            using: MappableArraysResponseSerializer(keyPath, context: context, options: options),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a task whose value is created from the response and its JSON.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - keyPath: The key path of the JSON that the type receives; `nil` for the whole body.
    @_disfavoredOverload
    public func serializingObject<T: ResponseObjectSerializable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        keyPath: String? = nil
    ) -> DataTask<T> {
        serializingResponse(
            using: ResponseObjectSerializer<T>(keyPath: keyPath), automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a task whose values are created from the response and its JSON.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - keyPath: The key path of the JSON that the type receives; `nil` for the whole body.
    public func serializingCollection<T: ResponseCollectionSerializable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        keyPath: String? = nil
    ) -> DataTask<[T]> {
        serializingResponse(
            using: ResponseCollectionSerializer<T>(keyPath: keyPath),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }
}
