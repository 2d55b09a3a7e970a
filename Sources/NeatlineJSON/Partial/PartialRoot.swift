/// The outermost container of a snapshot of a text that has not ended.
///
/// Its objects become those of the next snapshot if nothing else refers to them.
struct PartialRoot: Sendable {
    private var tape: PartialTape?
    // One of the two is nil.
    private var array: ArrayStorage?
    private var object: ObjectStorage?
    /// Whether code outside has a reference, or had one: that the last reference of another thread has been released is not
    /// visible to a tool that searches for races.
    private var isKept = false

    /// Creates a root that shows nothing.
    init() {}

    init(_ tape: PartialTape, _ options: JSONParsingOptions) {
        self.tape = tape
        let document = Document(tape, options)
        if tape.levels[0].isObject {
            object = tape.object(0, in: document)
        } else {
            array = tape.array(0, in: document)
        }
    }

    /// The value that it shows; nil if it shows nothing.
    var json: JSON? {
        if let object { return .object(JSONObject(object)) }
        return array.map { .array(JSONArray($0)) }
    }

    /// Notes that code outside has got a reference.
    mutating func keep() { isKept = true }

    /// Notes whether code outside, which has read the snapshot, has kept a reference.
    mutating func keepIfReferenced() { isKept = !isUnused() }

    /// Whether nothing else refers to the objects of the snapshot, or has done so.
    mutating func isUnused() -> Bool {
        if isKept { return false }
        // SAFETY: a unique reference is one.
        if isKnownUniquelyReferenced(&object) { return object.unsafelyUnwrapped.hasUniqueDocument() }
        return isKnownUniquelyReferenced(&array) && array.unsafelyUnwrapped.hasUniqueDocument()
    }

    /// Forgets the containers, so that the parser can change them without a copy. The snapshot must be unused.
    func releaseLevels() { tape?.levels = [] }

    func isIn(_ memory: borrowing PartialMemory) -> Bool { tape?.memory.isShared(with: memory) ?? false }

    /// Frees the word of its string that has not ended. The snapshot must be unused, and in this memory.
    func releaseDraft(in memory: inout PartialMemory) {
        if let draft = tape?.draft { memory.removeDraft(draft) }
        tape?.draft = nil
    }

    /// Shows more of the string that has not ended. The snapshot must be unused.
    ///
    /// - Returns: false if the snapshot is in other memory, or shows no such string.
    func grow(to string: PartialString, in memory: inout PartialMemory) -> Bool {
        guard isIn(memory), let draft = tape?.draft else { return false }
        memory.replaceDraft(draft, string.content, flags: string.flags)
        document?.extend(toByteCount: memory.byteCount)
        return true
    }

    private var document: Document? { object?.document ?? array?.document }

    /// Becomes the root of a later snapshot in the same memory. The snapshot must be unused.
    func become(
        _ memory: borrowing PartialMemory, wordCount: Int, levels: ArraySlice<PartialLevels.Level>, draft: Int?
    ) {
        guard let tape else { return }
        tape.wordCount = wordCount
        tape.levels = levels
        tape.draft = draft
        let growing = tape.growing(0)
        document?.extend(toByteCount: memory.byteCount)
        object?.become((levels[0].names(isGrowing: growing != nil), levels[0].values), growing: growing)
        array?.become(levels[0].values, growing: growing)
    }
}
