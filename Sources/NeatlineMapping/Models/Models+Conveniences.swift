import Foundation
import NeatlineJSON

extension Mappable {
    /// A model from a text; nil if it is no JSON, no object, or refused.
    @inlinable
    public init?(JSONString: String, context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(JSONString: JSONString) as Self? else { return nil }
        self = object
    }

    /// A model from a dictionary; nil if it is refused.
    @inlinable
    public init?(JSON: [String: Any], context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(JSON: JSON) as Self? else { return nil }
        self = object
    }

    /// A model from an object; nil if it is none, or refused.
    @inlinable
    public init?(JSONObject: Any?, context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(JSONObject: JSONObject) as Self? else { return nil }
        self = object
    }

    /// A model from a value; nil if it is no object, or refused.
    @inlinable
    public init?(json: NeatlineJSON.JSON, context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(json: json) else { return nil }
        self = object
    }

    /// A model from the bytes of a text; nil if it is no JSON, no object, or refused.
    @inlinable
    public init?(data: Data, context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(data: data) else { return nil }
        self = object
    }
}

extension ImmutableMappable {
    /// A model from a text.
    ///
    /// - Throws: `MapError` if it is no JSON or no object, and what the initialiser throws.
    @inlinable
    public init(JSONString: String, context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSONString: JSONString) as Self
    }

    /// A model from a dictionary.
    ///
    /// - Throws: what the initialiser throws.
    @inlinable
    public init(JSON: [String: Any], context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSON: JSON) as Self
    }

    /// A model from an object.
    ///
    /// - Throws: `MapError` if it is none, and what the initialiser throws.
    @inlinable
    public init(JSONObject: Any, context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSONObject: JSONObject) as Self
    }

    /// A model from a value.
    ///
    /// - Throws: `MapError` if it is no object, and what the initialiser throws.
    @inlinable
    public init(json: NeatlineJSON.JSON, context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSONObject: json) as Self
    }

    /// A model from the bytes of a text.
    ///
    /// - Throws: `MapError` if it is no JSON or no object, and what the initialiser throws.
    @inlinable
    public init(data: Data, context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSONString: String(decoding: data, as: UTF8.self)) as Self
    }
}

// MARK: With failures

/// The forms that say what did not fit.
///
/// ```swift
/// var failures: [MappingFailure] = []
/// let order = Order(JSONString: text, failures: &failures)
/// for failure in failures { print(failure) }
/// // $.name: expected a string, found the number 5 (line 1, column 10)
/// ```
///
/// - Complexity: O(*n*) in the size of what was mapped; O(*k* log *k*) more in the number of failures.
extension BaseMappable {
    /// A model from a text, and what did not fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - context: What the model finds as `map.context`.
    ///   - options: How strictly it is mapped.
    ///   - failures: Is set to ``Mapper/failures`` of this call; empty if everything fits.
    /// - Returns: nil if the text is no JSON, no object, or refused, or if something did not fit and the options are strict.
    @inlinable
    public init?(
        JSONString: String, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(JSONString: JSONString) }
    }

    /// A model from the bytes of a text, and what did not fit, as the form that takes a `String`.
    @inlinable
    public init?(
        data: Data, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(data: data) }
    }

    /// A model from a value, and what did not fit, as the form that takes a `String`.
    @inlinable
    public init?(
        json: NeatlineJSON.JSON, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(json: json) }
    }

    /// A model from a dictionary, and what did not fit, as the form that takes a `String`.
    @inlinable
    public init?(
        JSON: [String: Any], context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(JSON: JSON) }
    }

    /// A model from an object, and what did not fit, as the form that takes a `String`.
    @inlinable
    public init?(
        JSONObject: Any?, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(JSONObject: JSONObject) }
    }

    @inlinable
    init?(
        _ failures: inout [MappingFailure], _ context: (any MapContext)?, _ options: MappingOptions,
        _ map: (Mapper<Self>) -> Self?
    ) {
        let mapper = Mapper<Self>(context: context)
        mapper.options = options
        let object = map(mapper)
        failures = mapper.failures
        guard let object else { return nil }
        self = object
    }
}

