/// The step from a container to a value in it: a key, or the index of an element.
///
/// Each value has a step, and only coding paths need it; so a step refers to the caller's key by its address, without a copy.
struct EncodingStep {
    /// The address of the key, which is valid while its value is being encoded; nil for an element.
    private let keyAddress: UnsafeRawPointer?
    private let keyType: (any CodingKey.Type)?
    private let index: Int

    /// The step of the value of a whole text, which has no key.
    static var none: EncodingStep { EncodingStep(index: -1) }

    /// The step to an element.
    @inline(__always)
    init(index: Int) {
        keyAddress = nil
        keyType = nil
        self.index = index
    }

    /// The step to a member, whose key is at the address `key` until its value has been encoded.
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
