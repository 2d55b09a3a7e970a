#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Synchronization
import Testing

/// A suite whose sessions evaluate nginx.
protocol EvaluatesServers {
    var servers: Servers { get }
}

extension EvaluatesServers {
    func session(
        _ evaluators: [String: any ServerTrustEvaluating], all: Bool = true, authority: String = "authority.pem",
        _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) throws -> Session {
        try session(ServerTrustManager(allHostsMustBeEvaluated: all, evaluators: evaluators), authority, change)
    }

    func session(
        _ manager: ServerTrustManager, _ authority: String = "authority.pem",
        _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) throws -> Session {
        try Session.curl(serverTrustManager: manager) {
            $0.tls.authorities = .file(servers.certificate(authority))
            change(&$0)
        }
    }

    func certificates(_ name: String) throws -> [ServerCertificate] {
        try ServerCertificate.certificates(contentsOf: URL(fileURLWithPath: servers.certificate(name)))
    }

    func response(_ session: Session, _ server: String, _ path: String = "/hello.json") async
        -> AFDataResponse<Data>
    {
        await session.request(server + path).serializingData().response
    }

    func reason(_ response: AFDataResponse<Data>) throws -> AFError.ServerTrustFailureReason {
        guard case .serverTrustEvaluationFailed(let reason) = try #require(response.error) else {
            throw try #require(response.error)
        }
        return reason
    }

    func expectGreeting(_ response: AFDataResponse<Data>, _ location: SourceLocation = #_sourceLocation) {
        expectEqual(response.value, Data(#"{"hello":"world"}"#.utf8), "\(response)", sourceLocation: location)
    }

    /// The server under its address.
    var numeric: String { servers.secure.replacingOccurrences(of: "localhost", with: "127.0.0.1") }
}

/// What evaluators of tests throw.
struct Refusal: Error, Equatable {}

/// Counts how often it is asked.
final class CountingEvaluator: ServerTrustEvaluating {
    let hosts = Mutex<[String]>([])
    let answer: @Sendable (ServerTrust) throws -> Void

    init(_ answer: @escaping @Sendable (ServerTrust) throws -> Void = { _ in }) { self.answer = answer }

    func evaluate(_ trust: ServerTrust, forHost host: String) throws {
        hosts.withLock { $0.append(host) }
        try answer(trust)
    }

    var count: Int { hosts.withLock { $0.count } }
}
#endif
