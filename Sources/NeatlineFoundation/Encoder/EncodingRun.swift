internal import Foundation
internal import NeatlineJSON

/// The state of one call of an encoder: the text that it writes, and the values that are being encoded.
///
/// Types nearly always use their containers in the order of nesting. The run knows the innermost open level, and that level
/// writes directly to the text. What is encoded at another level is collected by `DeferredOutput`.
///
/// Later calls with the same spelling of names use the run again, because of its tables of types and names.
final class EncodingRun {
    @exclusivity(unchecked)
    private(set) var settings = EncodingSettings()
    /// The part of the state that is used for each value.
    let progress: UnsafeMutablePointer<EncodingProgress>
    /// The names of each type of keys.
    @exclusivity(unchecked)
    private var names = TypeTable<KeyNames>()
    /// The bounds of the stack; determined when many values are nested.
    private var stack = StackBounds()
    /// Whether keys are written unchanged.
    let usesDefaultKeys: Bool
    private let spelling: Spelling
    /// The outermost level; nil before the first call.
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

    /// The number of levels that are kept for the next call.
    private static let keptLevels = 48

    /// Ends the call: encoders and containers of it that were stored have no effect afterwards.
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

    /// Whether the stack has room for another value inside the open ones.
    @inline(__always)
    var hasRoomOnStack: Bool { progress.pointee.depth < StackBounds.uncheckedDepth || hasCheckedRoom() }

    @inline(never)
    private func hasCheckedRoom() -> Bool { stack.hasRoom() }

    // MARK: Types

    /// The cached names of a type of keys; nil if they may differ from call to call.
    @inline(__always)
    func names<Key: CodingKey>(of type: Key.Type) -> Unmanaged<KeyNames>? {
        // SAFETY: the table retains the names, and the levels that use them retain the run.
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

    /// The settings on which the names in a run depend.
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

        private static let pools = (0..<(2 * Keys.allCases.count)).map { _ in
            IdlePool<EncodingRun> { $0.discard() }
        }

        /// The runs with this spelling that are not in use.
        var idle: IdlePool<EncodingRun> { Spelling.pools[keys.rawValue * 2 + (escapesSlashes ? 1 : 0)] }
    }

    /// The number of types of keys above which a run is not used again, so that its tables stay bounded.
    private static let mostTypes = 2048

    /// Releases the levels, which refer to the run, so that it is freed.
    private func discard() {
        root?.discardLevels(deeperThan: 0)
        root = nil
    }
}
