import CPeers

/// A plain loop around libcurl on one thread.
enum HTTPCurl {
    /// Closes the loop when nobody uses it any more.
    private final class Loop {
        let loop: OpaquePointer

        init?(width: Int) {
            guard let loop = peer_curl_open(Int32(width)) else { return nil }
            self.loop = loop
        }

        deinit { peer_curl_close(loop) }
    }

    /// Nil when there is no libcurl.
    static func peer(_ url: String, width: Int) -> HTTPPeer? {
        guard let loop = Loop(width: width) else { return nil }
        return HTTPPeer(name: Peer.curl) { count in
            let bytes = peer_curl_fetch(loop.loop, url, Int64(count))
            guard bytes >= 0 else { throw PeerFailure.rejectedInput }
            return Int(bytes)
        }
    }
}
