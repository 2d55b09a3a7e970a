/// A path into a value whose end is changed: each container on the path is taken out of its parent, so that all of them
/// are uniquely referenced and changed in place.
struct MutationPath {
    /// The value at the end of the path, to read and change; an error if a step fails.
    var value: JSON
    /// The containers from the outside in; each misses the child at `slot`.
    private var outer: [(container: JSON, slot: Int)] = []
    private var end: End

    private enum End {
        /// The path leads to `value`.
        case found
        /// `value` is that of a member with this name, which the object does not have yet.
        case newMember(JSON, String)
        /// A step fails, so everything was written back; this is the root, with the error.
        case failed(JSON, JSONError?)
    }

    /// Takes the containers on the path out of `root`; `writeBack` must be called afterwards.
    ///
    /// - Complexity: O(steps), and O(count) for each container on the path that was not changed before.
    init(into root: inout JSON, _ steps: [JSONKey]) {
        end = .found
        value = .null
        if steps.isEmpty {
            value = root
            end = .failed(root, nil)
            return
        }
        let location = root.location
        outer.reserveCapacity(steps.count)
        swap(&value, &root)
        for depth in steps.indices {
            guard let slot = value.slot(of: steps[depth]) else {
                let error = JSONError.step(from: location, Array(steps[...depth]), at: value)
                if depth == steps.count - 1, case .key(let name) = steps[depth], value.canAdd(steps[depth]) {
                    end = .newMember(value, name)
                    value = .error(error)
                } else {
                    fail(&root, error)
                }
                return
            }
            let child = value.take(slot)
            outer.append((value, slot))
            value = child
        }
    }

    private mutating func fail(_ root: inout JSON, _ error: JSONError) {
        writeBack(to: &root)
        end = .failed(root, error)
        value = .error(error)
    }

    /// Writes all containers back, changed or not.
    mutating func writeBack(to root: inout JSON) {
        var inner: JSON
        switch end {
        case .found:
            value.reportStoredError()
            inner = value
        case .newMember(var object, let name):
            // The reference in `end` must not count.
            end = .found
            object[name] = value
            inner = object
        case .failed(let kept, let error):
            if let error { kept.reportIgnoredStep(error) }
            inner = kept
        }
        value = .null
        // They are changed in place: a copy would count as a reference.
        while let last = outer.indices.last {
            outer[last].container.putBack(inner, outer[last].slot)
            inner = outer[last].container
            outer.removeLast()
        }
        root = inner
    }
}

extension JSON {
    /// Returns the first step that fails, and the value in which it does; nil if all steps exist.
    ///
    /// - Complexity: O(steps), and O(count) for each parsed container whose index is not built yet.
    func failingStep(_ steps: ArraySlice<JSONKey>) -> (depth: Int, value: JSON)? {
        var value = self
        for (depth, step) in zip(steps.indices, steps) {
            if depth + 1 == steps.endIndex {
                // A change follows, which makes an index useless.
                return value.slot(of: step) == nil ? .some((depth, value)) : .none
            }
            guard let next = value.child(at: step) else { return (depth, value) }
            value = next
        }
        return nil
    }

    /// Returns the element or member value at the step; nil if there is none.
    @inline(__always)
    func child(at step: JSONKey) -> JSON? {
        switch (step, self) {
        case (.key(let key), .object(let object)):
            return object[key]
        case (.index(let index), .array(let array)) where index >= 0 && index < array.count:
            return array[index]
        default:
            return .none
        }
    }

    /// Returns whether the step can name a new member of an object.
    fileprivate func canAdd(_ step: JSONKey) -> Bool {
        if case .object = self, case .key = step { return true }
        return false
    }

    /// Returns the number of the element, or the slot of the member, at the step; nil if there is none.
    func slot(of step: JSONKey) -> Int? {
        switch (step, self) {
        case (.index(let index), .array(let array)): index >= 0 && index < array.count ? index : nil
        case (.key(let key), .object(let object)): object.slot(of: key)
        default: nil
        }
    }

    // `if case` instead of `switch`, which in a debug build retains `self` for its duration.

    /// Takes the child out, so that it can be changed in place, until `putBack`.
    mutating func take(_ slot: Int) -> JSON {
        if case .array(var array) = self {
            self = .null
            let child = array.take(slot)
            self = .array(array)
            return child
        }
        if case .object(var object) = self {
            self = .null
            let child = object.take(slot)
            self = .object(object)
            return child
        }
        return .null
    }

    /// Stores a child that was taken out.
    mutating func putBack(_ child: consuming JSON, _ slot: Int) {
        if case .array(var array) = self {
            self = .null
            array.putBack(child, slot)
            self = .array(array)
        } else if case .object(var object) = self {
            self = .null
            object.putBack(child, slot)
            self = .object(object)
        }
    }
}
