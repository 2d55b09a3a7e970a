public import NeatlineHTTP
public import NeatlineMapping

/// What the handlers of the same names give, to be awaited.
extension DataRequest {
    /// A model of the body.
    ///
    /// ```swift
    /// let user = try await AF.request("https://example.com/user/1").serializingObject(User.self, keyPath: "data").value
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - keyPath: Where in the body the object stands; nil for the root.
    ///   - object: What to map into.
    ///   - context: What the model finds as `map.context`.
    ///   - options: How strictly it is mapped.
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

    /// A model of the body, or nil if there is none: null at the key path, or a body that is empty where none is needed.
    ///
    /// - Parameters:
    ///   - type: The model, as an optional type: `User?.self`.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - keyPath: Where in the body the object stands; nil for the root.
    ///   - context: What the model finds as `map.context`.
    ///   - options: How strictly it is mapped.
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

    /// Models of the body's array.
    ///
    /// - Parameters:
    ///   - type: The model of an element.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - keyPath: Where in the body the array stands; nil for the root.
    ///   - context: What the models find as `map.context`.
    ///   - options: How strictly they are mapped.
    ///   - nullIsEmpty: Whether null in place of the array is an empty one.
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

    /// A value that is made of the response and its JSON.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - keyPath: What of the body is handed to the type; nil for all of it.
    @_disfavoredOverload
    public func serializingObject<T: ResponseObjectSerializable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        keyPath: String? = nil
    ) -> DataTask<T> {
        serializingResponse(
            using: ResponseObjectSerializer<T>(keyPath: keyPath), automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Values that are made of the response and its JSON.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - keyPath: What of the body is handed to the type; nil for all of it.
    public func serializingCollection<T: ResponseCollectionSerializable>(
        _ type: T.Type = T.self, automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        keyPath: String? = nil
    ) -> DataTask<[T]> {
        serializingResponse(
            using: ResponseCollectionSerializer<T>(keyPath: keyPath),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }
}
