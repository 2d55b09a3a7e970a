import Neatline
import NeatlineTestSupport
import Testing

/// What a mapping of one field did.
struct Outcome<Value> {
    let value: Value
    let failures: [MappingFailure]

    var reasons: [MappingFailure.Reason] { failures.map(\.reason) }
    var messages: [String] { failures.map(\.description) }
}

/// A model whose mapping is in the context, so that one field of any type can be mapped.
struct Probe: Mappable {
    struct Body: MapContext {
        let run: (Map) -> Void
    }

    init() {}
    init?(map: Map) {}
    mutating func mapping(map: Map) { (map.context as? Body)?.run(map) }
}

/// How a property of one type is mapped.
struct Property<Value> {
    let value: Value
    let map: (inout Value, Map) -> Void

    init(_ value: Value, _ map: @escaping (inout Value, Map) -> Void) {
        self.value = value
        self.map = map
    }

    /// The property after a text was mapped.
    func reading(_ text: String, options: MappingOptions = MappingOptions()) -> Outcome<Value> {
        run(options) { $0.map(JSONString: text) }
    }

    /// The property after a dictionary was mapped.
    func reading(_ dictionary: [String: Any], options: MappingOptions = MappingOptions()) -> Outcome<Value> {
        run(options) { $0.map(JSON: dictionary) }
    }

    private func run(_ options: MappingOptions, _ read: (Mapper<Probe>) -> Probe?) -> Outcome<Value> {
        var value = value
        let mapper = Mapper<Probe>(context: Probe.Body { self.map(&value, $0) })
        mapper.options = options
        _ = read(mapper)
        return Outcome(value: value, failures: mapper.failures)
    }

    /// The text that is written.
    func text(includingNil: Bool = false) -> String? {
        writing(includingNil) { $0.toJSONString(Probe()) }
    }

    /// The dictionary that is written.
    func dictionary(includingNil: Bool = false) -> [String: Any] {
        writing(includingNil) { $0.toJSON(Probe()) }
    }

    private func writing<Result>(_ includesNil: Bool, _ write: (Mapper<Probe>) -> Result) -> Result {
        var value = value
        let context = Probe.Body { self.map(&value, $0) }
        return write(Mapper<Probe>(context: context, shouldIncludeNilValues: includesNil))
    }
}

/// One shape of property under all that can happen to it: `{plain, optional, implicitly unwrapped}`, from JSON where the
/// member is present, absent, null or wrong, as text and as a dictionary, and to JSON.
struct ShapeCheck<Value: Equatable> {
    /// What the property holds at first, and what it is to hold then.
    let old: Value
    let new: Value
    /// `new` in JSON.
    let text: String
    /// A value that does not fit, and what is then noted down.
    let wrong: String
    let failure: String
    var reason = MappingFailure.Reason.mismatch
    /// What is expected where the member is absent or null.
    let expected: String
    /// What remains of a wrong value, if something does.
    var remainder: Value?
    /// Whether nil is written when nil values are included.
    var writesNil = true

    var plain: (inout Value, Map) -> Void
    var optional: (inout Value?, Map) -> Void
    /// `>>>` of both.
    var write: (Value, Map) -> Void
    var writeOptional: (Value?, Map) -> Void

    func verify(_ location: SourceLocation = #_sourceLocation) throws {
        try verifyPlain(location)
        try verifyOptional(location)
        try verifyWriting(location)
    }

    private func outcomes<T>(
        _ value: T, _ map: @escaping (inout T, Map) -> Void, _ text: String
    ) throws -> [Outcome<T>] {
        let property = Property(value, map)
        let dictionary = try #require(try JSON(parsing: text).dictionaryObject)
        return [property.reading(text), property.reading(dictionary)]
    }

    private func verifyPlain(_ location: SourceLocation) throws {
        for outcome in try outcomes(old, plain, #"{"k": \#(text)}"#) {
            expect(outcome.value == new && outcome.messages.isEmpty, "\(outcome)", sourceLocation: location)
        }
        for outcome in try outcomes(old, plain, "{}") {
            expectEqual(outcome.value, old, sourceLocation: location)
            expectEqual(outcome.reasons, [.missing], sourceLocation: location)
            expectEqual(outcome.failures.first?.path, "$.k", sourceLocation: location)
            expectEqual(outcome.failures.first?.expected, expected, sourceLocation: location)
            expectEqual(outcome.failures.first?.found, "nothing", sourceLocation: location)
        }
        for outcome in try outcomes(old, plain, #"{"k": null}"#) {
            expectEqual(outcome.value, old, sourceLocation: location)
            expectEqual(outcome.reasons, [.null], sourceLocation: location)
            expectEqual(outcome.failures.first?.path, "$.k", sourceLocation: location)
            expectEqual(outcome.failures.first?.found, "null", sourceLocation: location)
        }
        for outcome in try outcomes(old, plain, #"{"k": \#(wrong)}"#) {
            expectEqual(outcome.value, remainder ?? old, sourceLocation: location)
            expectEqual(outcome.reasons, [reason], sourceLocation: location)
            expectEqual(
                outcome.messages.first?.hasPrefix(failure), true, "\(outcome.messages)", sourceLocation: location)
        }
    }

    private func verifyOptional(_ location: SourceLocation) throws {
        for start in [Optional(old), nil] {
            for outcome in try outcomes(start, optional, #"{"k": \#(text)}"#) {
                expect(outcome.value == new && outcome.messages.isEmpty, "\(outcome)", sourceLocation: location)
            }
            for outcome in try outcomes(start, optional, "{}") {
                expect(outcome.value == start && outcome.messages.isEmpty, sourceLocation: location)
            }
            for outcome in try outcomes(start, optional, #"{"k": null}"#) {
                expect(outcome.value == nil && outcome.messages.isEmpty, sourceLocation: location)
            }
            for outcome in try outcomes(start, optional, #"{"k": \#(wrong)}"#) {
                expectEqual(outcome.value, remainder, "\(outcome)", sourceLocation: location)
                expectEqual(outcome.reasons, [reason], sourceLocation: location)
                expectEqual(
                    outcome.messages.first?.hasPrefix(failure), true, "\(outcome.messages)", sourceLocation: location)
            }
        }
    }

    private func verifyWriting(_ location: SourceLocation) throws {
        let member = #"{"k":\#(try JSON(parsing: text).serializedString())}"#
        let plains = [
            Property(new, plain), Property(new, { write($0, $1) }),
        ]
        for property in plains {
            expectEqual(property.text(), member, sourceLocation: location)
            expectEqual(JSON(property.dictionary()), try JSON(parsing: member), sourceLocation: location)
        }
        for map in [optional, { writeOptional($0, $1) }] {
            let property = Property(Optional(new), map)
            expectEqual(property.text(), member, sourceLocation: location)
            expectEqual(JSON(property.dictionary()), try JSON(parsing: member), sourceLocation: location)
            let nothing = Property(Value?.none, map)
            expectEqual(nothing.text(), "{}", sourceLocation: location)
            expect(nothing.dictionary().isEmpty, sourceLocation: location)
            let null = writesNil ? #"{"k":null}"# : "{}"
            expectEqual(nothing.text(includingNil: true), null, sourceLocation: location)
            expectEqual(
                JSON(nothing.dictionary(includingNil: true)), try JSON(parsing: null), sourceLocation: location)
        }
    }
}
