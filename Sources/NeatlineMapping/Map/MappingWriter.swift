import Foundation
import NeatlineFoundation
import NeatlineJSON

/// A run that writes: directly to text, or to the dictionaries that `toJSON()` returns.
@usableFromInline
final class MappingWriter: Mapping {
    /// Whether text is written.
    @usableFromInline let isText: Bool
    @exclusivity(unchecked)
    @usableFromInline var members = MemberWriter()

    /// The open dictionaries, the innermost last.
    private var dictionaries: [[String: Any]] = []
    /// The complete values that have not been stored in a dictionary or array.
    @usableFromInline var made: [Any] = []
    /// For each open array, the number of values in `made` before its elements.
    @usableFromInline var openArrays: [Int] = []
    /// The names of the members of dictionaries that are being written.
    private var steps: [JSONKey] = []

    /// Whether JSON cannot represent one of the values, so that the text must not be used.
    @usableFromInline private(set) var isUnwritable = false

    /// The maximum number of failures that are recorded: the path of each is found by a walk over the text.
    private static let mostFailures = 64

    /// Creates a run that writes text.
    init(textWith context: (any MapContext)?, includesNil: Bool) {
        isText = true
        super.init(isReading: false, context: context, includesNil: includesNil)
    }

    /// Creates a run that adds members to a dictionary.
    init(adding dictionary: [String: Any], context: (any MapContext)?, includesNil: Bool) {
        isText = false
        dictionaries = [dictionary]
        super.init(isReading: false, context: context, includesNil: includesNil)
    }

    @usableFromInline override var failures: [MappingFailure] { workedOut() }

    /// Resets the run for another text, in the same memory. The run must write text and be uniquely referenced.
    func restartText(with context: (any MapContext)?, includesNil: Bool) {
        restart(context: context, includesNil: includesNil)
        members.restart()
        isUnwritable = false
    }

    /// The text that was written.
    @usableFromInline var bytes: [UInt8] { members.text.bytes() }

    /// The text that was written.
    @usableFromInline var data: Data { members.text.withBytes { Data($0) } }

    /// The level of the innermost object: the number of open objects that contain it.
    @usableFromInline var level: Int { (isText ? members.openObjects : dictionaries.count) - 1 }

    /// The members written so far of the open object at a level.
    @usableFromInline
    func dictionary(at level: Int) -> [String: Any] {
        if isText { return members.openObject(level).dictionaryObject ?? [:] }
        return dictionaries.indices.contains(level) ? dictionaries[level] : [:]
    }
}

// MARK: Members

extension MappingWriter {
    /// Begins a member of the text.
    ///
    /// - Returns: false, without an effect, if its name contains a dot, or if the run writes dictionaries.
    @usableFromInline
    func beginMember(plain name: String) -> Bool { isText && members.beginMember(plain: name) }

    /// Begins a member of the text whose name has no character that is escaped.
    ///
    /// - Returns: false, without an effect, if the run writes dictionaries.
    @inlinable
    @inline(__always)
    func beginMember(unescaped name: String) -> Bool {
        if isText { members.beginMember(unescaped: name) }
        return isText
    }

    /// Notes that a model numbers its members, which it therefore writes under distinct names.
    @usableFromInline
    func beginMembers() {
        if isText { members.beginMembers() }
    }

    /// Begins the member of a field whose name may be a path, or of a dictionary.
    ///
    /// - Returns: false if the field has no name, or if its path is longer than `Mapping.maximumDepth`, which is recorded as a
    ///   failure.
    @usableFromInline
    @inline(never)
    func beginSlowPath(_ key: String, _ nesting: Map.Nesting, _ delimiter: String) -> Bool {
        let name = FieldName(key, nesting, delimiter)
        let path = name.components
        guard nesting != .noField, !path.isEmpty else { return false }
        guard path.count <= Mapping.maximumDepth else {
            tooDeep(key, nesting, delimiter, path.count)
            return false
        }
        if !isText {
            steps += name.steps
        } else if path.count == 1 {
            members.beginMember(path[0])
        } else {
            members.beginMember(at: path)
        }
        return true
    }

