/// A challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110, section 11.6.1).
struct AuthenticationChallenge: Sendable, Equatable {
    struct Parameter: Sendable, Equatable {
        /// In lower case.
        var name: String
        /// The value without quotes and escapes.
        var value: String
    }

    /// The scheme in lower case: `basic`, `digest`.
    var scheme: String
    /// The parameters in the order of the field, with unique names.
    var parameters: [Parameter] = []
    /// The token68 that replaces parameters, as with `Negotiate`.
    var token: String?

    /// The value of a parameter, whose name is given in lower case.
    ///
    /// - Complexity: O(*n*), where *n* is the number of parameters.
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}
