/// Writes objects as text, member by member, for models, which may write members in any order.
///
/// ```swift
/// var writer = MemberWriter()
/// writer.beginObject()
/// writer.beginMember("id")
/// writer.text.append(Int64(5))
/// writer.endObject()
/// writer.text.bytes()             // {"id":5}
/// ```
///
/// A member may be written twice, or at a path of names (`["distance", "value"]`), and then belongs elsewhere among the
/// others. `endObject` arranges the members of an object that has such members: it parses their text and writes it again.
@usableFromInline
package struct MemberWriter: ~Copyable {
    /// The text so far. Values and arrays are written to it; it tracks the names of all members.
    package var text = TextWriter()
    private var known = WrittenNames()
    /// The open objects, the innermost last; the first one is a placeholder for the level outside all objects.
    private var objects = PlainStack<OpenObject>(capacity: 16)
    /// The members of open objects that were written at paths: the offsets of their names, and the paths.
    private var paths: [(start: Int, names: [String])] = []

    /// An object that has begun and not ended.
    struct OpenObject: BitwiseCopyable {
        /// The offset of its brace.
        let start: Int
        /// The number of its first member in `text.names`.
        let firstMember: Int
        /// The known names that it has.
        var members: WrittenMembers
        /// Whether it has a name that is not in `known`.
        var hasUnknown = false
        var hasPaths = false
        /// Whether it has members of `beginMember(unescaped:)`, whose names are distinct.
        var hasDistinct = false
    }

    /// Creates a writer without text.
    package init() { objects.append(OpenObject(start: 0, firstMember: 0, members: WrittenMembers())) }

    /// Removes all text, so that another one can be written in the same memory.
    package mutating func restart() {
        text.reset()
        objects.removeLast(to: 1)
        paths = []
    }

    // MARK: Open objects

    /// The number of open objects.
    package var openObjects: Int { objects.count - 1 }

    /// The steps to the value that is being written, or was written last.
    ///
    /// - Complexity: O(*n*).
    package var openPath: [JSONKey] { openPath(toObject: false) }

    /// Returns the steps to the value that is being written, or was written last, or to the innermost open object. A number in
    /// the path of a member is taken for an index.
    ///
    /// - Parameter toObject: Whether the path ends at the innermost open object.
    /// - Complexity: O(*n*).
    package func openPath(toObject: Bool) -> [JSONKey] {
        /// A container that is open, and its last name or element.
        struct Level {
            let isObject: Bool
            var name = 0..<0
            var commas = 0
        }
        let written = text.bytes(in: 0..<text.count)
        var levels: [Level] = []
        var index = 0
        while index < written.count {
            switch written[index] {
            case Byte.quote:
                let start = index
                index += 1
                while index < written.count, written[index] != Byte.quote {
                    index += written[index] == Byte.backslash ? 2 : 1
                }
                if index + 1 < written.count, written[index + 1] == Byte.colon, let last = levels.indices.last {
                    levels[last].name = start..<(index + 1)
                }
            case Byte.openBrace, Byte.openBracket:
                levels.append(Level(isObject: written[index] == Byte.openBrace))
            case Byte.closeBrace, Byte.closeBracket:
                _ = levels.popLast()
            case Byte.comma:
                if let last = levels.indices.last { levels[last].commas += 1 }
            default:
                break
            }
            index += 1
        }
        return levels.dropLast(toObject ? 1 : 0).flatMap { level -> [JSONKey] in
            if !level.isObject { return [.index(level.commas)] }
            if let path = paths.last(where: { $0.start == level.name.lowerBound }) {
                return path.names.map { .step(named: $0) }
            }
            return [.key(MemberWriter.name(UnsafeRawBufferPointer(rebasing: written[level.name])))]
        }
    }

    /// The members written so far of the open object that `level` other objects contain.
    ///
    /// - Complexity: O(*n*).
    package func openObject(_ level: Int) -> JSON {
        guard (0..<openObjects).contains(level) else { return .null }
        return arranged(from: objects[level + 1].start, until: text.count)
    }

    // MARK: Structure

    /// Begins an object.
    package mutating func beginObject() {
        objects.append(
            OpenObject(
                start: text.count, firstMember: text.names.count,
                members: WrittenMembers(inside: objects.last.members)))
        text.beginObject()
    }

    /// Ends the innermost object.
    package mutating func endObject() {
        guard openObjects > 0 else { return }
        let object = objects.last
        objects.removeLast(to: objects.count &- 1)
        text.endObject()
        if object.hasUnknown || object.hasPaths || object.members.hasRepeats
            || (object.hasDistinct && !object.members.isEmpty)
        {
            arrangeIfNeeded(object)
        }
        text.removeNames(from: object.firstMember)
    }

    /// Writes the name of a member; its value has to follow.
    package mutating func beginMember(_ name: String) {
        objects.top.pointee.hasUnknown = true
        text.beginMember(name)
    }

    /// Begins members of the innermost object that `beginMember(unescaped:)` writes, whose names are distinct until the next
    /// call of this function.
    package mutating func beginMembers() {
        if openObjects == 0 { return }
        if objects.last.hasDistinct { objects.top.pointee.hasUnknown = true }
        objects.top.pointee.hasDistinct = true
    }

    /// Writes the name of a member, which has no character that is escaped; its value has to follow.
    @usableFromInline
    package mutating func beginMember(unescaped name: String) {
        text.beginMember(unescaped: name, isKnownLayout: known.keepsNames)
    }

    /// Writes the name of a member as `beginMember(_:)` does, unless it contains a dot.
    ///
    /// - Returns: false, without an effect, if the name contains a dot.
    package mutating func beginMember(plain name: String) -> Bool {
        let count = text.beginMember(name, of: known, in: &objects.top.pointee.members)
        if count == 0 { return beginNewMember(plain: name) }
        text.names.append(TextWriter.Name(start: text.count &- count, end: text.count))
        return true
    }

    /// Writes a name as `beginMember(plain:)` does that is not known, and adds it to the known ones if there is room.
    @inline(never)
    private mutating func beginNewMember(plain name: String) -> Bool {
        if name.utf8.contains(Byte.dot) { return false }
        let count = text.beginNewMember(name, named: name, keptIn: &known, in: &objects.top.pointee.members)
        if count == 0 {
            beginMember(name)
        } else {
            text.names.append(TextWriter.Name(start: text.count &- count, end: text.count))
        }
        return true
    }

    /// Writes the name of a member in objects inside this one; its value has to follow.
    ///
    /// - Parameter path: the names from this object to the member, at least one.
    package mutating func beginMember(at path: [String]) {
        if openObjects == 0 { return }
        objects.top.pointee.hasPaths = true
        text.beginMember("")
        paths.append((text.names.last.start, path))
    }
}

