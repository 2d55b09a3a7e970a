import Foundation

/// How far the peak resident set grows when a document is parsed, over a process that holds the input once.
///
/// Each figure comes from a process of its own. Inputs are repeated in an array up to a size at which the half megabyte
/// that a process gains anyway does not matter.
enum MemoryTask: BenchmarkTask {
    static let name = "memory"

    static func run(in session: Session) throws {
        guard ResidentSet.peak() != nil else {
            session.report.note("\(name) skipped: there is no /proc")
            return
        }
        let folder = try TemporaryFolder()
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        for corpus in session.corpora {
            let input = repeated(corpus, bytes: session.arguments.isQuick ? 2_000_000 : 16_000_000)
            let reference = ReferenceScanner(input[...]).tally
            let path = try folder.write(input, to: "input.json")
            var rows: [Measurement] = []
            for peer in MemoryProbe.peers {
                let probe = ChildProcess(program: program, arguments: [MemoryProbe.argument, peer.name, path])
                let output = folder.path(of: "output")
                do {
                    try probe.run(output: output)
                    let finding = try MemoryProbe.Finding(line: String(contentsOfFile: output, encoding: .utf8))
                    if let mismatch = finding.tally.mismatch(with: reference, precision: peer.precision) {
                        session.report.wrongAnswer(
                            task: name, corpus: corpus.name, peer: peer.name, mismatch: mismatch)
                    } else {
                        rows.append(
                            Measurement(
                                task: name, corpus: corpus.name, peer: peer.name, bytes: input.count,
                                figures: .memory(peakBytes: finding.growth)))
                    }
                } catch {
                    session.report.wrongAnswer(
                        task: name, corpus: corpus.name, peer: peer.name, mismatch: "failed: \(error)")
                }
            }
            session.report.add(rows)
        }
    }

    /// The corpus itself when it is a document of that size, otherwise an array of its documents, again and again.
    private static func repeated(_ corpus: Corpus, bytes: Int) -> [UInt8] {
        if !corpus.isLines, corpus.bytes.count >= bytes {
            return corpus.bytes
        }
        var result: [UInt8] = [UInt8(ascii: "[")]
        result.reserveCapacity(bytes + corpus.bytes.count)
        while result.count < bytes {
            for text in corpus.texts {
                result += text
                result.append(UInt8(ascii: ","))
            }
        }
        result[result.count - 1] = UInt8(ascii: "]")
        return result
    }
}
