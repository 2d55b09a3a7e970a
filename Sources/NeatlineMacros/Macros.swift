@_exported import NeatlineMapping

// The macros. A type says `@Mappable`; the other attributes say how one property or case is mapped.

/// Makes a type a model: the initializer, `mapping(map:)`, and the conformance.
///
/// ```swift
/// @Mappable(naming: .snakeCase)
/// struct User {
///     let id: Int
///     var fullName = ""
///     @Key("profile.age") var age: Int?
/// }
///
/// let user = try User(JSONString: #"{"id": 1, "full_name": "Ada", "profile": {"age": 36}}"#)
/// ```
///
/// A struct or class whose properties all have values before they are read is `Mappable`; with others it is
/// `ImmutableMappable`. An enum is a `MappableValue`, or `ImmutableMappable` if it has a `tag`. What a type has already, such as
/// `init?(map:)`, is not made again.
///
/// These functions of the type itself are called, if it has them: `static func willRead(map: Map)`, which may throw,
/// `didRead(map:)`, which may throw, `willWrite(map:)` and `didWrite(map:)`.
///
/// - Parameters:
///   - naming: The names in JSON of properties and cases without a `@Key`.
///   - path: The path of the object that holds the members, such as `data.attributes`.
///   - ignoresUnknown: Whether members without a property are passed over; otherwise they refuse the object.
///   - codable: Whether the type is also `Codable`, with the same names and conversions.
///   - tag: The member of an enum's object that tells which case it is.
///   - content: The member that holds the values of the case; if it is nil, they are beside the tag.
///   - untagged: Whether an enum is the first case whose values fit.
@attached(
    member, conformances: Mappable, ImmutableMappable, names: named(init(map:)), named(mapping(map:)),
    named(_noteFailures(_:)))
@attached(
    extension, conformances: Mappable, ImmutableMappable, MappableValue, MappedCodable, MappedCodableValue,
    names: named(init(map:)), named(mapping(map:)), named(_noteFailures(_:)), named(value(from:)), named(write(to:)),
    named(mappedObject),
    named(mappedName), named(_mapValues), named(init(from:)), named(encode(to:)))
public macro Mappable(
    naming: NamingStyle = .asWritten, in path: String = "", ignoresUnknown: Bool = true, codable: Bool = false,
    tag: String? = nil, content: String? = nil, untagged: Bool = false
) = #externalMacro(module: "NeatlineMacroPlugin", type: "Mappable")

/// Makes a class a model whose subclasses are models, too: `@Mappable(subclasses: .mappable)`.
///
/// A subclass that has `@Mappable`, too, maps the properties of both classes.
///
/// - Parameters:
///   - naming: The names in JSON of properties without a `@Key`.
///   - path: The path of the object that holds the members.
///   - subclasses: That the class and its subclasses are `Mappable`.
@attached(member, conformances: Mappable, names: named(init(map:)), named(mapping(map:)))
@attached(extension, conformances: Mappable)
public macro Mappable(naming: NamingStyle = .asWritten, in path: String = "", subclasses: MappableSubclasses) =
    #externalMacro(module: "NeatlineMacroPlugin", type: "Mappable")

/// Makes a class a model that is also `Codable`, as its subclasses are: `@Mappable(subclasses: .mappable, codable: true)`.
///
/// - Parameters:
///   - naming: The names in JSON of properties without a `@Key`.
///   - path: The path of the object that holds the members.
///   - subclasses: That the class and its subclasses are `Mappable`.
///   - codable: true: leave it out otherwise.
@attached(member, conformances: Mappable, names: named(init(map:)), named(mapping(map:)))
@attached(extension, conformances: Mappable, MappedCodable)
public macro Mappable(
    naming: NamingStyle = .asWritten, in path: String = "", subclasses: MappableSubclasses, codable: Bool
) = #externalMacro(module: "NeatlineMacroPlugin", type: "Mappable")

