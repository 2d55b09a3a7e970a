import Foundation
import NeatlineFoundation
import NeatlineJSON

/// A run that writes: straight to text, or to the dictionaries that `toJSON()` is to give.
@usableFromInline
final class MappingWriter: Mapping {
    /// Whether text is written.
    @usableFromInline let isText: Bool
    @exclusivity(unchecked)
    private var members = MemberWriter()

    /// The dictionaries that are open, the innermost last.
    private var dictionaries: [[String: Any]] = []
    /// The values that were made for the dictionaries and have not been put into one yet.
    private var made: [Any] = []
    /// How many of `made` stood before each array that is open.
    private var openArrays: [Int] = []
    /// The names of the members of dictionaries that are being written.
    private var steps: [JSONKey] = []

    /// Whether a value had no form in JSON; what was written is then of no use.
    @usableFromInline private(set) var isUnwritable = false

    /// How many failures of one run are noted; each one's path costs a look at the text.
    private static let mostFailures = 64

    /// Writes text.
    init(textWith context: (any MapContext)?, includesNil: Bool) {
        isText = true
        super.init(isReading: false, context: context, includesNil: includesNil)
    }

    /// Adds members to a dictionary.
    init(adding dictionary: [String: Any], context: (any MapContext)?, includesNil: Bool) {
        isText = false
        dictionaries = [dictionary]
        super.init(isReading: false, context: context, includesNil: includesNil)
    }

    @usableFromInline override var failures: [MappingFailure] { workedOut() }

    /// Makes it a run that writes another text, in the memory that it has; for a run that writes text and to which nobody else
    /// refers.
    func restartText(with context: (any MapContext)?, includesNil: Bool) {
        restart(context: context, includesNil: includesNil)
        members.restart()
        isUnwritable = false
    }

    /// The text that was written.
    @usableFromInline var bytes: [UInt8] { members.text.bytes() }

    /// The text that was written.
    @usableFromInline var data: Data { members.text.withBytes { Data($0) } }

    /// The level of the innermost object: how many others stand around it.
    @usableFromInline var level: Int { (isText ? members.openObjects : dictionaries.count) - 1 }

    /// What was written of the object at a level so far.
    @usableFromInline
    func dictionary(at level: Int) -> [String: Any] {
        if isText { return members.openObject(level).dictionaryObject ?? [:] }
        return dictionaries.indices.contains(level) ? dictionaries[level] : [:]
    }
}

// MARK: Members

extension MappingWriter {
    /// Begins a member of the text; false, having done nothing, if its name is a path, or if no text is written.
    @usableFromInline
    func beginMember(plain name: String) -> Bool { isText && members.beginMember(plain: name) }

    /// Begins the member of a field whose name is a path, or of a dictionary; false if there is no name, or, which is
    /// noted, if the path is longer than objects may be deep.
    @usableFromInline
    @inline(never)
    func beginSlowPath(_ key: String, _ nesting: Map.Nesting, _ delimiter: String) -> Bool {
        let name = FieldName(key, nesting, delimiter)
        let path = name.components
        guard nesting != .noField, !path.isEmpty else { return false }
        guard path.count <= Mapping.maximumDepth else {
            tooDeep(key, path.count)
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

    /// Puts the value that was made last into the innermost dictionary.
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

    /// Puts `value` at the end of a path; when a number makes an array is said at `MemberWriter`.
    ///
    /// - Complexity: O(names): containers on the way are changed in place.
    private static func put(_ value: Any, _ path: [String], in root: inout [String: Any]) {
        // Each container is taken out of the one around it, so that nobody else refers to it while it is changed.
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

    /// A dictionary or an array that was taken out of the one around it, and the child that a name of a path stands for.
    private struct TakenContainer {
        private var members: [String: Any] = [:]
        private var elements: [Any] = []
        private let name: String
        /// In an array.
        private let index: Int?

        /// Takes the container over from `value`, or makes one.
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
    @usableFromInline
    func beginArray() {
        if isText { members.text.beginArray() } else { openArrays.append(made.count) }
    }

    /// Has to come before each element.
    @usableFromInline
    func beginElement() {
        if isText { members.text.beginElement() }
    }

    /// Ends the innermost array.
    @usableFromInline
    func endArray() {
        if isText {
            members.text.endArray()
        } else if let first = openArrays.popLast() {
            let elements = Array(made[first...])
            made.removeSubrange(first...)
            made.append(elements)
        }
    }
}

// MARK: Values

extension MappingWriter {
    @usableFromInline
    func appendNull() {
        if isText { members.text.appendNull() } else { made.append(JSON.null.object) }
    }

    @usableFromInline
    func append(_ value: Bool) {
        if isText { members.text.append(value) } else { made.append(value) }
    }

    @usableFromInline
    func append(_ value: String) {
        if isText { members.text.append(value) } else { made.append(value) }
    }

    /// Writes an integer; for text only.
    @usableFromInline
    func append(_ value: Int64) { members.text.append(value) }

    /// Writes an integer; for text only.
    @usableFromInline
    func append(_ value: UInt64) { members.text.append(value) }

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

    /// Takes a value for a dictionary as it is.
    @usableFromInline
    func appendObject(_ value: Any) { made.append(value) }
}

// MARK: Failures

extension MappingWriter {
    /// Notes that a value has no form in JSON, and writes null in its place.
    private func unwritable(expected: String, found: String) {
        members.text.appendNull()
        isUnwritable = true
        note(.notWritable, expected: expected, found: found)
    }

    /// Notes that a field is left out because its value has no form in JSON.
    @usableFromInline
    @inline(never)
    func leaveOut(_ key: String, _ value: Any) {
        note(.notWritable, at: key, expected: "a type that JSON can hold", found: "\(type(of: value))")
    }

    /// Notes that a field is left out because its objects are nested too deeply.
    @usableFromInline
    @inline(never)
    func tooDeep(_ key: String, _ depth: Int) {
        note(.tooDeep, at: key, expected: Mapping.expectedDepth(depth), found: "more")
    }

    /// Whether an object may be written in `depth` others.
    @usableFromInline
    func canEnter(depth: Int) -> Bool { depth < Mapping.maximumDepth && hasRoomOnStack(depth: depth) }

    private func note(_ reason: MappingFailure.Reason, at name: String? = nil, expected: String, found: String) {
        guard log.records.count < MappingWriter.mostFailures else { return }
        var path = isText ? members.openPath : steps
        if let name {
            // The text's path ends at what was written last in the object, if anything was.
            if isText { _ = path.popLast() }
            path.append(.key(name))
        }
        log.append(.init(reason: reason, position: 0, steps: path, expected: .text(expected), found: found))
    }

    /// What was noted down: at most 64 failures.
    private func workedOut() -> [MappingFailure] {
        log.records.map {
            MappingFailure(
                $0.reason, steps: $0.steps, expected: $0.expected.description($0.steps), found: $0.found ?? "")
        }
    }
}
