import Foundation
import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Events a second of a stream of short pieces of text, beside `URLSession` with a delegate, whose bytes a loop splits into
/// events: on Linux it has no `bytes(from:)`. Then the most memory of a process that does nothing else.
///
/// Both read the same file from the same server. The answer is the number of bytes in the data of all events.
enum EventStreamTask: BenchmarkTask {
    static let name = "event-stream"
    /// The hidden argument with which this program reads a stream, as one of the peers.
    static let argument = "--read-events"
    private static let corpus = "deltas"

    static func run(in session: Session) throws {
        let isQuick = session.arguments.isQuick
        let (count, rounds) = isQuick ? (20_000, 2) : (1_000_000, 5)
        let (stream, bytes) = deltas(count)
        let file = HTTPServer.File(name: HTTPServer.eventsName, stream)
        let server = try HTTPServer([file])
        let url = server.url(of: file)
        let peers = [Peer.neatline, Peer.urlSession]
        var costs: [[HTTPPeer.Cost]] = peers.map { _ in [] }
        do {
            for _ in 0..<rounds {
                for (index, name) in peers.enumerated() {
                    let peer = HTTPPeer(name: name) { _ in try read(url, by: name) }
                    costs[index].append(try peer.cost(of: 1, bytes: bytes))
                }
            }
        } catch {
            return session.report.wrongAnswer(task: name, corpus: corpus, peer: Peer.neatline, mismatch: "\(error)")
        }
        session.report.add(
            zip(peers, costs).map { peer, costs in
                Measurement(
                    task: name, corpus: corpus, peer: peer, bytes: stream.count / count,
                    figures: .requests(
                        wall: Measurement.Time(samples: costs.map(\.wall)),
                        processor: Measurement.Time(samples: costs.map(\.processor)), count: count))
            })
        session.report.add(
            try peers.map { peer in
                let reader = ChildProcess(program: CommandLine.arguments[0], arguments: [argument, peer, url])
                let cost = try reader.run()
                return Measurement(
                    task: name, corpus: "\(corpus)-process", peer: peer, bytes: stream.count,
                    figures: .process(
                        wall: Measurement.Time(samples: [cost.wall]),
                        processor: Measurement.Time(samples: [cost.processor]),
                        peakBytes: try reader.peakResidentSet()))
            })
    }

    /// A stream of events, such as the pieces of an answer that is being written, and the number of bytes of their data.
    private static func deltas(_ count: Int) -> (stream: [UInt8], bytes: Int) {
        var stream: [UInt8] = []
        var bytes = 0
        for number in 0..<count {
            let data = #"{"id":"c1","choices":[{"index":0,"delta":{"content":" word\#(number % 1000)"}}]}"#
            stream += Array("id: \(number)\ndata: \(data)\n\n".utf8)
            bytes += data.utf8.count
        }
        return (stream, bytes)
    }

    /// Does what the hidden argument says.
    static func read(_ words: [String]) throws {
        guard words.count == 2 else { throw PeerFailure.unexpectedShape }
        _ = try read(words[1], by: words[0])
    }

    /// Reads a stream to its end; returns the number of bytes of its events' data.
    private static func read(_ url: String, by peer: String) throws -> Int {
        if peer == Peer.urlSession { return try EventDelegate.read(url) }
        let session = HTTPNeatline.session()
        return try Blocking.run {
            var bytes = 0
            var number = 0
            let settings = EventSourceSettings(reconnects: false)
            for try await event in session.eventSourceRequest(url, settings: settings).events {
                guard event.id == "\(number)" else { throw PeerFailure.unexpectedShape }
                bytes += event.data.utf8.count
                number += 1
            }
            return bytes
        }
    }
}

/// The shortest reader of such a stream over `URLSession`: splits lines, and makes texts of the ID and the data.
///
/// Unchecked Sendable because the session's queue calls it, and `read(_:)` looks at it only when the task is complete.
private final class EventDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var rest: [UInt8] = []
    private var id = ""
    private var text = ""
    private var number = 0
    private var bytes = 0
    private var failure: (any Error)?

    static func read(_ url: String) throws -> Int {
        guard let url = URL(string: url) else { throw PeerFailure.rejectedInput }
        let delegate = EventDelegate()
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: url).resume()
        delegate.done.wait()
        session.finishTasksAndInvalidate()
        if let failure = delegate.failure { throw failure }
        return delegate.bytes
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        rest += data
        var start = 0
        while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
            take(rest[start..<end])
            start = end + 1
        }
        rest.removeFirst(start)
    }

    private func take(_ line: ArraySlice<UInt8>) {
        if line.isEmpty {
            if id != "\(number)" { failure = PeerFailure.unexpectedShape }
            bytes += text.utf8.count
            number += 1
        } else if line.starts(with: "data: ".utf8) {
            text = String(decoding: line.dropFirst(6), as: UTF8.self)
        } else if line.starts(with: "id: ".utf8) {
            id = String(decoding: line.dropFirst(4), as: UTF8.self)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        failure = failure ?? error
        done.signal()
    }
}
