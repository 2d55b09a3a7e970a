internal import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON

// The form of values in `UserDefaults` and in `[String: Any]`: property lists.

extension DefaultsValue {
    /// Creates the value of an object of a property list, a URL, or JSON; nil if the object is or contains something
    /// else, or has more than 128 levels of containers.
    ///
    /// Optional elements, as Foundation on Linux returns them, are unwrapped. nil and `NSNull` in a container are null.
    ///
    /// - Parameter object: The object.
    /// - Complexity: O(*n*) in the number of elements.
    public init?(object: Any) { self.init(object: object, depth: 0) }

    private init?(object: Any, depth: Int) {
        // What is inside an `AnyHashable` is not always found by a cast.
        let object = Swift.type(of: object) == AnyHashable.self ? (object as? AnyHashable)?.base ?? object : object
        // Foundation's containers are not bridged, because one of them can contain itself.
        if Swift.type(of: object) is AnyClass, let container = object as? any JSONContainer {
            switch container.parts {
            case .elements(let elements): self.init(elements: elements, depth: depth + 1)
            case .members(let members): self.init(members: members, depth: depth + 1)
            case nil: return nil
            }
            return
        }
        switch object {
        case let string as String: self = .json(.string(string))
        case let number as NSNumber where Swift.type(of: object) is AnyClass:
            self = number.isBoolean ? .json(.bool(number.boolValue)) : DefaultsValue(number: JSONNumber(number))
        case let bool as Bool: self = .json(.bool(bool))
        case let integer as any BinaryInteger: self = .json(.number(JSONNumber(integer)))
        case let double as Double: self = DefaultsValue(number: JSONNumber(double))
        case let float as Float: self = DefaultsValue(number: JSONNumber(float))
        case let data as Data: self = .data(data)
        case let date as Date: self = .date(date)
        case let url as URL:
            guard let value = DefaultsUrlBridge().encode(url) else { return nil }
            self = value
        case let json as JSON: self = .document(json)
        case let value as DefaultsValue: self = value
        case let elements as [Any]: self.init(elements: elements, depth: depth + 1)
        case let members as [String: Any]:
            self.init(members: members.map { (key: $0.key, value: $0.value) }, depth: depth + 1)
        default:
            guard let optional = object as? any OptionalType, let wrapped = optional.anyValue else { return nil }
            self.init(object: wrapped, depth: depth)
        }
    }

    private init?(elements: [Any], depth: Int) {
        guard depth <= DefaultsValue.maximumDepth else { return nil }
        var values: [DefaultsValue] = []
        for element in elements {
            guard let value = DefaultsValue(contained: element, depth: depth) else { return nil }
            values.append(value)
        }
        self = .array(values)
    }

    private init?(members: [(key: String, value: Any)], depth: Int) {
        guard depth <= DefaultsValue.maximumDepth else { return nil }
        var values: [String: DefaultsValue] = [:]
        for (key, member) in members {
            guard let value = DefaultsValue(contained: member, depth: depth) else { return nil }
            values[key] = value
        }
        self = .dictionary(values)
    }

    private init?(contained object: Any, depth: Int) {
        let isNull = object is NSNull || (object as? any OptionalType).map { $0.anyValue == nil } ?? false
        if isNull { self = .json(.null) } else { self.init(object: object, depth: depth) }
    }

    /// How many containers of `Any` may be inside one another: an `NSArray` can contain itself, and nested Swift
    /// collections are freed by recursion.
    private static let maximumDepth = 128

    /// The value as an object of a property list.
    ///
    /// A document, and what contains null, is JSON text in `Data`.
    public var propertyList: Any {
        switch self {
        case .document(let json): return DefaultsValue.text(json)
        case .json(let json): return DefaultsValue.object(json, null: nil) ?? DefaultsValue.text(json)
        case .data(let data): return data
        case .date(let date): return date
        case .array(let elements):
            let objects = elements.map { $0.isScalarNull ? nil : $0.propertyList }
            return objects.contains { $0 == nil } ? DefaultsValue.text(fileForm) : objects.compactMap(\.self) as [Any]
        case .dictionary(let members):
            let objects = members.mapValues { $0.isScalarNull ? nil : $0.propertyList }
            return objects.values.contains { $0 == nil }
                ? DefaultsValue.text(fileForm) : objects.compactMapValues(\.self) as [String: Any]
        }
    }

    /// The value as Swift's and Foundation's types: `[Any]`, `[String: Any]`, `String`, `Int`, `Double`, `Bool`, `Data`,
    /// `Date`, and `NSNull` for null.
    public var object: Any {
        switch self {
        case .document(let json), .json(let json): return DefaultsValue.object(json, null: NSNull()) ?? NSNull()
        case .data(let data): return data
        case .date(let date): return date
        case .array(let elements): return elements.map(\.object)
        case .dictionary(let members): return members.mapValues(\.object)
        }
    }

    private var isScalarNull: Bool { self == .json(.null) }

    private static func text(_ json: JSON) -> Data { (try? json.serialized()).map { Data($0) } ?? Data() }

    /// Returns the object of JSON that a store has read.
    ///
    /// - Parameters:
    ///   - json: The JSON, with bytes and dates in the form of files.
    ///   - null: The object for null; nil if there is none.
    ///   - depth: The number of containers around the JSON. Those at the level of `maximumDepth` stay `JSON`.
    /// - Returns: The object, or nil if `null` is needed and there is none, or the JSON is too deep for a property list.
    private static func object(_ json: JSON, null: Any?, depth: Int = 0) -> Any? {
        if depth >= maximumDepth, json.elements != nil || json.members != nil { return null == nil ? nil : json }
        switch json {
        case .null, .error: return null
        case .bool(let bool): return bool
        case .string(let string): return string
        case .number(let number): return number.object
        case .array(let elements):
            var objects: [Any] = []
            for element in elements {
                guard let object = object(element, null: null, depth: depth + 1) else { return nil }
                objects.append(object)
            }
            return objects
        case .object:
            let stored = DefaultsValue(fileForm: json)
            switch stored {
            case .data(let data): return data
            case .date(let date): return date
            default: break
            }
            var objects: [String: Any] = [:]
            for (key, value) in stored.members ?? [:] {
                guard case .json(let json) = value else {
                    objects[key] = value.object
                    continue
                }
                guard let object = object(json, null: null, depth: depth + 1) else { return nil }
                objects[key] = object
            }
            return objects
        }
    }
}

extension JSONNumber {
    /// The number as the first of `Int`, `UInt64` and `Double` that has its value. No integer has the sign of -0.0.
    var object: Any {
        let double = doubleValue
        if double == 0, double.sign == .minus { return double }
        if let integer: Int = exactly() { return integer }
        if let integer: UInt64 = exactly() { return integer }
        return double
    }
}

extension OptionalType {
    /// The wrapped value as `Any`.
    var anyValue: Any? { wrapped }
    /// Whether there is no value, also none in an optional that is inside.
    var isNil: Bool { wrapped.map { ($0 as? any OptionalType)?.isNil == true } ?? true }
}