/// Makes a class a model whose subclasses are models, too: `@Mappable(subclasses: .immutable)`.
///
/// - Parameters:
///   - naming: The names in JSON of properties without a `@Key`.
///   - path: The path of the object that holds the members.
///   - subclasses: That the class and its subclasses are `ImmutableMappable`.
@attached(member, conformances: ImmutableMappable, names: named(init(map:)), named(mapping(map:)))
@attached(extension, conformances: ImmutableMappable)
public macro Mappable(naming: NamingStyle = .asWritten, in path: String = "", subclasses: ImmutableSubclasses) =
    #externalMacro(module: "NeatlineMacroPlugin", type: "Mappable")

/// Makes a class a model that is also `Codable`, as its subclasses are: `@Mappable(subclasses: .immutable, codable: true)`.
///
/// - Parameters:
///   - naming: The names in JSON of properties without a `@Key`.
///   - path: The path of the object that holds the members.
///   - subclasses: That the class and its subclasses are `ImmutableMappable`.
///   - codable: true: leave it out otherwise.
@attached(member, conformances: ImmutableMappable, names: named(init(map:)), named(mapping(map:)))
@attached(extension, conformances: ImmutableMappable, MappedCodable)
public macro Mappable(
    naming: NamingStyle = .asWritten, in path: String = "", subclasses: ImmutableSubclasses, codable: Bool
) = #externalMacro(module: "NeatlineMacroPlugin", type: "Mappable")

/// What the subclasses of a class are, whose properties have values before they are read.
public enum MappableSubclasses: Sendable {
    /// Models of the protocol `Mappable`.
    case mappable
}

/// What the subclasses of a class are, whose properties are read by the initializer.
public enum ImmutableSubclasses: Sendable {
    /// Models of the protocol `ImmutableMappable`.
    case immutable
}

/// The names in JSON of properties and cases, made from their names in code.
public enum NamingStyle: Sendable {
    /// As in code.
    case asWritten
    /// `homePage`
    case camelCase
    /// `HomePage`
    case pascalCase
    /// `home_page`
    case snakeCase
    /// `HOME_PAGE`
    case screamingSnakeCase
    /// `home-page`
    case kebabCase
    /// `HOME-PAGE`
    case screamingKebabCase
    /// `Home-Page`
    case trainCase
    /// `homepage`
    case flatCase
}

// MARK: Names

/// The member of a property: a name, or a path such as `profile.age`. Of several the first that is there is read.
///
/// On a case of an enum: the texts that are read as this case; the first is written.
///
/// - Parameters:
///   - keys: The names, which are literals.
///   - writing: The name that is written; the first of `keys` if it is nil.
///   - literal: Whether a dot is part of the name.
///   - description: What the value is, for the schema of a type with `@JSONSchema` of the module NeatlineSchema.
@attached(peer)
public macro Key(
    _ keys: String..., writing: String? = nil, literal: Bool = false, description: String? = nil
) = #externalMacro(module: "NeatlineMacroPlugin", type: "Key")

/// The name of a property or case in another style than that of the type.
///
/// - Parameters:
///   - naming: The style.
///   - description: What the value is, for the schema of a type with `@JSONSchema` of the module NeatlineSchema.
@attached(peer)
public macro Key(naming: NamingStyle, description: String? = nil) =
    #externalMacro(module: "NeatlineMacroPlugin", type: "Key")

/// The numbers that are read as a case of an enum, beside its raw value.
///
/// - Parameter numbers: The numbers.
@attached(peer)
public macro Key(_ numbers: Int...) = #externalMacro(module: "NeatlineMacroPlugin", type: "Key")

/// The numbers that are read as a case of an enum, beside its raw value.
///
/// - Parameter numbers: The first and the last number.
@attached(peer)
public macro Key(_ numbers: ClosedRange<Int>) = #externalMacro(module: "NeatlineMacroPlugin", type: "Key")

/// The case of an enum for what is none of the others: with one value, such as `String` or `JSON`, it keeps what was
/// found and writes it back.
@attached(peer)
public macro Unknown() = #externalMacro(module: "NeatlineMacroPlugin", type: "Unknown")

