#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    /// Answers the server with a name and a password when it asks for them: the spelling of Alamofire 4.
    ///
    /// - Parameters:
    ///   - user: The name.
    ///   - password: The password.
    ///   - persistence: As for ``authenticate(username:password:persistence:)``.
    @discardableResult
    public func authenticate(
        user: String, password: String, persistence: URLCredential.Persistence = .none
    ) -> Self {
        authenticate(username: user, password: password, persistence: persistence)
    }

    /// Answers the server with a credential when it asks for one: the spelling of Alamofire 4.
    @discardableResult
    public func authenticate(usingCredential credential: URLCredential) -> Self {
        authenticate(with: credential)
    }

    /// The name and the value of an `Authorization` field with the Basic scheme: the function of Alamofire 4.
    ///
    /// It is never nil. ``HTTPHeader/authorization(username:password:)`` makes the same field.
    public static func authorizationHeader(user: String, password: String) -> (key: String, value: String)? {
        let header = HTTPHeader.authorization(username: user, password: password)
        return (header.name, header.value)
    }
}
