/// One challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110, section 11.6.1).
struct AuthenticationChallenge: Sendable, Equatable {
    struct Parameter: Sendable, Equatable {
        /// In lower case.
        var name: String
        /// Without quotes and what they need.
        var value: String
    }

    /// In lower case: `basic`, `digest`.
    var scheme: String
    /// In the order of the field. No name comes twice.
    var parameters: [Parameter] = []
    /// What stands in place of parameters, as with `Negotiate`.
    var token: String?

    /// The value of a parameter, whose name is given in lower case. O(number of parameters)
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}
