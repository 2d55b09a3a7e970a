/// A longest common subsequence of two arrays, found by E. W. Myers's greedy method (*An O(ND) Difference Algorithm and
/// Its Variations*, 1986), with a bound on the work.
///
/// Elements are compared only by their hashes; callers compare the paired ones.
struct LongestSubsequence {
    /// The numbers of an element in both arrays.
    typealias Pair = (old: Int, new: Int)

    private let old: [Int]
    private let new: [Int]
    /// For each number of differences the furthest element of `old` on every second diagonal, from the lowest on.
    private var rounds: [[Int32]] = []
    /// The number of elements that may still be compared.
    private var budget: Int

    /// The maximum number of differences, so that `rounds` takes at most about 8 MB.
    private static let mostDifferences = 2_048

    private init(_ old: [Int], _ new: [Int]) {
        self.old = old
        self.new = new
        budget = 8 * (old.count + new.count) + 1 << 20
    }

    /// Returns pairs of elements with equal hashes, both numbers ascending: the maximum number of them, or nil if
    /// finding them would take too long.
    ///
    /// - Complexity: O(*n* · *d*) with *n* elements of which *d* are on both sides and not paired, but never more than
    ///   O(*n*) and a constant.
    static func pairs(_ old: [Int], _ new: [Int]) -> [Pair]? {
        // Elements on one side only are never paired.
        let common = Set(old).intersection(new)
        if common.isEmpty { return [] }
        let kept = (old.indices.filter { common.contains(old[$0]) }, new.indices.filter { common.contains(new[$0]) })
        var search = LongestSubsequence(kept.0.map { old[$0] }, kept.1.map { new[$0] })
        return search.run()?.map { (kept.0[$0.old], kept.1[$0.new]) }
    }

    private mutating func run() -> [Pair]? {
        let limit = Swift.min(old.count + new.count, LongestSubsequence.mostDifferences)
        // Indexed by the diagonal, `old` minus `new`, from `-limit - 1` on.
        var furthest = [Int32](repeating: 0, count: 2 * limit + 3)
        let middle = limit + 1
        for differences in 0...limit {
            var round: [Int32] = []
            round.reserveCapacity(differences + 1)
            for diagonal in stride(from: -differences, through: differences, by: 2) {
                let (below, above) = (furthest[middle + diagonal - 1], furthest[middle + diagonal + 1])
                let isAddition = diagonal == -differences || (diagonal != differences && below < above)
                let start = differences == 0 ? 0 : Int(isAddition ? above : below + 1)
                let end = follow(start, diagonal)
                if end >= old.count, end - diagonal >= new.count { return backtrack(differences) }
                furthest[middle + diagonal] = Int32(end)
                round.append(Int32(end))
            }
            if budget < 0 { return nil }
            rounds.append(round)
        }
        return nil
    }

    /// Returns the end of the run of equal elements on a diagonal.
    private mutating func follow(_ start: Int, _ diagonal: Int) -> Int {
        var x = start
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        budget -= x - start + 1
        return x
    }

    /// Returns the pairs on the path to the end with this number of differences.
    private func backtrack(_ count: Int) -> [Pair] {
        var pairs: [Pair] = []
        var (x, y) = (old.count, new.count)
        for differences in stride(from: count, to: 0, by: -1) {
            let diagonal = x - y
            func furthest(_ diagonal: Int) -> Int32 { rounds[differences - 1][(diagonal + differences - 1) / 2] }
            let isAddition =
                diagonal == -differences
                || (diagonal != differences && furthest(diagonal - 1) < furthest(diagonal + 1))
            let before = Int(furthest(isAddition ? diagonal + 1 : diagonal - 1))
            let start = isAddition ? before : before + 1
            while x > start {
                x -= 1
                y -= 1
                pairs.append((x, y))
            }
            x = before
            y = isAddition ? y - 1 : y
        }
        while x > 0 {
            x -= 1
            y -= 1
            pairs.append((x, y))
        }
        return pairs.reversed()
    }
}
