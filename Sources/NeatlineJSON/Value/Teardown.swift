/// Frees nested values in a loop, so that no depth overflows the stack.
///
/// The storage of an array or object calls it when it is freed. Values that nothing else refers to hand their children
/// over to the loop before they go, so that they have none left to free on the way.
enum Teardown {
    /// Releases `values`, and what only they refer to.
    static func release(_ values: inout ContiguousArray<JSON>) {
        guard values.contains(where: \.ownsStorage) else { return }
        var pending = ContiguousArray<JSON>()
        swap(&pending, &values)
        while var value = pending.popLast() { value.moveChildren(to: &pending) }
    }
}

extension JSON {
    /// Whether the value is an array or object with storage of its own; a view has no children to free.
    fileprivate var ownsStorage: Bool {
        switch self {
        case .array(let array): if case .owned = array.storage { true } else { false }
        case .object(let object): if case .owned = object.storage { true } else { false }
        default: false
        }
    }

    /// Moves the children to `pending`, unless somebody else still refers to them.
    fileprivate mutating func moveChildren(to pending: inout ContiguousArray<JSON>) {
        // The only reference must be in `storage` when it is asked for its uniqueness, hence the assignments.
        switch self {
        case .array(var array):
            self = .null
            guard case .owned(var storage) = array.storage else { return }
            array.storage = .owned(.empty)
            guard isKnownUniquelyReferenced(&storage) else { return }
            pending.append(contentsOf: storage.elements)
            storage.elements = []
        case .object(var object):
            self = .null
            guard case .owned(var storage) = object.storage else { return }
            object.storage = .owned(.empty)
            guard isKnownUniquelyReferenced(&storage) else { return }
            pending.append(contentsOf: storage.values)
            storage.values = []
        default:
            return
        }
    }
}
