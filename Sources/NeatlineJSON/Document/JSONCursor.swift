/// A borrowed position in a document: a value or a key among the entries of one container, which it goes over.
///
/// It retains nothing: the caller keeps the document alive. So a step costs no more than one of a position on the tape.
///
/// ```swift
/// var entries = JSONCursor(document, entriesOf: array)
/// while let element = entries.next() { ... }
/// ```
@usableFromInline
package struct JSONCursor {
    @usableFromInline let tape: UnsafePointer<UInt64>
    /// The position on the tape of the value or key; `end` after the last one.
    @usableFromInline var index: Int
    /// The position after the last entry of the container.
    @usableFromInline let end: Int

    /// Creates a cursor at the first entry of the container at `container`.
    @inline(__always)
    init(_ document: Document, entriesOf container: Int) {
        tape = document.tape
        index = container &+ 1
        end = document.contentEnd(container)
    }

    @inlinable
    @inline(__always)
    init(_ tape: UnsafePointer<UInt64>, entriesOf container: Int) {
        self.tape = tape
        index = container &+ 1
        let word = TapeWord(bits: tape[container])
        end = container &+ word.skip &- (word.isExtended ? 1 : 0)
    }

    /// Creates a cursor at the root of a document, or at the first record of a stream.
    init(rootsOf document: Document) {
        tape = document.tape
        index = 0
        end = document.tapeCount
    }

    /// Moves to the next value or key.
    ///
    /// - Returns: the position of the one before; nil at the end.
    @inlinable
    @inline(__always)
    package mutating func next() -> Int? {
        if index >= end { return nil }
        let found = index
        // SAFETY: the caller keeps the document alive, and the words of the entries follow each other up to `end`.
        let word = TapeWord(bits: tape[found])
        index = found &+ (word.isContainer ? word.skip : word.isExtended ? 2 : 1)
        return found
    }

    /// Moves to the next key in an object.
    ///
    /// - Returns: the positions of key and value of the member before; nil at the end.
    @inlinable
    @inline(__always)
    package mutating func nextMember() -> (key: Int, value: Int)? {
        guard let key = next(), let value = next() else { return nil }
        return (key, value)
    }
}

/// A walk over the values of a document in the order of the text, which enters the containers that the caller wants.
///
/// It has the stack of open containers for all walks over a tape, except for `TapeSerializer`.
struct TapeWalk {
    private struct Level {
        /// The position of the container; -1 for the records of a stream.
        let container: Int
        let isObject: Bool
        var entries: JSONCursor
        /// The key of the present member.
        var key = 0
        var ordinal = -1
    }

    private let document: Document
    private var levels: ContiguousArray<Level>
    /// The position of the present value.
    private(set) var value = 0

    /// Creates a walk before the root of a document; each record of a stream is a root.
    init(_ document: Document) {
        self.document = document
        levels = [Level(container: -1, isObject: false, entries: JSONCursor(rootsOf: document))]
    }

    /// Creates a walk before the first value in `container`; it ends immediately if that is a scalar.
    init(_ document: Document, in container: Int) {
        self.document = document
        levels = []
        value = container
        enter()
    }

    /// The number of containers around the present value, of those that were entered.
    var depth: Int { levels.count }
    /// The position after the present value.
    var end: Int { levels.last?.entries.index ?? 0 }
    /// The container of the present value, and in it the key of the member, or the number of the element.
    var step: (container: Int, isMember: Bool, step: Int) {
        guard let level = levels.last else { return (-1, false, 0) }
        return (level.container, level.isObject, level.isObject ? level.key : level.ordinal)
    }
    /// The steps to the present value from the root of the document, or from the container in which the walk began.
    var path: [JSONKey] {
        levels.lazy.filter { $0.container >= 0 }
            .map { $0.isObject ? .key(document.string($0.key)) : .index($0.ordinal) }
    }

    /// Moves to the next value: in the container that was entered, or else after the present one.
    ///
    /// - Returns: whether there is one.
    mutating func next() -> Bool {
        while let last = levels.indices.last {
            if levels[last].isObject, let key = levels[last].entries.next() { levels[last].key = key }
            if let value = levels[last].entries.next() {
                self.value = value
                levels[last].ordinal += 1
                return true
            }
            levels.removeLast()
        }
        return false
    }

    /// Lets the walk go on with the contents of the present value, if it is a container.
    mutating func enter() {
        let word = document[value]
        guard word.isContainer else { return }
        levels.append(
            Level(
                container: value, isObject: word.kind == TapeWord.Kind.object,
                entries: JSONCursor(document, entriesOf: value)))
    }
}
