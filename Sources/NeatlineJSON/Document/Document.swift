import Synchronization

/// A parsed text: its bytes and its tape, immutable and shared by every view on it.
///
/// A reference to one object. A short tape stands in the same memory as the object, a long one in a buffer that can be
/// recycled.
///
/// Unchecked Sendable, because: the bytes belong to a constant array, tape and `rewritten` are not written after `parse`, and the
/// slots are atomic.
@usableFromInline
struct Document: @unchecked Sendable {
    fileprivate let storage: Storage

    @inline(__always)
    init(_ storage: Storage) { self.storage = storage }

    /// The object that all copies refer to.
    @inline(__always)
    var object: AnyObject { storage }

    struct Contents {
        /// Keeps `bytes` alive; nobody else can change it, because this reference makes it shared. None where the bytes
        /// stand in the object.
        fileprivate let source: [UInt8]?
        /// The input: read within `readableCount` only.
        let bytes: Cursor
        let byteCount: Int
        let readableCount: Int
        /// Tokens that stand behind the input, in JSON.
        let rewritten: RewrittenText?
        /// `tapeCount` words; see `TapeWord`.
        let tape: UnsafePointer<UInt64>
        let tapeCount: Int
        let firstMemberWins: Bool
        let replacesLoneSurrogates: Bool
        let makesSmallStrings: Bool
        let endsCommentsAtSeparators: Bool
        /// The memory of a tape that does not stand in the object.
        fileprivate let buffer: TapeBuffer?
        /// Only of documents with a tape in a buffer.
        fileprivate let names: NameCache?
        fileprivate let slotCount: Int
        fileprivate let slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>?

        /// - Parameters:
        ///   - words: where the words of `tape` stand now.
        ///   - isOwner: whether the tape's buffer is taken over.
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
            names = isOwner && tape.count > inlineCapacity ? NameCache() : nil
            slotCount = tape.slots
            slots = Contents.makeSlots(tape.slots)
        }

