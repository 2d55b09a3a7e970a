/// Retains the level of a keyed container that was stored, and may be used after its value has ended.
final class LevelKeeper {
    var level: EncodingLevel?

    init(_ level: EncodingLevel?) { self.level = level }
}

/// A box that copies its container without a lookup of the container's generic type.
private final class KeptContainer<Container> {
    private let container: Container

    init(_ container: Container) { self.container = container }

    /// Not inlined, because the caller would look up the metadata of the type, which takes hundreds of instructions.
    @inline(never)
    func copy() -> Container { container }
}

/// The keyed containers that a level has created for its values: the next value with the same type of keys gets the same
/// container, unless the last one has stored it.
///
/// The standard library stores the state of a container in an object of a generic class. Finding that class and allocating
/// the object take several hundred instructions.
struct LevelContainers {
    private struct Entry {
        let key: ObjectIdentifier
        /// A `KeptContainer` for keys of the type.
        let container: AnyObject
        /// The standard library's object, which `container` retains.
        let object: UnsafeRawPointer
        let keeper: LevelKeeper

        /// Whether there is no other copy of the container.
        var isUnused: Bool {
            var object = object
            return withUnsafeMutableBytes(of: &object) { object in
                // SAFETY: these bytes are a reference to an object that `container` retains. It is read in place, not copied.
                isKnownUniquelyReferenced(&object.baseAddress!.assumingMemoryBound(to: AnyObject.self).pointee)
            }
        }
    }

    /// The maximum number of containers.
    private static let capacity = 16

    private var entries: ContiguousArray<Entry> = []
    /// The index of the container of the current value; -1 if it has none of these.
    private var used = -1

    /// Whether a container consists of one reference, which is verified once.
    private static let isKnown: Bool = {
        typealias Container = KeyedEncodingContainer<UndeclaredKey>
        return MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size && !_isPOD(Container.self)
    }()

    /// Returns the first keyed container of a level's value.
    @inline(__always)
    mutating func container<Key: CodingKey>(_ type: Key.Type, of level: EncodingLevel) -> KeyedEncodingContainer<Key> {
        let key = ObjectIdentifier(type)
        var index = 0
        while index < entries.count {
            if entries[index].key == key {
                used = index
                // SAFETY: the entry is one for keys of this type.
                return unsafeDowncast(
                    entries[index].container, to: KeptContainer<KeyedEncodingContainer<Key>>.self
                ).copy()
            }
            index &+= 1
        }
        return make(type, of: level)
    }

    @inline(never)
    private mutating func make<Key: CodingKey>(
        _ type: Key.Type, of level: EncodingLevel
    ) -> KeyedEncodingContainer<Key> {
        guard LevelContainers.isKnown, entries.count < LevelContainers.capacity else {
            return KeyedEncodingContainer(KeyedWriting<Key>(level, LevelKeeper(level)))
        }
        let keeper = LevelKeeper(nil)
        let container = KeyedEncodingContainer(KeyedWriting<Key>(level, keeper))
        used = entries.count
        // SAFETY: `isKnown` has verified that a container is one reference.
        let object = unsafeBitCast(container, to: UnsafeRawPointer.self)
        entries.append(
            Entry(key: ObjectIdentifier(type), container: KeptContainer(container), object: object, keeper: keeper))
        return container
    }

    /// Ends the use of the container by the current value. A container that was stored is removed, and retains its level.
    @inline(__always)
    mutating func endUse(in level: EncodingLevel) {
        if used < 0 { return }
        if !entries[used].isUnused { removeStored(level) }
        used = -1
    }

    @inline(never)
    private mutating func removeStored(_ level: EncodingLevel) {
        entries.remove(at: used).keeper.level = level
    }
}
