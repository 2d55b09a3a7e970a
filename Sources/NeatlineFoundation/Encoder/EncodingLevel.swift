internal import NeatlineJSON

/// A place in the text where a value is being encoded, and the encoder that the value's type gets.
///
/// A level is made for each value whose `encode(to:)` is called (its *scope*), and for each nested container and encoder of
/// a superclass. Levels of values are used again for the next value of the same depth, unless somebody still refers to
/// them: then that encoder, or its container, is finished and everything it is asked for fails.
///
/// ```
/// top ──> level ──parent──> level ──parent──> ... ──> root
/// root ──deeper──> level ──deeper──> level            (kept for the next values)
/// ```
final class EncodingLevel: Encoder {
    /// What stands at the level.
    enum Kind: UInt8 {
        case nothing, value, array, object
    }

    /// Whether more can be written.
    enum State: UInt8 {
        /// The text ends inside the level, or inside one above it.
        case open
        /// The text goes on behind the level, whose scope is still open.
        case closed
        /// The level's scope has ended.
        case finished
    }

    let run: EncodingRun
    /// What the run keeps of how far it is.
    let progress: UnsafeMutablePointer<EncodingProgress>
    @exclusivity(unchecked)
    var kind = Kind.nothing
    @exclusivity(unchecked)
    var state = State.open
    /// How many elements or members there are.
    @exclusivity(unchecked)
    var count = 0
    /// Where the value begins.
    @exclusivity(unchecked)
    var start = 0
    /// Of a level that is closed: where its bracket stands, or behind its value.
    @exclusivity(unchecked)
    var end = 0
    /// Of an object: what is known of the names that its keys have; nil if they are compared when it ends.
    ///
    /// Not counted, because the run keeps them.
    @exclusivity(unchecked)
    var names: Unmanaged<KeyNames>?
    /// Of an object: which of `names` it has.
    @exclusivity(unchecked)
    var members = WrittenMembers()
    /// How many names were tracked before those of this level.
    @exclusivity(unchecked)
    var firstName = 0
    /// How many nested containers were open before this level.
    @exclusivity(unchecked)
    var nestedCount = 0
    @exclusivity(unchecked)
    var step = EncodingStep.none
    /// Not counted, because the parent of an open level is open. A nested container has `container` as well.
    @exclusivity(unchecked)
    private var unmanagedParent: Unmanaged<EncodingLevel>?
    /// The level kept for the next value in this one.
    @exclusivity(unchecked)
    var deeper: EncodingLevel?
    /// The keyed containers of the values that the level has had.
    @exclusivity(unchecked)
    private var containers = LevelContainers()
    /// What is known only of few levels.
    @exclusivity(unchecked)
    var slowPath: SlowPathState?

    /// What is known of nested containers and superclasses' encoders, and of levels where something came out of turn.
    final class SlowPathState {
        /// Of a nested container: the level in which it is.
        var container: EncodingLevel?
        /// Of a nested container: the value whose type asked for it.
        var scope: EncodingLevel?
        /// Of a nested container: its step, for as long as the container may be kept.
        var key: (any CodingKey)?
        /// What has been written after the level was closed.
        var late: DeferredOutput?
        /// Of a scope: where late text is to be put.
        private(set) var insertions: [DeferredOutput.Insertion] = []
        /// Where the last of them is in the text.
        private var lastInsertion = 0
        /// Why the value cannot be encoded.
        var failure: String?

        init() {}

        /// Of a nested container.
        init(container: EncodingLevel, scope: EncodingLevel, key: any CodingKey, late: DeferredOutput? = nil) {
            self.container = container
            self.scope = scope
            self.key = key
            self.late = late
        }

        func insert(_ insertion: DeferredOutput.Insertion) {
            insertions.append(insertion)
            lastInsertion = Swift.max(lastInsertion, insertion.range.lowerBound)
        }

        /// Removes the insertions at `mark` and behind it.
        func removeInsertions(from mark: Int) {
            // Usually there is none, and then the others need not be looked at.
            guard lastInsertion >= mark else { return }
            DeferredOutput.finish(insertions.filter { $0.range.lowerBound >= mark })
            insertions = insertions.filter { $0.range.lowerBound < mark }
            lastInsertion = insertions.map(\.range.lowerBound).max() ?? 0
        }
    }

    /// The level in which this one is; nil for the root, and when the level is finished.
    var parent: EncodingLevel? {
        get { unmanagedParent?.takeUnretainedValue() }
        @inline(__always)
        set { unmanagedParent = newValue.map { Unmanaged.passUnretained($0) } }
    }

