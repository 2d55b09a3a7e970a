import Foundation
import NeatlineJSON

// Initialisers of models from text, bytes, dictionaries and `JSON`, and the functions that write them.

extension Mappable {
    /// Creates a model from a text; nil if the text is not JSON or not an object, or the model rejects it.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init?(JSONString: String, context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(JSONString: JSONString) as Self? else { return nil }
        self = object
    }

    /// Creates a model from a dictionary; nil if the model rejects it.
    ///
    /// - Parameters:
    ///   - JSON: The dictionary.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init?(JSON: [String: Any], context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(JSON: JSON) as Self? else { return nil }
        self = object
    }

    /// Creates a model from an object; nil if it is not a dictionary, or the model rejects it.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init?(JSONObject: Any?, context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(JSONObject: JSONObject) as Self? else { return nil }
        self = object
    }

    /// Creates a model from a value; nil if it is not an object, or the model rejects it.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init?(json: NeatlineJSON.JSON, context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(json: json) else { return nil }
        self = object
    }

    /// Creates a model from the bytes of a text; nil if the text is not JSON or not an object, or the model rejects it.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8, UTF-16 or UTF-32.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init?(data: Data, context: (any MapContext)? = nil) {
        guard let object = Mapper<Self>(context: context).map(data: data) else { return nil }
        self = object
    }
}

extension ImmutableMappable {
    /// Creates a model from a text.
    ///
    /// - Parameters:
    ///   - JSONString: the text.
    ///   - context: the `map.context` of the model.
    /// - Throws: `MapError` if the text is not JSON or not an object, or the error of the model's initializer.
    @inlinable
    public init(JSONString: String, context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSONString: JSONString) as Self
    }

    /// Creates a model from a dictionary.
    ///
    /// - Parameters:
    ///   - JSON: the dictionary.
    ///   - context: the `map.context` of the model.
    /// - Throws: the error of the model's initializer.
    @inlinable
    public init(JSON: [String: Any], context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSON: JSON) as Self
    }

    /// Creates a model from an object.
    ///
    /// - Parameters:
    ///   - JSONObject: the object.
    ///   - context: the `map.context` of the model.
    /// - Throws: `MapError` if the object is not a dictionary, or the error of the model's initializer.
    @inlinable
    public init(JSONObject: Any, context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSONObject: JSONObject) as Self
    }

    /// Creates a model from a value.
    ///
    /// - Parameters:
    ///   - json: the value.
    ///   - context: the `map.context` of the model.
    /// - Throws: `MapError` if the value is not an object, or the error of the model's initializer.
    @inlinable
    public init(json: NeatlineJSON.JSON, context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSONObject: json) as Self
    }

    /// Creates a model from the bytes of a text.
    ///
    /// - Parameters:
    ///   - data: the text.
    ///   - context: the `map.context` of the model.
    /// - Throws: `MapError` if the text is not JSON or not an object, or the error of the model's initializer.
    @inlinable
    public init(data: Data, context: (any MapContext)? = nil) throws {
        self = try Mapper<Self>(context: context).map(JSONString: String(decoding: data, as: UTF8.self)) as Self
    }
}

// MARK: With failures

