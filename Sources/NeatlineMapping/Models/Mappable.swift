/// What all models have in common: a list of their fields, each bound to its name in JSON.
///
/// Conform to `Mappable`, `ImmutableMappable` or `StaticMappable`, which say how an object is made; a type that conforms
/// to this protocol alone can be written, but not read.
public protocol BaseMappable: ModelForm {
    /// Maps the fields, in the direction that `map` says.
    mutating func mapping(map: Map)

    /// Makes the object that `mapping(map:)` is then called on; nil if the model refuses.
    ///
    /// The three protocols implement it; there is no need to.
    static func instance(for map: Map) throws -> Self?
}

extension BaseMappable {
    /// nil: a type that conforms to `BaseMappable` alone does not say how it is made.
    public static func instance(for map: Map) throws -> Self? { nil }
}

/// A model whose fields can be changed after it was made.
///
/// ```swift
/// struct User: Mappable {
///     var name = ""
///     var age: Int?
///
///     init?(map: Map) {}
///
///     mutating func mapping(map: Map) {
///         name <- map["name"]
///         age  <- map["profile.age"]
///     }
/// }
///
/// let user = User(JSONString: #"{"name": "Ada", "profile": {"age": 36}}"#)
/// let text = user?.toJSONString()
/// ```
public protocol Mappable: BaseMappable {
    /// Makes the object before its fields are mapped; nil refuses it.
    ///
    /// `map` has the JSON already, so that what has to be there can be checked.
    init?(map: Map)
}

extension Mappable {
    /// What `init?(map:)` makes.
    @inlinable
    public static func instance(for map: Map) throws -> Self? { Self(map: map) }
}

/// A model that a function makes: an object from a cache, or one of several classes.
///
/// ```swift
/// class Vehicle: StaticMappable {
///     class func objectForMapping(map: Map) -> (any BaseMappable)? {
///         switch map["type"].value() as String? {
///         case "car": Car()
///         case "bus": Bus()
///         default: nil
///         }
///     }
///     func mapping(map: Map) { … }
/// }
/// let vehicles = Mapper<Vehicle>().mapArray(JSONString: text)
/// ```
public protocol StaticMappable: BaseMappable {
    /// The object whose `mapping(map:)` is then called; nil refuses it.
    static func objectForMapping(map: Map) -> (any BaseMappable)?
}

extension StaticMappable {
    /// What `objectForMapping(map:)` gives, if it is of this type.
    @inlinable
    public static func instance(for map: Map) throws -> Self? { objectForMapping(map: map) as? Self }
}

extension Mappable where Self: StaticMappable {
    /// What `objectForMapping(map:)` gives, if it is of this type.
    @inlinable
    public static func instance(for map: Map) throws -> Self? { objectForMapping(map: map) as? Self }
}

/// A model whose fields are constant: its initialiser reads them, and throws if one is not there.
///
/// ```swift
/// struct Place: ImmutableMappable {
///     let name: String
///     let height: Double
///
///     init(map: Map) throws {
///         name = try map.value("name")
///         height = try map.value("size.height", default: 0)
///     }
///
///     func mapping(map: Map) {
///         name >>> map["name"]
///         height >>> map["size.height"]
///     }
/// }
///
/// let place = try Place(JSONString: text)
/// ```
public protocol ImmutableMappable: BaseMappable {
    /// Reads the fields.
    init(map: Map) throws
}

extension ImmutableMappable {
    /// Writes nothing. Implement it, with `>>>`, for models that are written.
    public func mapping(map: Map) {}

    /// What `init(map:)` makes.
    @inlinable
    public static func instance(for map: Map) throws -> Self? { try Self(map: map) }
}

/// Something that travels with a mapping, for models that need to know more than their JSON.
///
/// ```swift
/// struct Units: MapContext { var metric = true }
/// let place = Mapper<Place>(context: Units()).map(JSONString: text)
/// // in mapping(map:): (map.context as? Units)?.metric
/// ```
public protocol MapContext {}