        /// The contents of an object that nobody will refer to.
        init(nothingAt words: UnsafeMutablePointer<UInt64>) {
            let tape = Scanner.Tape(buffer: TapeBuffer(borrowed: .init(start: words, count: 0)), count: 0, slots: 0)
            let bytes = UnsafeRawPointer(words).assumingMemoryBound(to: UInt8.self)
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

    /// The most words that stand in the object.
    private static let inlineCapacity = 512

    /// Parses a whole text.
    ///
    /// - Complexity: O(*n*). The input is kept, not copied.
    @inline(__always)
    static func parse(_ input: [UInt8], options: JSONParsingOptions) throws(JSONError) -> Document {
        let document = try scan(input, options: options)
        if options.duplicateKeys == .reject, let offset = document.duplicateKeyOffset() {
            throw JSONError(.duplicateKey, at: offset, in: document.text, options: options)
        }
        return document
    }

    /// Parses a text that this library has written, whose names may be repeated.
    ///
    /// - Complexity: O(*n*). The input is retained, not copied.
    @inline(never)
    static func parse(written text: [UInt8]) throws(JSONError) -> Document { try parse(text, options: .written) }

    /// Parses the records of a stream that a part of `source` begins with; the document keeps all of `source`.
    ///
    /// - Returns: a document with a root for each record, nil if there is none, and what the scanner says of them.
    /// - Complexity: O(*n*).
    static func parse(
        records part: Range<Int>, of source: [UInt8], in frame: RecordFrame, options: JSONParsingOptions
    ) -> (document: Document?, records: Scanner.Records) {
        let found = source.withUnsafeBufferPointer { bytes -> (document: Document?, records: Scanner.Records) in
            let text = UnsafeBufferPointer(rebasing: bytes[part])
            return Scanner.scan(records: text, in: frame, options: options) { tape, records in
                if tape.count == 0 {
                    tape.buffer.release()
                    return (nil, records)
                }
                return (make(text, of: source, tape, options), records)
            }
        }
        if options.duplicateKeys == .reject, found.document?.duplicateKeyOffset() != nil {
            return (nil, Scanner.Records(stop: found.records.stop))
        }
        return found
    }

    /// Takes over what the scanner has made of a part of `source`.
    private static func make(
        _ text: UnsafeBufferPointer<UInt8>, of source: [UInt8], _ tape: Scanner.Tape, _ options: JSONParsingOptions
    ) -> Document {
        // What is rewritten stands behind its own text.
        tape.rewritten == nil ? make(source, text, tape, options) : make(Array(text), nil, tape, options)
    }

    /// Takes over what the scanner has made.
    ///
    /// - Parameter part: the text, if it is not all of `text`.
    static func make(
        _ text: [UInt8], _ part: UnsafeBufferPointer<UInt8>?, _ tape: Scanner.Tape, _ options: JSONParsingOptions
    ) -> Document {
        let source = tape.rewritten.map { text + $0.bytes } ?? text
        let words = tape.buffer.words
        guard tape.count <= inlineCapacity, !tape.buffer.isFilled(by: tape.count) else {
            return make { _ in contents(source, part, words, tape, isOwner: true, options) }
        }
        defer { tape.buffer.release() }
        return make(room: tape.count) { storage in
            let elements = storage.withUnsafeMutablePointerToElements { $0 }
            // SAFETY: the object was made with room for `count` words.
            elements.initialize(from: words, count: tape.count)
            return contents(source, part, elements, tape, isOwner: false, options)
        }
    }

    /// A document whose object has room for so many words behind its contents.
    @inline(__always)
    private static func make(room: Int = 0, _ contents: (ManagedBuffer<Contents, UInt64>) -> Contents) -> Document {
        Document(unsafeDowncast(Storage.create(minimumCapacity: room, makingHeaderWith: contents), to: Storage.self))
    }

    /// Contents that keep `source`, whose part `part` was scanned.
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
            // To the end of the array, whatever part of it the text is.
            readableCount: source.count - (bytes - start),
            words: words, of: tape, isOwner: isOwner, options)
    }

    /// The object: contents and, after them, a short tape.
    final class Storage: ManagedBuffer<Contents, UInt64> {
        deinit {
            withUnsafeMutablePointerToHeader { contents in
                // The usual tape stands in the object: one look says that there is nothing else.
                if let buffer = contents.pointee.buffer {
                    buffer.release()
                    contents.pointee.names?.release()
                }
                guard let slots = contents.pointee.slots else { return }
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

    // The contents are read through their address: nobody writes them, so there is no access to be checked.

    /// The input: read within `readableCount` only.
    @inline(__always)
    var bytes: Cursor { storage.withUnsafeMutablePointerToHeader { $0.pointee.bytes } }

    @inline(__always)
    var byteCount: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.byteCount } }

    /// How many bytes may be read from `bytes` on: at least `byteCount`.
    @inline(__always)
    var readableCount: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.readableCount } }

    /// The bytes of the input itself, which tokens in JSON may follow.
    var text: UnsafeBufferPointer<UInt8> {
        storage.withUnsafeMutablePointerToHeader {
            UnsafeBufferPointer(start: $0.pointee.bytes, count: byteCount - ($0.pointee.rewritten?.bytes.count ?? 0))
        }
    }

    /// Where the content of the string or number at `index` stands in the input.
    func source(_ index: Int) -> Range<Int> {
        let offset = self[index].textOffset
        let token = storage.withUnsafeMutablePointerToHeader { $0.pointee.rewritten?.token(at: offset) }
        guard let token else { return offset..<offset + length(index) }
        return token.source..<token.source + token.sourceLength
    }

    /// The offset in the input of the string at `index`: of its quote, if it has one.
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
    var tapeCount: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.tapeCount } }

    /// Whether the first of several members with one name counts, instead of the last.
    @inline(__always)
    var firstMemberWins: Bool { storage.withUnsafeMutablePointerToHeader { $0.pointee.firstMemberWins } }

    /// Whether half a surrogate pair is written as U+FFFD, instead of as it stands.
    @inline(__always)
    var replacesLoneSurrogates: Bool { storage.withUnsafeMutablePointerToHeader { $0.pointee.replacesLoneSurrogates } }

    /// `SmallString.isKnown`, at hand.
    @inline(__always)
    var makesSmallStrings: Bool { storage.withUnsafeMutablePointerToHeader { $0.pointee.makesSmallStrings } }

    /// Whether a line comment also ends at U+2028 and U+2029.
    var endsCommentsAtSeparators: Bool {
        storage.withUnsafeMutablePointerToHeader { $0.pointee.endsCommentsAtSeparators }
    }

    /// Strings of long names, in large documents.
    @inline(__always)
    var names: NameCache? { storage.withUnsafeMutablePointerToHeader { $0.pointee.names } }

    @inline(__always)
    private var slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>? {
        storage.withUnsafeMutablePointerToHeader { $0.pointee.slots }
    }

    /// Parses a record of a stream, a part of `source`; ill-formed UTF-8 is an error whatever the options say.
    static func parse(
        record part: Range<Int>, of source: [UInt8], options: JSONParsingOptions
    ) throws(Scanner.Failure) -> Document {
        let document = try source.withUnsafeBufferPointer { bytes throws(Scanner.Failure) in
            let text = UnsafeBufferPointer(rebasing: bytes[part])
            return try Scanner.scan(text, options: options) { make(text, of: source, $0, options) }
        }
        if options.duplicateKeys == .reject, let offset = document.duplicateKeyOffset() {
            throw Scanner.Failure(reason: .duplicateKey, offset: offset)
        }
        return document
    }

    @inline(__always)
    private static func scan(strictly input: [UInt8], options: JSONParsingOptions) throws(Scanner.Failure) -> Document {
        if input.count <= mediumCount, !input.isEmpty {
            return input.count <= smallCount
                ? try scan(small: input, options: options) : try scan(medium: input, options: options)
        }
        return try input.withUnsafeBufferPointer { bytes throws(Scanner.Failure) in
            try Scanner.scan(bytes, options: options) { make(input, nil, $0, options) }
        }
    }

    @inline(__always)
    private static func scan(_ input: [UInt8], options: JSONParsingOptions) throws(JSONError) -> Document {
        let failure: Scanner.Failure
        do throws(Scanner.Failure) {
            return try scan(strictly: input, options: options)
        } catch {
            failure = error
        }
        return try repair(input, after: failure, options: options)
    }

    /// What is to be done about a failure: it is thrown, or the text is scanned again with what was ill-formed replaced.
    @inline(never)
    private static func repair(
        _ input: [UInt8], after failure: Scanner.Failure, options: JSONParsingOptions
    ) throws(JSONError) -> Document {
        if failure.reason == .invalidUTF8, options.invalidUTF8 == .replace {
            var strict = options
            strict.invalidUTF8 = .reject
            return try parse(Array(String(decoding: input, as: UTF8.self).utf8), options: strict)
        }
        throw input.withUnsafeBufferPointer {
            JSONError(failure.reason, at: failure.offset, in: $0, options: options)
        }
    }

    /// The offset in the text of the first name that its object already has.
    private func duplicateKeyOffset() -> Int? {
        // Objects stand on the tape before what they contain, so a later one may have the first duplicate of the text.
        var first: Int?
        for index in 0..<tapeCount where self[index].kind == TapeWord.Kind.object {
            guard let key = firstDuplicateKey(ofObjectAt: index) else { continue }
            let offset = stringOffset(key)
            first = Swift.min(first ?? offset, offset)
        }
        return first
    }
}

