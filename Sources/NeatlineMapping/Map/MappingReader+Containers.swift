import Foundation
import NeatlineFoundation
import NeatlineJSON

// The kinds of values at positions, the entries of containers, and whole values: of a text, or of Swift values.

extension MappingReader {
    /// The kind of the value at `position`.
    func kind(_ position: Int) -> DocumentReader.Kind {
        if isText { return reader.kind(position) }
        let value = values[position]
        if MappingReader.isNull(value) { return .null }
        if type(of: value) == [String: Any].self { return .object }
        if type(of: value) == [Any].self { return .array }
        switch JSON(value) {
        case .bool: return .bool
        case .number: return .number
        case .string: return .string
        case .array: return .array
        case .object: return .object
        case .null, .error: return .null
        }
    }

    /// Whether a Swift value is `NSNull`. A cast to the class would first bridge a dictionary, and recursively all dictionaries
    /// in it, to `NSDictionary`.
    static func isNull(_ value: Any) -> Bool { type(of: value) == NSNull.self }

    /// Whether the value at `position` is an object.
    @usableFromInline
    func isObject(_ position: Int) -> Bool {
        if isText { return view.isObject(position) }
        return type(of: values[position]) == [String: Any].self
    }

    /// The members of the Swift value at `position`; nil if it is no dictionary. See `plain`.
    func swiftMembers(_ position: Int) -> [String: Any]? {
        type(of: values[position]) == [String: Any].self ? values[position] as? [String: Any] : nil
    }

    /// The elements of the Swift value at `position`; nil if it is no array.
    private func swiftElements(_ position: Int) -> [Any]? {
        type(of: values[position]) == [Any].self ? values[position] as? [Any] : nil
    }

    func element(_ index: Int, ofArrayAt position: Int) -> Int? {
        if isText { return reader.element(index, ofArrayAt: position) }
        let origin = Origin(container: position, step: .index(index))
        if let found = converted[origin] { return found }
        guard let elements = swiftElements(position), elements.indices.contains(index) else { return nil }
        return add(elements[index], origin)
    }

    /// The elements of the array at `position`; nil if the value is of another kind.
    @inlinable
    @inline(__always)
    func elements(_ position: Int) -> Elements? {
        if !isText { return swiftElementPositions(position) }
        guard view.isArray(position) else { return nil }
        return Elements(positions: view.entries(position), position: 0, end: 0, count: view.count(position))
    }

    @usableFromInline
    @inline(never)
    func swiftElementPositions(_ position: Int) -> Elements? {
        guard let elements = swiftElements(position) else { return nil }
        let first = values.count
        for (index, element) in elements.enumerated() {
            _ = add(element, Origin(container: position, step: .index(index)))
        }
        return Elements(positions: nil, position: first, end: first + elements.count, count: elements.count)
    }

    /// The position of the next element of an array; nil after the last.
    @inlinable
    @inline(__always)
    func next(_ elements: inout Elements) -> Int? {
        if elements.positions != nil { return elements.positions?.next() }
        guard elements.position < elements.end else { return nil }
        elements.position += 1
        return elements.position - 1
    }

    /// The state of an iteration over the elements of an array. It retains nothing.
    @usableFromInline
    struct Elements {
        /// The positions in a text; nil for Swift values, whose positions are `position` up to `end`.
        @usableFromInline var positions: JSONCursor?
        @usableFromInline var position: Int
        @usableFromInline let end: Int
        /// The number of elements.
        @usableFromInline let count: Int

        @inlinable
        init(positions: JSONCursor?, position: Int, end: Int, count: Int) {
            (self.positions, self.position, self.end, self.count) = (positions, position, end, count)
        }
    }

    /// The effective members of the object at `position`, with the positions of their values; nil if the value is of another
    /// kind.
    @usableFromInline
    func members(_ position: Int) -> [(name: String, position: Int)]? {
        guard isObject(position) else { return nil }
        var members: [(name: String, position: Int)] = []
        if isText { members.reserveCapacity(reader.count(position)) }
        forEachMember(ofObjectAt: position) { members.append(($0(), $1)) }
        return members
    }

    /// Calls `body` with the name and the position of the value of each effective member, in the order of the text.
    func forEachMember(ofObjectAt position: Int, _ body: (() -> String, Int) -> Void) {
        if !isText {
            for (name, value) in swiftMembers(position) ?? [:] {
                body({ name }, add(value, Origin(container: position, step: .key(name))))
            }
            return
        }
        var members = reader.entries(position)
        while let (key, value) = members.nextMember() {
            if reader.isEffective(key, ofObjectAt: position) { body({ reader.name(key) }, value) }
        }
    }

    /// Whether the object at `position` has no members.
    @usableFromInline
    func isEmptyObject(_ position: Int) -> Bool {
        isText ? reader.count(position) == 0 : swiftMembers(position)?.isEmpty ?? true
    }
}

// MARK: Whole values

extension MappingReader {
    /// The value at `position` for casts: `JSON.object` of a value in a text, otherwise the Swift value; nil for null.
    @usableFromInline
    func value(_ position: Int) -> Any? {
        if isText {
            if reader.isNull(position) { return nil }
            return reader.json(position).object
        }
        let value = values[position]
        return MappingReader.isNull(value) ? nil : value
    }

    /// The value at `position` for casts to other types than `Any` and containers of `Any`: nil also if a container in
    /// it contains itself, or is inside more than `Mapping.maximumDepth` others, because casts recurse.
    ///
    /// - Complexity: O(*n*).
    @usableFromInline
    func castableValue(_ position: Int) -> Any? {
        guard let value = value(position) else { return nil }
        if isText || !(type(of: value) == [String: Any].self || type(of: value) == [Any].self) {
            return value is any JSONContainer ? nil : value
        }
        let json = JSON(value)
        if case .error(let error) = json, error.code == .tooDeep { return nil }
        return json.nests(deeperThan: Mapping.maximumDepth) ? nil : value
    }

    /// The value at `position`.
    @usableFromInline
    func json(_ position: Int) -> JSON {
        if isText { return reader.json(position) }
        return JSON(values[position])
    }

    /// The steps to `position` from the root.
    func path(to position: Int) -> [JSONKey] {
        if isText { return reader.path(to: position) }
        var steps: [JSONKey] = []
        var position = position
        while position != 0 {
            steps.append(origins[position].step)
            position = origins[position].container
        }
        return steps.reversed()
    }
}