    /// Stores the last complete value in the innermost dictionary.
    @usableFromInline
    @inline(never)
    func put(_ key: String, _ nesting: Map.Nesting, _ delimiter: String) {
        let name = FieldName(key, nesting, delimiter)
        let path = name.components
        steps.removeLast(path.count)
        guard let value = made.popLast(), let level = dictionaries.indices.last else { return }
        if name.isPath {
            MappingWriter.put(value, path, in: &dictionaries[level])
        } else {
            dictionaries[level][key] = value
        }
    }

    /// Stores `value` at the end of a path, with the same rules as `MemberWriter` for numbers in paths.
    ///
    /// - Complexity: O(names): the containers on the path are changed in place.
    private static func put(_ value: Any, _ path: [String], in root: inout [String: Any]) {
        // Each container is taken out of its parent, so that it is uniquely referenced while it is changed.
        var outer: [TakenContainer] = []
        outer.reserveCapacity(path.count)
        var inner: Any? = root
        root = [:]
        for name in path {
            var container = TakenContainer(&inner, name, isRoot: outer.isEmpty)
            inner = container.takeChild()
            outer.append(container)
        }
        inner = value
        while let last = outer.indices.last {
            outer[last].putBack(&inner)
            inner = outer[last].value
            outer.removeLast()
        }
        if let members = inner as? [String: Any] { root = members }
    }

    /// A dictionary or an array that was taken out of its parent, and the name or index of its child on a path.
    private struct TakenContainer {
        private var members: [String: Any] = [:]
        private var elements: [Any] = []
        private let name: String
        /// The index of the child; nil in a dictionary.
        private let index: Int?

        /// Takes the container out of `value`, or creates one if there is none.
        init(_ value: inout Any?, _ name: String, isRoot: Bool) {
            self.name = name
            if value == nil, name == "0", !isRoot {
                index = 0
                return
            }
            if let array = value as? [Any], let number = Int(name), number >= 0, number <= array.count {
                (elements, index) = (array, number)
            } else {
                members = value as? [String: Any] ?? [:]
                index = nil
            }
            value = nil
        }

        /// Takes out the child; nil if there is none.
        mutating func takeChild() -> Any? {
            guard let index else { return members.updateValue(NSNull(), forKey: name) }
            if index == elements.count {
                elements.append(NSNull())
                return nil
            }
            let child = elements[index]
            elements[index] = NSNull()
            return child
        }

        mutating func putBack(_ child: inout Any?) {
            guard let value = child else { return }
            child = nil
            if let index { elements[index] = value } else { members[name] = value }
        }

        var value: Any { index == nil ? members : elements }
    }
}

// MARK: Containers

extension MappingWriter {
    /// Begins an object; members follow.
    @usableFromInline
    func beginObject() {
        if isText { members.beginObject() } else { dictionaries.append([:]) }
    }

    /// Ends the innermost object.
    @usableFromInline
    func endObject() {
        if isText {
            members.endObject()
        } else if let dictionary = dictionaries.popLast() {
            made.append(dictionary)
        }
    }

    /// Begins a member; its value follows, and `endMember`.
    @usableFromInline
    func beginMember(_ name: String) {
        if isText { members.beginMember(name) } else { steps.append(.key(name)) }
    }

    /// Ends a member.
    @usableFromInline
    func endMember(_ name: String) {
        if isText { return }
        steps.removeLast()
        guard let value = made.popLast(), let level = dictionaries.indices.last else { return }
        dictionaries[level][name] = value
    }

    /// Begins an array; elements follow.
    @inlinable
    @inline(__always)
    func beginArray() {
        if isText { members.beginArray() } else { openArrays.append(made.count) }
    }

    /// Begins an element; its value follows.
    @inlinable
    @inline(__always)
    func beginElement() {
        if isText { members.beginElement() }
    }

    /// Ends the innermost array.
    @usableFromInline
    func endArray() {
        if isText {
            members.endArray()
        } else if let first = openArrays.popLast() {
            let elements = Array(made[first...])
            made.removeSubrange(first...)
            made.append(elements)
        }
    }
}

// MARK: Values

