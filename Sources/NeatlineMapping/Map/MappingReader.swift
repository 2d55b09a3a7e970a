import Foundation
import NeatlineFoundation
import NeatlineJSON
import Synchronization

/// A run that reads a parsed text by positions on its tape, or Swift values, which it numbers when it finds them.
@usableFromInline
final class MappingReader: Mapping {
    /// Whether a parsed text is read.
    @usableFromInline let isText: Bool
    /// The reader of the text; `DocumentReader.null`, which is not used, if Swift values are read.
    let reader: DocumentReader
    @exclusivity(unchecked)
    private var tables: MemberTables
    /// The memory in use for the positions of members, in `tables`.
    @exclusivity(unchecked)
    @usableFromInline var positionsLeft = MemberPositions.Rest()
    /// Tells the run from others, from when it first finds members by number until it gives its memory away; 0 otherwise.
    @exclusivity(unchecked)
    @usableFromInline private(set) var run: UInt64 = 0
    private static let runs = Atomic<UInt64>(0)
    /// A view of the text's document; not used if Swift values are read.
    @usableFromInline let view: TapeView

    /// The Swift values by their positions: the root, and then each value that was found.
    private(set) var values: [Any] = []
    /// The container and the step of each of `values`.
    private(set) var origins: [Origin] = []

    /// The positions of containers that had to be converted, by their origins, so that each is converted once.
    private(set) var converted: [Origin: Int] = [:]

    struct Origin: Hashable {
        let container: Int
        let step: JSONKey
    }

    /// How strict the run is, and what it reports.
    let options: MappingOptions
    @usableFromInline let reportsUnknownKeys: Bool
    /// Whether the first of several members with the same name is the effective one, instead of the last.
    private let keepsFirstMember: Bool
    /// Whether broken elements are left out of their containers, and of how many such elements the present value is a
    /// part.
    @usableFromInline let omitsBrokenElements: Bool
    private(set) var omittableDepth = 0
    /// Whether the first failure has ended the run, after which no member is found.
    private(set) var isStopped = false
    /// Whether `tables` suffice for lookups: a text is read, the run is not stopped, and read keys are not recorded.
    @exclusivity(unchecked)
    private var isPlain: Bool
    /// The keys that were read, if unknown ones are reported.
    private var readKeys: Set<Int> = []
    /// The names that were read of each Swift value, if unknown ones are reported.
    private var readNames: [Int: Set<String>] = [:]
    /// The positions of the incomplete values, if a text is read that has not ended.
    private var growing: Set<Int> = []
    /// The record because of which the last object was refused, if it is not the last of all, and the number of records then.
    var reason: (record: FailureLog.Record, count: Int)?
    /// The error because of which a transform returned nil for the value at a position.
    @usableFromInline var transformError: (position: Int, error: any Error)?

    /// The types whose alternatives are tried now, and the positions of the values.
    private var alternatives: [(type: ObjectIdentifier, position: Int)] = []

    /// Creates a run that reads a parsed text.
    ///
    /// - Parameters:
    ///   - reader: the reader of the text.
    ///   - context: the `context` of the run's maps.
    ///   - includesNil: the `shouldIncludeNilValues` of the run's maps.
    ///   - options: how strict the run is, and what it reports.
    ///   - tables: the tables of another run, which have forgotten their objects.
    init(
        _ reader: DocumentReader, context: (any MapContext)? = nil, includesNil: Bool = false,
        options: MappingOptions = MappingOptions(), tables: consuming MemberTables = MemberTables()
    ) {
        isText = true
        isPlain = !options.reportsUnknownKeys
        omitsBrokenElements = options.omitsBrokenElements
        self.reader = reader
        view = reader.view
        keepsFirstMember = reader.firstMemberWins
        reportsUnknownKeys = options.reportsUnknownKeys
        self.options = options
        self.tables = tables
        super.init(isReading: true, context: context, includesNil: includesNil)
    }