extension BaseMappable {
    /// The model's dictionary; see `Mapper.toJSON`.
    @inlinable
    public func toJSON() -> [String: Any] { Mapper().toJSON(self) }

    /// The model as text, its members in the order of mapping; nil if a number is NaN or infinite.
    @inlinable
    public func toJSONString(prettyPrint: Bool = false) -> String? {
        Mapper().toJSONString(self, prettyPrint: prettyPrint)
    }

    /// The model as text, in UTF-8; nil if a number is NaN or infinite.
    @inlinable
    public func toJSONData(prettyPrint: Bool = false) -> Data? { Mapper().toJSONData(self, prettyPrint: prettyPrint) }

    /// The model as a value, with its members in the order of mapping; null if a number is NaN or infinite.
    @inlinable
    public func toJSONValue() -> NeatlineJSON.JSON { Mapper().toJSONValue(self) }
}

extension Array where Element: BaseMappable {
    /// Models from a text; a single object gives one. nil if it is no JSON, or neither an object nor an array of objects.
    @inlinable
    public init?(JSONString: String, context: (any MapContext)? = nil) {
        guard let objects = Mapper<Element>(context: context).mapArray(JSONString: JSONString) as [Element]? else {
            return nil
        }
        self = objects
    }

    /// Models from a text, and what did not fit.
    ///
    /// - Parameters:
    ///   - JSONString: The text; a single object gives one model.
    ///   - context: What the models find as `map.context`.
    ///   - options: How strictly they are mapped.
    ///   - failures: Is set to ``Mapper/failures`` of this call; empty if everything fits.
    /// - Returns: nil if the text is no JSON, or neither an object nor an array of objects, or if something did not fit and
    ///   the options are strict.
    @inlinable
    public init?(
        JSONString: String, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        let mapper = Mapper<Element>(context: context)
        mapper.options = options
        let objects: [Element]? = mapper.mapArray(JSONString: JSONString)
        failures = mapper.failures
        guard let objects else { return nil }
        self = objects
    }

    /// Models from an array of dictionaries; those that are refused are dropped.
    @inlinable
    public init(JSONArray: [[String: Any]], context: (any MapContext)? = nil) {
        self = Mapper<Element>(context: context).mapArray(JSONArray: JSONArray)
    }

    /// The models' dictionaries.
    @inlinable
    public func toJSON() -> [[String: Any]] { Mapper().toJSONArray(self) }

    /// The models as text, their members in the order of mapping; nil if a number is NaN or infinite.
    @inlinable
    public func toJSONString(prettyPrint: Bool = false) -> String? {
        Mapper().toJSONString(self, prettyPrint: prettyPrint)
    }
}

extension Set where Element: BaseMappable {
    /// Models from a text; a single object gives one. nil if it is no JSON, or neither an object nor an array of objects.
    @inlinable
    public init?(JSONString: String, context: (any MapContext)? = nil) {
        guard let objects = Mapper<Element>(context: context).mapSet(JSONString: JSONString) else { return nil }
        self = objects
    }

    /// Models from an array of dictionaries; nil if it is no array of objects.
    @inlinable
    public init?(JSONArray: [[String: Any]], context: (any MapContext)? = nil) {
        self = Mapper<Element>(context: context).mapSet(JSONArray: JSONArray)
    }

    /// The models' dictionaries, in no order.
    @inlinable
    public func toJSON() -> [[String: Any]] { Mapper().toJSONSet(self) }

    /// The models as text, in no order; nil if a number is NaN or infinite.
    @inlinable
    public func toJSONString(prettyPrint: Bool = false) -> String? {
        Mapper().toJSONString(self, prettyPrint: prettyPrint)
    }
}
