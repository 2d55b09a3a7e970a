/// The base protocol of all models: a list of fields, each bound to its name in JSON.
///
/// Conform to `Mappable`, `ImmutableMappable` or `StaticMappable`, which determine how an object is created; a type
/// that conforms only to this protocol can be written, but not read.
public protocol BaseMappable: ModelForm, SendableMetatype {
    /// Maps the fields, in the direction of `map`.
    mutating func mapping(map: Map)

    /// Returns an object on which `mapping(map:)` is then called; nil if the model rejects the JSON.
    ///
    /// The three protocols implement it; do not implement it.
    ///
    /// - Parameter map: the JSON.
    /// - Throws: the error of the model's initializer.
    static func instance(for map: Map) throws -> Self?

    /// Records which members do not fit, of an object that the model has refused; returns false if it does not know.
    ///
    /// Do not implement it: `@Mappable` does.
    static func _noteFailures(_ map: Map) -> Bool
}

extension BaseMappable {
    /// Returns nil: a type that conforms only to `BaseMappable` cannot be created.
    ///
    /// - Parameter map: The JSON.
    /// - Throws: no error.
    public static func instance(for map: Map) throws -> Self? { nil }

    /// false: what refused an object is the failure.
    public static func _noteFailures(_ map: Map) -> Bool { false }
}

/// A model whose fields are set after it was created.
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
    /// Creates the object before its fields are mapped; nil rejects the JSON.
    ///
    /// - Parameter map: the JSON, so that required fields can be checked.
    init?(map: Map)
}

extension Mappable {
    /// Returns the result of `init?(map:)`.
    ///
    /// - Parameter map: The JSON.
    /// - Throws: no error.
    @inlinable
    public static func instance(for map: Map) throws -> Self? { Self(map: map) }
}

/// A model that is created by a function: an object from a cache, or one of several classes.
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
    /// Returns the object whose `mapping(map:)` is then called; nil rejects the JSON.
    ///
    /// - Parameter map: the JSON.
    static func objectForMapping(map: Map) -> (any BaseMappable)?
}

extension StaticMappable {
    /// Returns the result of `objectForMapping(map:)`, if it is of this type.
    ///
    /// - Parameter map: The JSON.
    /// - Throws: no error.
    @inlinable
    public static func instance(for map: Map) throws -> Self? { objectForMapping(map: map) as? Self }
}

extension Mappable where Self: StaticMappable {
    /// Returns the result of `objectForMapping(map:)`, if it is of this type.
    ///
    /// - Parameter map: The JSON.
    /// - Throws: no error.
    @inlinable
    public static func instance(for map: Map) throws -> Self? { objectForMapping(map: map) as? Self }
}

/// A model whose fields are constant: its initializer reads them, and throws if a required one is missing.
///
/// ```swift
/// struct Place: ImmutableMappable {
///     let name: String
///     let height: Double
///     let parent: Area?
///
///     init(map: Map) throws {
///         name = try map.value("name")
///         height = try map.value("size.height", default: 0)
///         parent = try map.valueIfPresent("parent")  // nil if absent or null
///     }
///
///     func mapping(map: Map) {
///         name >>> map["name"]
///         height >>> map["size.height"]
///         parent >>> map["parent"]
///     }
/// }
///
/// let place = try Place(JSONString: text)
/// ```
public protocol ImmutableMappable: BaseMappable {
    /// Creates the object from its fields.
    ///
    /// - Parameter map: the JSON.
    /// - Throws: the errors of `map.value` and `map.valueIfPresent`, and others to reject the JSON.
    init(map: Map) throws
}

extension ImmutableMappable {
    /// Writes nothing. Implement it, with `>>>`, for models that are written.
    public func mapping(map: Map) {}

    /// Returns the result of `init(map:)`.
    ///
    /// - Throws: the error of the initializer.
    @inlinable
    public static func instance(for map: Map) throws -> Self? { try Self(map: map) }
}

/// A type whose value is passed to all models of a mapping, for models that depend on more than their JSON.
///
/// ```swift
/// struct Units: MapContext { var metric = true }
/// let place = Mapper<Place>(context: Units()).map(JSONString: text)
/// // in mapping(map:): (map.context as? Units)?.metric
/// ```
public protocol MapContext: SendableMetatype {}
