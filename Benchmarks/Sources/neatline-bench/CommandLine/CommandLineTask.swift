import Foundation

/// `jsonq` against jq, gojq and Python's `json.tool` on one large file, which they reformat or select a text from, and on a
/// tiny one for the time to start.
///
/// Median and best are wall-clock times; processor time and peak memory stand beside them.
enum CommandLineTask: BenchmarkTask {
    static let name = "cli"

    static func run(in session: Session) throws {
        let isQuick = session.arguments.isQuick
        let folder = try TemporaryFolder()
        let tools = try installedTools(folder, in: session)
        let sample = TweetGenerator.document(bytes: 500_000, seed: 7)
        let samplePath = try folder.write(sample, to: "sample.json")
        let size = isQuick ? 1_000_000 : 100_000_000
        let large = try folder.write(TweetGenerator.document(bytes: size, seed: 8), to: "tweets.json")
        let tiny = try folder.write(Array("1\n".utf8), to: "tiny.json")
        let largeBytes = try FileManager.default.attributesOfItem(atPath: large)[.size] as? Int ?? size

        let patience = isQuick ? Patience.quickLarge : .large
        var right = tools
        for job in CommandLineTool.Job.allCases {
            right = right.filter { tool in
                isRight(tool, job, sample: sample, path: samplePath, folder, session.report)
            }
            let commands = right.compactMap { tool in tool.command(job, file: large).map { (tool.name, $0) } }
            session.report.add(
                try measure(commands, corpus: "tweets-\(job)", bytes: largeBytes, patience: patience))
        }
        let commands = right.compactMap { tool in tool.command(.compact, file: tiny).map { (tool.name, $0) } }
        session.report.add(
            try measure(commands, corpus: "start-up", bytes: 0, patience: isQuick ? .quickTiny : .tiny))
    }

    /// How long the commands are repeated.
    private struct Patience {
        let rounds: Int
        /// Nanoseconds after which a command is not run again, unless it has run fewer than `fewest` times.
        let budget: Int
        let fewest: Int

        static let large = Patience(rounds: 9, budget: 12_000_000_000, fewest: 2)
        static let quickLarge = Patience(rounds: 3, budget: 500_000_000, fewest: 1)
        static let tiny = Patience(rounds: 41, budget: 5_000_000_000, fewest: 5)
        static let quickTiny = Patience(rounds: 9, budget: 1_000_000_000, fewest: 3)
    }

    private static func installedTools(_ folder: TemporaryFolder, in session: Session) throws -> [CommandLineTool] {
        var tools: [CommandLineTool] = []
        do {
            let path = try session.arguments.jsonq ?? JSONQBuild.path(folder, session.report)
            tools.append(.jsonq(at: path))
        } catch {
            session.report.wrongAnswer(task: name, corpus: "all", peer: Peer.neatline, mismatch: "\(error)")
        }
        for tool in CommandLineTool.others {
            if ChildProcess.isInstalled(tool.name) {
                tools.append(tool)
            } else {
                session.report.note("\(name): \(tool.name) skipped, it is not installed")
            }
        }
        return tools
    }

    /// Compares what the tool prints for a small file of the same kind with what is in the file.
    private static func isRight(
        _ tool: CommandLineTool, _ job: CommandLineTool.Job, sample: [UInt8], path: String,
        _ folder: TemporaryFolder, _ report: Report
    ) -> Bool {
        guard let command = tool.command(job, file: path) else { return true }
        let mismatch: String?
        do {
            let output = folder.path(of: "output")
            try command.run(output: output)
            let text = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
            mismatch =
                job == .select
                ? try self.mismatch(ofSelected: text, from: sample)
                : self.mismatch(ofReformatted: text, with: sample, job)
        } catch {
            mismatch = "\(error)"
        }
        if let mismatch {
            report.wrongAnswer(task: name, corpus: "tweets-\(job)", peer: tool.name, mismatch: mismatch)
        }
        return mismatch == nil
    }

    private static func mismatch(
        ofReformatted text: [UInt8], with sample: [UInt8], _ job: CommandLineTool.Job
    ) -> String? {
        let lines = text.count { $0 == UInt8(ascii: "\n") }
        if (lines > 1) != (job == .pretty) { return "\(lines) lines" }
        return ReferenceScanner(text[...]).tally.mismatch(with: ReferenceScanner(sample[...]).tally, precision: .exact)
    }

    private static func mismatch(ofSelected text: [UInt8], from sample: [UInt8]) throws -> String? {
        let document = try JSONSerialization.jsonObject(with: Data(sample)) as? [String: Any]
        let tweets = document?["statuses"] as? [[String: Any]]
        let expected = tweets?[CommandLineTool.selectedTweet]["text"] as? String
        let printed = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed) as? String
        return expected != nil && printed == expected ? nil : "\(printed ?? "no text")"
    }

    /// Runs each command once for its memory, then all of them in turn for the time.
    private static func measure(
        _ commands: [(name: String, process: ChildProcess)], corpus: String, bytes: Int, patience: Patience
    ) throws -> [Measurement] {
        let peaks = try commands.map { try $0.process.peakResidentSet() }
        var costs: [[ChildProcess.Cost]] = commands.map { _ in [] }
        for _ in 0..<patience.rounds {
            for (index, command) in commands.enumerated() {
                let spent = costs[index].reduce(0) { $0 + $1.wall }
                if spent < patience.budget || costs[index].count < patience.fewest {
                    costs[index].append(try command.process.run())
                }
            }
        }
        return commands.indices.map { index in
            Measurement(
                task: name, corpus: corpus, peer: commands[index].name, bytes: bytes,
                figures: .process(
                    wall: Measurement.Time(samples: costs[index].map(\.wall)),
                    processor: Measurement.Time(samples: costs[index].map(\.processor)),
                    peakBytes: peaks[index]))
        }
    }
}
