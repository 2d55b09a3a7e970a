/// The destination of parameters, shared by `URLEncoding` and `URLEncodedFormParameterEncoder`.
enum ParameterDestination {
    /// The content type of parameters in a body.
    static let formContentType = "application/x-www-form-urlencoded; charset=utf-8"

    /// Returns whether requests with a method have their parameters in the URL by default.
    static func isURL(for method: HTTPMethod) -> Bool {
        switch method {
        case .get, .head, .delete: true
        default: false
        }
    }
}