    /// Creates a run that reads a Swift value.
    init(
        value: Any, context: (any MapContext)? = nil, includesNil: Bool = false,
        options: MappingOptions = MappingOptions()
    ) {
        isText = false
        isPlain = false
        reader = DocumentReader.null
        view = reader.view
        keepsFirstMember = false
        reportsUnknownKeys = options.reportsUnknownKeys
        omitsBrokenElements = options.omitsBrokenElements
        self.options = options
        tables = MemberTables()
        super.init(isReading: true, context: context, includesNil: includesNil)
        values.append(MappingReader.plain(value))
        origins.append(Origin(container: 0, step: .index(0)))
    }

    @usableFromInline override var failures: [MappingFailure] { workedOut() }

    /// Takes the tables out for another run; if this run continues, it uses new ones.
    func takeTables() -> MemberTables {
        var taken = MemberTables()
        swap(&taken, &tables)
        taken.forget()
        // Their memory for positions goes with them.
        positionsLeft = MemberPositions.Rest()
        run = 0
        return taken
    }

    /// The position of the root.
    var root: Int { isText ? reader.root : 0 }

    /// Ends the run: no member is found afterwards.
    func stop() {
        isStopped = true
        isPlain = false
    }

    /// Begins to try an alternative of a type.
    ///
    /// - Returns: False if the type is being tried for the same value, as part of itself: that would not end.
    func beginAlternative(_ type: Any.Type, at position: Int) -> Bool {
        let type = ObjectIdentifier(type)
        // Those for the same value are the last ones.
        let others = alternatives.reversed().prefix { $0.position == position }
        if others.contains(where: { $0.type == type }) { return false }
        alternatives.append((type, position))
        return true
    }

    /// Ends what `beginAlternative(_:at:)` has begun.
    func endAlternative() { alternatives.removeLast() }

    /// Continues the run after `stop`.
    func resume() {
        isStopped = false
        isPlain = isText && !options.reportsUnknownKeys
    }
}

// MARK: Incomplete values

extension MappingReader {
    /// Notes that the text has not ended, so that the root, its last entry, the last entry of that, and so on, are incomplete.
    ///
    /// - Parameter count: The number of these values.
    func grow(_ count: Int) {
        var position = root
        for depth in 0..<count {
            if depth > 0 {
                guard let last = lastEntry(position) else { return }
                position = last
            }
            growing.insert(position)
        }
    }

    private func lastEntry(_ position: Int) -> Int? {
        if kind(position) == .array { return element(reader.count(position) - 1, ofArrayAt: position) }
        var last: Int?
        var members = reader.entries(position)
        while let (_, value) = members.nextMember() { last = value }
        return last
    }

    /// Notes that the value at `position` was refused, for whatever reason.
    ///
    /// - Parameter isRecorded: Whether its record follows.
    func noteRefusal(at position: Int, isRecorded: Bool = true) {
        if growing.contains(position) { log.noteRefusal(isRecorded: isRecorded) }
    }

    /// Whether an incomplete value was refused, or does not fit. That a member is missing in an incomplete object is no such failure.
    var hasRefusedGrowth: Bool {
        log.hasRefusals
            || log.records.contains { !$0.reason.isReport && $0.reason != .missing && growing.contains($0.position) }
    }
}

// MARK: Elements

extension MappingReader {
    /// Reads an element of a container.
    ///
    /// If the run omits broken elements, it is one in which anything does not fit, or whose `read` throws.
    ///
    /// - Returns: nil, with a recorded failure, if it is not to be used.
    /// - Throws: The error of `read`, unless the run omits broken elements.
    @inlinable
    @inline(__always)
    func element<Element>(
        _ position: Int, depth: Int, _ read: (ValueReader) throws -> Element?
    ) rethrows -> Element? {
        omitsBrokenElements
            ? unbroken(position, depth: depth, read) : try read(ValueReader(self, position, depth: depth))
    }

