import Synchronization

/// A parsed text: its bytes and its tape, immutable and shared by all views of it.
///
/// It is a reference to one object. A short tape is stored in the object itself, a long one in a buffer that can be recycled.
///
/// Unchecked Sendable, because: the bytes belong to a constant array, tape and `rewritten` are not written after `parse`, and the
/// slots are atomic.
@usableFromInline
struct Document: @unchecked Sendable {
    fileprivate var storage: Storage

    @inline(__always)
    init(_ storage: Storage) { self.storage = storage }

    /// The object that all copies of the document refer to.
    @inline(__always)
    var object: AnyObject { storage }

    /// The properties of a document, in its object. `Document` has accessors for them.
    struct Contents {
        /// Keeps `bytes` alive and unchanged: other holders of the array copy it before they change it. Nil if the bytes are
        /// stored in the object.
        fileprivate let source: [UInt8]?
        /// The first byte of the input, of which `readableCount` bytes may be read.
        let bytes: Cursor
        fileprivate(set) var byteCount: Int
        fileprivate(set) var readableCount: Int
        /// The tokens that are stored as JSON after the input.
        let rewritten: RewrittenText?
        /// `tapeCount` words; see `TapeWord`.
        let tape: UnsafePointer<UInt64>
        let tapeCount: Int
        let firstMemberWins: Bool
        let replacesLoneSurrogates: Bool
        let makesSmallStrings: Bool
        let endsCommentsAtSeparators: Bool
        /// The memory of the tape; nil if the tape is stored in the object.
        fileprivate let buffer: TapeBuffer?
        /// What only documents of streams and of partial texts have.
        fileprivate var context: Context?
        fileprivate let slotCount: Int
        fileprivate var slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>?

        /// - Parameters:
        ///   - source: the array that contains the input; nil if the input is stored in the object.
        ///   - bytes: the first byte of the input.
        ///   - byteCount: the number of bytes of the input.
        ///   - readableCount: the number of bytes that may be read.
        ///   - words: the words of `tape`, which may have been copied into the object.
        ///   - tape: the result of the scanner.
        ///   - isOwner: whether the document becomes the owner of the tape's buffer.
        @inline(__always)
        init(
            source: [UInt8]?, bytes: Cursor, byteCount: Int, readableCount: Int, words: UnsafePointer<UInt64>,
            of tape: Scanner.Tape, isOwner: Bool, _ options: JSONParsingOptions
        ) {
            self.source = source
            self.bytes = bytes
            self.byteCount = byteCount
            self.readableCount = readableCount
            rewritten = tape.rewritten
            self.tape = words
            tapeCount = tape.count
            firstMemberWins = options.duplicateKeys == .firstWins
            replacesLoneSurrogates = options.loneSurrogates == .replace
            makesSmallStrings = SmallString.isKnown
            endsCommentsAtSeparators = options.allowsExtendedWhitespace
            buffer = isOwner ? tape.buffer : nil
            slotCount = tape.slots
            slots = Contents.makeSlots(tape.slots)
        }

        /// The contents of an object that is discarded, because its scan has failed or needed more room.
        init(nothingAt words: UnsafeMutablePointer<UInt64>) {
            let tape = Scanner.Tape(buffer: TapeBuffer(borrowed: .init(start: words, count: 0)), count: 0, slots: 0)
            let bytes = UnsafeRawPointer(words).bindMemory(to: UInt8.self, capacity: 0)
            self.init(
                source: nil, bytes: bytes, byteCount: 0, readableCount: 0, words: words, of: tape, isOwner: false,
                JSONParsingOptions())
        }

        @inline(__always)
        private static func makeSlots(_ count: Int) -> UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>? {
            count == 0 ? nil : makeEmptySlots(count)
        }