    init(_ run: EncodingRun) {
        self.run = run
        progress = run.progress
    }

    deinit {
        // Containers may be nested in one another by a loop: without recursion, however many they are.
        guard let slowPath else { return }
        var next = slowPath.container
        slowPath.container = nil
        self.slowPath = nil
        while next != nil, isKnownUniquelyReferenced(&next) {
            let following = next?.slowPath?.container
            next?.slowPath?.container = nil
            next = following
        }
    }

    /// Gives up the levels that are kept for values with more than `count` others around them.
    func discardLevels(deeperThan count: Int) {
        var last: EncodingLevel? = self
        for _ in 0..<count { last = last?.deeper }
        var next = last?.deeper
        last?.deeper = nil
        // One by one, so that freeing the first does not free all the others by recursion.
        while let level = next {
            next = level.deeper
            level.deeper = nil
        }
    }

    // MARK: Encoder

    var codingPath: [any CodingKey] { path }

    var userInfo: [CodingUserInfoKey: Any] {
        guard isUsable else { return [:] }
        return run.settings.userInfo
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if kind == .nothing, isInnermost, state == .open, slowPath == nil {
            open(.object)
            names = run.names(of: type)
            return containers.container(type, of: self)
        }
        return opened(.object).keyedContainer(type)
    }

    /// A container for the object that stands at the level.
    @inline(never)
    func keyedContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
        if count == 0 { names = run.names(of: type) }
        return KeyedEncodingContainer(KeyedWriting<Key>(self, LevelKeeper(self)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedWriting(level: opened(.array)) }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueWriting(level: self) }

    /// This level, at which an object or array stands now; one that refuses everything if something else does.
    @inline(__always)
    private func opened(_ kind: Kind) -> EncodingLevel {
        if self.kind == .nothing, isInnermost, state == .open {
            open(kind)
            return self
        }
        return openedSlowPath(kind)
    }

    @inline(never)
    private func openedSlowPath(_ kind: Kind) -> EncodingLevel {
        guard isUsable, self.kind != kind, !amendValue(as: kind) else { return self }
        guard self.kind == .nothing else {
            return refusing("It asked for \(kind) where it has encoded \(self.kind).")
        }
        if settle() {
            open(kind)
        } else {
            _ = lateText()
            self.kind = kind
        }
        return self
    }

    /// Opens the object or array that a single value container has encoded, so that more can be encoded in it.
    ///
    /// - Returns: false, having done nothing, if another value or none has been encoded, or while it is being encoded.
    private func amendValue(as kind: Kind) -> Bool {
        guard self.kind == .value else { return false }
        if let late = slowPath?.late {
            guard let count = late.openValue(as: kind) else { return false }
            self.count = count
        } else {
            let isOpen = settle()
            guard isOpen || state == .closed else { return false }
            let range = start..<(isOpen ? output.count : end)
            guard output.isContainer(at: range), output.isObject(at: range) == (kind == .object) else { return false }
            firstName = output.nameCount
            names = nil
            members = WrittenMembers()
            count = output.entryCount(at: range)
            if isOpen {
                if kind == .object { output.trackNames(ofObjectAt: start) }
                output.remove(from: range.upperBound - 1)
            } else {
                end -= 1
            }
        }
        self.kind = kind
        return true
    }

    /// Begins an object or array.
    @inline(__always)
    func open(_ kind: Kind) {
        self.kind = kind
        if kind == .object {
            firstName = output.nameCount
            names = nil
            members = WrittenMembers()
            output.beginObject()
        } else {
            output.beginArray()
        }
    }

    /// Notes why the value of this level's scope cannot be encoded.
    ///
    /// - Returns: a level that refuses everything.
    func refusing(_ reason: String) -> EncodingLevel {
        let scope = self.scope
        if scope.slowPath?.failure == nil { scope.withSlowPathState { $0.failure = reason } }
        let level = EncodingLevel(run)
        level.state = .finished
        return level
    }

    // MARK: Where the level is

    /// The value whose type was given this encoder or container, or the encoder it came from.
    var scope: EncodingLevel { slowPath?.scope ?? self }

    /// Whether something can still be encoded here.
    var isUsable: Bool { state != .finished && scope.state != .finished }

    func withSlowPathState(_ body: (SlowPathState) -> Void) {
        let slowPath = self.slowPath ?? SlowPathState()
        self.slowPath = slowPath
        body(slowPath)
    }