// MARK: Reading the tape

extension Document {
    /// The word at `index`, which a view or a walk over the tape has made sure is on the tape.
    @inline(__always)
    subscript(index: Int) -> TapeWord {
        assert(index >= 0 && index < tapeCount)
        // SAFETY: indexes come from the root (0), from `next` and from containers' skips, all written by the scanner.
        return TapeWord(bits: tape[index])
    }

    /// The entry after the value, or key, at `index`.
    @inline(__always)
    func next(_ index: Int) -> Int {
        let word = self[index]
        if word.isContainer { return index &+ word.skip }
        return word.isExtended ? index &+ 2 : index &+ 1
    }

    /// The number of elements or members of the container at `index`.
    @inline(__always)
    func count(_ index: Int) -> Int {
        let word = self[index]
        return word.isExtended ? self[index &+ word.skip &- 1].extensionCount : word.shortLength
    }

    /// The end of the entries of the container at `index`; its first entry is the one after `index`.
    @inline(__always)
    func contentEnd(_ index: Int) -> Int {
        let word = self[index]
        return index &+ word.skip &- (word.isExtended ? 1 : 0)
    }

    /// The length of the string's or number's content at `index`, in bytes.
    @inline(__always)
    func length(_ index: Int) -> Int {
        let word = self[index]
        return word.isExtended ? self[index &+ 1].extensionLength : word.shortLength
    }

