#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension Session {
    /// Creates a session with a trust policy for each host, as in Alamofire 3 and 4.
    ///
    /// - Parameters:
    ///   - configuration: The default headers, timeouts, cookies, stored credentials, proxies and connections per host.
    ///   - delegate: Receives the events of the requests' tasks.
    ///   - serverTrustPolicyManager: Selects the trust policies; `nil` for evaluation by the system.
    public convenience init(
        configuration: URLSessionConfiguration = URLSessionConfiguration.af.default,
        delegate: SessionDelegate = SessionDelegate(), serverTrustPolicyManager: ServerTrustPolicyManager?
    ) {
        self.init(
            configuration: configuration, delegate: delegate,
            serverTrustManager: serverTrustPolicyManager.map(PolicyServerTrust.init))
    }
}
