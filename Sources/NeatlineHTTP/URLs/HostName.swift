internal import Foundation

/// A normalized host name or address.
struct HostName: Sendable, Hashable {
    /// The host in lower case, without brackets, trailing dot and percent signs; an address in its canonical form.
    let text: String

    /// Normalizes a host; returns `nil` if it is not ASCII, because its other spellings could not be recognized.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the host.
    init?(_ text: some StringProtocol) {
        var host = String(text)
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        // libcurl decodes percent signs in a host, too.
        if host.contains("%") { host = host.removingPercentEncoding ?? host }
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        host = host.lowercased()
        // libcurl and the system accept addresses in many forms, such as 127.1 and 0x7f000001.
        var address = in_addr()
        if host.utf8.first.map(isDigit) == true, inet_aton(host, &address) != 0 {
            host = withUnsafeBytes(of: address) { HostName.text(of: Array($0)) }
        } else if host.contains(":"), let address = Self.address(host) {
            host = Self.text(of: address)
        }
        self.text = host
    }

    /// The bytes of the IP address; `nil` if the host is a name.
    var address: [UInt8]? { Self.address(text) }

    /// Returns whether a certificate with these alternative names is valid for the host (RFC 6125 and RFC 2818): one of
    /// them is equal, or has `*` as its whole first label; an address must be equal.
    ///
    /// - Complexity: O(*n*), where *n* is the number of names.
    func isNamed(by dnsNames: [String], _ addresses: [[UInt8]]) -> Bool {
        if let address { return addresses.contains(address) }
        return dnsNames.contains { name in
            let name = name.hasSuffix(".") ? name.dropLast() : name[...]
            if name.hasPrefix("*.") {
                guard let dot = text.firstIndex(of: "."), dot > text.startIndex else { return false }
                let rest = name.dropFirst(2)
                // A wildcard must not match all hosts of a top-level domain.
                return rest.contains(".") && text[text.index(after: dot)...] == rest
            }
            return name == text
        }
    }

    /// Returns the 4 or 16 bytes of an address, or `nil`.
    private static func address(_ text: String) -> [UInt8]? {
        var ipv4 = in_addr()
        // SAFETY (both): the buffer has the size of its address family, and the text ends with a zero byte.
        if inet_pton(AF_INET, text, &ipv4) == 1 { return withUnsafeBytes(of: ipv4) { Array($0) } }
        var ipv6 = in6_addr()
        if inet_pton(AF_INET6, text, &ipv6) == 1 { return withUnsafeBytes(of: ipv6) { Array($0) } }
        return nil
    }

    /// Returns the text of an address.
    static func text(of address: [UInt8]) -> String {
        if address.count == 4 { return address.map(String.init).joined(separator: ".") }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            // SAFETY: the 4 or 16 bytes that are read were checked, and at most the capacity is written, including a
            // zero byte.
            guard address.count == 16,
                inet_ntop(AF_INET6, address, text.baseAddress, socklen_t(text.count)) != nil,
                let start = text.baseAddress
            else { return "?" }
            return String(cString: start)
        }
    }
}
