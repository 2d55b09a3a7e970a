import NeatlineJSON

/// How strict a mapper is, and what it reports beyond what did not fit.
///
/// ```swift
/// let mapper = Mapper<User>()
/// mapper.options.coercesScalars = true
/// ```
public struct MappingOptions: Sendable {
    /// Whether a value of another type is converted where the meaning is plain: the string `"8"` to a number, a number to
    /// its text, `"true"`, `"false"`, 1 and 0 to a boolean, `true` and `false` to 1 and 0. Each is reported with the
    /// reason `coerced`. False, unless set.
    public var coercesScalars = false

    /// Whether the numbers 1 and 0 are read as `true` and `false`, as PHP and MySQL write them. Each is reported with the
    /// reason `coerced`. True, unless set.
    public var readsNumbersAsBooleans = true

    /// Whether members that the model did not ask for are reported, with the reason `unknownKey`. False, unless set.
    public var reportsUnknownKeys = false

    /// Whether an absent member is a failure where the property cannot be nil. True, unless set.
    public var reportsMissingKeys = true

    /// What is accepted as JSON text; RFC 8259, unless set.
    public var parsing = JSONParsingOptions()

    /// Whether the run ends at the first failure.
    var stopsAtFirstFailure = false

    /// The options unless set otherwise.
    public init() {}
}
