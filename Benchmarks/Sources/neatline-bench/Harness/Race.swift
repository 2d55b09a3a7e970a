/// Times peers against each other: in each round every peer is timed once, so that whatever slows the machine down for
/// a while slows all of them.
struct Race {
    /// Rounds, when no peer is slow.
    let rounds: Int
    /// A sample repeats the task until it lasts this long, in nanoseconds.
    let shortestSample: Int
    /// A peer that has been timed for this long, in nanoseconds, stops ...
    let budget: Int
    /// ... but not with fewer samples than this.
    let fewestSamples: Int

    static let full = Race(rounds: 21, shortestSample: 3_000_000, budget: 2_500_000_000, fewestSamples: 3)
    static let quick = Race(rounds: 5, shortestSample: 1_000_000, budget: 100_000_000, fewestSamples: 2)

    private struct Lane {
        let peer: Peer
        let repetitions: Int
        var samples: [Int] = []
        var spent = 0
    }

    /// Returns the times of one repetition, in the order of the peers.
    func times(of peers: [Peer]) throws -> [Measurement.Time] {
        var lanes = try peers.map { Lane(peer: $0, repetitions: try repetitions(for: $0)) }
        for round in 0..<rounds {
            for offset in lanes.indices {
                // Each round starts with another peer: nobody always runs after the one that leaves the caches cold.
                let index = (round + offset) % lanes.count
                let isSpent = lanes[index].spent >= budget && lanes[index].samples.count >= fewestSamples
                if !isSpent {
                    try takeSample(in: &lanes[index])
                }
            }
        }
        return lanes.map { Measurement.Time(samples: $0.samples) }
    }

    private func takeSample(in lane: inout Lane) throws {
        var work = 0
        let start = Clock.thread()
        for _ in 0..<lane.repetitions {
            work &+= try lane.peer.repetition()
        }
        let elapsed = Clock.thread() - start
        withExtendedLifetime(work) {}
        lane.samples.append(elapsed / lane.repetitions)
        lane.spent += elapsed
    }

    /// Warms the peer up, and counts how often it fits into the shortest sample.
    private func repetitions(for peer: Peer) throws -> Int {
        var count = 1
        while true {
            let start = Clock.thread()
            for _ in 0..<count {
                _ = try peer.repetition()
            }
            let elapsed = max(1, Clock.thread() - start)
            if elapsed >= shortestSample / 2 {
                return max(1, (count * shortestSample + elapsed - 1) / elapsed)
            }
            count *= 2
        }
    }
}
