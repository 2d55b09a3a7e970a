/// A table of the parents of all values below a reader's root, from which the paths of many values are derived.
///
/// For the path of a single value use `DocumentReader.path(to:)`, which needs no table.
package struct StepsToValues {
    private let document: Document
    private let root: Int
    /// For each position, counted from the root: the position of the container that the value there belongs to.
    private var containers: [UInt32]
    /// For each position, counted from the root: the index of an element, or the position of a member's key.
    private var steps: [UInt32]

    /// Creates the table in one walk over the tape.
    ///
    /// - Complexity: O(*n*) in the size of the tape below the root.
    package init(_ reader: DocumentReader) {
        document = reader.document
        root = reader.root
        let count = document.next(root) - root
        containers = [UInt32](repeating: 0, count: count)
        steps = containers
        var walk = TapeWalk(document, in: root)
        while walk.next() {
            let (container, _, step) = walk.step
            containers[walk.value - root] = UInt32(truncatingIfNeeded: container)
            steps[walk.value - root] = UInt32(truncatingIfNeeded: step)
            walk.enter()
        }
    }

    /// The steps from the root to the value at `position`, each with the position of the container that it begins at.
    ///
    /// - Complexity: O(*d*) in the number of steps.
    package func path(to position: Int) -> [(container: Int, step: JSONKey)] {
        var path: [(container: Int, step: JSONKey)] = []
        var position = position
        while position != root {
            let container = Int(containers[position - root])
            let step = Int(steps[position - root])
            let isObject = document[container].kind == TapeWord.Kind.object
            path.append((container, isObject ? .key(document.string(step)) : .index(step)))
            position = container
        }
        return path.reversed()
    }
}
