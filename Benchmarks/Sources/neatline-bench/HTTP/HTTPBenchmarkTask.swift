import Foundation

/// One file again and again, so many requests at a time.
///
/// Rates are of requests on the clock; beside them stands the processor time of this process for one request, in which
/// the server has no part.
protocol HTTPBenchmarkTask: BenchmarkTask {
    static var file: HTTPServer.File { get }
    /// Requests in flight.
    static var width: Int { get }
}

extension HTTPBenchmarkTask {
    static func run(in session: Session) throws {
        let server = try HTTPServer([file])
        if !server.isNginx {
            session.report.note("\(name): nginx is not installed, the loopback server answers")
        }
        let url = server.url(of: file)
        var peers = [HTTPNeatline.peer(url, width: width), try HTTPURLSession.peer(url, width: width)]
        if let curl = HTTPCurl.peer(url, width: width) {
            peers.append(curl)
        } else {
            session.report.note("\(name): curl skipped, there is no libcurl")
        }
        let race = HTTPRace(isQuick: session.arguments.isQuick)
        session.report.add(try race.run(peers, task: name, file: file, report: session.report))
    }
}

/// One small answer at a time.
enum HTTPGet1Task: HTTPBenchmarkTask {
    static let name = "http-get-1"
    static let file = HTTPServer.File.note
    static let width = 1
}

enum HTTPGet16Task: HTTPBenchmarkTask {
    static let name = "http-get-16"
    static let file = HTTPServer.File.note
    static let width = 16
}

enum HTTPGet64Task: HTTPBenchmarkTask {
    static let name = "http-get-64"
    static let file = HTTPServer.File.note
    static let width = 64
}

/// Sixty kilobytes of JSON, sixteen at a time.
enum HTTPMessagesTask: HTTPBenchmarkTask {
    static let name = "http-json-60k"
    static let file = HTTPServer.File.messages
    static let width = 16
}

/// Times clients in turn: in each round every one has its share of requests.
struct HTTPRace {
    private let rounds: Int
    /// Nanoseconds that a sample lasts at least.
    private let shortestSample: Int

    init(isQuick: Bool) {
        rounds = isQuick ? 2 : 7
        shortestSample = isQuick ? 20_000_000 : 700_000_000
    }

    func run(
        _ peers: [HTTPPeer], task: String, file: HTTPServer.File, report: Report
    ) throws -> [Measurement] {
        var contestants: [(peer: HTTPPeer, count: Int, costs: [HTTPPeer.Cost])] = []
        for peer in peers {
            do {
                contestants.append((peer, try requests(for: peer, bytes: file.bytes), []))
            } catch {
                report.wrongAnswer(task: task, corpus: file.name, peer: peer.name, mismatch: "\(error)")
            }
        }
        for round in 0..<rounds {
            for offset in contestants.indices {
                let index = (round + offset) % contestants.count
                let (peer, count, _) = contestants[index]
                contestants[index].costs.append(try peer.cost(of: count, bytes: file.bytes))
            }
        }
        return contestants.map { peer, count, costs in
            // Peers make different numbers of requests in the same time: the figures are those of a thousand.
            let scale = { (nanoseconds: Int) in nanoseconds * 1_000 / count }
            return Measurement(
                task: task, corpus: file.name, peer: peer.name, bytes: file.bytes,
                figures: .requests(
                    wall: Measurement.Time(samples: costs.map { scale($0.wall) }),
                    processor: Measurement.Time(samples: costs.map { scale($0.processor) }), count: 1_000))
        }
    }

    /// Warms the client up, and counts the requests that the shortest sample needs.
    private func requests(for peer: HTTPPeer, bytes: Int) throws -> Int {
        var count = 100
        while true {
            let elapsed = max(1, try peer.cost(of: count, bytes: bytes).wall)
            if elapsed >= shortestSample / 2 { return max(100, count * shortestSample / elapsed) }
            count *= 2
        }
    }
}
