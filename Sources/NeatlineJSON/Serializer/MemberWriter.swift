/// Writes objects member by member, as models come to them, straight to text.
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
/// A member may be named twice, or by a path of names (`["distance", "value"]`); it then has to be put at its position among
/// the others. That is done when its object ends, and only in objects where it happens: `endObject` takes the text of the
/// members and writes it again.
package struct MemberWriter: ~Copyable {
    /// What has been written. Values and arrays are written to it; the names of all members are tracked in it.
    package var text = TextWriter()
    private var known = WrittenNames()
    /// The objects that are open, above one that stands for none.
    private var objects = PlainStack<OpenObject>(capacity: 16)
    /// The paths of members of open objects that are named by one, with the numbers of these members in `text.names`.
    private var paths: [(member: Int, names: [String])] = []

    struct OpenObject: BitwiseCopyable {
        /// The offset of its brace.
        let start: Int
        /// The number of its first member in `text.names`.
        let firstMember: Int
        /// Which of the known names it has.
        var members: WrittenMembers
        /// Whether a name that is not known has come.
        var hasUnknown = false
        var hasPaths = false
    }

    /// A writer that has written nothing.
    package init() { objects.append(OpenObject(start: 0, firstMember: 0, members: WrittenMembers())) }

    /// Forgets what was written, to write again in the same memory.
    package mutating func restart() {
        text.reset()
        objects.removeLast(to: 1)
        paths = []
    }

    // MARK: What is open

    /// How many objects are open.
    package var openObjects: Int { objects.count - 1 }

    /// The steps to the value that was written last, or is being written.
    ///
    /// - Complexity: O(*n*).
    package var openPath: [JSONKey] {
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
        return levels.map { level in
            level.isObject
                ? .key(MemberWriter.name(UnsafeRawBufferPointer(rebasing: written[level.name]))) : .index(level.commas)
        }
    }

    /// The part that has been written of the object that is inside `level` others.
    ///
    /// - Complexity: O(*n*).
    package func openObject(_ level: Int) -> JSON {
        guard (0..<openObjects).contains(level) else { return .null }
        let last = level + 1 < openObjects ? objects[level + 2].firstMember - 1 : text.names.count
        return arranged(objects[level + 1].firstMember..<last, until: text.count)
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
        if object.hasUnknown || object.hasPaths || object.members.hasRepeats { arrangeIfNeeded(object) }
        text.removeNames(from: object.firstMember)
    }

    /// Writes the name of a member; its value has to follow.
    package mutating func beginMember(_ name: String) {
        objects.top.pointee.hasUnknown = true
        text.beginMember(name)
    }

    /// As `beginMember(_:)`; false, having done nothing, if there is a dot in the name.
    package mutating func beginMember(plain name: String) -> Bool {
        let count = text.beginMember(name, of: known, in: &objects.top.pointee.members)
        if count == 0 { return beginNewMember(plain: name) }
        text.names.append(TextWriter.Name(start: text.count &- count, end: text.count))
        return true
    }

    /// As `beginMember(plain:)`, for a name that is not known; it is kept, if it can be.
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

    /// As `beginMember(_:)`, for a member in objects inside this one.
    ///
    /// - Parameter path: the names on the way, at least one.
    package mutating func beginMember(at path: [String]) {
        if openObjects == 0 { return }
        objects.top.pointee.hasPaths = true
        paths.append((text.names.count, path))
        text.beginMember("")
    }
}

// MARK: Members out of order: named twice, or by a path

extension MemberWriter {
    /// Puts the members of an object in order that has just ended, if they are not.
    @inline(never)
    private mutating func arrangeIfNeeded(_ object: OpenObject) {
        guard object.hasPaths || text.hasRepeatedNames(from: object.firstMember) else { return }
        // The brace is behind the last value.
        let arranged = arranged(object.firstMember..<text.names.count, until: text.count - 1)
        while let last = paths.last, last.member >= object.firstMember { paths.removeLast() }
        text.remove(from: object.start)
        try? text.append(arranged)
    }

    /// The object with the members of these numbers, each at the end of its path; of several at one position the last counts.
    ///
    /// - Parameter end: the offset behind the last value.
    private func arranged(_ members: Range<Int>, until end: Int) -> JSON {
        var arranged = JSON.object(JSONObject())
        // Those of objects around this one come first.
        var nextPath = paths.lastIndex { $0.member < members.lowerBound }.map { $0 + 1 } ?? 0
        for index in members {
            let name = text.names[index]
            var path = [MemberWriter.name(text.bytes(in: name.start..<(name.end - 1)))]
            if nextPath < paths.count, paths[nextPath].member == index {
                path = paths[nextPath].names
                nextPath += 1
            }
            // What this writer has written is JSON.
            let bytes = text.bytes(in: text.valueRange(ofName: index, until: end))
            if let value = try? JSON(parsing: bytes, options: .written) { arranged.set(value, along: path) }
        }
        return arranged
    }

    /// The name whose text, with its quotes, is given.
    private static func name(_ text: UnsafeRawBufferPointer) -> String { (try? JSON(parsing: text))?.string ?? "" }
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
