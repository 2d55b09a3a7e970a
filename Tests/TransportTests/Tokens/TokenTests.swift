#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

/// Conversations with a server that does what it should, or more, or less. What has to hold: each request completes once,
/// none with a response that is not its own, and the cache has none for another URL; each request arrives whole.
///
/// `NEATLINE_CONVERSATIONS` is the number of conversations.
@Suite("Tokens", .ownThreads, .hangLimit)
struct TokenTests {
    /// Servers of all kinds, which share a session; each has one conversation at a time.
    private struct Lane: Sendable {
        let session: Session
        let server: TokenServer

        func converse(_ seed: Int) async -> [String] {
            var faults: [String] = []
            let turns = Conversation(seed: seed).turns
            for turn in turns {
                let response = await ask(turn)
                let token = response.response?.value(forHTTPHeaderField: "X-Token")
                let body = response.data.map { String(decoding: $0, as: UTF8.self) } ?? ""
                let isEmpty = turn.ask == .head || turn.deed == .empty
                if response.error == nil, token != turn.token || body != (isEmpty ? "" : turn.token) {
                    faults.append("\(turn) got \(token ?? "no token"), \(body.prefix(100).debugDescription)")
                }
                // The end of a connection ends a body of `HEAD` in no other way than any end.
                if let succeeds = turn.deed.succeeds, succeeds != (response.error == nil), succeeds || turn.ask != .head
                {
                    faults.append("\(turn) ended with \(response.error.map { "\($0)" } ?? "a response")")
                }
                if turn.deed.isLate { await server.sendLate() }
            }
            for turn in turns where turn.ask == .get {
                var request = URLRequest(url: server.server.url(turn.path))
                request.cachePolicy = .returnCacheDataDontLoad
                let stored = await response(of: session.request(request))
                if let data = stored.data, stored.error == nil, !data.elementsEqual(turn.token.utf8) {
                    let isEmpty = turn.deed == .empty && data.isEmpty
                    if !isEmpty { faults.append("\(turn) is stored as \(String(decoding: data, as: UTF8.self))") }
                }
            }
            return faults
        }

        private func ask(_ turn: Conversation.Turn) async -> AFDataResponse<Data?> {
            let url = server.server.url(turn.path)
            let body = Data(turn.body.utf8)
            let method = HTTPMethod(rawValue: turn.method)
            switch turn.ask {
            case .get, .head, .options: return await response(of: session.request(url, method: method))
            case .post, .put, .largePut: return await response(of: session.upload(body, to: url, method: method))
            case .chunks: return await response(of: session.upload(InputStream(data: body), to: url))
            case .expecting:
                return await response(of: session.upload(body, to: url, headers: ["Expect": "100-continue"]))
            }
        }

        /// A second completion is a misuse of the continuation, which ends the process.
        private func response(of request: DataRequest) async -> AFDataResponse<Data?> {
            await withCheckedContinuation { continuation in
                request.response(queue: .global()) { continuation.resume(returning: $0) }
            }
        }
    }

    @Test("Each request completes once, and with its own response")
    func conversations() async throws {
        let count = ProcessInfo.processInfo.environment["NEATLINE_CONVERSATIONS"].flatMap { Int($0) } ?? 300
        var configuration = CurlTransport.Configuration()
        configuration.httpVersion = .http1_1
        configuration.proxy = .direct
        configuration.tls.verifiesCertificates = false
        let settings = URLSessionConfiguration.af.default
        settings.urlCache = HTTPCache(memoryCapacity: 4 << 20)
        let session = Session(configuration: settings, transport: try CurlTransport(configuration: configuration))
        let lanes = try [nil, RawTLS(.v1_2), nil, RawTLS(.v1_3), nil, nil].map {
            Lane(session: session, server: try TokenServer($0))
        }
        let faults = await withTaskGroup(of: [String].self) { group in
            for (index, lane) in lanes.enumerated() {
                group.addTask {
                    var faults: [String] = []
                    for seed in stride(from: index, to: count, by: lanes.count) where faults.count < 10 {
                        faults += await lane.converse(seed)
                    }
                    return faults
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        expectEqual(faults, [])
        expectEqual(lanes.flatMap(\.server.faults), [])
        // So that it shows something: connections were used for more than one request.
        expect(lanes.reduce(0) { $0 + $1.server.server.connectionCount } < count * 3)
    }
}
#endif
