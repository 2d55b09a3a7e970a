/// A hash of each part of a value, so that comparing two values part by part does not repeat the comparison of their
/// contents at each level.
struct ValueOutline {
    struct Part {
        /// Equal for equal values, regardless of the order of members.
        var hash = 0
        /// The number of its parts, including itself; they are contiguous.
        var size = 1
    }

    /// A value precedes its contents: the elements of an array, or the effective members of an object, in their order.
    private(set) var parts: [Part] = []

    /// - Complexity: O(*n*).
    init(_ root: JSON) {
        var open: [Container] = []
        var pending: JSON? = root
        while true {
            let done: Int
            switch pending {
            case .array(let array)?:
                open.append(Container(elements: array.makeIterator(), part: parts.count))
                parts.append(Part())
                pending = open[open.count - 1].next()
                continue
            case .object(let object)?:
                open.append(Container(members: object.effectiveMembers.makeIterator(), part: parts.count))
                parts.append(Part())
                pending = open[open.count - 1].next()
                continue
            case let scalar?:
                done = parts.count
                parts.append(Part(hash: scalar.hashValue))
            case nil:
                // The innermost container is complete.
                let container = open.removeLast()
                done = container.part
                parts[done] = Part(hash: container.hash, size: parts.count - done)
            }
            guard let last = open.indices.last else { return }
            open[last].add(parts[done].hash)
            pending = open[last].next()
        }
    }

    /// The hashes of the children of the part at `index`.
    func hashesOfChildren(_ index: Int) -> [Int] {
        var hashes: [Int] = []
        var child = index + 1
        while child < index + parts[index].size {
            hashes.append(parts[child].hash)
            child += parts[child].size
        }
        return hashes
    }

    /// A container whose children are being hashed.
    private struct Container {
        let part: Int
        private var elements: JSONArray.Iterator?
        private var members: JSONObject.EffectiveMembers.Iterator?
        private var name = ""
        private var elementHashes = Hasher()
        /// The sum of the hashes of members, which is independent of their order.
        private var memberHashes = 0

        init(elements: JSONArray.Iterator, part: Int) {
            self.elements = elements
            self.part = part
        }

        init(members: JSONObject.EffectiveMembers.Iterator, part: Int) {
            self.members = members
            self.part = part
        }

        mutating func next() -> JSON? {
            guard let member = members?.next() else { return elements?.next() }
            name = member.key
            return .some(member.value)
        }

        /// Adds the hash of the child that `next` has returned.
        mutating func add(_ hash: Int) {
            if members == nil {
                elementHashes.combine(hash)
                return
            }
            var member = Hasher()
            member.combine(UTF8Key(text: name))
            member.combine(hash)
            memberHashes &+= member.finalize()
        }

        var hash: Int {
            var hasher = elementHashes
            hasher.combine(members == nil)
            hasher.combine(memberHashes)
            return hasher.finalize()
        }
    }
}
