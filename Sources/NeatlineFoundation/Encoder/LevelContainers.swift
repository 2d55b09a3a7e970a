/// Keeps the level of a keyed container that may be used after its value has ended.
final class LevelKeeper {
    var level: EncodingLevel?

    init(_ level: EncodingLevel?) { self.level = level }
}

/// The keyed containers that a level has given to its values: the next value whose keys have the same type gets the same
/// one, unless somebody still has it.
///
/// The standard library keeps what a container is made of in an object of a generic class. Finding that class and
/// allocating the object take several hundred instructions.
struct LevelContainers {
    private struct Entry {
        let key: ObjectIdentifier
        /// The standard library's object.
        var container: AnyObject
        let keeper: LevelKeeper
    }

    /// How many containers are kept.
    private static let capacity = 16

    private var entries: ContiguousArray<Entry> = []
    /// The number of the one that the present value has; -1 if it has none of these.
    private var used = -1

    /// Whether a container consists of one reference, as it did whenever it was looked at.
    private static let isKnown: Bool = {
        typealias Container = KeyedEncodingContainer<EncodingKey>
        return MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size && !_isPOD(Container.self)
    }()

    /// A container for the value of a level, for which none has been asked yet.
    @inline(__always)
    mutating func container<Key: CodingKey>(_ type: Key.Type, of level: EncodingLevel) -> KeyedEncodingContainer<Key> {
        let key = ObjectIdentifier(type)
        var index = 0
        while index < entries.count {
            if entries[index].key == key {
                used = index
                // SAFETY: `isKnown` has found that a container is one reference, and this is one for keys of this type.
                return unsafeBitCast(entries[index].container, to: KeyedEncodingContainer<Key>.self)
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
        // SAFETY: a container is one reference.
        let reference = unsafeBitCast(container, to: AnyObject.self)
        entries.append(Entry(key: ObjectIdentifier(type), container: reference, keeper: keeper))
        return container
    }

    /// Ends the use of the container by the present value; one that somebody has kept is his, and keeps its level.
    @inline(__always)
    mutating func endUse(in level: EncodingLevel) {
        if used < 0 { return }
        if !isKnownUniquelyReferenced(&entries[used].container) { giveAway(level) }
        used = -1
    }

    @inline(never)
    private mutating func giveAway(_ level: EncodingLevel) {
        entries.remove(at: used).keeper.level = level
    }
}
