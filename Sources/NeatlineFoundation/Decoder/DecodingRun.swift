internal import Foundation
internal import NeatlineJSON

/// What a call of a decoder needs besides the document, and leaves to the next.
final class DecodingRun {
    @exclusivity(unchecked)
    var tables = MemberTables()
    @exclusivity(unchecked)
    var containers = KeyedContainers()
    /// Room for the keys of a scope.
    @exclusivity(unchecked)
    fileprivate var frames: ContiguousArray<DecodingScope.Frame> = []

    /// The bounds of the stack; found out when there are many values inside one another.
    @exclusivity(unchecked)
    fileprivate var stack = StackBounds()

    /// How many values are decoded inside one another.
    static let maximumDepth = 512

    /// Throws an error if a value that is inside `depth` others, at `path`, is too deep for the limit or for the stack.
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

/// Values that are decoded one inside the other, and the keys that lead to the innermost.
///
/// Keys are written down when a value is begun and stay until another takes their place. So a container says by its
/// position and the number of keys before it which path is its own, and needs no reference to its parents. Containers that
/// `nestedContainer` and `superDecoder` give stand beside that order, and have a scope of their own.
final class DecodingScope {
    let run: DecodingRun
    let reader: DocumentReader
    let settings: DecodingSettings.Shared
    /// The path of the scope's root.
    private let prefix: [any CodingKey]
    /// How many values the scope's root stands in.
    let level: Int
    /// The scope of the call, if it is another one: who keeps any scope keeps that, and so the run stays theirs.
    private let first: DecodingScope?
    @exclusivity(unchecked)
    private var frames: ContiguousArray<Frame> = []
    /// How many of `frames` count.
    @exclusivity(unchecked)
    private var count = 0
    /// Of the call's scope: the steps to all values; found out when a decoder that was kept needs its path.
    @exclusivity(unchecked)
    private var steps: StepsToValues?

    fileprivate struct Frame {
        /// Which member or element it is.
        let key: any CodingKey
        /// Where its value stands.
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
    ///   - key: which one it is in its container.
    ///   - depth: how many keys lead to the container in this scope.
    /// - Throws: `DecodingError` if it is inside too many others.
    @inline(__always)
    func enter<Key: CodingKey>(_ key: Key, _ position: Int, depth: Int) throws -> ValueDecoder {
        let frame = Frame(key: key, position: position)
        if depth < frames.count { frames[depth] = frame } else { frames.append(frame) }
        count = depth &+ 1
        if depth &+ level >= StackBounds.uncheckedDepth {
            try run.checkDepth(depth &+ level &+ 1) { path(to: position, depth: depth &+ 1) }
        }
        return ValueDecoder(self, position, depth: depth &+ 1)
    }

    /// The keys that lead to the value at `position`, in front of which there are `depth` in this scope.
    func path(to position: Int, depth: Int) -> [any CodingKey] {
        if depth == 0 { return prefix }
        if depth <= count, frames[depth - 1].position == position { return prefix + frames[..<depth].map(\.key) }
        // The value was decoded long ago, and its decoder kept.
        let scope = first ?? self
        let steps = scope.steps ?? StepsToValues(reader)
        scope.steps = steps
        return steps.path(to: position).map { step -> UndeclaredKey in
            switch step {
            case .key(let name): .name(name)
            case .index(let index): .index(index)
            }
        }
    }

    /// The scope of a call, with what an earlier call has left.
    static func begin(_ reader: DocumentReader, _ settings: DecodingSettings.Shared) -> DecodingScope {
        let run = IdleRuns.take() ?? DecodingRun()
        let scope = DecodingScope(run, reader, settings)
        swap(&scope.frames, &run.frames)
        return scope
    }

    /// Ends a call: what it needed is kept for another one, unless decoders or containers of it were kept.
    static func end(_ scope: inout DecodingScope) {
        let run = scope.run
        run.containers.rest()
        guard isKnownUniquelyReferenced(&scope) else {
            // The scope may not end up in a container that it refers to itself.
            run.containers.close()
            return
        }
        run.tables.forget()
        // The next call may be on another thread, whose stack is in the same memory.
        run.stack = StackBounds()
        swap(&scope.frames, &run.frames)
        run.frames.removeAll(keepingCapacity: true)
        IdleRuns.put(run)
    }

    /// A scope that begins inside of a container.
    func nested(_ path: [any CodingKey], at position: Int) throws -> DecodingScope {
        if path.count > StackBounds.uncheckedDepth { try run.checkDepth(path.count) { path } }
        return DecodingScope(run, reader, settings, prefix: path, of: first ?? self)
    }

    /// A decoder of a value that is not there.
    func absent(_ path: [any CodingKey]) -> ValueDecoder {
        let scope = DecodingScope(DecodingRun(), .null, settings, prefix: path)
        return ValueDecoder(scope, scope.reader.root, depth: 0)
    }
}
