/// A namespace with the name of ObjectMapper's module, for code that qualifies its types: `ObjectMapper.Map`.
///
/// In a file that also imports ObjectMapper, the name refers to this type.
public enum ObjectMapper {
    /// The type `Mapper`, for code that writes `ObjectMapper.Mapper`.
    public typealias Mapper = NeatlineMapping.Mapper
    /// The type `Map`, for code that writes `ObjectMapper.Map`.
    public typealias Map = NeatlineMapping.Map
    /// The type `BaseMappable`, for code that writes `ObjectMapper.BaseMappable`.
    public typealias BaseMappable = NeatlineMapping.BaseMappable
    /// The type `Mappable`, for code that writes `ObjectMapper.Mappable`.
    public typealias Mappable = NeatlineMapping.Mappable
    /// The type `StaticMappable`, for code that writes `ObjectMapper.StaticMappable`.
    public typealias StaticMappable = NeatlineMapping.StaticMappable
    /// The type `ImmutableMappable`, for code that writes `ObjectMapper.ImmutableMappable`.
    public typealias ImmutableMappable = NeatlineMapping.ImmutableMappable
    /// The type `MapContext`, for code that writes `ObjectMapper.MapContext`.
    public typealias MapContext = NeatlineMapping.MapContext
    /// The type `MapError`, for code that writes `ObjectMapper.MapError`.
    public typealias MapError = NeatlineMapping.MapError
    /// The type `MappingType`, for code that writes `ObjectMapper.MappingType`.
    public typealias MappingType = NeatlineMapping.MappingType
    /// The type `TransformType`, for code that writes `ObjectMapper.TransformType`.
    public typealias TransformType = NeatlineMapping.TransformType
    /// The type `TransformOf`, for code that writes `ObjectMapper.TransformOf`.
    public typealias TransformOf = NeatlineMapping.TransformOf
    /// The type `CodableTransform`, for code that writes `ObjectMapper.CodableTransform`.
    public typealias CodableTransform = NeatlineMapping.CodableTransform
    /// The type `CustomDateFormatTransform`, for code that writes `ObjectMapper.CustomDateFormatTransform`.
    public typealias CustomDateFormatTransform = NeatlineMapping.CustomDateFormatTransform
    /// The type `DataTransform`, for code that writes `ObjectMapper.DataTransform`.
    public typealias DataTransform = NeatlineMapping.DataTransform
    /// The type `DateFormatterTransform`, for code that writes `ObjectMapper.DateFormatterTransform`.
    public typealias DateFormatterTransform = NeatlineMapping.DateFormatterTransform
    /// The type `DateTransform`, for code that writes `ObjectMapper.DateTransform`.
    public typealias DateTransform = NeatlineMapping.DateTransform
    /// The type `DictionaryTransform`, for code that writes `ObjectMapper.DictionaryTransform`.
    public typealias DictionaryTransform = NeatlineMapping.DictionaryTransform
    /// The type `EnumTransform`, for code that writes `ObjectMapper.EnumTransform`.
    public typealias EnumTransform = NeatlineMapping.EnumTransform
    /// The type `HexColorTransform`, for code that writes `ObjectMapper.HexColorTransform`.
    public typealias HexColorTransform = NeatlineMapping.HexColorTransform
    /// The type `ISO8601DateTransform`, for code that writes `ObjectMapper.ISO8601DateTransform`.
    public typealias ISO8601DateTransform = NeatlineMapping.ISO8601DateTransform
    /// The type `NSDecimalNumberTransform`, for code that writes `ObjectMapper.NSDecimalNumberTransform`.
    public typealias NSDecimalNumberTransform = NeatlineMapping.NSDecimalNumberTransform
    /// The type `URLTransform`, for code that writes `ObjectMapper.URLTransform`.
    public typealias URLTransform = NeatlineMapping.URLTransform
}
