// Members out of order: named twice, or by a path.
extension MemberWriter {
    /// Up to so many names are compared with each other; more are entered in a table.
    private static let comparedNames = 8

    /// Puts the members of an object in order that has just ended, if they are not.
    @inline(never)
    mutating func arrangeIfNeeded(_ object: OpenObject) {
        if object.hasPaths || (members.count &- object.firstMember > 1 && hasRepeatedNames(object.firstMember)) {
            arrange(object)
        }
    }

    /// Whether two of the members from `first` on have one name.
    private func hasRepeatedNames(_ first: Int) -> Bool {
        let count = members.count
        if count &- first <= MemberWriter.comparedNames {
            for index in (first &+ 1)..<count {
                for other in first..<index where isSameName(index, other) { return true }
            }
            return false
        }
        return hasRepeatedNamesInTable(first)
    }

    private func hasRepeatedNamesInTable(_ first: Int) -> Bool {
        // The number of a member in the object, from 1 on, is its position in the table.
        let table = KeyTable(count: members.count &- first)
        defer { table.release() }
        for index in first..<members.count {
            // The name as written, with its quotes and the colon.
            let (start, end) = (members[index].name, members[index].value)
            assert(start >= 0 && start < end && end <= buffer.count)
            // SAFETY: a name that was begun lies between these offsets, in what has been written.
            let name = UnsafeBufferPointer(start: UnsafePointer(buffer.start + start), count: end &- start)
            let other = table.enter(index &- first &+ 1, hash: table.hash(name), replaces: false) {
                isSameName($0 &- 1 &+ first, index)
            }
            if other != 0 { return true }
        }
        return false
    }

    @inline(__always)
    private func isSameName(_ a: Int, _ b: Int) -> Bool {
        let (a, b) = (members[a], members[b])
        let count = a.value &- a.name
        return b.value &- b.name == count
            && equalBytes(Cursor(buffer.start + a.name), Cursor(buffer.start + b.name), count)
    }

    /// Writes the text of an object anew, with each member where its path says; of several in one place the last counts.
    private mutating func arrange(_ object: OpenObject) {
        var arranged = JSON.object(JSONObject())
        for index in object.firstMember..<members.count {
            let member = members[index]
            // What this writer has written is JSON. The brace stands behind the last value.
            let bytes = text(of: index, until: buffer.count - 1)
            guard let value = try? JSON(parsing: bytes, options: .written) else { continue }
            arranged.set(value, along: path(of: member))
        }
        paths.removeLast((object.firstMember..<members.count).count { members[$0].path != Member.noPath })
        buffer.cursor = buffer.start + object.start
        try? append(arranged)
    }

    /// The value of a member, whose last one ends at `end`.
    func text(of index: Int, until end: Int) -> UnsafeRawBufferPointer {
        let start = members[index].value
        // A comma stands between a value and the next name.
        let end = index + 1 < members.count ? members[index + 1].name - 1 : end
        return UnsafeRawBufferPointer(start: buffer.start + start, count: end - start)
    }

    /// The names on the way to a member.
    func path(of member: Member) -> [String] {
        if member.path != Member.noPath { return paths[member.path] }
        let count = member.value - member.name - 1
        return [name(UnsafeRawBufferPointer(start: buffer.start + member.name, count: count))]
    }

    /// The name whose text, with its quotes, is given.
    func name(_ text: UnsafeRawBufferPointer) -> String { (try? JSON(parsing: text))?.string ?? "" }
}

extension JSON {
    /// Puts `value` at the end of a path of names, in containers that are made where there are none.
    ///
    /// A number is an element's number in an array, and a name elsewhere; `0`, where nothing is yet, begins an array.
    ///
    /// - Complexity: O(names), and O(count) for each container on the way that was not changed before.
    fileprivate mutating func set(_ value: JSON, along path: [String]) {
        // Each container is taken out of the one around it, so that all are changed in place.
        var outer: [(container: JSON, slot: Int)] = []
        outer.reserveCapacity(path.count)
        var inner = JSON.null
        swap(&inner, &self)
        for name in path {
            let slot = inner.slot(making: name, isRoot: outer.isEmpty)
            let child = inner.take(slot)
            outer.append((inner, slot))
            inner = child
        }
        inner = value
        while let last = outer.indices.last {
            outer[last].container.putBack(inner, outer[last].slot)
            inner = outer[last].container
            outer.removeLast()
        }
        self = inner
    }

    /// The number of the element, or the slot of the member, that a name of a path stands for; the child,
    /// and the container itself, are made if they are missing.
    private mutating func slot(making name: String, isRoot: Bool) -> Int {
        let mayBeElement = type == .array || (name == "0" && !isRoot && type == .null)
        if mayBeElement, let index = Int(name), index >= 0, index <= count {
            if type == .null { self = .array([]) }
            if index == count { elements?.append(.null) }
            return index
        }
        if type != .dictionary { self = .object(JSONObject()) }
        if let slot = slot(of: .key(name)) { return slot }
        self[name] = .null
        // It is there now.
        return slot(of: .key(name)) ?? 0
    }
}
