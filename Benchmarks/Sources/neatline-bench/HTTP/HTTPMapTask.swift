import Foundation
import Neatline
import NeatlineHTTPMapping

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sixty kilobytes of orders to models, sixteen at a time; then the time from the last byte to the models of a request
/// that is alone, beside that of the mapper without a request.
enum HTTPMapTask: BenchmarkTask {
    static let name = "http-map"
    private static let width = 16

    static func run(in session: Session) throws {
        let file = HTTPServer.File.messages
        let server = try HTTPServer([file])
        if !server.isNginx {
            session.report.note("\(name): nginx is not installed, the loopback server answers")
        }
        let url = server.url(of: file)
        let expected = try JSONDecoder().decode([Order].self, from: Data(file.content ?? []))

        var peers: [HTTPPeer] = []
        for (name, fetch) in [(Peer.neatline, ours(url)), (Peer.urlSession, try foundation(url))] {
            // All of the models are compared once; after that their number is.
            let models = try Blocking.run { try await fetch() }
            guard models == expected else {
                session.report.wrongAnswer(
                    task: self.name, corpus: file.name, peer: name,
                    mismatch: "a model differs from the one that JSONDecoder makes")
                continue
            }
            let count = expected.count
            peers.append(
                HTTPPeer(name: name) { requests in
                    try Blocking.sum(of: requests, width: width) {
                        try await fetch().count == count ? file.bytes : 0
                    }
                })
        }
        let race = HTTPRace(isQuick: session.arguments.isQuick)
        session.report.add(try race.run(peers, task: name, file: file, report: session.report))
        session.report.add(try lastBytes(url, file, rounds: session.arguments.isQuick ? 100 : 1_000))
    }

    private static func ours(_ url: String) -> @Sendable () async throws -> [Order] {
        let client = HTTPNeatline.session()
        return { try await client.request(url).serializingArray(Order.self).value }
    }

    private static func foundation(_ url: String) throws -> @Sendable () async throws -> [Order] {
        guard let url = URL(string: url) else { throw PeerFailure.rejectedInput }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = width
        configuration.urlCache = nil
        let client = URLSession(configuration: configuration)
        return { try JSONDecoder().decode([Order].self, from: try await client.data(from: url).0) }
    }

    /// One request at a time: from the transport's last event to the models in the task that awaits them; in turn with
    /// it, a mapper over the same body, which both get as the `Data` that has come.
    private static func lastBytes(_ url: String, _ file: HTTPServer.File, rounds: Int) throws -> [Measurement] {
        let client = HTTPNeatline.session()
        let samples = try Blocking.run {
            var whole: [Int] = []
            var mapper: [Int] = []
            for _ in 0..<rounds {
                let response = await client.request(url).serializingArray(Order.self).response
                let now = Date()
                guard response.value != nil, let body = response.data,
                    let end = response.metrics?.transactionMetrics.last?.responseEndDate
                else { throw PeerFailure.unexpectedShape }
                whole.append(Int(now.timeIntervalSince(end) * 1e9))

                let start = Clock.wall()
                let models = Mapper<Order>().mapArray(data: body)
                mapper.append(Clock.wall() - start)
                withExtendedLifetime(models) {}
            }
            return [whole, mapper]
        }
        return zip([Peer.neatline, Peer.mapperAlone], samples).map { peer, samples in
            Measurement(
                task: name, corpus: "last-byte", peer: peer, bytes: file.bytes,
                figures: .time(Measurement.Time(samples: samples)))
        }
    }
}
