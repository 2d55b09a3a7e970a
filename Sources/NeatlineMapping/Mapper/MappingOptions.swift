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

    /// Whether arrays, sets and dictionaries are mapped without their broken elements: those in which anything does not
    /// fit, whatever their type. False unless set; then the rules are ObjectMapper's, which differ by the type of the
    /// elements.
    ///
    /// It holds for containers at any depth, and for the records of a stream. Each broken element has its failures in
    /// ``Mapper/failures``, with path, line and column. They do not make a strict or throwing call fail, because
    /// without the element everything fits. An element is also broken if a member is missing whose property cannot be
    /// nil: declare such a field with ``Map/optional``, or set ``reportsMissingKeys`` to false.
    ///
    /// ```swift
    /// mapper.options.omitsBrokenElements = true
    /// let points = mapper.mapArray(JSONString: #"[{"x": 1}, null, {"x": "a"}, {"x": 2}]"#)   // two
    /// for failure in mapper.failures { print(failure) }                                     // $[1], and $[2].x
    /// ```
    public var omitsBrokenElements = false

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
