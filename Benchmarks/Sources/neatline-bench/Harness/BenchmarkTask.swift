/// What `--task` names.
protocol BenchmarkTask: SendableMetatype {
    static var name: String { get }
    /// Measures every peer and reports the rows.
    static func run(in session: Session) throws
}

/// What the tasks of one run share.
final class Session {
    let arguments: Arguments
    let corpora: [Corpus]
    let report: Report
    let race: Race

    init(arguments: Arguments, report: Report) throws {
        self.arguments = arguments
        self.report = report
        race = arguments.isQuick ? .quick : .full
        if let directory = arguments.corpora {
            corpora = try Corpus.load(from: directory)
        } else {
            corpora = Corpus.generated(isQuick: arguments.isQuick)
        }
    }

    /// Checks the peers' answers, then times those that are right.
    ///
    /// - Parameter operations: how many small ones a repetition does, if the figures are to be for one of them.
    func race(task: String, corpus: String, bytes: Int, operations: Int? = nil, _ peers: [Peer?]) throws {
        var contestants: [Peer] = []
        for peer in peers.compactMap(\.self) {
            if let mismatch = mismatch(of: peer) {
                report.wrongAnswer(task: task, corpus: corpus, peer: peer.name, mismatch: mismatch)
            } else {
                contestants.append(peer)
            }
        }
        let times = try race.times(of: contestants)
        report.add(
            zip(contestants, times).map { peer, time in
                Measurement(
                    task: task, corpus: corpus, peer: peer.name, bytes: bytes,
                    figures: operations.map { .operation(time, count: $0) } ?? .time(time)
                )
            }
        )
    }

    private func mismatch(of peer: Peer) -> String? {
        do {
            return try peer.mismatch()
        } catch {
            return "failed: \(error)"
        }
    }
}
