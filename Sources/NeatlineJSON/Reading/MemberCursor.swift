/// A `JSONCursor` among the members of one object, for code that tells them apart by the bytes of their names.
@usableFromInline
package struct MemberCursor {
    @usableFromInline var entries: JSONCursor
    @usableFromInline let bytes: UnsafePointer<UInt8>

    /// Creates a cursor at the first member of the object at `object`.
    @inlinable
    @inline(__always)
    init(_ view: TapeView, membersOf object: Int) {
        entries = JSONCursor(view.tape, entriesOf: object)
        bytes = view.bytes
    }

    /// A member, with its name as it is written.
    @usableFromInline
    package struct Member {
        /// The position of the key.
        @usableFromInline package let key: Int
        /// The position of the value.
        @usableFromInline package let value: Int
        /// Whether the name has escapes or a length that is elsewhere, so that `start` and `count` are not those of the name.
        @usableFromInline package let isUnusual: Bool
        @usableFromInline package let start: UnsafePointer<UInt8>
        @usableFromInline package let count: Int

        @inlinable
        @inline(__always)
        init(key: Int, value: Int, isUnusual: Bool, start: UnsafePointer<UInt8>, count: Int) {
            (self.key, self.value, self.isUnusual, self.start, self.count) = (key, value, isUnusual, start, count)
        }
    }

    /// Moves to the next member, and returns the one before; nil at the end.
    @inlinable
    @inline(__always)
    package mutating func next() -> Member? {
        guard let (key, value) = entries.nextMember() else { return nil }
        // SAFETY: the caller keeps the document alive, in which the key is.
        let word = TapeWord(bits: entries.tape[key])
        return Member(
            key: key, value: value, isUnusual: word.bits & (TapeWord.escapedFlag | TapeWord.extendedFlag) != 0,
            start: bytes + word.textOffset, count: word.shortLength)
    }
}

extension DocumentReader {
    /// Whether the first of several members with the same name is the effective one, instead of the last.
    package var firstMemberWins: Bool { document.firstMemberWins }
}

/// Memory for the positions of members of objects inside one another, in blocks that do not move.
@usableFromInline
package struct MemberPositions: ~Copyable {
    private var blocks: [UnsafeMutableBufferPointer<UInt32>] = []

    init() {}

    deinit { for block in blocks { block.deallocate() } }

    /// The memory that is not in use; to go back to an earlier value releases what was reserved since.
    @usableFromInline
    package struct Rest: BitwiseCopyable {
        private var block = -1
        private var start: UnsafeMutablePointer<UInt32>?
        private var count = 0

        package init() {}

        /// Reserves zeros; nil if there is not enough memory in the block.
        @inline(__always)
        package mutating func reserve(_ count: Int) -> UnsafeMutablePointer<UInt32>? {
            guard let start, count <= self.count else { return nil }
            // SAFETY: there is room for as many.
            for index in 0..<count { start[index] = 0 }
            self.start = start + count
            self.count &-= count
            return start
        }

        /// Goes on in the next block.
        fileprivate mutating func move(to next: UnsafeMutableBufferPointer<UInt32>, _ number: Int) {
            block = number
            start = next.baseAddress
            count = next.count
        }

        fileprivate var next: Int { block + 1 }
    }

    /// Reserves zeros in another block.
    @inline(never)
    package mutating func reserve(_ count: Int, after rest: inout Rest) -> UnsafeMutablePointer<UInt32> {
        while true {
            let number = rest.next
            if number == blocks.count {
                let block = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: Swift.max(1024 << number, count))
                block.initialize(repeating: 0)
                blocks.append(block)
            }
            rest.move(to: blocks[number], number)
            if let positions = rest.reserve(count) { return positions }
        }
    }
}
