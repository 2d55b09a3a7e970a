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
        let count = members.count &- first
        let bits = Int.bitWidth &- count.leadingZeroBitCount &+ 1
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1 &<< bits) { table in
            table.update(repeating: 0)
            let mask = 1 &<< bits &- 1
            for index in first..<members.count {
                var place = Int(truncatingIfNeeded: hash(members[index]) &>> UInt64(truncatingIfNeeded: 64 &- bits))
                while table[place] != 0 {
                    if isSameName(Int(table[place]) &- 1 &+ first, index) { return true }
                    place = (place &+ 1) & mask
                }
                table[place] = UInt32(truncatingIfNeeded: index &- first &+ 1)
            }
            return false
        }
    }

    @inline(__always)
    private func isSameName(_ a: Int, _ b: Int) -> Bool {
        let (a, b) = (members[a], members[b])
        let count = a.value &- a.name
        return b.value &- b.name == count
            && equalBytes(Cursor(buffer.start + a.name), Cursor(buffer.start + b.name), count)
    }

    /// A hash of the name as written, with its quotes and the colon.
    @inline(__always)
    private func hash(_ member: Member) -> UInt64 {
        let start = Cursor(buffer.start + member.name)
        let count = member.value &- member.name
        // SAFETY: both words begin in what was written; eight bytes from any of its bytes on are memory of the buffer.
        let last = count > 8 ? count &- 8 : 0
        let mask: UInt64 = count >= 8 ? ~0 : ~(~0 &<< UInt64(truncatingIfNeeded: count &* 8))
        let mixed = (start.load64() & mask) &* 0x9E37_79B9_7F4A_7C15 ^ ((start + last).load64() & mask)
        return (mixed ^ mixed &>> 29 &+ UInt64(truncatingIfNeeded: count)) &* 0xBF58_476D_1CE4_E5B9
    }

    /// Writes the text of an object anew, with each member where its path says; of several in one place the last counts.
    private mutating func arrange(_ object: OpenObject) {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        var arranged = JSON.object(JSONObject())
        for index in object.firstMember..<members.count {
            let member = members[index]
            // What this writer has written is JSON. The brace stands behind the last value.
            let bytes = text(of: index, until: buffer.count - 1)
            guard let value = try? JSON(parsing: bytes, options: options) else { continue }
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
    fileprivate mutating func set(_ value: JSON, along path: [String]) {
        var steps: [JSONKey] = []
        for name in path {
            let container = steps.isEmpty ? self : self[steps]
            if let index = Int(name), index >= 0, case .array(let elements) = container, index <= elements.count {
                if index == elements.count { try? append(.null, to: steps) }
                steps.append(.index(index))
            } else if name == "0", !steps.isEmpty, container.type == .null {
                try? set(.array([.null]), at: steps)
                steps.append(.index(0))
            } else {
                if container.type != .dictionary { try? set(.object(JSONObject()), at: steps) }
                steps.append(.key(name))
            }
        }
        try? set(value, at: steps)
    }
}
