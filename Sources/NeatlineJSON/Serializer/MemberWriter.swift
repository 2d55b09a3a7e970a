/// Writes objects member by member, as the layers above come to them, straight to text.
///
/// ```swift
/// var writer = MemberWriter()
/// writer.beginObject()
/// writer.beginMember("id")
/// writer.append(Int64(5))
/// writer.endObject()
/// writer.finish()                 // {"id":5}
/// ```
///
/// A member may be named twice, or by a path of names (`["distance", "value"]`); it then has to be put in its place
/// among the others. That is done when its object ends, and only in objects where it happens: `endObject` takes the
/// text of the members and writes it anew.
package struct MemberWriter: ~Copyable {
    private var buffer: OutputBuffer
    private let strings = StringWriter()
    private let knowsSmallStrings = SmallString.isKnown
    /// The members of the objects that are open, the innermost last.
    private var members: ContiguousArray<Member> = []
    /// The objects that are open.
    private var objects: ContiguousArray<OpenObject> = []
    /// The names on the way to members that are named by a path.
    private var paths: [[String]] = []

    /// A member that was begun.
    private struct Member {
        /// Where its name's quote stands.
        let name: Int
        /// Where its value begins.
        let value: Int
        /// Its place in `paths`, if there are several names on the way to it.
        let path: Int?
    }

    private struct OpenObject {
        /// Where its brace stands.
        let start: Int
        /// Its first member in `members`.
        let firstMember: Int
        var hasPaths = false
    }

    /// A writer that has written nothing.
    package init() { buffer = OutputBuffer(recyclingCapacity: MemberWriter.usualSize) }

    /// How many bytes there is room for at first.
    private static let usualSize = 8 << 10

    /// What has been written.
    package func finish() -> [UInt8] { Array(UnsafeBufferPointer(start: buffer.start, count: buffer.count)) }

    /// Calls `body` with what has been written.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        body(UnsafeRawBufferPointer(start: buffer.start, count: buffer.count))
    }

    // MARK: What is open

    /// How many objects are open.
    package var openObjects: Int { objects.count }

    /// The steps to what was written last, or is being written.
    ///
    /// - Complexity: O(*n*).
    package var openPath: [JSONKey] {
        /// A container that is open, and what its last name or element is.
        struct Level {
            let isObject: Bool
            var name = 0..<0
            var commas = 0
        }
        let text = UnsafeRawBufferPointer(start: buffer.start, count: buffer.count)
        var levels: [Level] = []
        var index = 0
        while index < text.count {
            switch text[index] {
            case Byte.quote:
                let start = index
                index += 1
                while index < text.count, text[index] != Byte.quote {
                    index += text[index] == Byte.backslash ? 2 : 1
                }
                if index + 1 < text.count, text[index + 1] == Byte.colon, let last = levels.indices.last {
                    levels[last].name = start..<(index + 1)
                }
            case Byte.openBrace, Byte.openBracket:
                levels.append(Level(isObject: text[index] == Byte.openBrace))
            case Byte.closeBrace, Byte.closeBracket:
                _ = levels.popLast()
            case Byte.comma:
                if let last = levels.indices.last { levels[last].commas += 1 }
            default:
                break
            }
            index += 1
        }
        return levels.map { level in
            level.isObject
                ? .key(name(UnsafeRawBufferPointer(rebasing: text[level.name]))) : .index(level.commas)
        }
    }

    /// What has been written of the object that `level` others stand around.
    ///
    /// - Complexity: O(*n*).
    package func openObject(_ level: Int) -> JSON {
        guard objects.indices.contains(level) else { return .null }
        var copy = MemberWriter()
        copy.beginObject()
        let last = level + 1 < objects.count ? objects[level + 1].firstMember - 1 : members.count
        for index in objects[level].firstMember..<last {
            let member = members[index]
            guard let value = try? JSON(parsing: text(of: index, until: buffer.count)) else { continue }
            copy.beginMember(at: path(of: member))
            try? copy.append(value)
        }
        copy.endObject()
        return (try? JSON(parsing: copy.finish())) ?? .null
    }

    // MARK: Structure

    /// Begins an object.
    package mutating func beginObject() {
        objects.append(OpenObject(start: buffer.count, firstMember: members.count))
        buffer.append(Byte.openBrace)
    }

    /// Ends the innermost object.
    package mutating func endObject() {
        guard let object = objects.popLast() else { return }
        buffer.append(Byte.closeBrace)
        let count = members.count &- object.firstMember
        if object.hasPaths || (count > 1 && hasRepeatedNames(object.firstMember)) { arrange(object) }
        // One by one: the array's own way through a range costs more than all of them.
        while members.count > object.firstMember { members.removeLast() }
    }

    /// Writes the name of a member; its value has to follow.
    package mutating func beginMember(_ name: String) {
        separate(from: Byte.openBrace)
        let start = buffer.count
        write(name)
        buffer.append(Byte.colon)
        members.append(Member(name: start, value: buffer.count, path: nil))
    }

    /// As `beginMember(_:)`; false, having done nothing, if there is a dot in the name.
    package mutating func beginMember(unlessPath name: String) -> Bool {
        guard knowsSmallStrings, let words = MemberTables.Name(name) else {
            if name.utf8.contains(Byte.dot) { return false }
            beginMember(name)
            return true
        }
        if words.hasDot { return false }
        guard words.bytes == nil, !StringWriter.mustEscape(words.low, words.high, count: words.count) else {
            beginMember(name)
            return true
        }
        buffer.reserve(24)
        var out = buffer.cursor
        // SAFETY: at most a comma, two quotes, a colon and 16 bytes are stored. The object's brace has been written.
        if (out - 1).pointee != Byte.openBrace {
            out[0] = Byte.comma
            out += 1
        }
        let start = out - buffer.start
        out[0] = Byte.quote
        (out + 1).store(words.low)
        (out + 9).store(words.high)
        out += words.count
        out[1] = Byte.quote
        out[2] = Byte.colon
        buffer.cursor = out + 3
        members.append(Member(name: start, value: buffer.count, path: nil))
        return true
    }

    /// As `beginMember(_:)`, for a member in objects inside this one.
    ///
    /// - Parameter path: the names on the way, at least one.
    package mutating func beginMember(at path: [String]) {
        if objects.isEmpty { return }
        objects[objects.count - 1].hasPaths = true
        separate(from: Byte.openBrace)
        let start = buffer.count
        buffer.append("\"\":" as StaticString)
        members.append(Member(name: start, value: buffer.count, path: paths.count))
        paths.append(path)
    }

    /// Begins an array.
    package mutating func beginArray() { buffer.append(Byte.openBracket) }

    /// Has to come before each element of an array.
    package mutating func beginElement() { separate(from: Byte.openBracket) }

    /// Ends an array.
    package mutating func endArray() { buffer.append(Byte.closeBracket) }

    /// Writes a comma, unless nothing stands since `opener`.
    ///
    /// Every value ends in a byte that is no opener, so the last byte tells.
    @inline(__always)
    private mutating func separate(from opener: UInt8) {
        buffer.reserve(1)
        // SAFETY: an object or array is open, so its opener at least has been written.
        if (buffer.cursor - 1).pointee == opener { return }
        buffer.cursor.pointee = Byte.comma
        buffer.cursor += 1
    }

    // MARK: Values

    /// Writes `null`.
    package mutating func appendNull() { buffer.append("null" as StaticString) }

    /// Writes a boolean.
    package mutating func append(_ value: Bool) {
        let text: StaticString = value ? "true" : "false"
        buffer.append(text)
    }

    /// Writes an integer.
    package mutating func append(_ value: Int64) {
        buffer.reserve(32)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
    }

    /// Writes an integer.
    package mutating func append(_ value: UInt64) {
        buffer.reserve(32)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
    }

    /// Writes a double, which has to be finite, with the fewest digits that read back as the same.
    package mutating func append(_ value: Double) {
        buffer.reserve(32)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
    }

    /// Writes a number, which has to be finite, with its digits.
    package mutating func append(_ value: JSONNumber) {
        value.withText { buffer.append($0) }
    }

    /// Writes a string.
    @inline(__always)
    package mutating func append(_ text: String) { write(text) }

    /// Writes any value.
    ///
    /// - Throws: as `JSON.serialized`; what was written is taken back.
    package mutating func append(_ value: JSON) throws(JSONError) {
        let start = buffer.count
        do throws(JSONError) {
            try ValueSerializer(.compact).write(value, into: &buffer)
        } catch {
            buffer.cursor = buffer.start + start
            throw error
        }
    }

    private mutating func write(_ text: String) {
        text.withName { text in
            let count = text.count
            guard let source = text.baseAddress else {
                buffer.append("\"\"" as StaticString)
                return
            }
            buffer.reserve(count &+ 2)
            let out = buffer.cursor
            // SAFETY: two quotes and `count` bytes have room; the vector stored last may reach 15 bytes into the slack.
            out[0] = Byte.quote
            if let end = strings.copyUnescaped(source, count: count, to: out + 1) {
                end[0] = Byte.quote
                buffer.cursor = end + 1
                return
            }
            buffer.cursor = out + 1
            strings.writeText(text, into: &buffer)
            buffer.append(Byte.quote)
        }
    }

    // MARK: Members out of order

    /// Up to so many names are compared with each other; more are entered in a table.
    private static let comparedNames = 8

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
    @inline(never)
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
        paths.removeLast(members[object.firstMember...].count { $0.path != nil })
        buffer.cursor = buffer.start + object.start
        try? append(arranged)
    }

    /// The value of a member, whose last one ends at `end`.
    private func text(of index: Int, until end: Int) -> UnsafeRawBufferPointer {
        let start = members[index].value
        // A comma stands between a value and the next name.
        let end = index + 1 < members.count ? members[index + 1].name - 1 : end
        return UnsafeRawBufferPointer(start: buffer.start + start, count: end - start)
    }

    /// The names on the way to a member.
    private func path(of member: Member) -> [String] {
        if let path = member.path { return paths[path] }
        let count = member.value - member.name - 1
        return [name(UnsafeRawBufferPointer(start: buffer.start + member.name, count: count))]
    }

    /// The name whose text, with its quotes, is given.
    private func name(_ text: UnsafeRawBufferPointer) -> String { (try? JSON(parsing: text))?.string ?? "" }
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