    /// Reads an element; nil, with a recorded failure, if anything in it does not fit, or `read` throws.
    @inlinable
    @inline(never)
    func unbroken<Element>(
        _ position: Int, depth: Int, _ read: (ValueReader) throws -> Element?
    ) -> Element? {
        let open = beginElement()
        var element: Element?
        do {
            element = try read(ValueReader(self, position, depth: depth))
        } catch {
            thrown(at: position, depth: depth, by: Element.self, error)
        }
        return endElement(since: open) ? element : nil
    }

    /// Begins an element that can be left out, and returns the number of open failures before it.
    @usableFromInline
    func beginElement() -> Int {
        omittableDepth += 1
        return log.openCount
    }

    /// Ends an element.
    ///
    /// - Returns: Whether all of it fits; otherwise its failures are now those of an omitted element.
    @usableFromInline
    func endElement(since open: Int) -> Bool {
        omittableDepth -= 1
        if log.openCount == open { return true }
        log.omitElement(since: open)
        return false
    }
}

// MARK: Finding

extension MappingReader {
    /// The position of the field with this name, or at the end of this path if it contains a dot; 0 if there is none.
    @usableFromInline
    func find(_ key: String, ofObjectAt object: Int, depth: Int) -> Int {
        if isPlain {
            let position = tables.member(plain: key, ofObjectAt: object, depth: depth, in: reader)
            if position >= 0 { return position }
        }
        return findSlowPath(key, ofObjectAt: object, depth: depth)
    }

    /// Like `find`, for paths, Swift values, and runs that record read keys or are stopped.
    @inline(never)
    private func findSlowPath(_ key: String, ofObjectAt object: Int, depth: Int) -> Int {
        let name = FieldName(key)
        return name.isPath
            ? find(path: name.components, ofObjectAt: object) : find(name: key, ofObjectAt: object, depth: depth)
    }

    /// Begins to find the members of an object that its model numbers.
    ///
    /// - Returns: nil if each is to be looked up: in Swift values, and in runs that record read keys or are stopped.
    @usableFromInline
    func beginMembers(_ count: Int, ofObjectAt object: Int) -> MemberWalk? {
        guard isPlain else { return nil }
        if run == 0 { run = MappingReader.runs.wrappingAdd(1, ordering: .relaxed).newValue }
        let positions =
            positionsLeft.reserve(count) ?? tables.positions.reserve(count, after: &positionsLeft)
        return MemberWalk(view.members(ofObjectAt: object), positions, isFirstKept: keepsFirstMember)
    }

    /// The number of the member whose key is at `key`, by its name with escapes decoded.
    @usableFromInline
    @inline(never)
    func withDecodedName(_ key: Int, _ number: (borrowing MemberName) -> Int) -> Int {
        var name = reader.name(key)
        // SAFETY: the bytes are valid during the call.
        return name.withUTF8 { number(MemberName($0)) }
    }

    /// The position of the member; 0 if there is none.
    @usableFromInline
    func find(name: String, ofObjectAt object: Int, depth: Int) -> Int {
        if isStopped { return 0 }
        if !isText { return find(name, inValueAt: object) }
        let position = tables.member(name, ofObjectAt: object, depth: depth, in: reader)
        if options.reportsUnknownKeys, position != 0 { readKeys.insert(position) }
        return position
    }

    /// The position at the end of a path of names and indices; 0 if there is none, or the path is empty.
    func find(path: [String], ofObjectAt object: Int) -> Int {
        if path.isEmpty || isStopped { return 0 }
        var position = object
        for name in path {
            switch kind(position) {
            case .object:
                position = isText ? find(name, inObjectAt: position) : find(name, inValueAt: position)
            case .array:
                guard let index = Int(name), let element = element(index, ofArrayAt: position) else { return 0 }
                position = element
            default:
                return 0
            }
            if position == 0 { return 0 }
        }
        return position
    }

