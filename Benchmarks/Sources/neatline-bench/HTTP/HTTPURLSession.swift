import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `URLSession`'s asynchronous interface.
enum HTTPURLSession {
    static func peer(_ url: String, width: Int) throws -> HTTPPeer {
        guard let url = URL(string: url) else { throw PeerFailure.rejectedInput }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = width
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        return HTTPPeer(name: Peer.urlSession) { count in
            try Blocking.sum(of: count, width: width) {
                try await session.data(from: url).0.count
            }
        }
    }
}
