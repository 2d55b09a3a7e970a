public import NeatlineHTTP
public import NeatlineMapping

// Serializers with the names of AlamofireObjectMapper, and as static members.

extension DataRequest {
    /// Returns a serializer for a model.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of it in the body; `nil` for the root.
    ///   - object: The object to map to; `nil` to create one.
    ///   - context: The value of `map.context` in the model.
    @inlinable
    public static func ObjectMapperSerializer<T: BaseMappable>(
        _ keyPath: String?, mapToObject object: T? = nil, context: (any MapContext)? = nil
    ) -> MappableResponseSerializer<T> {
        MappableResponseSerializer(keyPath, mapToObject: object, context: context)
    }

    /// Returns a serializer for an immutable model.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of it in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    @inlinable
    public static func ObjectMapperImmutableSerializer<T: ImmutableMappable>(
        _ keyPath: String?, context: (any MapContext)? = nil
    ) -> MappableResponseSerializer<T> {
        MappableResponseSerializer(keyPath, context: context)
    }

    /// Returns a serializer for an array of models.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of it in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    @inlinable
    public static func ObjectMapperArraySerializer<T: BaseMappable>(
        _ keyPath: String?, context: (any MapContext)? = nil
    ) -> MappableArrayResponseSerializer<T> {
        MappableArrayResponseSerializer(keyPath, context: context)
    }

    /// Returns a serializer for an array of immutable models.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of it in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    @inlinable
    public static func ObjectMapperImmutableArraySerializer<T: ImmutableMappable>(
        _ keyPath: String?, context: (any MapContext)? = nil
    ) -> MappableArrayResponseSerializer<T> {
        MappableArrayResponseSerializer(keyPath, context: context)
    }
}

extension ResponseSerializer {
    /// Returns a serializer that maps the body to a model.
    ///
    /// ```swift
    /// request.response(responseSerializer: .mappable(of: User.self, keyPath: "data")) { response in
    ///     print(response.value?.name ?? "nobody")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the model.
    ///   - keyPath: The key path of it in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    @inlinable
    public static func mappable<T: BaseMappable>(
        of type: T.Type, keyPath: String? = nil, context: (any MapContext)? = nil,
        options: MappingOptions = MappingOptions()
    ) -> MappableResponseSerializer<T> where Self == MappableResponseSerializer<T> {
        MappableResponseSerializer(keyPath, context: context, options: options)
    }

    /// Returns a serializer that maps the body to an array of models.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - keyPath: The key path of the array in the body; `nil` for the root.
    ///   - context: The value of `map.context` in the model.
    ///   - options: The options for mapping, such as its strictness.
    ///   - nullIsEmpty: Whether null instead of the array is read as an empty array.
    @inlinable
    public static func mappableArray<T: BaseMappable>(
        of type: T.Type, keyPath: String? = nil, context: (any MapContext)? = nil,
        options: MappingOptions = MappingOptions(), nullIsEmpty: Bool = false
    ) -> MappableArrayResponseSerializer<T> where Self == MappableArrayResponseSerializer<T> {
        MappableArrayResponseSerializer(keyPath, context: context, options: options, nullIsEmpty: nullIsEmpty)
    }
}
