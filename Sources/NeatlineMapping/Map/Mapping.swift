import NeatlineFoundation
import NeatlineJSON

/// The state of one call of a mapper, which all its `Map`s share: a `MappingReader` or a `MappingWriter`.
///
/// A run belongs to one thread; nothing in it is shared with other runs.
@usableFromInline
class Mapping {
    /// Whether it is a `MappingReader`.
    @usableFromInline let isReading: Bool
    /// Whether absent values are written as null.
    @exclusivity(unchecked)
    @usableFromInline final private(set) var includesNil: Bool
    final private(set) var context: (any MapContext)?
    /// What `includesNil` and `context` were before the models that are being mapped changed them, in the order of the changes.
    private var replaced: [(includesNil: Bool, context: (any MapContext)?)] = []
    /// The number of these changes.
    @exclusivity(unchecked)
    @usableFromInline final private(set) var changes = 0
    /// The failures so far.
    @exclusivity(unchecked)
    final var log = FailureLog()
    /// The memory that the mapper lends to the run; nil before and after the mapper's call.
    var memory: RunMemory?
    /// The bounds of the stack; determined when many objects are nested.
    private var stack = StackBounds()

    init(isReading: Bool, context: (any MapContext)?, includesNil: Bool) {
        self.isReading = isReading
        self.context = context
        self.includesNil = includesNil
    }

    /// Resets the state for another run.
    final func restart(context: (any MapContext)?, includesNil: Bool) {
        self.context = context
        self.includesNil = includesNil
        replaced.removeAll()
        changes = 0
        if !log.records.isEmpty { log = FailureLog() }
        // The next run may be on another thread, whose stack is in the same memory.
        stack = StackBounds()
    }

    /// The failures so far, with their paths and positions.
    @usableFromInline var failures: [MappingFailure] { [] }

    /// The open failures so far as an error; nil if there are none.
    @usableFromInline final var error: MappingError? {
        if !log.hasFailures { return nil }
        return MappingError(failures: zip(failures, log.records).filter { FailureLog.isOpen($1) }.map(\.0))
    }

    /// Whether there are failures that make a strict call fail.
    var hasOpenFailures: Bool { log.hasFailures }

    // MARK: Changes by models

    /// Changes whether absent values are written as null, until the model that is being mapped ends.
    final func change(includesNil: Bool) {
        beginChange()
        self.includesNil = includesNil
    }

    /// Changes the context, until the model that is being mapped ends.
    final func change(context: (any MapContext)?) {
        beginChange()
        self.context = context
    }

    private final func beginChange() {
        replaced.append((includesNil, context))
        changes = replaced.count
    }

    /// Undoes the changes of a model that has ended, before which there were `count`.
    @inlinable
    @inline(__always)
    final func undoChanges(to count: Int) {
        if changes != count { undo(to: count) }
    }

    @usableFromInline
    @inline(never)
    final func undo(to count: Int) {
        guard changes > count else { return }
        (includesNil, context) = replaced[count]
        replaced.removeSubrange(count...)
        changes = count
    }

    // MARK: Depth

    /// Whether the stack has room for an object inside `depth` others.
    @inline(__always)
    final func hasRoomOnStack(depth: Int) -> Bool { depth < StackBounds.uncheckedDepth || stackHasRoom() }

    /// The description of what was expected instead of an object inside `depth` others, for messages.
    static func expectedDepth(_ depth: Int) -> String {
        depth < maximumDepth
            ? "no more objects inside one another than the stack has room for"
            : "at most \(maximumDepth) objects inside one another"
    }

    @inline(never)
    private final func stackHasRoom() -> Bool { stack.hasRoom() }

    /// The maximum number of nested objects: models map each other by recursion, and the stack is limited.
    @usableFromInline static let maximumDepth = 512
}

/// The failures of a call whose text is not valid JSON, or is too large to be kept for them.
final class FailedRun: Mapping {
    private let found: [MappingFailure]

    init(_ failures: [MappingFailure]) {
        found = failures
        super.init(isReading: false, context: nil, includesNil: false)
    }

    override var failures: [MappingFailure] { found }

    override var hasOpenFailures: Bool { found.contains { !$0.reason.isReport && !$0.isInOmittedElement } }
}

/// Memory that each call of a mapper passes to the next; one call uses it at a time.
final class RunMemory {
    private var tables = MemberTables()
    /// A run that has written text and has ended.
    private var writing: MappingWriter?

    /// Takes the tables out, until `keep` stores them again.
    func takeTables() -> MemberTables {
        var taken = MemberTables()
        swap(&taken, &tables)
        return taken
    }

    /// Stores tables, which must have forgotten their objects.
    func keep(_ tables: consuming MemberTables) { self.tables = tables }

    /// Takes the run that writes text out; nil if there is none, or a `Map` that was stored refers to it.
    func takeWriting() -> MappingWriter? {
        guard writing != nil, isKnownUniquelyReferenced(&writing) else { return nil }
        defer { writing = nil }
        return writing
    }

    /// Stores a run that has written text and has ended.
    func keep(_ writing: MappingWriter) { self.writing = writing }
}