// MARK: Values

// Functions of `text` that the mapper's inlined code calls.
extension MemberWriter {
    @usableFromInline
    package mutating func beginArray() { text.beginArray() }
    @usableFromInline
    package mutating func endArray() { text.endArray() }
    @usableFromInline
    package mutating func beginElement() { text.beginElement() }
    @usableFromInline
    package mutating func appendNull() { text.appendNull() }
    @usableFromInline
    package mutating func append(_ value: Bool) { text.append(value) }
    @usableFromInline
    package mutating func append(_ value: String) { text.append(value) }
    @usableFromInline
    package mutating func append(_ value: Int64) { text.append(value) }
    @usableFromInline
    package mutating func append(_ value: UInt64) { text.append(value) }
}

// MARK: Members out of order: written twice, or at a path

extension MemberWriter {
    /// Writes the members of an object that has just ended again, if some are repeated or at paths.
    @inline(never)
    private mutating func arrangeIfNeeded(_ object: OpenObject) {
        let isNeeded =
            object.hasDistinct
            ? text.hasRepeatedNames(ofObjectAt: object.start) : text.hasRepeatedNames(from: object.firstMember)
        guard object.hasPaths || isNeeded else { return }
        let arranged = arranged(from: object.start, until: text.count)
        while let last = paths.last, last.start > object.start { paths.removeLast() }
        text.remove(from: object.start)
        try? text.append(arranged)
    }

    /// The object of the members in a part of the text, each at the end of its path; the last of several at the same path.
    ///
    /// - Parameters:
    ///   - start: the offset of the object's brace.
    ///   - end: the offset after its last value, or after its brace.
    private func arranged(from start: Int, until end: Int) -> JSON {
        var arranged = JSON.object(JSONObject())
        // The paths of members of outer objects come first.
        var nextPath = paths.lastIndex { $0.start < start }.map { $0 + 1 } ?? 0
        let written = text.bytes(in: start..<end)
        for entry in TextWriter.members(of: written) {
            var path = [MemberWriter.name(UnsafeRawBufferPointer(rebasing: written[entry.name]))]
            while nextPath < paths.count, paths[nextPath].start <= start + entry.name.lowerBound {
                if paths[nextPath].start == start + entry.name.lowerBound { path = paths[nextPath].names }
                nextPath += 1
            }
            // The value was written by this writer, so it is valid JSON.
            let bytes = UnsafeRawBufferPointer(rebasing: written[entry.value])
            if let value = try? JSON(parsing: bytes, options: .written) { arranged.set(value, along: path) }
        }
        return arranged
    }

    /// The name of a key, from its text with quotes.
    private static func name(_ text: UnsafeRawBufferPointer) -> String { (try? JSON(parsing: text))?.string ?? "" }
}

extension JSON {
    /// Stores `value` at the end of a path of names, and creates missing containers.
    ///
    /// A number is an index in an array, and a name in an object; `0` creates an array where there is no container.
    ///
    /// - Complexity: O(names), and O(count) for each container on the way that was not changed before.
    fileprivate mutating func set(_ value: JSON, along path: [String]) {
        // Each container is taken out of its parent, so that it is uniquely referenced and changed in place.
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

    /// The index of the element, or the slot of the member, for a name of a path. Creates the child, and the container
    /// itself, if they are missing.
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
        // The member has just been stored.
        return slot(of: .key(name)) ?? 0
    }
}
