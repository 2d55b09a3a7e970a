internal import NeatlineJSON

/// The encoder that a value's type receives, with the state of its value in the text.
///
/// Each value whose `encode(to:)` is called has a level (its *scope*), and so has each nested container and superclass
/// encoder. A level of a value is used again for the next value at the same depth, unless a type has stored it: then it is
/// finished, and everything that is encoded with it is an error.
///
/// ```
/// top ──> level ──parent──> level ──parent──> ... ──> root
/// root ──deeper──> level ──deeper──> level            (kept for the next values)
/// ```
final class EncodingLevel: JSONCarryingEncoder {
    /// The kind of the value that has been encoded at the level.
    enum Kind: UInt8 {
        case nothing, value, array, object
    }

    /// Whether and where more can be written.
    enum State: UInt8 {
        /// The text ends inside the level, or inside one of its descendants.
        case open
        /// The text continues after the level, whose scope is still open.
        case closed
        /// The level's scope has ended.
        case finished
    }

    let run: EncodingRun
    /// The run's progress.
    let progress: UnsafeMutablePointer<EncodingProgress>
    @exclusivity(unchecked)
    var kind = Kind.nothing
    @exclusivity(unchecked)
    var state = State.open
    /// The number of elements or members.
    @exclusivity(unchecked)
    var count = 0
    /// The offset in the text at which the value begins.
    @exclusivity(unchecked)
    var start = 0
    /// For a closed level, the offset of its closing bracket, or the offset after its value.
    @exclusivity(unchecked)
    var end = 0
    /// For an object, the cached names of its type of keys; nil if its names are compared when it ends.
    ///
    /// SAFETY: not retained, because the run, which the level retains, retains them.
    @exclusivity(unchecked)
    var names: Unmanaged<KeyNames>?
    /// For an object, the set of `names` that it has.
    @exclusivity(unchecked)
    var members = WrittenMembers()
    /// The number of names that were tracked before those of this level.
    @exclusivity(unchecked)
    var firstName = 0
    /// The number of nested containers that were open before this level.
    @exclusivity(unchecked)
    var nestedCount = 0
    @exclusivity(unchecked)
    var step = EncodingStep.none
    /// SAFETY: not retained, because the parent of an open level is open, and `leave` removes it from a finished one. A nested
    /// container also has `SlowPathState.container`.
    @exclusivity(unchecked)
    private var unmanagedParent: Unmanaged<EncodingLevel>?
    /// The level for the next value inside this one.
    @exclusivity(unchecked)
    var deeper: EncodingLevel?
    /// The keyed containers of the values that were encoded at this level.
    @exclusivity(unchecked)
    private var containers = LevelContainers()
    /// The state that few levels have.
    @exclusivity(unchecked)
    var slowPath: SlowPathState?

    /// The level that contains this one; nil for the root, and after the level is finished.
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
        // A loop may nest any number of containers in one another, so they are freed without recursion.
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

    /// Releases the levels that are kept for values inside more than `count` others.
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

    /// A container of the object that was begun at the level.
    @inline(never)
    func keyedContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
        if count == 0 { names = run.names(of: type) }
        return KeyedEncodingContainer(KeyedWriting<Key>(self, LevelKeeper(self)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedWriting(level: opened(.array)) }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueWriting(level: self) }

    /// Begins an object or array and returns this level; if another kind of value was encoded, returns a level whose use is an
    /// error.
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
        let encoded = encodedKind
        guard encoded == .nothing || encoded == kind else {
            return refusing("It asked for \(kind) where it has encoded \(encoded).")
        }
        if settle() {
            open(kind)
        } else {
            if encoded == kind { self.kind = kind }
            _ = lateText()
            self.kind = kind
        }
        return self
    }

    /// Opens the object or array again that a single value container has encoded, so that more can be encoded in it.
    ///
    /// - Returns: false, without an effect, if another kind of value or none has been encoded, or while it is being encoded.
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

    /// Makes the value of this level's scope an error.
    ///
    /// - Parameter reason: the description of the error.
    /// - Returns: a finished level, with which nothing can be encoded.
    func refusing(_ reason: String) -> EncodingLevel {
        let scope = self.scope
        if scope.slowPath?.failure == nil { scope.withSlowPathState { $0.failure = reason } }
        let level = EncodingLevel(run)
        level.state = .finished
        return level
    }

    /// Writes JSON unchanged, as the level's value.
    func encode(_ json: JSON) throws {
        var container = singleValueContainer()
        try container.encode(json)
    }

    // MARK: The level among others

    /// The level of the value whose type received this encoder or container, or the encoder from which it was created.
    var scope: EncodingLevel { slowPath?.scope ?? self }

    /// Whether values can be encoded at this level.
    var isUsable: Bool { state != .finished && scope.state != .finished }

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

    /// Begins a level for a value inside this one, which must be the innermost.
    @inline(__always)
    func push(_ step: EncodingStep) -> EncodingLevel {
        if deeper == nil || !isKnownUniquelyReferenced(&deeper) { deeper = EncodingLevel(run) }
        // SAFETY: `deeper` is not nil after the line before.
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

    /// Ends the level of a value that has been encoded, as `{}` if it encoded nothing.
    ///
    /// - Throws: `EncodingError` if the value cannot be encoded.
    @inline(__always)
    func finish(_ value: @autoclosure () -> Any) throws {
        if !isInnermost { closeNested() }
        close()
        if slowPath != nil { try finishSlowPath(value()) }
        leave()
    }

    /// Ends the level of a value that threw an error; the caller removes its text.
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

    /// Writes the end of the level's value.
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

    /// Makes this level the innermost open one, by closing the nested containers in it.
    ///
    /// - Returns: false, without an effect, if it has been closed itself, or while a value in it is being encoded.
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

    /// Removes the text from the offset `mark` on, because a value threw an error.
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
