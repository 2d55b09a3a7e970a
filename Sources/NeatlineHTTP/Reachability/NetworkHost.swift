/// A host as users write it: a name to look up, or an address.
struct NetworkHost: Sendable, Equatable {
    /// Nil if it is an address.
    let name: String?
    /// Nil if it is a name.
    let target: NetworkTarget?

    /// Nil if this is neither a name nor an address.
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
        } else {
            self = NetworkHost(name: String(host), target: nil)
        }
    }

    private init(name: String?, target: NetworkTarget?) {
        self.name = name
        self.target = target
    }
}
