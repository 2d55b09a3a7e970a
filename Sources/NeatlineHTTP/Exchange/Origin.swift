internal import Foundation

/// Scheme, host and port of a URL: what credentials belong to.
struct Origin: Hashable {
    let isSecure: Bool
    /// In lower case.
    let host: String
    /// The scheme's own if the URL has none.
    let port: Int

    /// Nil if the URL is not one of HTTP, or has no host, or a port that is none. O(n)
    init?(_ url: URL) {
        var text = url.absoluteString
        let read = text.withUTF8 { bytes -> (Bool, String, Int)? in
            guard case .success(let target) = RequestTarget.read(bytes) else { return nil }
            let host = Self.host(bytes[target.authority.host])
            return (target.isSecure, host, target.authority.port ?? (target.isSecure ? 443 : 80))
        }
        guard let read else { return nil }
        (isSecure, host, port) = read
    }

    /// A host in lower case, and an address in its usual form: libcurl, as `inet_aton`, knows others, such as 127.1.
    private static func host(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let text = String(decoding: bytes.map(\.lowercasedASCII), as: UTF8.self)
        // A name that ends with a dot is no address.
        guard let first = bytes.first, isDigit(first) || first == UInt8(ascii: "["), !isDottedDecimal(bytes),
            bytes.last != UInt8(ascii: "."), let name = HostName(text)
        else { return text }
        return name.text.contains(":") ? "[\(name.text)]" : name.text
    }

    /// Whether it is four numbers up to 255 without zeroes before them.
    private static func isDottedDecimal(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.allSatisfy(isDigit) else { return false }
                let value = part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
                return value <= 255 && (part.count == 1 || part.first != UInt8(ascii: "0"))
            }
    }
}

/// What must be known of a URL before it is asked.
///
/// There is one such reading of URLs: what is decided about a host, and what is sent to it, follows from this one, and what a
/// transport's library could read otherwise is refused.
struct RequestTarget {
    var isSecure: Bool
    var authority: URIAuthority

    /// Why a URL cannot be asked.
    enum Refusal: Error {
        /// No scheme, or another than `http` and `https`.
        case scheme
        /// None, or one with characters that no host has.
        case host
        case port
        /// Blanks, control characters.
        case character
    }

    /// O(n), without allocating.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<RequestTarget, Refusal> {
        let parts = URIParts(bytes)
        guard let scheme = parts.scheme, (4...5).contains(scheme.count) else { return .failure(.scheme) }
        let isSecure = scheme.count == 5
        let name: StaticString = "https"
        // SAFETY: the name has five bytes, and the scheme not more.
        for offset in 0..<scheme.count where bytes[offset].lowercasedASCII != name.utf8Start[offset] {
            return .failure(.scheme)
        }
        for byte in bytes where byte <= 0x20 || byte == 0x7F { return .failure(.character) }
        guard let range = parts.authority else { return .failure(.host) }
        guard let authority = URIAuthority(bytes, in: range) else { return .failure(.port) }
        guard isHost(bytes[authority.host]) else { return .failure(.host) }
        return .success(RequestTarget(isSecure: isSecure, authority: authority))
    }

    /// Whether it is a name of letters, digits, `-`, `.`, `_` and `~`, or an IPv6 address in brackets, with or without a zone:
    /// what RFC 3986 allows besides, libraries read in different ways, percent signs above all. So they do numbers with a dot
    /// behind them, which are an address or a name.
    private static func isHost(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard host.first == UInt8(ascii: "[") else {
            return !host.isEmpty && host.allSatisfy(isNameByte) && !isNumberWithDot(host)
        }
        let inside = host.dropFirst().dropLast()
        let address = inside.prefix { $0 != UInt8(ascii: "%") }
        let zone = inside.dropFirst(address.count)
        return !address.isEmpty
            && address.allSatisfy {
                $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || hexadecimalValue($0) != nil
            }
            && (zone.isEmpty
                || zone.starts(with: "%25".utf8) && zone.count > 3 && zone.dropFirst(3).allSatisfy(isNameByte))
    }

    /// Whether it ends with dots, and the label before them is a number.
    private static func isNumberWithDot(_ host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let dot = UInt8(ascii: ".")
        guard host.last == dot, let end = host.lastIndex(where: { $0 != dot }) else { return false }
        let label = host[...end].lastIndex(of: dot).map { host[($0 + 1)...end] } ?? host[...end]
        let isHexadecimal =
            label.count > 2 && label.first == UInt8(ascii: "0")
            && label.dropFirst().first?.lowercasedASCII == UInt8(ascii: "x")
        return isHexadecimal
            ? label.dropFirst(2).allSatisfy { hexadecimalValue($0) != nil } : label.allSatisfy(isDigit)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }

    /// What stands in the request line for a URL that goes straight to its server: path and query. O(n)
    static func text(of url: URL) -> String {
        var text = url.absoluteString
        return text.withUTF8 { bytes in
            let parts = URIParts(bytes)
            var target = parts.path.isEmpty ? [UInt8(ascii: "/")] : Array(bytes[parts.path])
            if let query = parts.query { target += [UInt8(ascii: "?")] + bytes[query] }
            return String(decoding: target, as: UTF8.self)
        }
    }
}
