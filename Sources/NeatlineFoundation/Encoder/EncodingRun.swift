internal import Foundation
internal import NeatlineJSON

/// One call of an encoder: the text it writes and what is being encoded.
///
/// Values are written straight to the text while the containers are used as they nest, which is nearly always: `top` is the
/// innermost level that is open, and a level that finds itself there writes at once. What comes out of turn is collected
/// by `LateText`.
final class EncodingRun {
    let settings: EncodingSettings
    @exclusivity(unchecked)
    var text: EncodingText
    /// The innermost level that is open; nil before and after the run.
    ///
    /// Not counted: values' levels are kept by the calls that encode them, those of nested containers by `nested`.
    unowned(unsafe) var top: EncodingLevel?
    /// The nested containers that are open, the innermost last.
    var nested: [EncodingLevel] = []
    /// Whether an object may have two members of one name, of which the first is to be taken out at the end.
    var mayRepeatNames = false
    /// What is known of the types of values.
    @exclusivity(unchecked)
    var kinds = ValueKinds()
    /// How many values are open inside one another.
    var depth = 0
    /// The least address that the stack may reach; found out when there are many values inside one another.
    private var stackLimit: UInt = 0
    /// Numbers of members' names, where they have to be compared when their object ends.
    @exclusivity(unchecked)
    var names: [Int] = []
    /// Whether keys are written as they are.
    let usesDefaultKeys: Bool

    init(_ settings: EncodingSettings) {
        self.settings = settings
        text = EncodingText(escapesSlashes: !settings.formatting.contains(.withoutEscapingSlashes))
        if case .useDefaultKeys = settings.keys { usesDefaultKeys = true } else { usesDefaultKeys = false }
    }

    /// Calls `body` with the text of `value`.
    func withText<T: Encodable, Result>(of value: T, _ body: (UnsafeRawBufferPointer) -> Result) throws -> Result {
        let root = EncodingLevel(self)
        defer { root.discardDeeperLevels() }
        try root.encodeRoot(value)
        let formatting = settings.formatting
        if mayRepeatNames || formatting.contains(.sortedKeys) || formatting.contains(.prettyPrinted) {
            let layout = EncodingLayout(
                breaksLines: formatting.contains(.prettyPrinted), sortsKeys: formatting.contains(.sortedKeys),
                dropsRepeatedNames: mayRepeatNames)
            return try layout.apply(to: text.bytes(from: 0)).withUnsafeBytes(body)
        }
        return text.withBytes(body)
    }

    /// Ends the run: whoever still has an encoder or a container of it finds that it has no effect.
    func end() { top = nil }

    // MARK: Depth

    /// From so many values inside one another on, each one looks whether there is room on the stack for another.
    static let uncheckedDepth = 48

    /// Whether the stack has room for one more value inside those that are open.
    @inline(__always)
    var hasRoomOnStack: Bool { depth < EncodingRun.uncheckedDepth || hasCheckedRoom() }

    @inline(never)
    private func hasCheckedRoom() -> Bool {
        if stackLimit == 0 { stackLimit = StackBounds.limit }
        return StackBounds.position > stackLimit
    }
}
