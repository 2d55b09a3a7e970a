/// The last snapshot of a partial parser.
struct LatestSnapshot: Sendable {
    /// The state of the parser that a snapshot depends on. Snapshots with equal keys are equal.
    struct Key: Equatable {
        let wordCount: Int
        let depth: Int
        let isObject: Bool
        let string: PartialString?
        let isEnd: Bool

        /// Whether nothing but the string has changed since `other`.
        func isGrown(from other: Key) -> Bool {
            guard let string, let before = other.string, string.content.lowerBound == before.content.lowerBound
            else { return false }
            return wordCount == other.wordCount && depth == other.depth && isObject == other.isObject
        }
    }

    var key: Key?
    /// The containers that have not ended.
    var root = PartialRoot()
    /// Without such containers: the value that has ended, or the string that has not.
    var value: JSON?

    var json: JSON? { root.json ?? value }
}
