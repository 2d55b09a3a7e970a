#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// Returns the curl command that sends the same request.
    ///
    /// ```swift
    /// print(request.cURLDescription(hiding: .credentials))
    /// // $ curl -v \
    /// //     -X GET \
    /// //     -H "Authorization: <hidden>" \
    /// //     "https://example.org/users"
    /// ```
    ///
    /// The format is Alamofire's. Arguments are escaped for a shell, and a body that is not text is in Base64, so the
    /// command can be pasted, without the `$`, into bash or zsh, or into any POSIX shell if the body is text.
    ///
    /// - Parameters:
    ///   - credential: The user name and password for `-u`, with which curl answers challenges.
    ///   - cookies: The cookies for `-b`.
    ///   - additionalHeaders: Header fields that are added unless the request has them, such as those of a session.
    ///   - secrets: The values to replace with `<hidden>`.
    /// - Returns: The command, or `$ curl command could not be created` if the request has no URL or no method.
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

    /// Returns the command for a request whose body a closure adds.
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