// MARK: What is mapped

/// A direction in which a property is not mapped.
public enum Direction: Sendable {
    /// From JSON.
    case reading
    /// To JSON.
    case writing
}

/// Leaves a property out: in one direction, or in both.
///
/// - Parameter directions: The directions; both if there are none.
@attached(peer)
public macro Ignored(_ directions: Direction...) = #externalMacro(module: "NeatlineMacroPlugin", type: "Ignored")

/// What can be wrong with a member.
public enum Lack: Sendable {
    /// It is not there.
    case missing
    /// It is null.
    case null
    /// It does not fit. The failure is recorded.
    case wrong
}

/// When the initial value stays; otherwise the object is refused, with the failure.
///
/// Without it the initial value stays in all three cases, and each is recorded as a failure.
///
/// - Parameter lacks: What may be wrong with the member; all if there are none.
@attached(peer)
public macro Default(_ lacks: Lack...) = #externalMacro(module: "NeatlineMacroPlugin", type: "Default")

/// Refuses the object if the member is missing, null or does not fit, although the property has an initial value.
@attached(peer)
public macro Required() = #externalMacro(module: "NeatlineMacroPlugin", type: "Required")

/// A condition for the value of a property; one that does not meet it is a failure, as one of another type is.
///
/// ```swift
/// @Validated("a positive number", { (age: Int) in age > 0 }) var age = 1
/// ```
///
/// - Parameters:
///   - expected: What is expected, for the failure.
///   - condition: The condition.
@attached(peer)
public macro Validated<Value>(_ expected: String, _ condition: (Value) -> Bool) =
    #externalMacro(module: "NeatlineMacroPlugin", type: "Validated")

// MARK: How it is converted

/// Converts a property, or each element of a container, by a transform.
///
/// - Parameter transform: The transform, an expression that is evaluated at each use.
@attached(peer)
public macro Transform(_ transform: any TransformType) =
    #externalMacro(module: "NeatlineMacroPlugin", type: "Transform")

/// Converts a property by two transforms.
///
/// - Parameters:
///   - first: The one that reads JSON.
///   - second: The one that reads what the first returns.
@attached(peer)
public macro Transform(_ first: any TransformType, _ second: any TransformType) =
    #externalMacro(module: "NeatlineMacroPlugin", type: "Transform")

/// The form of dates in JSON.
public enum DateForm: Sendable, Hashable {
    /// `"2026-01-31T12:00:00Z"`; reads every form that `ISO8601DateTransform` does.
    case iso8601
    /// A number of seconds.
    case secondsSince1970
    /// A number of milliseconds.
    case millisecondsSince1970
    /// `"/Date(1458000000500)/"`, also read with an offset.
    case microsoft
    /// A text in the letters of Unicode Technical Standard 35, in UTC unless the format contains a zone.
    case format(String)
}

/// Converts dates, or each date of a container.
///
/// - Parameter form: The form in JSON.
@attached(peer)
public macro Dates(_ form: DateForm = .iso8601) = #externalMacro(module: "NeatlineMacroPlugin", type: "Dates")

/// Converts bytes, a `Data`, from and to Base64.
@attached(peer)
public macro Base64() = #externalMacro(module: "NeatlineMacroPlugin", type: "Base64")

/// Leaves elements that do not fit out of an array, a set or a dictionary. Their failures are recorded as those of omitted
/// elements, which make no strict call fail.
@attached(peer)
public macro Lossy() = #externalMacro(module: "NeatlineMacroPlugin", type: "Lossy")

/// Maps a model whose members are beside those of its parent.
@attached(peer)
public macro Flat() = #externalMacro(module: "NeatlineMacroPlugin", type: "Flat")

/// Maps all members that no other property maps. The property is a `JSON` object, or a dictionary of values, models or raw
/// values whose keys are strings or other `MemberKey`s.
@attached(peer)
public macro Rest() = #externalMacro(module: "NeatlineMacroPlugin", type: "Rest")
