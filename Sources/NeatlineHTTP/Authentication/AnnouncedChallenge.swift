internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A challenge that monitors receive. Calls of its methods are ignored.
final class AnnouncedChallenge: NSObject, URLAuthenticationChallengeSender, Sendable {
    /// Returns the strongest challenge of a response, or `nil` if none can be parsed. The address of a proxy is
    /// unknown: its protection space has neither host nor port.
    static func challenge(of head: ResponseHead, previousFailures: Int) -> URLAuthenticationChallenge? {
        let isProxy = head.status == 407
        let fields = head.lines.all(isProxy ? "proxy-authenticate" : "www-authenticate")
        guard let challenge = AnswerableChallenge.all(in: fields, for: .none).first, let origin = Origin(head.url)
        else {
            return nil
        }
        let space =
            isProxy
            ? URLProtectionSpace(
                proxyHost: "", port: 0, type: NSURLProtectionSpaceHTTPProxy, realm: challenge.realm,
                authenticationMethod: challenge.method)
            : CredentialStorage.Place(origin: origin, realm: challenge.realm, method: challenge.method).space
        return URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: previousFailures,
            failureResponse: head.response, error: nil, sender: AnnouncedChallenge())
    }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
