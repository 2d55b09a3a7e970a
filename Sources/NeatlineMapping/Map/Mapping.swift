import NeatlineFoundation
import NeatlineJSON

/// One run of a mapper: what all its `Map`s share. Either a `MappingReader` or a `MappingWriter`.
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
    /// What did not fit, so far.
    var log = FailureLog()
    /// What the mapper lends to the run; nil before and after the mapper's call.
    var memory: RunMemory?
    /// The bounds of the stack; found out when there are many objects inside one another.
    private var stack = StackBounds()

    init(isReading: Bool, context: (any MapContext)?, includesNil: Bool) {
        self.isReading = isReading
        self.context = context
        self.includesNil = includesNil
    }

    /// Makes it another run, of which nothing is known yet.
    final func restart(context: (any MapContext)?, includesNil: Bool) {
        self.context = context
        self.includesNil = includesNil
        if !log.records.isEmpty { log = FailureLog() }
        // The next run may be on another thread, whose stack is in the same memory.
        stack = StackBounds()
    }

    /// What was noted, worked out.
    @usableFromInline var failures: [MappingFailure] { [] }

    /// What was noted, as an error; nil if everything fitted.
    @usableFromInline final var error: MappingError? {
        if !log.hasFailures { return nil }
        return MappingError(failures: failures.filter { !$0.reason.isReport })
    }

    // MARK: Depth

    /// Whether the stack has room for an object that is in `depth` others.
    @inline(__always)
    final func hasRoomOnStack(depth: Int) -> Bool { depth < StackBounds.uncheckedDepth || stackHasRoom() }

    /// What an object in `depth` others would have to be, for messages.
    static func expectedDepth(_ depth: Int) -> String {
        depth < maximumDepth
            ? "no more objects inside one another than the stack has room for"
            : "at most \(maximumDepth) objects inside one another"
    }

    @inline(never)
    private final func stackHasRoom() -> Bool { stack.hasRoom() }

    /// How many objects may stand inside one another: models map each other by recursion, and the stack has an end.
    @usableFromInline static let maximumDepth = 512
}

/// A call that had nothing to run on: its text is no JSON.
final class FailedRun: Mapping {
    private let failure: MappingFailure

    init(_ failure: MappingFailure) {
        self.failure = failure
        super.init(isReading: false, context: nil, includesNil: false)
    }

    override var failures: [MappingFailure] { [failure] }
}

/// Memory that the calls of a mapper use one after the other; each call has it alone.
final class RunMemory {
    private var tables = MemberTables()
    /// A run that has written text and has ended.
    private var writing: MappingWriter?

    /// The tables; the memory has none until they are given back.
    func takeTables() -> MemberTables {
        var taken = MemberTables()
        swap(&taken, &tables)
        return taken
    }

    /// Keeps tables, which have forgotten their objects.
    func keep(_ tables: consuming MemberTables) { self.tables = tables }

    /// The run that writes text, to which nobody else refers; nil if there is none.
    func takeWriting() -> MappingWriter? {
        guard writing != nil, isKnownUniquelyReferenced(&writing) else { return nil }
        defer { writing = nil }
        return writing
    }

    /// Keeps a run that has written text and has ended.
    func keep(_ writing: MappingWriter) { self.writing = writing }
}
