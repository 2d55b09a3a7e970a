#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension Request {
    /// Authenticates the request when the server asks for a user name and a password, as in Alamofire 4.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    ///   - persistence: As for ``authenticate(username:password:persistence:)``.
    /// - Returns: The request.
    @discardableResult
    public func authenticate(
        user: String, password: String, persistence: URLCredential.Persistence = .none
    ) -> Self {
        authenticate(username: user, password: password, persistence: persistence)
    }

    /// Authenticates the request when the server asks for a credential, as in Alamofire 4.
    ///
    /// - Parameter credential: The credential.
    /// - Returns: The request.
    @discardableResult
    public func authenticate(usingCredential credential: URLCredential) -> Self {
        authenticate(with: credential)
    }

    /// Returns the name and the value of an `Authorization` field with the Basic scheme, as in Alamofire 4.
    ///
    /// ``HTTPHeader/authorization(username:password:)`` returns the same field.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    /// - Returns: The field; never `nil`.
    public static func authorizationHeader(user: String, password: String) -> (key: String, value: String)? {
        let header = HTTPHeader.authorization(username: user, password: password)
        return (header.name, header.value)
    }
}
