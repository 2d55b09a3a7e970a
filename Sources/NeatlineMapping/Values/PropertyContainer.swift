import NeatlineJSON

/// An array, a set, or a dictionary whose keys are names: a property whose elements are converted one by one.
///
/// Not for conforming.
public protocol PropertyContainer {
    /// The type of the elements, or of a dictionary's values.
    associatedtype PropertyElement

    /// Reads an array or an object.
    ///
    /// - Parameters:
    ///   - reader: The position of the array or object.
    ///   - dropsRefused: Whether elements for which `read` returns nil are left out. Otherwise all have to fit.
    ///   - read: Reads one element, or returns nil after it has noted why the element does not fit.
    /// - Returns: The container, or nil, noted down, if there is no array or object, or an element does not fit. If the
    ///   run omits broken elements, they never make it nil.
    /// - Throws: The error of `read`, unless the run omits broken elements.
    static func _readElements(
        from reader: ValueReader, dropsRefused: Bool, _ read: (ValueReader) throws -> PropertyElement?
    ) rethrows -> Self?

    /// Writes an array, or an object with its members in the order of their names.
    ///
    /// - Parameters:
    ///   - writer: The position to write to.
    ///   - convert: Converts an element to the value that is written, or returns nil to omit the element.
    ///   - append: Writes a converted element.
    func _appendElements<Output>(
        to writer: ValueWriter, _ convert: (PropertyElement) -> Output?, _ append: (Output) -> Void)

    /// The type that Foundation's parser would give, for messages, such as `[Any]`.
    static var _untypedName: String { get }
}

extension PropertyContainer {
    /// The name of a type of elements: `Any`, unless it is a container.
    static var untypedElementName: String {
        (PropertyElement.self as? any PropertyContainer.Type)?._untypedName ?? "Any"
    }
}

extension Array: PropertyContainer {
    /// Reads the elements of an array.
    @inlinable
    public static func _readElements(
        from reader: ValueReader, dropsRefused: Bool, _ read: (ValueReader) throws -> Element?
    ) rethrows -> [Element]? {
        guard var positions = reader.reading.elements(reader.position) else {
            reader.reading.mismatch(at: reader.position, expected: "an array")
            return nil
        }
        var elements: [Element] = []
        elements.reserveCapacity(MemoryLayout<Element>.room(for: positions.count))
        while let position = reader.reading.next(&positions) {
            if let element = try reader.reading.element(position, depth: reader.depth, read) {
                elements.append(consume element)
            } else if !dropsRefused, !reader.reading.omitsBrokenElements {
                return nil
            }
        }
        return elements
    }

    /// Writes an array.
    @inlinable
    public func _appendElements<Output>(
        to writer: ValueWriter, _ convert: (Element) -> Output?, _ append: (Output) -> Void
    ) {
        writer.writing.beginArray()
        for element in self {
            guard let output = convert(element) else { continue }
            writer.writing.beginElement()
            append(output)
        }
        writer.writing.endArray()
    }

    /// "[Any]", or "[[Any]]" for an array of arrays.
    public static var _untypedName: String { "[\(untypedElementName)]" }
}

extension Set: PropertyContainer {
    /// Reads the elements of an array.
    @inlinable
    public static func _readElements(
        from reader: ValueReader, dropsRefused: Bool, _ read: (ValueReader) throws -> Element?
    ) rethrows -> Set<Element>? {
        try [Element]._readElements(from: reader, dropsRefused: dropsRefused, read).map { Set($0) }
    }

    /// Writes an array, in no order.
    @inlinable
    public func _appendElements<Output>(
        to writer: ValueWriter, _ convert: (Element) -> Output?, _ append: (Output) -> Void
    ) {
        Array(self)._appendElements(to: writer, convert, append)
    }

    /// "[Any]".
    public static var _untypedName: String { [Element]._untypedName }
}

extension Dictionary: PropertyContainer where Key: MemberKey {
    /// Reads the values of an object's members.
    @inlinable
    public static func _readElements(
        from reader: ValueReader, dropsRefused: Bool, _ read: (ValueReader) throws -> Value?
    ) rethrows -> [Key: Value]? {
        guard let members = reader.reading.members(reader.position) else {
            reader.reading.mismatch(at: reader.position, expected: "an object")
            return nil
        }
        var dictionary: [Key: Value] = [:]
        dictionary.reserveCapacity(MemoryLayout<(String, Value)>.room(for: members.count))
        for member in members {
            let entry = try reader.reading.element(member.position, depth: reader.depth) { value in
                guard let key = Key(memberName: member.name) else {
                    value.reading.unknownName(member.name, at: value.position, Key.self)
                    return nil as (key: Key, value: Value)?
                }
                return try read(value).map { (key, $0) }
            }
            if let entry {
                dictionary[entry.key] = entry.value
            } else if !dropsRefused, !reader.reading.omitsBrokenElements {
                return nil
            }
        }
        return dictionary
    }

    /// Writes an object, its members in the order of their names.
    @inlinable
    public func _appendElements<Output>(
        to writer: ValueWriter, _ convert: (Value) -> Output?, _ append: (Output) -> Void
    ) {
        writer.writing.beginObject()
        for (name, value) in map({ (name: $0.key.memberName, value: $0.value) }).sorted(by: { $0.name < $1.name }) {
            guard let output = convert(value) else { continue }
            writer.writing.beginMember(name)
            append(output)
            writer.writing.endMember(name)
        }
        writer.writing.endObject()
    }

    /// "[String: Any]".
    public static var _untypedName: String { "[String: \(untypedElementName)]" }
}