    /// The bytes of the string's content or the number at `index`, as written.
    @inline(__always)
    func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + self[index].textOffset, count: length(index))
    }

    /// The index of the container in its slot, which `build` makes when it is first asked for; nil for small containers.
    ///
    /// It lives as long as the document, and is not counted here.
    @inline(__always)
    func containerIndex(_ index: Int, build: (Document, Int) -> ContainerIndex) -> Unmanaged<ContainerIndex>? {
        let word = self[index]
        guard word.isExtended, let slots else { return nil }
        let slot = self[index &+ word.skip &- 1].extensionSlot
        if slot == TapeWord.noSlot { return nil }
        if let built = slots[slot].load(ordering: .acquiring) { return Unmanaged.fromOpaque(built) }
        return publish(build(self, index), in: slots + slot)
    }

    /// Whether the container has an index that is built.
    func hasIndex(_ index: Int) -> Bool {
        let word = self[index]
        guard word.isExtended, let slots else { return false }
        let slot = self[index &+ word.skip &- 1].extensionSlot
        // SAFETY: the scanner numbers the slots that the document then has; `noSlot` means that there is none.
        return slot != TapeWord.noSlot && slots[slot].load(ordering: .acquiring) != nil
    }

    /// Puts an index that was built into its empty slot; if another thread was first, that one's stays there.
    @inline(never)
    private func publish(
        _ built: ContainerIndex, in slot: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
    ) -> Unmanaged<ContainerIndex> {
        let mine = Unmanaged.passRetained(built)
        let (stored, other) = slot.pointee.compareExchange(
            expected: nil, desired: UnsafeRawPointer(mine.toOpaque()), ordering: .acquiringAndReleasing)
        guard !stored, let other else { return mine }
        mine.release()
        return Unmanaged.fromOpaque(other)
    }
}

/// A reference that does not count: for code that reads many entries while something else holds the document.
struct DocumentReference: @unchecked Sendable {
    // Unchecked because of `Unmanaged`; the document itself is Sendable.
    private let storage: Unmanaged<Document.Storage>

    @inline(__always)
    init(_ document: Document) { storage = .passUnretained(document.storage) }

    /// Calls `body` with the document, which the caller has to know to be alive.
    @inline(__always)
    func with<Value>(_ body: (Document) -> Value) -> Value {
        storage._withUnsafeGuaranteedRef { body(Document($0)) }
    }
    /// The document as a reference that counts.
    @inline(__always)
    var counted: Document { Document(storage.takeUnretainedValue()) }
}
