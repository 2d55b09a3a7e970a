import Foundation
import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Our own row: the asynchronous interface of a session, with all that a request can do.
enum HTTPNeatline {
    /// A session without a cache, which would answer what the server is to be asked for.
    static func session() -> NeatlineHTTP.Session {
        let configuration = URLSessionConfiguration.af.default
        configuration.urlCache = nil
        return NeatlineHTTP.Session(configuration: configuration)
    }

    static func peer(_ url: String, width: Int) -> HTTPPeer {
        let session = session()
        return HTTPPeer(name: Peer.neatline) { count in
            try Blocking.sum(of: count, width: width) {
                try await session.request(url).serializingData().value.count
            }
        }
    }
}