        @inline(never)
        private static func makeEmptySlots(_ count: Int) -> UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> {
            let slots = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: count)
            for slot in 0..<count { (slots + slot).initialize(to: Atomic(nil)) }
            return slots
        }
    }

    /// The largest number of words that are stored in the object.
    private static let inlineCapacity = 512

    /// Creates a document for a scanned tape, which it takes over or copies into the object.
    ///
    /// - Parameters:
    ///   - text: the array that contains the input.
    ///   - part: the input, if it is not all of `text`.
    ///   - tape: the result of the scanner, whose buffer must not be used afterwards.
    ///   - options: the options of the scan.
    static func make(
        _ text: [UInt8], _ part: UnsafeBufferPointer<UInt8>?, _ tape: Scanner.Tape, _ options: JSONParsingOptions
    ) -> Document {
        let source = tape.rewritten.map { text + $0.bytes } ?? text
        let words = tape.buffer.words
        guard tape.count <= inlineCapacity, !tape.buffer.isFilled(by: tape.count, times: 2) else {
            // A document that is kept must not keep the memory of one that is many times as large.
            var tape = tape
            if !tape.buffer.isFilled(by: tape.count, times: 4) { tape.buffer = tape.buffer.copied(tape.count) }
            return make { _ in contents(source, part, tape.buffer.words, tape, isOwner: true, options) }
        }
        defer { tape.buffer.release() }
        return make(room: tape.count) { storage in
            let elements = storage.withUnsafeMutablePointerToElements { $0 }
            // SAFETY: the object was made with room for `count` words.
            elements.initialize(from: words, count: tape.count)
            return contents(source, part, elements, tape, isOwner: false, options)
        }
    }

    /// Creates a document whose object has room for `room` words after its contents.
    @inline(__always)
    static func make(room: Int = 0, _ contents: (ManagedBuffer<Contents, UInt64>) -> Contents) -> Document {
        Document(unsafeDowncast(Storage.create(minimumCapacity: room, makingHeaderWith: contents), to: Storage.self))
    }

    /// Contents that retain `source`, of which `part`, or all, was scanned.
    @inline(__always)
    private static func contents(
        _ source: [UInt8], _ part: UnsafeBufferPointer<UInt8>?, _ words: UnsafePointer<UInt64>, _ tape: Scanner.Tape,
        isOwner: Bool, _ options: JSONParsingOptions
    ) -> Contents {
        // SAFETY: the elements of a non-empty array stay where they are while the array's storage is referenced and
        // not mutated; `source` is constant and lives as long as the document. A text that scans is not empty.
        let start = source.withUnsafeBufferPointer { $0.baseAddress! }
        let bytes = part?.baseAddress ?? start
        return Contents(
            source: source,
            bytes: bytes,
            byteCount: part?.count ?? source.count,
            // Up to the end of the array, also if the text ends before it.
            readableCount: source.count - (bytes - start),
            words: words, of: tape, isOwner: isOwner, options)
    }

    /// The object: contents and, after them, a short tape.
    final class Storage: ManagedBuffer<Contents, UInt64> {
        deinit {
            withUnsafeMutablePointerToHeader { contents in
                // Most tapes are stored in the object, and their documents have nothing else to free.
                contents.pointee.buffer?.release()
                guard let slots = contents.pointee.slots, contents.pointee.context?.partial == nil else { return }
                for slot in 0..<contents.pointee.slotCount {
                    if let index = slots[slot].load(ordering: .acquiring) {
                        Unmanaged<ContainerIndex>.fromOpaque(index).release()
                    }
                }
                slots.deinitialize(count: contents.pointee.slotCount)
                slots.deallocate()
            }
        }
    }

    // The contents are read through their address, without checks of exclusive access: they are written only while nothing
    // else refers to the document.

    /// The first byte of the input, of which `readableCount` bytes may be read.
    @inline(__always)
    var bytes: Cursor { storage.withUnsafeMutablePointerToHeader { $0.pointee.bytes } }

    @inline(__always)
    var byteCount: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.byteCount } }

    /// The number of bytes that may be read from `bytes` on, at least `byteCount`.
    @inline(__always)
    var readableCount: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.readableCount } }

    /// The bytes of the input, without the rewritten tokens after it.
    var text: UnsafeBufferPointer<UInt8> {
        storage.withUnsafeMutablePointerToHeader {
            UnsafeBufferPointer(start: $0.pointee.bytes, count: byteCount - ($0.pointee.rewritten?.bytes.count ?? 0))
        }
    }

    /// The offsets in the input of the content of the string or number at `index`.
    func source(_ index: Int) -> Range<Int> {
        let offset = self[index].textOffset
        let token = storage.withUnsafeMutablePointerToHeader { $0.pointee.rewritten?.token(at: offset) }
        guard let token else { return offset..<offset + length(index) }
        return token.source..<token.source + token.sourceLength
    }

    /// The offset in the input of the string at `index`, including its opening quote if it has one.
    func stringOffset(_ index: Int) -> Int {
        let content = source(index).lowerBound
        if content == 0 { return 0 }
        let before = bytes[content - 1]
        return before == Byte.quote || before == Byte.apostrophe ? content - 1 : content
    }

    /// `tapeCount` words; see `TapeWord`.
    @inline(__always)
    var tape: UnsafePointer<UInt64> { storage.withUnsafeMutablePointerToHeader { $0.pointee.tape } }

    @inline(__always)
    var tapeCapacity: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.buffer?.capacity ?? 0 } }

    @inline(__always)
    var tapeCount: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.tapeCount } }

    /// Whether the first of several members with the same name is the effective one, instead of the last.
    @inline(__always)
    var firstMemberWins: Bool { storage.withUnsafeMutablePointerToHeader { $0.pointee.firstMemberWins } }

    /// Whether an unpaired surrogate is written as U+FFFD, instead of as the escape in the text.
    @inline(__always)
    var replacesLoneSurrogates: Bool { storage.withUnsafeMutablePointerToHeader { $0.pointee.replacesLoneSurrogates } }

    /// A copy of `SmallString.isKnown`.
    @inline(__always)
    var makesSmallStrings: Bool { storage.withUnsafeMutablePointerToHeader { $0.pointee.makesSmallStrings } }

    /// Whether a line comment also ends at U+2028 and U+2029.
    var endsCommentsAtSeparators: Bool {
        storage.withUnsafeMutablePointerToHeader { $0.pointee.endsCommentsAtSeparators }
    }

    /// The number of slots for the indexes of large containers.
    var slotCount: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.slotCount } }

    @inline(__always)
    var slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>? {
        storage.withUnsafeMutablePointerToHeader { $0.pointee.slots }
    }

    /// The extent of the stream before the text; empty if the text is not part of one.
    var streamStart: SourcePosition.Consumed {
        storage.withUnsafeMutablePointerToHeader { $0.pointee.context?.start ?? SourcePosition.Consumed() }
    }

    /// Returns the document with its position in a stream. It must not be shared yet.
    func begun(after extent: SourcePosition.Consumed) -> Document {
        if extent.bytes > 0 {
            storage.withUnsafeMutablePointerToHeader { $0.pointee.context = Context(start: extent) }
        }
        return self
    }

    /// What only documents of streams and of partial texts have.
    ///
    /// Unchecked Sendable because it has a subclass; nothing in either changes while others refer to the document.
    class Context: @unchecked Sendable {
        /// The extent of the stream before the text.
        let start: SourcePosition.Consumed
        /// The tape of a text that may not have ended.
        var partial: PartialTape? { nil }

        init(start: SourcePosition.Consumed = SourcePosition.Consumed()) { self.start = start }
    }

    /// The tape of a text that may not have ended; nil for other documents.
    var partial: PartialTape? { storage.withUnsafeMutablePointerToHeader { $0.pointee.context?.partial } }

    /// The document itself, or, if its text may not have ended, a copy with all containers closed.
    ///
    /// - Complexity: O(1) if the text has ended, otherwise O(*n*).
    var closed: Document { partial?.closed(byteCount: byteCount, options) ?? self }

    /// The options that a document has an effect of.
    private var options: JSONParsingOptions {
        var options = JSONParsingOptions()
        options.duplicateKeys = firstMemberWins ? .firstWins : .lastWins
        options.loneSurrogates = replacesLoneSurrogates ? .replace : .keep
        return options
    }

    /// Creates a document of a text that may not have ended, whose memory it shares.
    init(_ partial: PartialTape, _ options: JSONParsingOptions) {
        self = Document.make { _ in
            let memory = partial.memory
            let words = UnsafePointer(memory.words.start)
            // Words of strings that have not ended are after the tape.
            let all = UnsafeMutableBufferPointer(start: memory.words.start, count: memory.words.capacity)
            let tape = Scanner.Tape(buffer: TapeBuffer(borrowed: all), count: all.count, slots: 0)
            // SAFETY: nothing is read from `byteCount` on, where the text goes on.
            var contents = Contents(
                source: nil, bytes: UnsafePointer(memory.bytes.start), byteCount: memory.byteCount,
                readableCount: memory.byteCount, words: words, of: tape, isOwner: false, options)
            contents.slots = memory.slots.start
            contents.context = partial
            return contents
        }
    }

    /// Whether nothing else refers to its object.
    mutating func isUnique() -> Bool { isKnownUniquelyReferenced(&storage) }

    /// The words that its object has room for.
    var ownWords: UnsafeMutablePointer<UInt64> { storage.withUnsafeMutablePointerToElements { $0 } }

    /// Replaces contents without indexes of containers. Nothing else may refer to the document.
    @inline(__always)
    func replaceContents(_ contents: Contents) {
        storage.withUnsafeMutablePointerToHeader {
            assert($0.pointee.slots == nil && $0.pointee.buffer == nil)
            $0.pointee = contents
        }
    }

    /// Goes on to the first `byteCount` bytes of a text that may not have ended. Nothing else may refer to the document.
    func extend(toByteCount byteCount: Int) {
        storage.withUnsafeMutablePointerToHeader {
            $0.pointee.byteCount = byteCount
            $0.pointee.readableCount = byteCount
        }
    }
}

/// An unretained reference to the document that owns a tape, for code that reads many entries while the caller keeps the
/// document alive.
struct TapeHandle: @unchecked Sendable {
    // Unchecked because of `Unmanaged`; the document itself is Sendable.
    private let storage: Unmanaged<Document.Storage>

    @inline(__always)
    init(_ document: Document) { storage = .passUnretained(document.storage) }

    /// Calls `body` with the document, which the caller keeps alive.
    @inline(__always)
    func with<Value>(_ body: (Document) -> Value) -> Value {
        storage._withUnsafeGuaranteedRef { body(Document($0)) }
    }

    /// The document as a retained reference.
    @inline(__always)
    var counted: Document { Document(storage.takeUnretainedValue()) }
}
