#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension Session {
    /// A session as versions 3 and 4 of Alamofire make it, with a policy for each host.
    ///
    /// - Parameters:
    ///   - configuration: Default headers, timeouts, cookies, stored credentials, proxies, connections per host.
    ///   - delegate: Is kept, and has no effect.
    ///   - serverTrustPolicyManager: Says which servers are trusted; nil for the usual checks.
    public convenience init(
        configuration: URLSessionConfiguration = URLSessionConfiguration.af.default,
        delegate: SessionDelegate = SessionDelegate(), serverTrustPolicyManager: ServerTrustPolicyManager?
    ) {
        self.init(
            configuration: configuration, delegate: delegate,
            serverTrustManager: serverTrustPolicyManager.map(PolicyServerTrust.init))
    }
}
