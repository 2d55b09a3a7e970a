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
