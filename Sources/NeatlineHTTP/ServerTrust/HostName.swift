internal import Foundation

/// A host as a request names it, in the form in which it is looked up and compared.
struct HostName: Sendable, Hashable {
    /// In lower case, without brackets, a dot at the end or percent signs; an address in its usual form.
    let text: String

    /// Nil if the host is not in ASCII: other spellings of it could not be recognised. O(n)
    init?(_ text: some StringProtocol) {
        var host = String(text)
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        // libcurl takes percent signs out of a host, too.
        if host.contains("%") { host = host.removingPercentEncoding ?? host }
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        host = host.lowercased()
        // libcurl and the system know addresses in many forms, such as 127.1 and 0x7f000001.
        var address = in_addr()
        if host.utf8.first.map(isDigit) == true, inet_aton(host, &address) != 0 {
            host = withUnsafeBytes(of: address) { HostName.text(of: Array($0)) }
        } else if host.contains(":"), let address = Self.address(host) {
            host = Self.text(of: address)
        }
        self.text = host
    }

    /// The bytes of an IP address, or nil if the host is none.
    var address: [UInt8]? { Self.address(text) }

    /// Whether a certificate with these names is for the host, as RFC 6125 and RFC 2818 say it: by an alternative name that
    /// is the same, or has `*` for the whole first label; an address by the same address. O(names)
    func isNamed(by dnsNames: [String], _ addresses: [[UInt8]]) -> Bool {
        if let address { return addresses.contains(address) }
        return dnsNames.contains { name in
            let name = name.hasSuffix(".") ? name.dropLast() : name[...]
            if name.hasPrefix("*.") {
                guard let dot = text.firstIndex(of: "."), dot > text.startIndex else { return false }
                let rest = name.dropFirst(2)
                // Not for all hosts of a top domain.
                return rest.contains(".") && text[text.index(after: dot)...] == rest
            }
            return name == text
        }
    }

    /// 4 or 16 bytes, or nil.
    private static func address(_ text: String) -> [UInt8]? {
        var ipv4 = in_addr()
        // SAFETY (both): the address has the size of its family, and the text ends with a zero.
        if inet_pton(AF_INET, text, &ipv4) == 1 { return withUnsafeBytes(of: ipv4) { Array($0) } }
        var ipv6 = in6_addr()
        if inet_pton(AF_INET6, text, &ipv6) == 1 { return withUnsafeBytes(of: ipv6) { Array($0) } }
        return nil
    }

    /// An address as it is written.
    static func text(of address: [UInt8]) -> String {
        if address.count == 4 { return address.map(String.init).joined(separator: ".") }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            // SAFETY: 16 bytes are read, as was checked, and not more than the capacity is written, with a zero at the end.
            guard address.count == 16,
                inet_ntop(AF_INET6, address, text.baseAddress, socklen_t(text.count)) != nil,
                let start = text.baseAddress
            else { return "?" }
            return String(cString: start)
        }
    }
}
