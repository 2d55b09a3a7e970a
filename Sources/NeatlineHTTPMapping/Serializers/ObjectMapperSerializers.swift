public import NeatlineHTTP
public import NeatlineMapping

// Serializers under the names of AlamofireObjectMapper, and as static members.

extension DataRequest {
    /// A serializer of a model.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the body it stands; nil for the root.
    ///   - object: What to map into.
    ///   - context: What the model finds as `map.context`.
    @inlinable
    public static func ObjectMapperSerializer<T: BaseMappable>(
        _ keyPath: String?, mapToObject object: T? = nil, context: (any MapContext)? = nil
    ) -> MappableResponseSerializer<T> {
        MappableResponseSerializer(keyPath, mapToObject: object, context: context)
    }

    /// A serializer of a model with constants.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the body it stands; nil for the root.
    ///   - context: What the model finds as `map.context`.
    @inlinable
    public static func ObjectMapperImmutableSerializer<T: ImmutableMappable>(
        _ keyPath: String?, context: (any MapContext)? = nil
    ) -> MappableResponseSerializer<T> {
        MappableResponseSerializer(keyPath, context: context)
    }

    /// A serializer of an array of models.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the body it stands; nil for the root.
    ///   - context: What the models find as `map.context`.
    @inlinable
    public static func ObjectMapperArraySerializer<T: BaseMappable>(
        _ keyPath: String?, context: (any MapContext)? = nil
    ) -> MappableArrayResponseSerializer<T> {
        MappableArrayResponseSerializer(keyPath, context: context)
    }

    /// A serializer of an array of models with constants.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the body it stands; nil for the root.
    ///   - context: What the models find as `map.context`.
    @inlinable
    public static func ObjectMapperImmutableArraySerializer<T: ImmutableMappable>(
        _ keyPath: String?, context: (any MapContext)? = nil
    ) -> MappableArrayResponseSerializer<T> {
        MappableArrayResponseSerializer(keyPath, context: context)
    }
}

extension ResponseSerializer {
    /// Maps the body to a model.
    ///
    /// ```swift
    /// request.response(responseSerializer: .mappable(of: User.self, keyPath: "data")) { response in
    ///     print(response.value?.name ?? "nobody")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - keyPath: Where in the body it stands; nil for the root.
    ///   - context: What the model finds as `map.context`.
    ///   - options: How strictly it is mapped.
    @inlinable
    public static func mappable<T: BaseMappable>(
        of type: T.Type, keyPath: String? = nil, context: (any MapContext)? = nil,
        options: MappingOptions = MappingOptions()
    ) -> MappableResponseSerializer<T> where Self == MappableResponseSerializer<T> {
        MappableResponseSerializer(keyPath, context: context, options: options)
    }

    /// Maps the body to an array of models.
    ///
    /// - Parameters:
    ///   - type: The model of an element.
    ///   - keyPath: Where in the body the array stands; nil for the root.
    ///   - context: What the models find as `map.context`.
    ///   - options: How strictly they are mapped.
    ///   - nullIsEmpty: Whether null in place of the array is an empty one.
    @inlinable
    public static func mappableArray<T: BaseMappable>(
        of type: T.Type, keyPath: String? = nil, context: (any MapContext)? = nil,
        options: MappingOptions = MappingOptions(), nullIsEmpty: Bool = false
    ) -> MappableArrayResponseSerializer<T> where Self == MappableArrayResponseSerializer<T> {
        MappableArrayResponseSerializer(keyPath, context: context, options: options, nullIsEmpty: nullIsEmpty)
    }
}