    /// The keys from the root to this level; empty when it is finished.
    ///
    /// - Complexity: O(*n*) in their number.
    @inline(never)
    var path: [any CodingKey] {
        guard isUsable else { return [] }
        var keys: [any CodingKey] = []
        var next: EncodingLevel? = self
        while let level = next {
            if let key = level.slowPath?.key ?? level.step.key { keys.append(key) }
            next = level.slowPath?.container ?? level.parent
        }
        return keys.reversed()
    }

    // MARK: Values inside

    /// A level for a value inside this one, which is the innermost.
    @inline(__always)
    func push(_ step: EncodingStep) -> EncodingLevel {
        if deeper == nil || !isKnownUniquelyReferenced(&deeper) { deeper = EncodingLevel(run) }
        // The level has just been made if there was none.
        let level = deeper.unsafelyUnwrapped
        level.parent = self
        level.step = step
        level.kind = .nothing
        level.state = .open
        level.count = 0
        level.start = output.count
        level.nestedCount = progress.pointee.nested.count
        progress.pointee.depth &+= 1
        top = level
        return level
    }

    /// Ends the level of a value that is encoded; `{}` if it encoded nothing.
    ///
    /// - Throws: why it cannot be encoded.
    @inline(__always)
    func finish(_ value: @autoclosure () -> Any) throws {
        if !isInnermost { closeNested() }
        close()
        if slowPath != nil { try finishSlowPath(value()) }
        leave()
    }

    /// Ends the level of a value that threw an error; its text is taken back by whoever asked for it.
    @inline(never)
    func abandon() {
        progress.pointee.nested.removeLast(progress.pointee.nested.count - nestedCount)
        if kind == .object { output.removeNames(from: firstName) }
        if let slowPath {
            DeferredOutput.finish(slowPath.insertions)
            DeferredOutput.finish(slowPath.late?.insertions ?? [])
            self.slowPath = nil
        }
        leave()
    }

    @inline(__always)
    private func leave() {
        containers.endUse(in: self)
        state = .finished
        progress.pointee.depth &-= 1
        progress.pointee.top = unmanagedParent
        unmanagedParent = nil
    }

    /// Writes what ends the level's value.
    @inline(__always)
    func close() {
        switch kind {
        case .object:
            end = output.count
            if output.endObject(firstName: firstName) || members.hasRepeats { progress.pointee.mayRepeatNames = true }
        case .array:
            end = output.count
            output.endArray()
        case .value: end = output.count
        case .nothing:
            output.append(verbatim: "{}")
            end = output.count
        }
    }

    @inline(never)
    private func finishSlowPath(_ value: Any) throws {
        if let failure = slowPath?.failure {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: path, debugDescription: "\(type(of: value)): \(failure)"))
        }
        if slowPath?.late != nil {
            let insertion = insertion
            withSlowPathState { $0.insert(insertion) }
        }
        if let insertions = slowPath?.insertions, !insertions.isEmpty {
            let text = DeferredOutput.assemble(output.bytes(from: start), from: start, insertions)
            output.remove(from: start)
            output.append(verbatim: text)
        }
        slowPath = nil
    }

    /// Makes this level the innermost one, by closing the nested containers in it.
    ///
    /// - Returns: false, having done nothing, if it has been closed itself, or while a value in it is being encoded.
    @inline(never)
    func settle() -> Bool {
        guard state == .open, isUsable else { return false }
        var next = top
        while let level = next, level !== self {
            guard level.slowPath?.scope != nil else { return false }
            next = level.parent
        }
        guard next != nil else { return false }
        closeNested()
        return true
    }

    /// Closes the nested containers that are open in this level.
    @inline(never)
    func closeNested() {
        while let level = top, level !== self, level.slowPath?.scope != nil {
            level.close()
            level.state = .closed
            top = level.parent
            level.parent = nil
            if level.slowPath?.late != nil {
                let insertion = level.insertion
                level.scope.withSlowPathState { $0.insert(insertion) }
            }
            progress.pointee.nested.removeLast()
        }
    }

    /// Takes back what was written from `mark` on, because a value threw an error.
    @inline(never)
    func rollBack(to mark: Int) {
        while let level = top, level !== self, level.slowPath?.scope != nil {
            level.state = .finished
            top = level.parent
            level.parent = nil
            progress.pointee.nested.removeLast()
        }
        output.removeNames(fromPosition: mark)
        output.remove(from: mark)
        scope.slowPath?.removeInsertions(from: mark)
    }
}

extension EncodingLevel.Kind: CustomStringConvertible {
    var description: String {
        switch self {
        case .nothing: "nothing"
        case .value: "a single value"
        case .array: "an unkeyed container"
        case .object: "a keyed container"
        }
    }
}
