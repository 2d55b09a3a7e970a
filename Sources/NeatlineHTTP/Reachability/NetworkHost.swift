/// A host as users write it: a name or an address.
struct NetworkHost: Sendable, Equatable {
    /// The name to resolve; `nil` if the addresses are known.
    let name: String?
    let target: NetworkTarget

    /// Parses a host; returns `nil` if it is neither a name nor an address.
    init?(_ text: String) {
        var host = text[...]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        let isHost = host.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
                && !"/?#@[]".unicodeScalars.contains(scalar)
        }
        guard isHost, !host.isEmpty else { return nil }
        if let address = NetworkAddress(numeric: String(host)) {
            self = NetworkHost(name: nil, target: .addresses([address]))
        } else if host.contains(":") {
            return nil
        } else if Self.isLocalhost(host) {
            self = NetworkHost(name: nil, target: .addresses(Self.loopback))
        } else {
            self = NetworkHost(name: String(host), target: .unresolvedHost)
        }
    }

    private static let loopback = ["127.0.0.1", "::1"].compactMap(NetworkAddress.init(numeric:))

    /// Returns whether a name refers to this machine regardless of name servers (RFC 6761, section 6.3).
    private static func isLocalhost(_ name: Substring) -> Bool {
        let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        return (labels.last == "" ? labels.dropLast() : labels[...]).last == "localhost"
    }

    private init(name: String?, target: NetworkTarget) {
        self.name = name
        self.target = target
    }
}
