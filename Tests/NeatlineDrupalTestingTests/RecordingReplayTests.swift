import NeatlineTestSupport
import Testing

/// Sends all recorded requests to one stub site, in the order in which they were recorded.
@Suite(.ownThreads, .hangLimit, .enabled(if: !Recording.all.isEmpty))
struct RecordingReplayTests {
    /// The recordings to which the stub responds differently, and why.
    private static let knownDifferences: [String: String] = [
        "jsonapi-d0-error-as-administrator-verbose": "the stack trace is that of PHP"
    ]

    @Test("The stub responds as the recorded site does, except for what is listed")
    func replay() throws {
        let replay = try Replay()
        var found: Set<String> = []
        for recording in Recording.all {
            guard let difference = try replay.difference(recording) else { continue }
            found.insert(recording.name)
            if Self.knownDifferences[recording.name] == nil {
                Issue.record("\(recording.name): \(difference)")
            }
        }
        let equal = Self.knownDifferences.keys.filter { !found.contains($0) }
        expect(equal.isEmpty, "listed, but not different")
        expectEqual(Recording.all.count, 334)
    }
}
