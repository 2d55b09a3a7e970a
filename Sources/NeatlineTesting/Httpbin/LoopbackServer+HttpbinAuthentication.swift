internal import Foundation
internal import NeatlineSystem
internal import NeatlineHTTP
internal import NeatlineJSON

// The routes of httpbin.org that ask for credentials, with the server's side of Digest (RFC 7616).

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

    /// Adds the routes of Digest, with a gate for each set of parameters, which stores its nonces as long as the server
    /// exists.
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

/// The server side of Digest authentication (RFC 7616).
///
/// It is stricter than most servers: a nonce must be one of its own, and each count of it is accepted only once. It
/// shares only the hash functions with the client; the hashed texts are created independently.
package final class DigestGate: Sendable {
    /// The required authentication.
    package struct Settings: Sendable {
        package var realm = "Fake Realm"
        package var user = "user"
        package var password = "passwd"
        /// The algorithm's name in the challenge; `nil` for none, which means MD5.
        package var algorithm: String? = "MD5"
        /// The offered qualities of protection; empty for none, as in RFC 2069.
        package var protections = ["auth"]
        package var opaque: String? = "5ccc069c403ebaf9f0171e9517f40e41"
        /// The number of times that a nonce may be used.
        package var usesPerNonce = Int.max
        package var wantsHashedUser = false
        package var isUTF8 = false
        package var domain: String?
        /// Whether each accepted answer is responded to with another nonce.
        package var givesNextNonce = false
        /// Whether it behaves like a proxy: 407 and the corresponding fields.
        package var isProxy = false

        package init() {}
    }

    private struct State: Sendable {
        /// The counts that were received for each nonce.
        var counts: [String: Set<Int>] = [:]
        var issued = 0
    }

    private let settings: Settings
    private let state = Locked(State())

    /// Creates a gate.
    package init(_ settings: Settings) { self.settings = settings }

    /// Returns the response to a request: the challenge if its answer is missing or wrong, else that of `welcome`.
    package func answer(
        _ request: LoopbackRequest, welcome: (LoopbackRequest) -> LoopbackResponse
    ) -> LoopbackResponse {
        let field = request[header: settings.isProxy ? "Proxy-Authorization" : "Authorization"] ?? ""
        guard let given = Self.parameters(of: field), isRight(given, for: request) else {
            return challenge(isStale: false)
        }
        guard let nonce = given["nonce"], spend(nonce, count: given["nc"]) else { return challenge(isStale: true) }
        var response = welcome(request)
        var said = [String]()
        if let confirmation = confirmation(of: given) { said.append("rspauth=\"\(confirmation)\"") }
        if settings.givesNextNonce { said.append("nextnonce=\"\(freshNonce())\"") }
        if !said.isEmpty {
            response.addHeader(
                settings.isProxy ? "Proxy-Authentication-Info" : "Authentication-Info", said.joined(separator: ", "))
        }
        return response
    }

    private func challenge(isStale: Bool) -> LoopbackResponse {
        var parts = ["realm=\"\(settings.realm)\"", "nonce=\"\(freshNonce())\""]
        if !settings.protections.isEmpty { parts.append("qop=\"\(settings.protections.joined(separator: ", "))\"") }
        if let opaque = settings.opaque { parts.append("opaque=\"\(opaque)\"") }
        if let algorithm = settings.algorithm { parts.append("algorithm=\(algorithm)") }
        if let domain = settings.domain { parts.append("domain=\"\(domain)\"") }
        if settings.wantsHashedUser { parts.append("userhash=true") }
        if settings.isUTF8 { parts.append("charset=UTF-8") }
        parts.append("stale=\(isStale)")
        var response = LoopbackResponse(status: settings.isProxy ? 407 : 401, text: "Who is there?")
        response.addHeader(
            settings.isProxy ? "Proxy-Authenticate" : "WWW-Authenticate", "Digest " + parts.joined(separator: ", "))
        return response
    }

    private func freshNonce() -> String {
        state.withLock { state in
            state.issued += 1
            let nonce = "nonce/\(state.issued)+=="
            state.counts[nonce] = []
            return nonce
        }
    }

    /// Returns whether the nonce is known, may still be used, and was not received with this count.
    private func spend(_ nonce: String, count: String?) -> Bool {
        state.withLock { state in
            guard let counts = state.counts[nonce], counts.count < settings.usesPerNonce else { return false }
            guard let count else { return true }
            guard count.utf8.count == 8, let number = Int(count, radix: 16) else { return false }
            return state.counts[nonce]?.insert(number).inserted == true
        }
    }

    // MARK: Hashes

    private func isRight(_ given: [String: String], for request: LoopbackRequest) -> Bool {
        let path = LoopbackTarget(request.target)
        let target = path.query.isEmpty ? String(path.path) : "\(path.path)?\(path.query)"
        guard given["realm"] == settings.realm, given["opaque"] == settings.opaque, given["uri"] == target,
            given["algorithm"] == settings.algorithm, isRightUser(given)
        else { return false }
        let protection = given["qop"]
        if settings.protections.isEmpty ? protection != nil : !settings.protections.contains(protection ?? "") {
            return false
        }
        var asked = "\(request.method):\(target)"
        if protection == "auth-int" { asked += ":" + hash(request.body) }
        return given["response"] == response(given, asked: asked)
    }

    private func isRightUser(_ given: [String: String]) -> Bool {
        if settings.wantsHashedUser {
            return given["userhash"] == "true" && given["username"] == hash("\(settings.user):\(settings.realm)")
        }
        if let extended = given["username*"] {
            return settings.isUTF8 && given["username"] == nil && extended.hasPrefix("UTF-8''")
                && extended.dropFirst("UTF-8''".count).removingPercentEncoding == settings.user
        }
        return given["username"] == settings.user
    }

    private func response(_ given: [String: String], asked: String) -> String {
        let nonce = given["nonce"] ?? ""
        let clientNonce = given["cnonce"] ?? ""
        var secret = hash("\(settings.user):\(settings.realm):\(settings.password)")
        if settings.algorithm?.hasSuffix("-sess") == true { secret = hash("\(secret):\(nonce):\(clientNonce)") }
        guard let protection = given["qop"] else { return hash("\(secret):\(nonce):\(hash(asked))") }
        return hash("\(secret):\(nonce):\(given["nc"] ?? ""):\(clientNonce):\(protection):\(hash(asked))")
    }

    private func confirmation(of given: [String: String]) -> String? {
        guard given["qop"] == "auth", let target = given["uri"] else { return nil }
        return response(given, asked: ":\(target)")
    }

    private func hash(_ text: String) -> String { hash(Data(text.utf8)) }

    @inline(never)
    private func hash(_ data: Data) -> String {
        data.withUnsafeBytes { DigestAlgorithm(settings.algorithm)?.hash($0) ?? "" }
    }

    // MARK: The header field

    /// Returns the parameters of `Digest name=value, name="value"`; `nil` for another scheme or a malformed field.
    static func parameters(of field: String) -> [String: String]? {
        guard field.hasPrefix("Digest ") else { return nil }
        var rest = field.dropFirst("Digest ".count)
        var result: [String: String] = [:]
        while !rest.isEmpty {
            guard let sign = rest.firstIndex(of: "=") else { return nil }
            let name = rest[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
            rest = rest[sign...].dropFirst()
            var value = ""
            if rest.first == "\"" {
                rest.removeFirst()
                while let character = rest.popFirst(), character != "\"" {
                    value.append(character == "\\" ? rest.popFirst() ?? " " : character)
                }
            } else {
                value = String(rest.prefix { $0 != "," })
                rest = rest.dropFirst(value.count)
            }
            guard rest.isEmpty || rest.first == ",", result.updateValue(value, forKey: name) == nil else { return nil }
            rest = rest.dropFirst().drop { $0 == " " }
        }
        return result
    }
}
