/// The step from a container to a value in it: a key, or the number of an element.
///
/// Steps are needed only when somebody asks for a path, but each value has one; so a key stays where the caller has it.
struct EncodingStep {
    /// Where the key stands, which is there for as long as its value is being encoded; nil for an element.
    private let keyAddress: UnsafeRawPointer?
    private let keyType: (any CodingKey.Type)?
    private let index: Int

    /// The way to the value of a whole text, which has no step.
    static var none: EncodingStep { EncodingStep(index: -1) }

    /// The step to an element.
    @inline(__always)
    init(index: Int) {
        keyAddress = nil
        keyType = nil
        self.index = index
    }

    /// The step to a member, whose key stands at `key` until its value is encoded.
    @inline(__always)
    init<Key: CodingKey>(_ key: UnsafePointer<Key>) {
        keyAddress = UnsafeRawPointer(key)
        keyType = Key.self
        index = 0
    }

    /// The key; nil if there is no step.
    var key: (any CodingKey)? {
        if let keyAddress, let keyType { return EncodingStep.load(keyType, keyAddress) }
        return index < 0 ? nil : UndeclaredKey.index(index)
    }

    private static func load<Key: CodingKey>(_ type: Key.Type, _ address: UnsafeRawPointer) -> any CodingKey {
        // SAFETY: `init` was given a pointer to a key of this type, and steps are dropped when their value is encoded.
        address.assumingMemoryBound(to: Key.self).pointee
    }
}
