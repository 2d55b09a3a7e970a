/// A path into a value, for changing what is at its end: each container on the path is taken out of the one around it, so
/// that all of them have one owner and are changed in place.
struct MutationPath {
    /// The value at the end of the path, to be read and changed; an error if a step fails.
    var value: JSON
    /// From the outside in; in each the child at `slot` is missing.
    private var outer: [(container: JSON, slot: Int)] = []
    private var end: End

    private enum End {
        /// The path leads to `value`.
        case found
        /// `value` stands for a member with this name, which the object does not have yet.
        case newMember(JSON, String)
        /// A step fails, so everything was put back; this is the root.
        case failed(JSON)
    }

    /// Takes the containers on the path out of `root`; `writeBack` has to put them back.
    ///
    /// - Complexity: O(steps), and O(count) for each container on the path that was not changed before.
    init(into root: inout JSON, _ steps: [JSONKey]) {
        end = .found
        value = .null
        if steps.isEmpty {
            value = root
            end = .failed(root)
            return
        }
        let place = root.place
        outer.reserveCapacity(steps.count)
        swap(&value, &root)
        for depth in steps.indices {
            guard let slot = value.slot(of: steps[depth]) else {
                let error = JSONError.step(from: place, Array(steps[...depth]), at: value)
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
        end = .failed(root)
        value = .error(error)
    }

    /// Puts everything back, changed or not.
    mutating func writeBack(to root: inout JSON) {
        var inner: JSON
        switch end {
        case .found:
            inner = value
        case .newMember(var object, let name):
            // The reference in `end` must not count.
            end = .found
            object[name] = value
            inner = object
        case .failed(let kept):
            inner = kept
        }
        value = .null
        // Changed where they are: a copy would count as a reference.
        while let last = outer.indices.last {
            outer[last].container.putBack(inner, outer[last].slot)
            inner = outer[last].container
            outer.removeLast()
        }
        root = inner
    }
}

extension JSON {
    /// The first of the steps that leads nowhere, and the value where it does not lead on.
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

    /// The element or member value that the step leads to; nil if there is none.
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

    /// Whether the step names a member of an object, which may be a new one.
    fileprivate func canAdd(_ step: JSONKey) -> Bool {
        if case .object = self, case .key = step { return true }
        return false
    }

    /// The number of the element, or the slot of the member, that the step leads to; nil if there is none.
    func slot(of step: JSONKey) -> Int? {
        switch (step, self) {
        case (.index(let index), .array(let array)): index >= 0 && index < array.count ? index : nil
        case (.key(let key), .object(let object)): object.slot(of: key)
        default: nil
        }
    }

    // `if case` and not `switch`, which in a build for debugging refers to `self` for as long as it runs.

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

    /// Puts back what was taken out.
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
