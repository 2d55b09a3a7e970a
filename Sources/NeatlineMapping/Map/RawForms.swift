import Foundation
import NeatlineFoundation
import NeatlineJSON

// Raw-representable types as values of any type. Those whose raw type has a form of its own in JSON have operators and
// methods of their own; the others, such as `enum Level: NSNumber`, are recognised here when a cast has failed.

/// An array or a dictionary of raw-representable values.
private protocol RawContainer {
    static func read(_ map: Map, _ position: Int, dropsRefused: Bool) -> Self?
    var rawForm: Any { get }
}

extension Array: RawContainer where Element: RawRepresentable {
    fileprivate static func read(_ map: Map, _ position: Int, dropsRefused: Bool) -> [Element]? {
        if dropsRefused { return map.array(position) { map.castRaw($0, Element.self) } }
        return map.all(position) { $0.castRaw($1, Element.self) }
    }

    fileprivate var rawForm: Any { map { $0.rawValue as Any } }
}

extension Dictionary: RawContainer where Key == String, Value: RawRepresentable {
    fileprivate static func read(_ map: Map, _ position: Int, dropsRefused: Bool) -> [String: Value]? {
        if dropsRefused { return map.dictionary(position) { map.castRaw($1, Value.self) } }
        return map.allMembers(position) { $0.castRaw($1, Value.self) }
    }

    fileprivate var rawForm: Any { mapValues { $0.rawValue as Any } }
}

extension Map {
    /// What reads a raw-representable type, an array or a dictionary of such, or an optional of these; nil for other
    /// types.
    @usableFromInline
    func rawReader(of type: Any.Type) -> ((Map, Int, Bool) -> Any?)? {
        if let type = type as? any OptionalProtocol.Type { return rawReader(of: type.wrappedType) }
        if let type = type as? any RawContainer.Type {
            return { map, position, drops in type.read(map, position, dropsRefused: drops) }
        }
        if let type = type as? any RawRepresentable.Type { return { map, position, _ in map.castRaw(position, type) } }
        return nil
    }

    /// The value whose raw value a cast gives; nil, noted down, if there is none.
    fileprivate func castRaw<T: RawRepresentable>(_ position: Int, _ type: T.Type) -> T? {
        guard let rawValue = rawValue(position, T.RawValue.self) else { return nil }
        if let value = T(rawValue: rawValue) { return value }
        reading.unknownCase(at: position, of: T.self)
        return nil
    }

    private func rawValue<RawValue>(_ position: Int, _ type: RawValue.Type) -> RawValue? {
        if let type = RawValue.self as? any MappableValue.Type {
            return type.value(from: ValueReader(reading, position)) as? RawValue
        }
        // In a dictionary there may be Swift's numbers and strings, where the raw type is one of Foundation's classes.
        if RawValue.self is AnyClass, let value = reading.json(position).object as? RawValue { return value }
        return cast(position, to: RawValue.self)
    }

    /// The raw values of a raw-representable value, or of an array or a dictionary of such; nil for other values.
    func rawForm(of value: Any) -> Any? {
        // `JSON` is raw-representable, and is written as it is.
        if value is JSON || value is [JSON] || value is [String: JSON] { return nil }
        if let value = value as? any RawContainer { return value.rawForm }
        return (value as? any RawRepresentable).map { $0.rawValue as Any }
    }
}
