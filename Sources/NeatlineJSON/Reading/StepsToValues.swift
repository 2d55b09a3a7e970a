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
        guard document[root].isContainer else { return }
        var container = root
        var isObject = document[root].kind == TapeWord.Kind.object
        var position = root + 1
        var ordinal = 0
        while true {
            if position < document.contentEnd(container) {
                let value = isObject ? document.next(position) : position
                containers[value - root] = UInt32(truncatingIfNeeded: container)
                steps[value - root] = UInt32(truncatingIfNeeded: isObject ? position : ordinal)
                if document[value].isContainer {
                    (container, position, ordinal) = (value, value + 1, 0)
                    isObject = document[value].kind == TapeWord.Kind.object
                } else {
                    position = document.next(value)
                    ordinal += 1
                }
            } else if container == root {
                return
            } else {
                position = document.next(container)
                ordinal = Int(steps[container - root]) + 1
                container = Int(containers[container - root])
                isObject = document[container].kind == TapeWord.Kind.object
            }
        }
    }

    /// The steps from the root to the value at `position`.
    ///
    /// - Complexity: O(*d*) in the number of steps.
    package func path(to position: Int) -> [JSONKey] {
        var path: [JSONKey] = []
        var position = position
        while position != root {
            let container = Int(containers[position - root])
            let step = Int(steps[position - root])
            let isObject = document[container].kind == TapeWord.Kind.object
            path.append(isObject ? .key(document.string(step)) : .index(step))
            position = container
        }
        return path.reversed()
    }
}
