/// A value's parts in one list, each with a hash of all that is in it, so that two values can be compared part by part
/// without comparing everything in them again at each level.
struct ValueOutline {
    struct Part {
        let value: JSON
        /// The step to it; meaningless for the root.
        let step: JSONKey
        let parent: Int
        /// How many parts it has, itself included; they follow one another.
        var size = 1
        /// Equal for equal values, whatever the order of members.
        var hash = 0
    }

    /// A value before what is in it, siblings in order.
    private(set) var parts: [Part] = []

    /// - Complexity: O(*n*).
    init(_ root: JSON) {
        var pending = [Part(value: root, step: .index(0), parent: 0)]
        while let part = pending.popLast() {
            let own = parts.count
            parts.append(part)
            switch part.value {
            case .array(let array):
                let first = pending.count
                for (index, element) in array.enumerated() {
                    pending.append(Part(value: element, step: .index(index), parent: own))
                }
                pending[first...].reverse()
            case .object(let object):
                let first = pending.count
                for (key, value) in object.winners { pending.append(Part(value: value, step: .key(key), parent: own)) }
                pending[first...].reverse()
            default:
                break
            }
        }
        for index in parts.indices.reversed() {
            if index > 0 { parts[parts[index].parent].size += parts[index].size }
            parts[index].hash = hash(index)
        }
    }

    /// The children of the part at `index`.
    func children(_ index: Int) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < index + parts[index].size {
            children.append(child)
            child += parts[child].size
        }
        return children
    }

    /// Combines the hashes of the children, which are known.
    private func hash(_ index: Int) -> Int {
        var hasher = Hasher()
        switch parts[index].value {
        case .array:
            hasher.combine(1)
            for child in children(index) { hasher.combine(parts[child].hash) }
        case .object:
            var sum = 0
            for child in children(index) {
                var member = Hasher()
                member.combine(parts[child].step)
                member.combine(parts[child].hash)
                sum &+= member.finalize()
            }
            hasher.combine(2)
            hasher.combine(sum)
        default:
            parts[index].value.hash(into: &hasher)
        }
        return hasher.finalize()
    }
}
