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
        var parts: [Part] = []
        _ = root.fold(
            effectiveMembers: true,
            open: { container in
                parts.append(Part())
                return (part: parts.count - 1, hash: ContainerHash(container))
            },
            scalar: { scalar in
                parts.append(Part(hash: scalar.scalarHash))
                return parts[parts.count - 1].hash
            },
            add: { $0.hash.add($2, name: $1) },
            close: { container in
                parts[container.part] = Part(hash: container.hash.value, size: parts.count - container.part)
                return parts[container.part].hash
            })
        self.parts = parts
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
}