/// Initializers that return the failures.
///
/// ```swift
/// var failures: [MappingFailure] = []
/// let order = Order(JSONString: text, failures: &failures)
/// for failure in failures { print(failure) }
/// // $.name: expected a string, found the number 5 (line 1, column 10)
/// ```
///
/// - Complexity: O(*n*) in the size of the JSON, and O(*k* log *k*) in the number of failures.
extension BaseMappable {
    /// Creates a model from a text, and returns the failures.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - context: The `map.context` of the model.
    ///   - options: The options of the mapper.
    ///   - failures: Is set to ``Mapper/failures`` of this call; empty if everything could be mapped.
    /// - Returns: nil if the text is not JSON or not an object, if the model rejects it, or if there are failures and
    ///   the options are strict.
    @inlinable
    public init?(
        JSONString: String, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(JSONString: JSONString) }
    }

    /// Creates a model from the bytes of a text, and returns the failures; see the initializer that takes a `String`.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8, UTF-16 or UTF-32.
    ///   - context: The `context` of the maps of the models.
    ///   - options: The options of the mapper.
    ///   - failures: Is set to ``Mapper/failures`` of this call.
    @inlinable
    public init?(
        data: Data, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(data: data) }
    }

    /// Creates a model from a value, and returns the failures; see the initializer that takes a `String`.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - context: The `context` of the maps of the models.
    ///   - options: The options of the mapper.
    ///   - failures: Is set to ``Mapper/failures`` of this call.
    @inlinable
    public init?(
        json: NeatlineJSON.JSON, context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(json: json) }
    }

    /// Creates a model from a dictionary, and returns the failures; see the initializer that takes a `String`.
    ///
    /// - Parameters:
    ///   - JSON: The dictionary.
    ///   - context: The `context` of the maps of the models.
    ///   - options: The options of the mapper.
    ///   - failures: Is set to ``Mapper/failures`` of this call.
    @inlinable
    public init?(
        JSON: [String: Any], context: (any MapContext)? = nil, options: MappingOptions = MappingOptions(),
        failures: inout [MappingFailure]
    ) {
        self.init(&failures, context, options) { $0.map(JSON: JSON) }
    }

    /// Creates a model from an object, and returns the failures; see the initializer that takes a `String`.
    ///
    /// - Parameters:
    ///   - JSONObject: The object.
    ///   - context: The `context` of the maps of the models.
    ///   - options: The options of the mapper.
    ///   - failures: Is set to ``Mapper/failures`` of this call.
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
    /// Returns the model as a dictionary; see `Mapper.toJSON`.
    @inlinable
    public func toJSON() -> [String: Any] { Mapper().toJSON(self) }

    /// Returns the model as text, its members in the order of mapping; nil if a number is NaN or infinite.
    ///
    /// - Parameter prettyPrint: Whether the text is indented.
    @inlinable
    public func toJSONString(prettyPrint: Bool = false) -> String? {
        Mapper().toJSONString(self, prettyPrint: prettyPrint)
    }

    /// Returns the model as text in UTF-8; nil if a number is NaN or infinite.
    ///
    /// - Parameter prettyPrint: Whether the text is indented.
    @inlinable
    public func toJSONData(prettyPrint: Bool = false) -> Data? { Mapper().toJSONData(self, prettyPrint: prettyPrint) }

    /// Returns the model as a value, its members in the order of mapping; null if a number is NaN or infinite.
    @inlinable
    public func toJSONValue() -> NeatlineJSON.JSON { Mapper().toJSONValue(self) }
}

extension Array where Element: BaseMappable {
    /// Creates models from a text, in which a single object is one model; nil if it is not JSON, or neither an object
    /// nor an array of objects.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init?(JSONString: String, context: (any MapContext)? = nil) {
        guard let objects = Mapper<Element>(context: context).mapArray(JSONString: JSONString) as [Element]? else {
            return nil
        }
        self = objects
    }

    /// Creates models from a text, and returns the failures.
    ///
    /// - Parameters:
    ///   - JSONString: The text; a single object is one model.
    ///   - context: The `map.context` of the models.
    ///   - options: The options of the mapper.
    ///   - failures: Is set to ``Mapper/failures`` of this call; empty if everything could be mapped.
    /// - Returns: nil if the text is not JSON, or neither an object nor an array of objects, or if there are failures
    ///   and the options are strict.
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

    /// Creates models from an array of dictionaries; those that are rejected are omitted.
    ///
    /// - Parameters:
    ///   - JSONArray: The dictionaries.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init(JSONArray: [[String: Any]], context: (any MapContext)? = nil) {
        self = Mapper<Element>(context: context).mapArray(JSONArray: JSONArray)
    }

    /// Returns the models as dictionaries.
    @inlinable
    public func toJSON() -> [[String: Any]] { Mapper().toJSONArray(self) }

    /// Returns the models as text, their members in the order of mapping; nil if a number is NaN or infinite.
    ///
    /// - Parameter prettyPrint: Whether the text is indented.
    @inlinable
    public func toJSONString(prettyPrint: Bool = false) -> String? {
        Mapper().toJSONString(self, prettyPrint: prettyPrint)
    }
}

extension Set where Element: BaseMappable {
    /// Creates models from a text, in which a single object is one model; nil if it is not JSON, or neither an object
    /// nor an array of objects.
    ///
    /// - Parameters:
    ///   - JSONString: The text.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init?(JSONString: String, context: (any MapContext)? = nil) {
        guard let objects = Mapper<Element>(context: context).mapSet(JSONString: JSONString) else { return nil }
        self = objects
    }

    /// Creates models from an array of dictionaries; nil if it is not an array of objects.
    ///
    /// - Parameters:
    ///   - JSONArray: The dictionaries.
    ///   - context: The `context` of the maps of the models.
    @inlinable
    public init?(JSONArray: [[String: Any]], context: (any MapContext)? = nil) {
        self = Mapper<Element>(context: context).mapSet(JSONArray: JSONArray)
    }

    /// Returns the models as dictionaries, in no particular order.
    @inlinable
    public func toJSON() -> [[String: Any]] { Mapper().toJSONSet(self) }

    /// Returns the models as text, in no particular order; nil if a number is NaN or infinite.
    ///
    /// - Parameter prettyPrint: Whether the text is indented.
    @inlinable
    public func toJSONString(prettyPrint: Bool = false) -> String? {
        Mapper().toJSONString(self, prettyPrint: prettyPrint)
    }
}
