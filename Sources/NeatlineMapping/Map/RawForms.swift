import Foundation
import NeatlineFoundation
import NeatlineJSON

// Raw-representable types whose raw type is not a `MappableValue`, such as `enum Level: NSNumber`: they have no operators and
// methods, and are recognized when a cast of a value to the property's type has failed.

/// An array or a dictionary of raw-representable values.
private protocol RawContainer {
    static func read(from reader: ValueReader, dropsRefused: Bool) -> Self?
    var rawForm: Any { get }
}

extension Array: RawContainer where Element: RawRepresentable {
    fileprivate static func read(from reader: ValueReader, dropsRefused: Bool) -> [Element]? {
        _readElements(from: reader, dropsRefused: dropsRefused) { $0.castRaw(Element.self) }
    }

    fileprivate var rawForm: Any { map { $0.rawValue as Any } }
}

extension Dictionary: RawContainer where Key: MemberKey, Value: RawRepresentable {
    fileprivate static func read(from reader: ValueReader, dropsRefused: Bool) -> [Key: Value]? {
        _readElements(from: reader, dropsRefused: dropsRefused) { $0.castRaw(Value.self) }
    }

    fileprivate var rawForm: Any {
        Dictionary<String, Any>(map { ($0.key.memberName, $0.value.rawValue as Any) }) { $1 }
    }
}

extension ValueReader {
    /// Returns a function that reads a raw-representable type, an array or a dictionary of such, or an optional of these.
    ///
    /// - Returns: nil for other types. The function's second parameter says whether raw values that the type does not have are
    ///   dropped from containers.
    @usableFromInline
    static func rawReader(of type: Any.Type) -> ((ValueReader, Bool) -> Any?)? {
        if let type = type as? any OptionalProtocol.Type { return rawReader(of: type.wrappedType) }
        if let type = type as? any RawContainer.Type { return { type.read(from: $0, dropsRefused: $1) } }
        if let type = type as? any RawRepresentable.Type { return { reader, _ in reader.castRaw(type) } }
        return nil
    }

    /// Reads a raw value by a cast; nil, with a recorded failure, if it does not fit, or the type has no such value.
    fileprivate func castRaw<T: RawRepresentable>(_ type: T.Type) -> T? {
        guard let rawValue = rawValue(T.RawValue.self) else { return nil }
        if let value = T(rawValue: rawValue) { return value }
        reading.unknownCase(at: position, of: T.self)
        return nil
    }

    private func rawValue<RawValue>(_ type: RawValue.Type) -> RawValue? {
        if let type = RawValue.self as? any MappableValue.Type { return type.value(from: self) as? RawValue }
        // A dictionary may contain Swift's numbers and strings, where the raw type is one of Foundation's classes.
        if RawValue.self is AnyClass, let value = reading.json(position).object as? RawValue { return value }
        return cast(to: RawValue.self)
    }
}

extension Map {
    /// The raw values of a raw-representable value, or of an array or a dictionary of such; nil for other values.
    func rawForm(of value: Any) -> Any? {
        // `JSON` is raw-representable, but is written by itself.
        if value is JSON { return nil }
        // A cast of Foundation's containers would convert all levels.
        if value is any JSONContainer || value is [JSON] || value is [String: JSON] { return nil }
        if let value = value as? any RawContainer { return value.rawForm }
        return (value as? any RawRepresentable).map { $0.rawValue as Any }
    }
}
