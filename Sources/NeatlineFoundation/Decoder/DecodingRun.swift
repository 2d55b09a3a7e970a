internal import Foundation
internal import NeatlineJSON

/// The state of a decoder's call besides the document; it is reused by later calls.
final class DecodingRun {
    @exclusivity(unchecked)
    var tables = MemberTables()
    @exclusivity(unchecked)
    var containers = KeyedContainers()
    /// Memory for the keys of a scope.
    @exclusivity(unchecked)
    fileprivate var frames: ContiguousArray<DecodingScope.Frame> = []

    /// The bounds of the stack; determined when many values are nested.
    @exclusivity(unchecked)
    fileprivate var stack = StackBounds()

    /// The maximum number of nested values.
    static let maximumDepth = 512

    /// Checks the limit of nested values, and the stack, for a value that is inside `depth` others.
    ///
    /// - Throws: `DecodingError` with `path`, if there are too many or the stack is full.
    @inline(never)
    fileprivate func checkDepth(_ depth: Int, path: () -> [any CodingKey]) throws {
        let reason: String
        if depth > DecodingRun.maximumDepth {
            reason = "Expected at most \(DecodingRun.maximumDepth) values inside one another, found more."
        } else if !stack.hasRoom() {
            reason = "The value is inside \(depth) others, and the stack has no room for more."
        } else {
            return
        }
        throw DecodingError.dataCorrupted(.init(codingPath: path(), debugDescription: reason))
    }
}

/// Nested values that are being decoded, and the keys of their paths.
///
/// Keys are stored when a value begins and remain until another replaces them. So a container determines its path by
/// its position and the number of keys before it, and needs no reference to its parents. Containers of
/// `nestedContainer` and `superDecoder` are outside of that order, and get a separate scope.
final class DecodingScope {
    let run: DecodingRun
    let reader: DocumentReader
    let settings: DecodingSettings.Shared
    /// The path of the scope's root.
    private let prefix: [any CodingKey]
    /// The number of values around the scope's root.
    let level: Int
    /// The scope of the call, if it is another one: any scope that is kept retains it, so that the run is not reused.
    private let first: DecodingScope?
    @exclusivity(unchecked)
    private var frames: ContiguousArray<Frame> = []
    /// The number of `frames` in use.
    @exclusivity(unchecked)
    private var count = 0
    /// In the call's scope: the paths of all values; computed when a decoder that was kept needs its path.
    @exclusivity(unchecked)
    private var steps: StepsToValues?
    /// In the call's scope: the positions of objects whose names are not converted, although the strategy converts names.
    @exclusivity(unchecked)
    private var dictionaries: Set<Int> = []

    fileprivate struct Frame {
        /// The key of the member or element.
        let key: any CodingKey
        /// The position of its value.
        let position: Int
    }

    init(
        _ run: DecodingRun, _ reader: DocumentReader, _ settings: DecodingSettings.Shared,
        prefix: [any CodingKey] = [], of first: DecodingScope? = nil
    ) {
        self.run = run
        self.reader = reader
        self.settings = settings
        self.prefix = prefix
        level = prefix.count
        self.first = first
    }

    var userInfo: [CodingUserInfoKey: Any] { settings.values.userInfo.mapValues { $0 } }

    /// Begins a value.
    ///
    /// - Parameters:
    ///   - key: its key in its container.
    ///   - position: its position.
    ///   - depth: the number of keys of the container in this scope.
    /// - Throws: `DecodingError` if too many values are nested.
    @inline(__always)
    func enter<Key: CodingKey>(_ key: Key, _ position: Int, depth: Int) throws -> ValueDecoder {
        // Two expressions, so that the key is moved and not copied.
        if depth < frames.count {
            frames[depth] = Frame(key: key, position: position)
        } else {
            frames.append(Frame(key: key, position: position))
        }
        count = depth &+ 1
        if depth &+ level >= StackBounds.uncheckedDepth {
            try run.checkDepth(depth &+ level &+ 1) { path(to: position, depth: depth &+ 1) }
        }
        return ValueDecoder(self, position, depth: depth &+ 1)
    }

    /// Returns the coding path of the value at `position`, which `depth` keys in this scope precede.
    func path(to position: Int, depth: Int) -> [any CodingKey] {
        if depth == 0 { return prefix }
        if isEntered(position, depth: depth) { return prefix + frames[..<depth].map(\.key) }
        // The value was decoded earlier, and its decoder or container kept.
        let scope = first ?? self
        let steps = scope.steps ?? StepsToValues(reader)
        scope.steps = steps
        var keys: [any CodingKey] = []
        for (container, step) in steps.path(to: position) {
            guard case .key(let name) = step, !scope.dictionaries.contains(container) else {
                keys.append(UndeclaredKey(step))
                continue
            }
            keys.append(UndeclaredKey.name(ConvertedNames.conversion(path: keys, self)(name)))
        }
        return keys
    }

    /// Records that an object's names are keys of a dictionary, which are not converted.
    func noteDictionary(at position: Int) {
        if !settings.usesDefaultKeys { (first ?? self).dictionaries.insert(position) }
    }

    /// Whether the first `depth` frames are those of the value at `position` and of the values around it.
    ///
    /// A container that was kept replaces the frame of a member or element, but not those of the values around it, which
    /// can belong to other values meanwhile. A frame with index *i* always belongs to a value inside *i* others, so it is
    /// an ancestor of every value that it contains.
    private func isEntered(_ position: Int, depth: Int) -> Bool {
        guard depth <= count, frames[depth - 1].position == position else { return false }
        return (1..<depth).allSatisfy { index in
            let container = frames[index - 1].position
            return container < frames[index].position && frames[index].position < reader.next(container)
        }
    }

    private static let idle = IdlePool<DecodingRun>()

    /// The scope of a call, with what an earlier call has left.
    static func begin(_ reader: DocumentReader, _ settings: DecodingSettings.Shared) -> DecodingScope {
        let run = idle.take() ?? DecodingRun()
        let scope = DecodingScope(run, reader, settings)
        swap(&scope.frames, &run.frames)
        return scope
    }

    /// Ends a call. Its state is kept for another one, unless decoders or containers of it were kept.
    static func end(_ scope: inout DecodingScope) {
        let run = scope.run
        run.containers.reset()
        guard isKnownUniquelyReferenced(&scope) else {
            // The scope must not be retained by a container that it retains itself.
            run.containers.close()
            return
        }
        run.tables.forget()
        // The next call may run on another thread, whose stack is in the same memory.
        run.stack = StackBounds()
        swap(&scope.frames, &run.frames)
        run.frames.removeAll(keepingCapacity: true)
        _ = idle.put(run)
    }

    /// Creates a scope that begins inside of a container.
    ///
    /// - Throws: `DecodingError` if too many values are nested.
    func nested(_ path: [any CodingKey], at position: Int) throws -> DecodingScope {
        if path.count > StackBounds.uncheckedDepth { try run.checkDepth(path.count) { path } }
        return DecodingScope(run, reader, settings, prefix: path, of: first ?? self)
    }

    /// Returns a decoder of a missing value.
    func absent(_ path: [any CodingKey]) -> ValueDecoder {
        let scope = DecodingScope(DecodingRun(), .null, settings, prefix: path)
        return ValueDecoder(scope, scope.reader.root, depth: 0)
    }
}
