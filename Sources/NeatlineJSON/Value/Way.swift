/// The way into a value: each container on it was taken out of the one around it, so that all of them can be changed in
/// place.
struct Way {
    /// What the way leads to: read and change it. An error if it leads nowhere.
    var value: JSON
    /// From the outside in; in each the child at `ordinal` is missing.
    private var outer: [(container: JSON, ordinal: Int)] = []
    private var end: End

    private enum End {
        /// `value` stands there.
        case found
        /// `value` stands for a member with this name, which the object does not have yet.
        case newMember(JSON, String)
        /// A step fails, so everything was put back; this is the root.
        case nowhere(JSON)
    }

    /// Takes `root` apart, which `retrace` has to put together again.
    ///
    /// - Complexity: O(steps), and O(count) for each container on the way that was not changed before.
    init(into root: inout JSON, _ steps: [JSONKey]) {
        end = .found
        value = .null
        if steps.isEmpty {
            value = root
            end = .nowhere(root)
            return
        }
        let place = root.place
        outer.reserveCapacity(steps.count)
        swap(&value, &root)
        for depth in steps.indices {
            guard let ordinal = value.ordinal(of: steps[depth]) else {
                let error = JSONError.step(from: place, Array(steps[...depth]), at: value)
                if depth == steps.count - 1, case .key(let name) = steps[depth], value.canAdd(steps[depth]) {
                    end = .newMember(value, name)
                    value = .error(error)
                } else {
                    leadNowhere(&root, error)
                }
                return
            }
            let child = value.take(ordinal)
            outer.append((value, ordinal))
            value = child
        }
    }

    private mutating func leadNowhere(_ root: inout JSON, _ error: JSONError) {
        retrace(to: &root)
        end = .nowhere(root)
        value = .error(error)
    }

    /// Puts everything back, changed or not.
    mutating func retrace(to root: inout JSON) {
        var inner: JSON
        switch end {
        case .found:
            inner = value
        case .newMember(var object, let name):
            // The reference in `end` must not count.
            end = .found
            object[name] = value
            inner = object
        case .nowhere(let kept):
            inner = kept
        }
        value = .null
        // Changed where they are: a copy would count as a reference.
        while let last = outer.indices.last {
            outer[last].container.putBack(inner, outer[last].ordinal)
            inner = outer[last].container
            outer.removeLast()
        }
        root = inner
    }
}

extension JSON {
    /// The first of the steps that leads nowhere, and the value where it does not lead on.
    func failingStep(_ steps: ArraySlice<JSONKey>) -> (depth: Int, value: JSON)? {
        var value = self
        for (depth, step) in zip(steps.indices, steps) {
            guard let ordinal = value.ordinal(of: step) else { return (depth, value) }
            if depth + 1 < steps.endIndex { value = value.child(ordinal) }
        }
        return nil
    }

    /// Whether the step names a member of an object, which may be a new one.
    fileprivate func canAdd(_ step: JSONKey) -> Bool {
        if case .object = self, case .key = step { return true }
        return false
    }

    /// The number of the element or member that the step leads to; nil if there is none.
    func ordinal(of step: JSONKey) -> Int? {
        switch (step, self) {
        case (.index(let index), .array(let array)): index >= 0 && index < array.count ? index : nil
        case (.key(let key), .object(let object)): object.ordinal(of: key)
        default: nil
        }
    }

    /// The element or member value with the number, which is in range.
    func child(_ ordinal: Int) -> JSON {
        switch self {
        case .array(let array): array[ordinal]
        case .object(let object): object.value(at: ordinal)
        default: .null
        }
    }

    // `if case` and not `switch`, which in a build for debugging refers to `self` for as long as it runs.

    /// Takes the child out, so that it can be changed in place, until `putBack`.
    mutating func take(_ ordinal: Int) -> JSON {
        if case .array(var array) = self {
            self = .null
            let child = array.take(ordinal)
            self = .array(array)
            return child
        }
        if case .object(var object) = self {
            self = .null
            let child = object.take(ordinal)
            self = .object(object)
            return child
        }
        return .null
    }

    /// Puts back what was taken out.
    mutating func putBack(_ child: consuming JSON, _ ordinal: Int) {
        if case .array(var array) = self {
            self = .null
            array.putBack(child, ordinal)
            self = .array(array)
        } else if case .object(var object) = self {
            self = .null
            object.putBack(child, ordinal)
            self = .object(object)
        }
    }
}
