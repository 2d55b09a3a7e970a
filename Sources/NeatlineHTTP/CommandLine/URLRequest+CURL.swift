#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// The command with which curl sends the same request.
    ///
    /// ```swift
    /// print(request.cURLDescription(hiding: .credentials))
    /// // $ curl -v \
    /// //     -X GET \
    /// //     -H "Authorization: <hidden>" \
    /// //     "https://example.org/users"
    /// ```
    ///
    /// The layout is Alamofire's. Everything between the quotes is escaped for a shell, and a body that is not text is
    /// given in Base64, so the command can be pasted (without the `$`) into bash or zsh; a body of text needs no more than
    /// a POSIX shell.
    ///
    /// - Parameters:
    ///   - credential: User and password for `-u`, which has curl answer the server's challenge.
    ///   - cookies: What `-b` sends.
    ///   - additionalHeaders: Fields that are sent unless the request has them itself, such as a session's.
    ///   - secrets: What is replaced by `<hidden>`; nothing unless given.
    /// - Returns: `$ curl command could not be created` if the request has no URL or no method.
    public func cURLDescription(
        credential: URLCredential? = nil, cookies: [HTTPCookie] = [], additionalHeaders: HTTPHeaders = HTTPHeaders(),
        hiding secrets: HiddenSecrets = .none
    ) -> String {
        cURLDescription(
            credential: credential, cookies: cookies, additionalHeaders: additionalHeaders, hiding: secrets
        ) { command in
            if let httpBody { command.setBody(httpBody) }
        }
    }

    /// The command for a request whose body a closure gives.
    func cURLDescription(
        credential: URLCredential?, cookies: [HTTPCookie], additionalHeaders: HTTPHeaders,
        hiding secrets: HiddenSecrets, setBody: (inout CURLCommand) -> Void
    ) -> String {
        guard let url, let method = httpMethod else { return CURLCommand.impossible }
        var command = CURLCommand(secrets: secrets)
        command.setMethod(method)
        if let credential { command.setCredential(user: credential.user, password: credential.password) }
        command.setCookies(cookies.map { ($0.name, $0.value) })
        var headers = additionalHeaders
        for header in self.headers { headers.update(header) }
        for header in headers.sorted() { command.add(header) }
        setBody(&command)
        command.setURL(url.absoluteString)
        return command.text
    }
}