    /// Returns the innermost existing value on a path of names, and the steps from there. A number is the index of an element in
    /// an array and a name in an object; where there is neither, it is taken for an index.
    ///
    /// Nothing is recorded, and no Swift value gets a position, because errors are read at any time and on any thread.
    func lastValue(on names: [JSONKey], from object: Int) -> (position: Int, steps: [JSONKey]) {
        var position = object
        // Swift values that have no position.
        var value: Any? = isText ? nil : values[object]
        var steps: [JSONKey] = []
        for step in names {
            guard case .key(let name) = step else { continue }
            let index = Int(name)
            if isText, steps.isEmpty {
                switch reader.kind(position) {
                case .object:
                    let member = reader.member(name, ofObjectAt: position)
                    if member == 0 { steps.append(step) } else { position = member }
                    continue
                case .array:
                    if let index, let element = reader.element(index, ofArrayAt: position) {
                        position = element
                    } else {
                        steps.append(index.map { .index($0) } ?? step)
                    }
                    continue
                default: break
                }
            }
            let container = value.map(MappingReader.plain)
            if let members = container as? [String: Any] {
                value = members[name]
                steps.append(step)
            } else if let elements = container as? [Any], let index {
                value = elements.indices.contains(index) ? elements[index] : nil
                steps.append(.index(index))
            } else {
                value = nil
                steps.append(.step(named: name))
            }
        }
        return (position, steps)
    }

    /// The position of a member on a path, whose object has no table; 0 if there is none.
    private func find(_ name: String, inObjectAt object: Int) -> Int {
        let position = reader.member(name, ofObjectAt: object)
        if options.reportsUnknownKeys, position != 0 { readKeys.insert(position) }
        return position
    }

    private func find(_ name: String, inValueAt object: Int) -> Int {
        let origin = Origin(container: object, step: .key(name))
        if let position = converted[origin] { return position }
        guard let value = swiftMembers(object)?[name] else { return 0 }
        if options.reportsUnknownKeys { readNames[object, default: []].insert(name) }
        return add(value, origin)
    }

    /// Whether the member of the object at `object` was read; only for runs that report unknown keys.
    func wasRead(_ name: () -> String, _ position: Int, ofObjectAt object: Int) -> Bool {
        isText ? readKeys.contains(position) : readNames[object]?.contains(name()) ?? false
    }

    /// Adds a Swift value and returns its position.
    func add(_ value: Any, _ origin: Origin) -> Int {
        values.append(value)
        origins.append(origin)
        // Most containers need no conversion.
        if type(of: value) != [String: Any].self, type(of: value) != [Any].self {
            let plain = MappingReader.plain(value)
            values[values.count - 1] = plain
            if plain is [String: Any] || plain is [Any] { converted[origin] = values.count - 1 }
        }
        return values.count - 1
    }

    /// Converts a value to the form that is stored: optionals are unwrapped, nil is `NSNull`, a `JSON` is converted to
    /// Foundation's types, and dictionaries and arrays contain `Any`, so that later casts of them are free.
    /// Foundation's own containers are converted one level at a time: a cast would convert all levels by recursion,
    /// without an end if one contains itself.
    private static func plain(_ value: Any) -> Any {
        if let value = value as? any OptionalProtocol { return value.wrapped.map(plain) ?? NSNull() }
        if let json = value as? JSON { return json.object }
        if type(of: value) is AnyClass {
            switch (value as? any JSONContainer)?.parts {
            case .elements(let elements): return elements
            case .members(let members): return Dictionary(members.map { ($0.key, $0.value) }) { $1 }
            case nil: return value
            }
        }
        if let members = value as? [String: Any] { return members }
        if let elements = value as? [Any] { return elements }
        return value
    }
}

extension Mapping {
    /// Whether the value at `position` is null. The run must be a `MappingReader`.
    ///
    /// It is a method of `Mapping`, because the compiler retains the result of a downcast for calls of two methods.
    @usableFromInline
    final func isNull(_ position: Int) -> Bool {
        // SAFETY: required of the caller.
        let reading = unsafeDowncast(self, to: MappingReader.self)
        if reading.isText { return reading.view.isNull(position) }
        return MappingReader.isNull(reading.values[position])
    }
}
