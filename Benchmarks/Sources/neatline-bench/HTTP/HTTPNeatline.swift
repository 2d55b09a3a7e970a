import Foundation
import NeatlineHTTP

/// Our own row: the asynchronous interface of a session, with all that a request can do.
enum HTTPNeatline {
    static func peer(_ url: String, width: Int) -> HTTPPeer {
        let session = NeatlineHTTP.Session()
        return HTTPPeer(name: Peer.neatline) { count in
            try Blocking.sum(of: count, width: width) {
                try await session.request(url).serializingData().value.count
            }
        }
    }
}
