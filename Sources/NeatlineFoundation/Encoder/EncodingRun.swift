internal import Foundation
internal import NeatlineJSON

/// One call of an encoder: the text it writes and what is being encoded.
///
/// Values are written straight to the text while the containers are used as they nest, which is nearly always: the
/// innermost level that is open is noted, and a level that finds itself noted writes at once. What comes out of turn is
/// collected by `DeferredOutput`.
///
/// A run is used again for later calls with the same spelling of names, because of what it has learnt of types.
final class EncodingRun {
    @exclusivity(unchecked)
    private(set) var settings = EncodingSettings()
    /// What each value asks for.
    let progress: UnsafeMutablePointer<EncodingProgress>
    /// What is known of the types of keys.
    @exclusivity(unchecked)
    private var names = TypeTable<KeyNames>()
    /// The bounds of the stack; found out when there are many values inside one another.
    private var stack = StackBounds()
    /// Whether keys are written as they are.
    let usesDefaultKeys: Bool
    private let spelling: Spelling
    /// The level around everything; nil until there has been one.
    private var root: EncodingLevel?

    private init(_ spelling: Spelling) {
        self.spelling = spelling
        usesDefaultKeys = spelling.keys == .asTheyAre
        progress = .allocate(capacity: 1)
        let text = TextWriter(style: .foundation, escapesSlashes: spelling.escapesSlashes)
        progress.initialize(to: EncodingProgress(text))
    }

    deinit {
        progress.deinitialize(count: 1)
        progress.deallocate()
    }

    /// Calls `body` with the text of `value`.
    static func withText<T: Encodable, Result>(
        of value: T, _ settings: EncodingSettings, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws -> Result {
        let spelling = Spelling(settings)
        let run = spelling.idle.take() ?? EncodingRun(spelling)
        run.settings = settings
        defer {
            run.end()
            if run.names.count > EncodingRun.mostTypes || !spelling.idle.put(run) { run.discard() }
        }
        return try run.withText(of: value, body)
    }

    private func withText<T: Encodable, Result>(
        of value: T, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws -> Result {
        let root = self.root ?? EncodingLevel(self)
        self.root = root
        try root.encodeRoot(value)
        let formatting = settings.formatting
        if progress.pointee.mayRepeatNames || formatting.contains(.sortedKeys) || formatting.contains(.prettyPrinted) {
            return try progress.pointee.text.arranged(
                breaksLines: formatting.contains(.prettyPrinted), sortsKeys: formatting.contains(.sortedKeys),
                dropsRepeatedNames: progress.pointee.mayRepeatNames
            ).withUnsafeBytes(body)
        }
        return progress.pointee.text.withBytes(body)
    }

    /// How many levels a call leaves to the next.
    private static let keptLevels = 48

    /// Ends the call: whoever still has an encoder or a container of it finds that it has no effect.
    private func end() {
        progress.pointee.top = nil
        progress.pointee.nested = []
        progress.pointee.mayRepeatNames = false
        progress.pointee.depth = 0
        progress.pointee.text.reset()
        // The next call may be on another thread, whose stack is in the same memory.
        stack = StackBounds()
        settings = EncodingSettings()
        root?.discardLevels(deeperThan: EncodingRun.keptLevels)
    }

    // MARK: Depth

    /// Whether the stack has room for one more value inside those that are open.
    @inline(__always)
    var hasRoomOnStack: Bool { progress.pointee.depth < StackBounds.uncheckedDepth || hasCheckedRoom() }

    @inline(never)
    private func hasCheckedRoom() -> Bool { stack.hasRoom() }

    // MARK: Types

    /// What is known of the names that keys of a type have; nil if they may change from call to call.
    @inline(__always)
    func names<Key: CodingKey>(of type: Key.Type) -> Unmanaged<KeyNames>? {
        if spelling.keys == .custom { return nil }
        let names = names[type] ?? addNames(of: type)
        return names.isUseless ? nil : .passUnretained(names)
    }

    @inline(never)
    private func addNames<Key: CodingKey>(of type: Key.Type) -> KeyNames {
        let table = KeyNames()
        names.add(table, of: type)
        return table
    }

    // MARK: Idle runs

    /// What the names in a run depend on.
    private struct Spelling {
        enum Keys: Int, CaseIterable { case asTheyAre, inSnakeCase, custom }

        let keys: Keys
        let escapesSlashes: Bool

        init(_ settings: EncodingSettings) {
            escapesSlashes = !settings.formatting.contains(.withoutEscapingSlashes)
            switch settings.keys {
            case .useDefaultKeys: keys = .asTheyAre
            case .convertToSnakeCase: keys = .inSnakeCase
            case .custom: keys = .custom
            }
        }

        private static let pools = (0..<(2 * Keys.allCases.count)).map { _ in IdlePool<EncodingRun>() }

        /// The runs with this spelling that no call uses.
        var idle: IdlePool<EncodingRun> { Spelling.pools[keys.rawValue * 2 + (escapesSlashes ? 1 : 0)] }
    }

    /// A run that knows more types than this is given up, and what it has learnt with it.
    private static let mostTypes = 2048

    /// Gives up what refers to the run, so that it is freed.
    private func discard() {
        root?.discardLevels(deeperThan: 0)
        root = nil
    }
}
