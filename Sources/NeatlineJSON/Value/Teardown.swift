/// Frees nested values in a loop, so that no depth overflows the stack.
///
/// The storage of an array or object calls it when it is freed. Values that nothing else refers to hand their children
/// over to the loop before they go, so that they have none left to free on the way.
enum Teardown {
    /// Releases `values`, and what only they refer to.
    static func release(_ values: inout ContiguousArray<JSON>) {
        guard values.contains(where: { $0.hasChildren }) else { return }
        var pending = ContiguousArray<JSON>()
        swap(&pending, &values)
        while var value = pending.popLast() { value.moveChildren(to: &pending) }
    }
}

extension JSON {
    /// Whether freeing the value frees others: an array or object with storage of its own, or an error that remembers
    /// the value it comes from. A view has no children to free.
    fileprivate var hasChildren: Bool {
        ownedArray != nil || ownedObject != nil || accessDetails != nil
    }

    private var ownedArray: ArrayStorage? {
        guard case .array(let array) = self, case .owned(let storage) = array.storage else { return nil }
        return storage
    }

    private var ownedObject: ObjectStorage? {
        guard case .object(let object) = self, case .owned(let storage) = object.storage else { return nil }
        return storage
    }

    private var accessDetails: JSONError.AccessDetails? {
        guard case .error(let error) = self else { return nil }
        return error.details as? JSONError.AccessDetails
    }

    /// Moves the children to `pending`, unless somebody else still refers to them.
    ///
    /// When a storage is asked for its uniqueness, the only reference must be the local variable. The storage is
    /// therefore read through a call: a `switch` over `self` keeps a copy alive to its end in unoptimised builds.
    fileprivate mutating func moveChildren(to pending: inout ContiguousArray<JSON>) {
        if var storage = ownedArray {
            self = .null
            guard isKnownUniquelyReferenced(&storage) else { return }
            pending.append(contentsOf: storage.elements)
            storage.elements = []
        } else if var storage = ownedObject {
            self = .null
            guard isKnownUniquelyReferenced(&storage) else { return }
            pending.append(contentsOf: storage.values)
            storage.values = []
        } else if var details = accessDetails {
            self = .null
            guard isKnownUniquelyReferenced(&details) else { return }
            pending.append(details.takeBase())
        }
    }
}
