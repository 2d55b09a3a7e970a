import Foundation
import NeatlineHTTP
import NeatlineTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers from the cache, sixteen at a time: from memory, and from a directory of 10,000 responses; then the time to open
/// that directory.
///
/// The transport is a mock that answers once, so every other answer is one without a socket.
enum HTTPCacheTask: BenchmarkTask {
    static let name = "http-cache"
    private static let width = 16
    private static let entryCount = 10_000

    static func run(in session: Session) throws {
        let file = HTTPServer.File.note
        let folder = try TemporaryFolder()
        let disk = try openDirectory(folder)
        try fill(disk, file)
        let race = HTTPRace(isQuick: session.arguments.isQuick)
        for (corpus, cache) in [("memory", HTTPCache(memoryCapacity: 4 << 20)), ("disk", disk)] {
            let client = Client(cache, file)
            let row = HTTPServer.File(name: corpus, file.content ?? [])
            session.report.add(try race.run([try client.peer()], task: name, file: row, report: session.report))
            if client.sentCount != 1 {
                session.report.wrongAnswer(
                    task: name, corpus: corpus, peer: Peer.neatline, mismatch: "\(client.sentCount) requests were sent")
            }
        }
        var samples: [Int] = []
        for _ in 0..<(session.arguments.isQuick ? 3 : 20) {
            let start = Clock.wall()
            let opened = try openDirectory(folder)
            let size = opened.currentDiskUsage
            let found = opened.cachedResponse(for: URLRequest(url: try url(entryCount - 1)))
            samples.append(Clock.wall() - start)
            guard size > entryCount * file.bytes, found?.data == Data(file.content ?? []) else {
                return session.report.wrongAnswer(
                    task: name, corpus: "open", peer: Peer.neatline, mismatch: "a response is missing")
            }
        }
        session.report.add([
            Measurement(
                task: name, corpus: "open-10000", peer: Peer.neatline, bytes: 0,
                figures: .time(Measurement.Time(samples: samples)))
        ])
    }

    /// Without memory, so that every answer is read from the directory.
    private static func openDirectory(_ folder: TemporaryFolder) throws -> HTTPCache {
        try HTTPCache(
            memoryCapacity: 0, diskCapacity: 1 << 30, directory: URL(fileURLWithPath: folder.path(of: "cache")))
    }

    private static func fill(_ cache: HTTPCache, _ file: HTTPServer.File) throws {
        for number in 0..<entryCount {
            let url = try url(number)
            guard
                let head = HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: nil, headerFields: ["Cache-Control": "max-age=86400"])
            else { throw PeerFailure.unexpectedShape }
            cache.storeCachedResponse(
                CachedURLResponse(response: head, data: Data(file.content ?? [])), for: URLRequest(url: url))
        }
    }

    private static func url(_ number: Int) throws -> URL {
        guard let url = URL(string: "http://example.com/entries/\(number)") else { throw PeerFailure.rejectedInput }
        return url
    }

    /// A session with a cache, and a transport that answers.
    private struct Client {
        private let transport = MockTransport()
        private let session: NeatlineHTTP.Session

        init(_ cache: HTTPCache, _ file: HTTPServer.File) {
            let configuration = URLSessionConfiguration.af.default
            configuration.urlCache = cache
            session = NeatlineHTTP.Session(configuration: configuration, transport: transport)
            transport.on(
                .get, "/*",
                respond: MockResponse(
                    headers: [
                        "Cache-Control": "max-age=86400", "Content-Type": "application/json", "ETag": "\"66f1-27\"",
                        "Content-Length": "\(file.bytes)", "Server": "mock",
                    ], body: file.content ?? []))
        }

        var sentCount: Int { transport.requests.count }

        /// The first answer is checked, and is the one that is sent.
        func peer() throws -> HTTPPeer {
            let url = "http://example.com/note.json"
            _ = try Blocking.run { [session] in try await session.request(url).serializingData().value }
            return HTTPPeer(name: Peer.neatline) { [session] count in
                try Blocking.sum(of: count, width: width) {
                    try await session.request(url).serializingData().value.count
                }
            }
        }
    }
}
