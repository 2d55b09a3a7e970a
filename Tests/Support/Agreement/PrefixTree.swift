/// All sequences of up to `length` pieces of text, as a tree: a sequence is the child of the one without its last piece.
///
/// A text that has an error before its end has it with whatever follows. Such texts are most of the tree, so a share of it
/// has only their children.
public struct PrefixTree: Sendable {
    let pieces: [[UInt8]]
    let length: Int
    /// Which part of the subtrees of the last three pieces is visited, without those of texts that have an error; nil for all.
    let share: Double?

    /// The tree of all sequences, or a share of it.
    public init(_ pieces: [[UInt8]], length: Int, share: Double?) {
        self.pieces = pieces
        self.length = length
        self.share = share
    }

    /// Checks the texts of the tree against the reference parser.
    ///
    /// - Returns: how many texts were checked.
    public func visit(_ checks: inout ReaderChecks) -> Int {
        var random = SeededGenerator(seed: 260)
        var text: [UInt8] = []
        return 1 + visit(&text, 0, checks.check(text), &checks, &random)
    }

    private func visit(
        _ text: inout [UInt8], _ count: Int, _ outcome: ReaderChecks.Outcome, _ checks: inout ReaderChecks,
        _ random: inout SeededGenerator
    ) -> Int {
        if count == length || checks.differences.count >= 20 { return 0 }
        if let share, count == length - 3, Double.random(in: 0..<1, using: &random) >= share { return 0 }
        var visited = 0
        for piece in pieces {
            text += piece
            visited += 1
            if let error = outcome.finalError {
                checks.checkStillFails(text, error)
                if share == nil { visited += visit(&text, count + 1, outcome, &checks, &random) }
            } else {
                visited += visit(&text, count + 1, checks.check(text), &checks, &random)
            }
            text.removeLast(piece.count)
        }
        return visited
    }
}
