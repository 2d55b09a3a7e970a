internal import NeatlineJSON

/// A collection that is decoded without a container.
protocol DecodedCollection {
    static var kind: DecodedKind { get }

    /// Decodes a collection of this type.
    ///
    /// - Throws: `DecodingError`, or the error of an element.
    static func decoded(_ decoder: ValueDecoder) throws -> Self
}

extension Array: DecodedCollection where Element: Decodable {
    static var kind: DecodedKind {
        switch DecodedKind.of(Element.self) {
        case .scalar(let scalar): .scalars(scalar)
        case .scalars(let scalar): .rows(scalar)
        default: .collection(Self.self)
        }
    }

    static func decoded(_ decoder: ValueDecoder) throws -> [Element] {
        let scope = decoder.scope
        let reader = scope.reader
        guard reader.isArray(decoder.position) else { throw decoder.notUnkeyed() }
        let end = reader.end(decoder.position)
        var position = reader.firstElement(decoder.position)
        if position == end { return [] }
        let kind = DecodedKind.of(Element.self)
        let total = reader.count(decoder.position)
        var all: [Element] = []
        while position < end {
            let first = all.count
            // In place: adding elements of a type that is not known here takes some hundred instructions for each.
            let room = first == 0 ? MemoryLayout<Element>.room(for: total) : Swift.min(first, total - first)
            let part = try [Element](unsafeUninitializedCapacity: room) { elements, count in
                while position < end, count < room {
                    let element = try scope.enter(UndeclaredKey.index(first + count), position, depth: decoder.depth)
                    // SAFETY: the array has room for as many elements.
                    let address = elements.baseAddress.unsafelyUnwrapped + count
                    address.initialize(to: try element.value(Element.self, by: kind))
                    position = reader.next(position)
                    count &+= 1
                }
            }
            if first == 0 { all = part } else { all += part }
        }
        return all
    }
}

// The keys are not converted, regardless of the strategy for keys.
extension Dictionary: DecodedCollection where Key == String, Value: Decodable {
    static var kind: DecodedKind { .collection(Self.self) }

    static func decoded(_ decoder: ValueDecoder) throws -> [String: Value] {
        let scope = decoder.scope
        let reader = scope.reader
        guard reader.isObject(decoder.position) else { throw decoder.notKeyed() }
        scope.noteDictionary(at: decoder.position)
        let count = reader.count(decoder.position)
        if count == 0 { return [:] }
        let kind = DecodedKind.of(Value.self)
        var members: [String: Value] = [:]
        members.reserveCapacity(MemoryLayout<(String, Value)>.room(for: count))
        var key = reader.firstElement(decoder.position)
        let end = reader.end(decoder.position)
        while key < end {
            let name = reader.name(key)
            let position = reader.next(key)
            let value = try scope.enter(UndeclaredKey.name(name), position, depth: decoder.depth)
            // Each of several members with the same name must have the type; the effective one is used.
            let decoded = try value.value(Value.self, by: kind)
            if let earlier = members.updateValue(decoded, forKey: name),
                !reader.isEffective(key, ofObjectAt: decoder.position)
            {
                members[name] = earlier
            }
            key = reader.next(position)
        }
        return members
    }
}

extension DecodedScalar {
    /// Decodes the elements of an array.
    ///
    /// - Throws: `DecodingError`.
    @inline(__always)
    static func allElements(_ decoder: ValueDecoder) throws -> [Self] {
        let scope = decoder.scope
        let reader = scope.reader
        guard reader.isArray(decoder.position) else { throw decoder.notUnkeyed() }
        let end = reader.end(decoder.position)
        var position = reader.firstElement(decoder.position)
        if position == end { return [] }
        var elements: [Self] = []
        elements.reserveCapacity(reader.count(decoder.position))
        while position < end {
            guard let value = read(scope, position) else {
                throw decoder.mismatch(Self.self, element: elements.count, at: position)
            }
            elements.append(value)
            position = reader.next(position)
        }
        return elements
    }

    /// Decodes the elements of an array of arrays.
    ///
    /// - Throws: `DecodingError`.
    @inline(__always)
    static func allRows(_ decoder: ValueDecoder) throws -> [[Self]] {
        let scope = decoder.scope
        let reader = scope.reader
        guard reader.isArray(decoder.position) else { throw decoder.notUnkeyed() }
        let end = reader.end(decoder.position)
        var position = reader.firstElement(decoder.position)
        if position == end { return [] }
        var rows: [[Self]] = []
        rows.reserveCapacity(reader.count(decoder.position))
        while position < end {
            let row = try scope.enter(UndeclaredKey.index(rows.count), position, depth: decoder.depth)
            rows.append(try allElements(row))
            position = reader.next(position)
        }
        return rows
    }
}

extension ValueDecoder {
    @inline(never)
    fileprivate func mismatch(_ type: Any.Type, element index: Int, at position: Int) -> DecodingError {
        scope.mismatch(type, position, codingPath + [UndeclaredKey.index(index)])
    }
}
