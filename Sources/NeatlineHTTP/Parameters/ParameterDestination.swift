/// Where parameters go in a request: the table that `URLEncoding` and `URLEncodedFormParameterEncoder` share.
enum ParameterDestination {
    /// The content type of parameters in a body.
    static let formContentType = "application/x-www-form-urlencoded; charset=utf-8"

    /// Whether requests with this method have their parameters in the URL, if nothing else is asked for.
    static func isURL(for method: HTTPMethod) -> Bool {
        switch method {
        case .get, .head, .delete: true
        default: false
        }
    }
}