extension MappingWriter {
    @inlinable
    @inline(__always)
    func appendNull() {
        if isText { members.appendNull() } else { made.append(JSON.null.object) }
    }

    @inlinable
    @inline(__always)
    func append(_ value: Bool) {
        if isText { members.append(value) } else { made.append(value) }
    }

    @inlinable
    @inline(__always)
    func append(_ value: String) {
        if isText { members.append(value) } else { made.append(value) }
    }

    /// Writes an integer; for text only.
    @inlinable
    @inline(__always)
    func append(_ value: Int64) { members.append(value) }

    /// Writes an integer; for text only.
    @inlinable
    @inline(__always)
    func append(_ value: UInt64) { members.append(value) }

    @usableFromInline
    func append(_ value: Double) {
        if !isText {
            made.append(value)
        } else if value.isFinite {
            members.text.append(value)
        } else {
            unwritable(expected: "a finite number", found: "\(value)")
        }
    }

    @usableFromInline
    func append(_ value: Float) {
        if !isText {
            made.append(value)
        } else if value.isFinite {
            members.text.append(value)
        } else {
            unwritable(expected: "a finite number", found: "\(value)")
        }
    }

    /// Writes a number; for text only.
    func append(_ value: Decimal) {
        if let parts = value.parts, members.text.append(parts) { return }
        append(JSONNumber(value))
    }

    /// Writes a number; for text only.
    func append(_ value: JSONNumber) {
        if value.isFinite {
            members.text.append(value)
        } else {
            unwritable(expected: "a finite number", found: value.text)
        }
    }

    @usableFromInline
    func append(_ value: JSON) {
        guard isText else {
            made.append(value.object)
            return
        }
        do throws(JSONError) {
            try members.text.append(value)
        } catch {
            unwritable(expected: error.expected ?? "a value", found: error.found ?? "none")
        }
    }

    /// Adds a value to a dictionary unchanged; for dictionaries only.
    @usableFromInline
    func appendObject(_ value: Any) { made.append(value) }
}

// MARK: Failures

extension MappingWriter {
    /// Records that JSON cannot represent a value, and writes null instead of it.
    private func unwritable(expected: String, found: String) {
        members.appendNull()
        isUnwritable = true
        note(.notWritable, expected: expected, found: found)
    }

    /// Records that a field is omitted because JSON cannot represent its value.
    @inline(never)
    func leaveOut(_ name: FieldName, _ value: Any) {
        note(.notWritable, at: name.steps, expected: "a type that JSON can hold", found: "\(type(of: value))")
    }

    /// Records that a field is omitted because its objects are nested too deeply.
    @usableFromInline
    @inline(never)
    func tooDeep(_ key: String, _ nesting: Map.Nesting, _ delimiter: String, _ depth: Int) {
        let steps = FieldName(key, nesting, delimiter).steps
        note(.tooDeep, at: steps, expected: Mapping.expectedDepth(depth), found: "more")
    }

    /// Records that members of the object are omitted because too many parts are inside one another.
    func tooDeep(_ depth: Int) {
        note(.tooDeep, at: [], expected: Mapping.expectedDepth(depth), found: "more")
    }

    /// Whether an object may be written inside `depth` others.
    @usableFromInline
    func canEnter(depth: Int) -> Bool { depth < Mapping.maximumDepth && hasRoomOnStack(depth: depth) }

    /// - Parameter inner: The steps from the innermost open object; nil for the value that is being written.
    private func note(_ reason: MappingFailure.Reason, at inner: [JSONKey]? = nil, expected: String, found: String) {
        guard log.records.count < MappingWriter.mostFailures else { return }
        let path = (isText ? members.openPath(toObject: inner != nil) : steps) + (inner ?? [])
        log.append(.init(reason: reason, position: 0, steps: path, expected: .text(expected), found: found))
    }

    /// The recorded failures, at most `mostFailures`.
    private func workedOut() -> [MappingFailure] {
        log.records.map {
            MappingFailure(
                $0.reason, steps: $0.steps, expected: $0.expected.description($0.steps), found: $0.found ?? "")
        }
    }
}
