import Foundation
import NeatlineHTTP

/// One large body, read piece by piece and thrown away; then read by somebody slow. The peer is the `curl` command.
///
/// Times are on the clock; beside them stand processor time and the most memory of a process that does nothing else.
enum HTTPLargeTask: BenchmarkTask {
    static let name = "http-large"
    /// The hidden arguments with which this program reads a URL, and how many microseconds it waits after each piece.
    static let argument = "--read"
    /// Who takes this long for each piece reads some hundred megabytes a second.
    private static let slowPause: UInt32 = 300

    /// What one download took.
    private struct Download {
        var wall: [Int] = []
        var processor: [Int] = []
        var peakBytes = 0
    }

    static func run(in session: Session) throws {
        let isQuick = session.arguments.isQuick
        let file = HTTPServer.File.large(bytes: isQuick ? 100 << 20 : 1 << 30)
        let server = try HTTPServer([file])
        let url = server.url(of: file)
        let rounds = isQuick ? 2 : 5

        let client = HTTPNeatline.session()
        let ours = HTTPPeer(name: Peer.neatline) { _ in try Blocking.run { try await read(url, by: client) } }
        let slow = HTTPPeer(name: Peer.neatline) { _ in
            try Blocking.run { try await read(url, by: client, pause: slowPause) }
        }
        let command = ChildProcess(program: "curl", arguments: ["--silent", "--fail", "--output", "/dev/null", url])
        let hasCurl = ChildProcess.isInstalled("curl")
        if !hasCurl { session.report.note("\(name): curl skipped, it is not installed") }

        var fast = Download()
        var held = Download()
        var other = Download()
        do {
            for _ in 0..<rounds {
                try measure(ours, bytes: file.bytes, &fast)
                if hasCurl {
                    let cost = try command.run()
                    other.wall.append(cost.wall)
                    other.processor.append(cost.processor)
                }
            }
            try measure(slow, bytes: file.bytes, &held)
            fast.peakBytes = try reader(of: url, pause: 0).peakResidentSet()
            held.peakBytes = try reader(of: url, pause: slowPause).peakResidentSet()
        } catch {
            return session.report.wrongAnswer(task: name, corpus: file.name, peer: Peer.neatline, mismatch: "\(error)")
        }
        if hasCurl { other.peakBytes = try command.peakResidentSet() }
        var rows = [row(Peer.neatline, file.name, file.bytes, fast)]
        if hasCurl { rows.append(row(Peer.curl, file.name, file.bytes, other)) }
        session.report.add(rows)
        session.report.add([row(Peer.neatline, "slow-reader", file.bytes, held)])
    }

    /// Does what the hidden arguments say.
    static func read(_ words: [String]) throws {
        guard words.count == 2, let pause = UInt32(words[1]) else { throw PeerFailure.unexpectedShape }
        let session = HTTPNeatline.session()
        _ = try Blocking.run { try await read(words[0], by: session, pause: pause) }
    }

    /// This program as a reader and nothing else.
    private static func reader(of url: String, pause: UInt32) -> ChildProcess {
        ChildProcess(program: CommandLine.arguments[0], arguments: [argument, url, "\(pause)"])
    }

    private static func read(
        _ url: String, by session: NeatlineHTTP.Session, pause: UInt32 = 0
    ) async throws -> Int {
        var count = 0
        for await event in session.streamRequest(url).streamTask().streamingData() {
            switch event.event {
            case .stream(.success(let piece)):
                count += piece.count
                if pause > 0 { usleep(pause) }
            case .complete(let completion):
                if let error = completion.error { throw error }
            }
        }
        return count
    }

    private static func measure(_ peer: HTTPPeer, bytes: Int, _ download: inout Download) throws {
        let cost = try peer.cost(of: 1, bytes: bytes)
        download.wall.append(cost.wall)
        download.processor.append(cost.processor)
    }

    private static func row(_ peer: String, _ corpus: String, _ bytes: Int, _ download: Download) -> Measurement {
        Measurement(
            task: name, corpus: corpus, peer: peer, bytes: bytes,
            figures: .process(
                wall: Measurement.Time(samples: download.wall),
                processor: Measurement.Time(samples: download.processor), peakBytes: download.peakBytes))
    }
}
