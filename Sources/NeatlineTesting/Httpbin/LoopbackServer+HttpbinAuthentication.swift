internal import Foundation
internal import NeatlineFoundation
internal import NeatlineHTTP
internal import NeatlineJSON

extension LoopbackServer {
    func addAuthenticationRoutes() {
        @Sendable func isBasic(_ request: LoopbackRequest) -> Bool {
            let credentials = "\(request.parameters["user"] ?? ""):\(request.parameters["password"] ?? "")"
            return request[header: "Authorization"] == "Basic " + Data(credentials.utf8).base64EncodedString()
        }
        on(nil, "/basic-auth/:user/:password") { request in
            if isBasic(request) { return Self.welcome(request) }
            return LoopbackResponse(status: 401, headers: ["WWW-Authenticate": #"Basic realm="Fake Realm""#])
        }
        on(nil, "/hidden-basic-auth/:user/:password") { isBasic($0) ? Self.welcome($0) : .status(404) }
        on(nil, "/bearer") { request in
            guard let header = request[header: "Authorization"], header.hasPrefix("Bearer ") else {
                return LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"])
            }
            return .json(
                RequestEcho.object([("authenticated", true), ("token", .string(String(header.dropFirst(7))))]))
        }
        addDigestRoutes()
    }

    @Sendable private static func welcome(_ request: LoopbackRequest) -> LoopbackResponse {
        .json(
            RequestEcho.object([
                ("authenticated", true), ("user", .string(request.parameters["user"] ?? "")),
            ]))
    }

    /// A gate for each set of parameters, which keeps its nonces as long as the server is there.
    private func addDigestRoutes() {
        let gates = Locked<[[String]: DigestGate]>([:])
        let route = "/digest-auth/:qop/:user/:password"
        for path in [route, route + "/:algorithm", route + "/:algorithm/:stale_after"] {
            on(nil, path) { request in
                let names = ["qop", "user", "password", "algorithm", "stale_after"]
                let values = names.map { request.parameters[$0] ?? "" }
                guard let settings = Self.digestSettings(values) else { return .status(400) }
                let gate = gates.withLock { gates in
                    let gate = gates[values] ?? DigestGate(settings)
                    gates[values] = gate
                    return gate
                }
                return gate.answer(request, welcome: Self.welcome)
            }
        }
    }

    private static func digestSettings(_ values: [String]) -> DigestGate.Settings? {
        var settings = DigestGate.Settings()
        switch values[0] {
        case "auth", "auth-int": settings.protections = [values[0]]
        case "none": settings.protections = []
        default: settings.protections = ["auth", "auth-int"]
        }
        (settings.user, settings.password) = (values[1], values[2])
        if !values[3].isEmpty {
            guard DigestAlgorithm(values[3]) != nil else { return nil }
            settings.algorithm = values[3]
        }
        if let uses = Int(values[4]) { settings.usesPerNonce = max(uses, 1) }
        return settings
    }
}
