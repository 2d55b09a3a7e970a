/// Keeps the level of a keyed container that may be used after its value has ended.
final class LevelKeeper {
    var level: EncodingLevel?

    init(_ level: EncodingLevel?) { self.level = level }
}

/// Keeps a container, and knows its type, so that nobody has to find that again to make a copy.
private final class KeptContainer<Container> {
    private let container: Container

    init(_ container: Container) { self.container = container }

    /// Not inlined, because the caller would look for the type in a table, which takes hundreds of instructions.
    @inline(never)
    func copy() -> Container { container }
}

/// The keyed containers that a level has given to its values: the next value whose keys have the same type gets the
/// same one, unless somebody still has it.
///
/// The standard library keeps what a container is made of in an object of a generic class. Finding that class and
/// allocating the object take several hundred instructions.
struct LevelContainers {
    private struct Entry {
        let key: ObjectIdentifier
        /// A `KeptContainer` for keys of the type.
        let container: AnyObject
        /// The standard library's object, which `container` keeps.
        let object: UnsafeRawPointer
        let keeper: LevelKeeper

        /// Whether nobody else has the container.
        var isUnused: Bool {
            var object = object
            return withUnsafeMutableBytes(of: &object) { object in
                // SAFETY: these bytes are a reference to an object that is there. They are looked at, and not counted.
                isKnownUniquelyReferenced(&object.baseAddress!.assumingMemoryBound(to: AnyObject.self).pointee)
            }
        }
    }

    /// How many containers are kept.
    private static let capacity = 16

    private var entries: ContiguousArray<Entry> = []
    /// The number of the one that the present value has; -1 if it has none of these.
    private var used = -1

    /// Whether a container consists of one reference, as it did whenever it was looked at.
    private static let isKnown: Bool = {
        typealias Container = KeyedEncodingContainer<UndeclaredKey>
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
        // SAFETY: `isKnown` has found that a container is one reference.
        let object = unsafeBitCast(container, to: UnsafeRawPointer.self)
        entries.append(
            Entry(key: ObjectIdentifier(type), container: KeptContainer(container), object: object, keeper: keeper))
        return container
    }

    /// Ends the use of the container by the present value; one that somebody has kept is his, and keeps its level.
    @inline(__always)
    mutating func endUse(in level: EncodingLevel) {
        if used < 0 { return }
        if !entries[used].isUnused { giveAway(level) }
        used = -1
    }

    @inline(never)
    private mutating func giveAway(_ level: EncodingLevel) {
        entries.remove(at: used).keeper.level = level
    }
}
