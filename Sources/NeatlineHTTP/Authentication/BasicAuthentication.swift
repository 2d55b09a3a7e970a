internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Answers challenges of the scheme Basic (RFC 7617) with one name and one password, once.
struct BasicAuthentication: ChallengeAnswering {
    let credential: URLCredential

    func fields(before url: URL, method: String) -> [HTTPHeader]? { nil }

    func fields(answering challenge: Challenge) -> [HTTPHeader]? {
        guard challenge.status == 401, challenge.previousFailures == 0, challenge.values.contains(where: Self.isBasic),
            let user = credential.user, let password = credential.password
        else { return nil }
        return [.authorization(username: user, password: password)]
    }

    /// Whether a challenge is of the scheme. A field may hold several; the scheme's name is followed by its parameters.
    private static func isBasic(_ field: String) -> Bool {
        field.split(separator: ",").contains { part in
            part.split(separator: " ").first?.lowercased() == "basic"
        }
    }
}
