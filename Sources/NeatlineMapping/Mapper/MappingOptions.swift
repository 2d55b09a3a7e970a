import NeatlineJSON

/// Options of a mapper: how strict it is, and what it reports in addition to values that do not fit.
///
/// ```swift
/// let mapper = Mapper<User>()
/// mapper.options.coercesScalars = true
/// ```
public struct MappingOptions: Sendable {
    /// Whether a value of another type is converted if its meaning is unambiguous: the string `"8"` to a number, a
    /// number to its text, `"true"`, `"false"`, 1 and 0 to a boolean, `true` and `false` to 1 and 0. Each is reported
    /// with the reason `coerced`. False, unless set.
    public var coercesScalars = false

    /// Whether the numbers 1 and 0 are read as `true` and `false`, as PHP and MySQL write them. Each is reported with the
    /// reason `coerced`. True, unless set.
    public var readsNumbersAsBooleans = true

    /// Whether members that the model did not read are reported, with the reason `unknownKey`. False, unless set.
    public var reportsUnknownKeys = false

    /// Whether an absent member is a failure if the property cannot be nil. True, unless set.
    public var reportsMissingKeys = true

    /// Whether a call returns no model if any value does not fit, like the methods whose names begin with `try`. False unless
    /// set; then fields that do not fit are omitted.
    ///
    /// Methods that throw, throw a ``MappingError`` with all failures. Failures that are only reported (`coerced`,
    /// `unknownKey`) are ignored. An existing model keeps the fields that did fit.
    public var isStrict = false

    /// The options by which JSON text is parsed; strict RFC 8259 unless set.
    public var parsing = JSONParsingOptions()

    /// Whether the run ends at the first failure.
    var stopsAtFirstFailure = false

    /// Creates options with the default of each property.
    public init() {}

    /// The options of a mapping in which everything has to fit: ``isStrict`` is true.
    public static var strict: MappingOptions {
        var options = MappingOptions()
        options.isStrict = true
        return options
    }
}
