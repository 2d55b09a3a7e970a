internal import NeatlineJSON

/// Converts optional values; nil removes the key, and is null in an array or a dictionary. Null reads as nil, also where the
/// wrapped values are JSON.
public struct DefaultsOptionalBridge<Bridge: DefaultsBridge>: DefaultsCodec {
    private let bridge: Bridge

    /// Creates the bridge from that of the wrapped values.
    ///
    /// - Parameter bridge: Converts the wrapped values.
    public init(bridge: Bridge) { self.bridge = bridge }

    /// Returns the stored form of the wrapped value; nil removes the key.
    ///
    /// - Parameter value: The optional value.
    /// - Throws: The error of the wrapped values' bridge.
    public func encode(_ value: Bridge.T?) throws -> DefaultsValue? { try value.flatMap { try bridge.encode($0) } }

    /// Returns the wrapped value; nil, and not an optional that contains nil, if the stored value is of another type.
    ///
    /// - Parameter stored: A stored value, or null.
    public func decode(_ stored: DefaultsValue) -> Bridge.T?? {
        if stored == .json(.null) { return .some(nil) }
        return bridge.decode(stored).map { .some($0) }
    }
}

extension DefaultsOptionalBridge: CompositeBridge {
    func mismatch(in stored: DefaultsValue, at path: [JSONKey]) -> String? {
        (bridge as? any CompositeBridge)?.mismatch(in: stored, at: path)
    }
}

/// Converts optional arrays, with SwiftyUserDefaults' name.
public typealias DefaultsOptionalArrayBridge<Bridge: DefaultsBridge> = DefaultsOptionalBridge<Bridge>

/// Converts arrays, element by element. An array with an element of another type is of another type.
public struct DefaultsElementsBridge<Bridge: DefaultsBridge>: DefaultsCodec {
    private let bridge: Bridge

    /// Creates the bridge from that of the elements.
    ///
    /// - Parameter bridge: Converts the elements.
    public init(_ bridge: Bridge) { self.bridge = bridge }

    /// Returns the stored form of the elements.
    ///
    /// - Parameter value: The elements.
    /// - Throws: What the elements' bridge throws.
    public func encode(_ value: [Bridge.T]) throws -> DefaultsValue? {
        .array(try value.map { try bridge.encode($0) ?? .json(.null) })
    }

    /// Returns the elements; nil for another type, or if an element cannot be converted.
    ///
    /// - Parameter stored: A stored array.
    public func decode(_ stored: DefaultsValue) -> [Bridge.T]? {
        guard let elements = stored.elements else { return nil }
        var values: [Bridge.T] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = bridge.decode(element) else { return nil }
            values.append(value)
        }
        return values
    }
}

extension DefaultsElementsBridge: CompositeBridge {
    func mismatch(in stored: DefaultsValue, at path: [JSONKey]) -> String? {
        guard let elements = stored.elements, let index = elements.firstIndex(where: { bridge.decode($0) == nil })
        else {
            return nil
        }
        return bridge.mismatch(inPart: elements[index], at: path + [.index(index)])
    }
}

/// Converts dictionaries with strings as keys, value by value. A dictionary with a value of another type is of another
/// type.
public struct DefaultsMembersBridge<Bridge: DefaultsBridge>: DefaultsCodec {
    private let bridge: Bridge

    /// Creates the bridge from that of the values.
    ///
    /// - Parameter bridge: Converts the values.
    public init(_ bridge: Bridge) { self.bridge = bridge }

    /// Returns the stored form of the values.
    ///
    /// - Parameter value: The values by their keys.
    /// - Throws: What the values' bridge throws.
    public func encode(_ value: [String: Bridge.T]) throws -> DefaultsValue? {
        .dictionary(try value.mapValues { try bridge.encode($0) ?? .json(.null) })
    }

    /// Returns the values by their keys.
    ///
    /// - Parameter stored: A stored dictionary.
    public func decode(_ stored: DefaultsValue) -> [String: Bridge.T]? {
        guard let members = stored.members else { return nil }
        var values: [String: Bridge.T] = [:]
        for (key, member) in members {
            guard let value = bridge.decode(member) else { return nil }
            values[key] = value
        }
        return values
    }
}

extension DefaultsMembersBridge: CompositeBridge {
    func mismatch(in stored: DefaultsValue, at path: [JSONKey]) -> String? {
        let others = stored.members?.filter { bridge.decode($0.value) == nil }
        guard let (key, member) = others?.min(by: { $0.key < $1.key }) else { return nil }
        return bridge.mismatch(inPart: member, at: path + [.key(key)])
    }
}

/// Converts property lists whose types are known when the program runs: `Any`, `[Any]`, `[String: Any]`, or one type that
/// property lists have.
public struct DefaultsObjectBridge<Object>: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}

    /// Returns the stored form of the object.
    ///
    /// - Parameter value: The object.
    /// - Throws: ``DefaultsError/valueUnrepresentable(key:reason:)`` if the object is no property list.
    public func encode(_ value: Object) throws -> DefaultsValue? {
        if let optional = value as? any OptionalType, optional.anyValue == nil { return nil }
        guard let stored = DefaultsValue(object: value) else {
            let type = type(of: value as Any)
            throw DefaultsError.valueUnrepresentable(key: "", reason: "\(type) is not a property list")
        }
        return stored
    }

    /// Returns the object. `UserDefaults` keeps one that contains null as JSON text.
    ///
    /// - Parameter stored: A stored property list.
    public func decode(_ stored: DefaultsValue) -> Object? {
        if let object = stored.object as? Object { return object }
        guard case .data = stored, let json = stored.json else { return nil }
        return DefaultsValue.json(json).object as? Object
    }
}

/// Converts values of any type that property lists have and that can be compared.
public struct DefaultsHashableBridge: DefaultsCodec {
    /// Creates the bridge, which has no settings.
    public init() {}

    /// Returns the stored form of the value.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``DefaultsError/valueUnrepresentable(key:reason:)`` if the value is no property list.
    public func encode(_ value: AnyHashable) throws -> DefaultsValue? {
        try DefaultsObjectBridge<Any>().encode(value.base)
    }

    /// Returns the value. The elements of arrays and dictionaries are of the type `AnyHashable`.
    ///
    /// - Parameter stored: A stored property list.
    public func decode(_ stored: DefaultsValue) -> AnyHashable? {
        DefaultsObjectBridge<Any>().decode(stored).flatMap { DefaultsHashableBridge.hashable($0) }
    }

    /// The depth is that of a property list.
    private static func hashable(_ object: Any) -> AnyHashable? {
        switch object {
        case let elements as [Any]:
            let values = elements.compactMap { hashable($0) }
            return values.count == elements.count ? AnyHashable(values) : nil
        case let members as [String: Any]:
            let values = members.compactMapValues { hashable($0) }
            return values.count == members.count ? AnyHashable(values) : nil
        default: return object as? AnyHashable
        }
    }
}

/// Converts arrays of one type that property lists have.
public typealias DefaultsArrayBridge<Elements: Collection> = DefaultsObjectBridge<Elements>
