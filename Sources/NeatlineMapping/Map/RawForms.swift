import Foundation
import NeatlineFoundation
import NeatlineJSON

// Raw-representable types that the operators and methods have no overload for: those whose raw type is not a `MappableValue`,
// such as `enum Level: NSNumber`, and containers that have them at a deeper level, such as `[[Status]]` and `[Status?]`. They are
// recognized when a cast of a value to the property's type has failed.

/// An array, a set or a dictionary, whose elements may be raw-representable.
private protocol RawContainer: PropertyContainer {
    /// The converted elements, in an array or a dictionary.
    func converted(_ convert: (PropertyElement) -> Any) -> Any
}

extension Array: RawContainer {
    fileprivate func converted(_ convert: (Element) -> Any) -> Any { map(convert) }
}

extension Set: RawContainer {
    fileprivate func converted(_ convert: (Element) -> Any) -> Any { map(convert) }
}

extension Dictionary: RawContainer where Key: MemberKey {
    fileprivate func converted(_ convert: (Value) -> Any) -> Any {
        Dictionary<String, Any>(map { ($0.key.memberName, convert($0.value)) }) { $1 }
    }
}

extension RawContainer {
    /// A function that reads the container, with a second parameter as that of `ValueReader.rawReader(of:)`; nil if the elements
    /// are not raw-representable.
    fileprivate static var rawReader: ((ValueReader, Bool) -> Any?)? {
        guard let read = ValueReader.rawReader(of: PropertyElement.self) else { return nil }
        let nothing = (PropertyElement.self as? any OptionalProtocol.Type)?.wrappingNothing
        return { reader, dropsRefused in
            _readElements(from: reader, dropsRefused: dropsRefused) { element in
                let isNothing = nothing != nil && element.reading.isNull(element.position)
                // A value that is refused is nil, which must not become the nil of an optional element.
                guard let value = isNothing ? nothing : read(element, dropsRefused) else { return nil }
                return value as? PropertyElement
            }
        }
    }

    fileprivate static var hasRawForm: Bool { NeatlineMapping.hasRawForm(PropertyElement.self) }

    fileprivate var rawForm: Any { converted { NeatlineMapping.rawForm(of: $0) } }
}

extension ValueReader {
    /// Returns a function that reads a raw-representable type, or a container or an optional of such types, at any level.
    ///
    /// - Returns: nil for other types. The function's second parameter says whether raw values that the type does not have are
    ///   dropped from containers.
    @usableFromInline
    static func rawReader(of type: Any.Type) -> ((ValueReader, Bool) -> Any?)? {
        if let type = type as? any OptionalProtocol.Type { return rawReader(of: type.wrappedType) }
        if let type = type as? any RawContainer.Type { return type.rawReader }
        if let type = type as? any RawRepresentable.Type { return { reader, _ in reader.castRaw(type) } }
        return nil
    }

    /// Reads a raw value by a cast; nil, with a recorded failure, if it does not fit, or the type has no such value.
    fileprivate func castRaw<T: RawRepresentable>(_ type: T.Type) -> T? {
        let noted = reading.noted
        guard let rawValue = rawValue(T.RawValue.self) else { return nil }
        if let value = T(rawValue: rawValue) { return value }
        reading.unknownCase(at: position, of: T.self, since: noted)
        return nil
    }

    private func rawValue<RawValue>(_ type: RawValue.Type) -> RawValue? {
        if let type = RawValue.self as? any MappableValue.Type { return type.value(from: self) as? RawValue }
        // A dictionary may contain Swift's numbers and strings, where the raw type is one of Foundation's classes.
        if RawValue.self is AnyClass, let value = reading.json(position).object as? RawValue { return value }
        return cast(to: RawValue.self)
    }
}

/// Whether the type is raw-representable, or a container or an optional of such types, at any level.
private func hasRawForm(_ type: Any.Type) -> Bool {
    if let type = type as? any OptionalProtocol.Type { return hasRawForm(type.wrappedType) }
    if let type = type as? any RawContainer.Type { return type.hasRawForm }
    // `JSON` is raw-representable, but is written by itself.
    return type != JSON.self && type is any RawRepresentable.Type
}

/// The raw values of a value whose type has a raw form; null for nil.
private func rawForm(of value: Any) -> Any {
    switch value {
    case let value as any OptionalProtocol: value.wrapped.map { rawForm(of: $0) } ?? NSNull()
    case let value as any RawContainer: value.rawForm
    case let value as any RawRepresentable: value.rawValue as Any
    default: value
    }
}

extension Map {
    /// The raw values of a raw-representable value, or of a container of such, at any level; nil for other values.
    func rawForm(of value: Any) -> Any? {
        hasRawForm(type(of: value)) ? NeatlineMapping.rawForm(of: value) : nil
    }
}
