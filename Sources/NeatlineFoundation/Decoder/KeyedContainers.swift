internal import NeatlineJSON

/// The state of a keyed container: the object whose members it decodes.
final class KeyedObject {
    /// Retains the object of `unmanaged`.
    @exclusivity(unchecked)
    private var owner: DecodingScope?
    @exclusivity(unchecked)
    private var unmanaged: Unmanaged<DecodingScope>?
    @exclusivity(unchecked)
    private(set) var position = 0
    @exclusivity(unchecked)
    private(set) var depth = 0
    @exclusivity(unchecked)
    private var hasNames = false
    /// The names of the members converted by a strategy; nil if the keys are not converted.
    @exclusivity(unchecked)
    private(set) var names: ConvertedNames?
    /// The `ContainerType` of the container.
    fileprivate let type: AnyObject

    fileprivate init<Key: CodingKey>(_ type: Key.Type) { self.type = ContainerType<KeyedDecodingContainer<Key>>() }

    @inline(__always)
    func set(_ scope: DecodingScope, _ position: Int, depth: Int) {
        // The next object of the same call has the same scope.
        if owner !== scope {
            owner = scope
            unmanaged = .passUnretained(scope)
        }
        self.position = position
        self.depth = depth
        if !scope.settings.usesDefaultKeys {
            hasNames = true
            names = ConvertedNames(scope, position, depth: depth)
        }
    }

    func reset() {
        owner = nil
        unmanaged = nil
        hasNames = false
        names = nil
    }

    /// Calls `body` with the scope, which is not retained meanwhile.
    @inline(__always)
    func withScope<Value>(_ body: (DecodingScope) throws -> Value) rethrows -> Value {
        // SAFETY: the scope exists as long as a container refers to this object.
        try unmanaged.unsafelyUnwrapped._withUnsafeGuaranteedRef(body)
    }

    /// Returns the position of a member's value; 0 if there is none.
    @inline(__always)
    func find(_ name: String) -> Int {
        if hasNames { return findConverted(name) }
        return withScope { $0.find(name, ofObjectAt: position, depth: depth) }
    }

    @inline(never)
    private func findConverted(_ name: String) -> Int { names?.position(name) ?? 0 }

    /// Returns the scalar at a position from `find`; nil for another type, or at 0.
    @inline(__always)
    func read<Scalar: DecodedScalar>(_ type: Scalar.Type, _ member: Int) -> Scalar? {
        member == 0 ? nil : withScope { Scalar.read($0, member) }
    }
}

/// The type of a container, which its functions know without a lookup: one takes 400 instructions.
private final class ContainerType<Container> {
    /// Returns the container that consists of `reference`.
    @inline(never)
    func container(_ reference: AnyObject) -> Container {
        // SAFETY: `KeyedContainers.isKnown` has verified that a container is one reference, and this is one for keys of this
        // type.
        unsafeBitCast(reference, to: Container.self)
    }
}

/// The keyed containers that a call has created. The next object with the same type of keys reuses one that is no
/// longer in use.
///
/// The standard library stores the state of a container in an object of a generic class. Finding that class and
/// allocating the object take more than a thousand instructions.
struct KeyedContainers {
    private struct Entry {
        let key: ObjectIdentifier
        /// The standard library's object.
        var container: AnyObject
        /// The state of the container, which retains it.
        let object: Unmanaged<KeyedObject>
    }

    private var entries: ContiguousArray<Entry> = []
    /// The maximum number of containers.
    private var capacity = 32

    /// Whether a container consists of one reference, which is verified once.
    private static let isKnown: Bool = {
        typealias Container = KeyedDecodingContainer<UndeclaredKey>
        guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size, !_isPOD(Container.self) else {
            return false
        }
        let known = KeyedDecoding<UndeclaredKey>(KeyedObject(UndeclaredKey.self))
        var object = reference(to: KeyedDecodingContainer(known))
        guard isKnownUniquelyReferenced(&object) else { return false }
        let other = object
        return withExtendedLifetime(other) { !isKnownUniquelyReferenced(&object) }
    }()

    private static func reference<Key: CodingKey>(to container: consuming KeyedDecodingContainer<Key>) -> AnyObject {
        // SAFETY: its size is that of a reference.
        unsafeBitCast(container, to: AnyObject.self)
    }

    /// Returns a container of an object's members.
    @inline(__always)
    mutating func container<Key: CodingKey>(
        _ type: Key.Type, _ scope: DecodingScope, _ position: Int, depth: Int
    ) -> KeyedDecodingContainer<Key> {
        let key = ObjectIdentifier(type)
        var index = 0
        while index < entries.count {
            defer { index &+= 1 }
            if entries[index].key == key, isKnownUniquelyReferenced(&entries[index].container) {
                // SAFETY (here and below): the entry's container retains the object.
                return entries[index].object._withUnsafeGuaranteedRef { object in
                    object.set(scope, position, depth: depth)
                    // SAFETY: the object was created for keys of this type.
                    return unsafeDowncast(object.type, to: ContainerType<KeyedDecodingContainer<Key>>.self)
                        .container(entries[index].container)
                }
            }
        }
        return make(type, scope, position, depth: depth)
    }

    @inline(never)
    private mutating func make<Key: CodingKey>(
        _ type: Key.Type, _ scope: DecodingScope, _ position: Int, depth: Int
    ) -> KeyedDecodingContainer<Key> {
        let object = KeyedObject(type)
        object.set(scope, position, depth: depth)
        let container = KeyedDecodingContainer(KeyedDecoding<Key>(object))
        if KeyedContainers.isKnown, entries.count < capacity {
            entries.append(
                Entry(
                    key: ObjectIdentifier(type), container: KeyedContainers.reference(to: container),
                    object: .passUnretained(object)))
        }
        return container
    }

    /// Releases what the containers refer to, and removes those that are still in use.
    mutating func reset() {
        var index = 0
        while index < entries.count {
            if isKnownUniquelyReferenced(&entries[index].container) {
                entries[index].object._withUnsafeGuaranteedRef { $0.reset() }
                index += 1
            } else {
                entries.remove(at: index)
            }
        }
    }

    /// Removes all containers.
    mutating func close() {
        entries = []
        capacity = 0
    }
}
