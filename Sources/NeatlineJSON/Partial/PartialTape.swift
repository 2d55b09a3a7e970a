/// What the document of a snapshot knows of the text that has not ended.
///
/// Unchecked Sendable because its superclass is; only `PartialRoot` changes it.
final class PartialTape: Document.Context, @unchecked Sendable {
    let memory: PartialMemory
    /// The number of words of the tape that belong to entries.
    var wordCount: Int
    /// The containers that have not ended, the outermost first. Their words are not those of containers yet, and may be
    /// written at any time.
    var levels: ArraySlice<PartialLevels.Level>
    /// The position of the string that has not ended.
    var draft: Int?

    init(memory: PartialMemory, wordCount: Int, levels: ArraySlice<PartialLevels.Level> = [], draft: Int? = nil) {
        self.memory = memory
        self.wordCount = wordCount
        self.levels = levels
        self.draft = draft
        super.init()
    }

    override var partial: PartialTape? { self }

    /// The container inside `depth` others that have not ended, the last entry of which may be one of these, too.
    ///
    /// - Parameter document: the document of the tape.
    fileprivate func open(_ depth: Int, in document: Document) -> JSON {
        levels[depth].isObject
            ? .object(JSONObject(object(depth, in: document))) : .array(JSONArray(array(depth, in: document)))
    }

    func array(_ depth: Int, in document: Document) -> ArrayStorage {
        var elements = levels[depth].values
        if let growing = growing(depth) { elements.append(growing) }
        return ArrayStorage(document, elements)
    }

    func object(_ depth: Int, in document: Document) -> ObjectStorage {
        var values = levels[depth].values
        let growing = growing(depth)
        if let growing { values.append(growing) }
        return ObjectStorage(document, (levels[depth].names(isGrowing: growing != nil), values))
    }

    /// The position of the entry that is not final of the container inside `depth` others.
    func growing(_ depth: Int) -> Int? {
        depth + 1 < levels.count ? EntryOffsets.open(depth + 1) : draft
    }

    /// A separate document with the text received so far and all containers closed, for the paths of errors. The positions on
    /// its tape are the same, except that the string that has not ended is last.
    ///
    /// - Parameter byteCount: the number of bytes received so far.
    /// - Complexity: O(*n*).
    func closed(byteCount: Int, _ options: JSONParsingOptions) -> Document {
        var words = ContiguousArray<UInt64>()
        words.reserveCapacity(wordCount + 2)
        var rest = levels
        for index in 0..<wordCount {
            if rest.first?.index == index {
                rest.removeFirst()
                words.append(0)
            } else {
                // SAFETY: the words of values that have ended do not change.
                words.append(memory.words.start[index])
            }
        }
        if let draft {
            words.append(memory.words.start[draft])
            if TapeWord(bits: memory.words.start[draft]).isExtended { words.append(memory.words.start[draft + 1]) }
        }
        for level in levels {
            let kind = level.isObject ? TapeWord.Kind.object : TapeWord.Kind.array
            let isGrowing = level.index != levels.last?.index || draft != nil
            let count = level.count + (isGrowing ? 1 : 0)
            words[level.index] =
                kind | UInt64(Swift.min(count, Int(TapeWord.lengthMask))) &<< 8
                | UInt64(words.count - level.index) &<< 32
        }
        let buffer = TapeBuffer(estimatedWords: words.count + 16)
        // SAFETY: the buffer has room for all words.
        words.withUnsafeBufferPointer { buffer.words.update(from: $0.baseAddress!, count: $0.count) }
        // A writer reads the byte after a value, where the bracket of the container would be.
        return Document.make(
            Array(UnsafeBufferPointer(start: memory.bytes.start, count: byteCount)) + [Byte.space], nil,
            Scanner.Tape(buffer: buffer, count: words.count, slots: 0, rewritten: nil), options
        )
    }

    /// The position on the tape of `closed` of the value at `target`.
    func closedPosition(_ target: Int) -> Int { target >= memory.wordCapacity ? wordCount : target }
}

extension JSON {
    /// Creates the value of the container inside `depth` others that has not ended in the text of a snapshot.
    init(_ document: Document, openAt depth: Int) {
        // SAFETY: only the storages of snapshots of a text that has not ended have such entries.
        self = document.partial.unsafelyUnwrapped.open(depth, in: document)
    }
}
