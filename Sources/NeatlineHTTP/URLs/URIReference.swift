internal import NeatlineSystem
internal import Foundation

/// Resolves references, such as values of `Location`, against a base URL (RFC 3986, section 5).
enum URIReference {
    /// Returns the URL of a reference, or `nil` if it is not a valid HTTP URL.
    ///
    /// Servers often send invalid references. Bytes that a reference cannot contain, such as spaces and non-ASCII
    /// bytes, are percent-encoded, as is a `%` without two digits. A host in UTF-8, percent-encoded or not, becomes its
    /// ASCII name (RFC 5891). The result is `nil` for an empty reference, control characters, a host that is no name, an
    /// `http` URL without a host, and an invalid port. If the reference has no fragment, that of the base is used.
    ///
    /// - Complexity: O(*n*)
    static func resolve(_ reference: some Sequence<UInt8>, against base: String) -> String? {
        guard let reference = encoded(reference), !reference.isEmpty else { return nil }
        var base = base
        return base.withUTF8 { base in
            reference.withUnsafeBufferPointer { reference in resolve(reference, against: base) }
        }
    }

    private static func resolve(
        _ reference: UnsafeBufferPointer<UInt8>, against base: UnsafeBufferPointer<UInt8>
    ) -> String? {
        let parts = URIParts(reference)
        let baseParts = URIParts(base)
        guard let scheme = parts.scheme.map({ reference[$0] }) ?? baseParts.scheme.map({ base[$0] }) else { return nil }

        var path: [UInt8]
        var query = parts.query.map { reference[$0] }
        var authority: [UInt8]?
        if parts.scheme != nil || parts.authority != nil {
            path = withoutDotSegments(reference[parts.path])
            if let range = parts.authority {
                authority = self.authority(reference, range)
                guard authority != nil else { return nil }
            }
        } else {
            authority = baseParts.authority.map { Array(base[$0]) }
            if parts.path.isEmpty {
                path = Array(base[baseParts.path])
                query = query ?? baseParts.query.map { base[$0] }
            } else if reference[parts.path.lowerBound] == UInt8(ascii: "/") {
                path = withoutDotSegments(reference[parts.path])
            } else {
                path = withoutDotSegments(
                    merged(reference[parts.path], base[baseParts.path], hasAuthority: authority != nil)[...])
            }
        }
        if isWeb(scheme), authority?.isEmpty ?? true { return nil }

        var result = Array(scheme)
        result.append(UInt8(ascii: ":"))
        if let authority {
            result.append(contentsOf: "//".utf8)
            result.append(contentsOf: authority)
        }
        result.append(contentsOf: path)
        if let query {
            result.append(UInt8(ascii: "?"))
            result.append(contentsOf: query)
        }
        if let fragment = parts.fragment.map({ reference[$0] }) ?? baseParts.fragment.map({ base[$0] }) {
            result.append(UInt8(ascii: "#"))
            result.append(contentsOf: fragment)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isWeb(_ scheme: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let text = scheme.map(\.lowercasedASCII)
        return text == Array("http".utf8) || text == Array("https".utf8)
    }

    /// Returns an authority whose host is ASCII; `nil` if that is not possible.
    private static func authority(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [UInt8]? {
        guard let authority = URIAuthority(bytes, in: range), let host = asciiHost(bytes[authority.host]) else {
            return nil
        }
        let start = bytes[range.lowerBound..<authority.host.lowerBound]
        return start.flatMap { $0 < 0x80 ? [$0] : escaped($0) } + host
            + bytes[authority.host.upperBound..<range.upperBound]
    }

    /// Returns the ASCII name of a host, which may be percent-encoded UTF-8; `nil` if there is none.
    static func asciiHost(_ host: some Collection<UInt8>) -> [UInt8]? {
        guard host.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "%") }) else { return Array(host) }
        // Foundation has the tables of Unicode.
        guard let name = String(validating: PercentEscaping.decoded(Array(host)), as: UTF8.self),
            name.utf8.allSatisfy({ $0 >= 0x80 || RequestTarget.isNameByte($0) }),
            let text = URL(string: "http://\(name)/")?.absoluteString.utf8.dropFirst("http://".utf8.count).dropLast(),
            !text.isEmpty, text.allSatisfy(RequestTarget.isNameByte)
        else { return nil }
        return Array(text)
    }

    /// RFC 3986, 5.2.3.
    private static func merged(
        _ path: Slice<UnsafeBufferPointer<UInt8>>, _ base: Slice<UnsafeBufferPointer<UInt8>>, hasAuthority: Bool
    ) -> [UInt8] {
        if hasAuthority, base.isEmpty { return [UInt8(ascii: "/")] + Array(path) }
        guard let slash = base.lastIndex(of: UInt8(ascii: "/")) else { return Array(path) }
        return Array(base[...slash]) + Array(path)
    }

    /// RFC 3986, 5.2.4.
    ///
    /// - Complexity: O(*n*)
    static func withoutDotSegments(_ path: some RandomAccessCollection<UInt8>) -> [UInt8] {
        let isAbsolute = path.first == UInt8(ascii: "/")
        var output: [UInt8] = []
        output.reserveCapacity(path.count)
        var segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
        if isAbsolute { segments = segments.dropFirst() }
        // The start of each segment of the output, including its slash.
        var starts: [Int] = []
        for (offset, segment) in segments.enumerated() {
            let isLast = offset == segments.count - 1
            let dots = segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") } ? segment.count : 0
            if dots == 2 {
                output.removeSubrange((starts.popLast() ?? 0)...)
            }
            if dots == 0 {
                starts.append(output.count)
                if isAbsolute || !output.isEmpty { output.append(UInt8(ascii: "/")) }
                output.append(contentsOf: segment)
            } else if isLast, isAbsolute || !output.isEmpty {
                output.append(UInt8(ascii: "/"))
            }
        }
        return output
    }

    /// Returns the bytes with all invalid ones percent-encoded, except those of a host, which is converted as a whole;
    /// `nil` if there are control characters.
    private static func encoded(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
        let input = Array(bytes)
        let authority = input.withUnsafeBufferPointer { URIParts($0).authority } ?? 0..<0
        var output: [UInt8] = []
        output.reserveCapacity(input.count)
        var isFragment = false
        for (index, byte) in input.enumerated() {
            guard byte >= 0x20, byte != 0x7F else { return nil }
            let isAllowed: Bool
            switch byte {
            case UInt8(ascii: "%"):
                isAllowed =
                    index + 2 < input.count && HexadecimalDigits.value(input[index + 1]) != nil
                    && HexadecimalDigits.value(input[index + 2]) != nil
            case UInt8(ascii: "["), UInt8(ascii: "]"), 0x80...: isAllowed = authority.contains(index)
            case UInt8(ascii: "#"):
                isAllowed = !isFragment
                isFragment = true
            default: isAllowed = isReferenceByte(byte)
            }
            if isAllowed { output.append(byte) } else { output += escaped(byte) }
        }
        return output
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [
            UInt8(ascii: "%"), HexadecimalDigits.digit(byte >> 4, isUppercase: true),
            HexadecimalDigits.digit(byte & 15, isUppercase: true),
        ]
    }

    /// Unreserved and reserved characters of RFC 3986, section 2.
    private static func isReferenceByte(_ byte: UInt8) -> Bool {
        if isLetter(byte) || isDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: " "):
            return false
        default:
            return true
        }
    }
}

/// The ranges of the five components of a URI reference, as in appendix B of RFC 3986.
///
/// Every sequence of bytes can be split; the components are not validated.
struct URIParts {
    var scheme: Range<Int>?
    var authority: Range<Int>?
    var path: Range<Int>
    var query: Range<Int>?
    var fragment: Range<Int>?

    /// - Complexity: O(*n*)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        var end = 0
        while end < bytes.count, !Self.endsScheme(bytes[end]) { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: ":"), Self.isScheme(bytes, end) {
            scheme = 0..<end
            position = end + 1
        }
        if position + 1 < bytes.count, bytes[position] == UInt8(ascii: "/"), bytes[position + 1] == UInt8(ascii: "/") {
            let start = position + 2
            position = start
            while position < bytes.count, !Self.endsAuthority(bytes[position]) { position += 1 }
            authority = start..<position
        }
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "?"), bytes[position] != UInt8(ascii: "#") {
            position += 1
        }
        path = start..<position
        if position < bytes.count, bytes[position] == UInt8(ascii: "?") {
            let start = position + 1
            while position < bytes.count, bytes[position] != UInt8(ascii: "#") { position += 1 }
            query = start..<position
        }
        if position < bytes.count { fragment = position + 1..<bytes.count }
    }

    private static func endsScheme(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || endsAuthority(byte)
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isScheme(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
        guard end > 0, isLetter(bytes[0]) else { return false }
        for byte in bytes[..<end] {
            let isRest = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            guard isLetter(byte) || isDigit(byte) || isRest else { return false }
        }
        return true
    }
}

/// The ranges of the components of an authority: `user:password@host:port`.
struct URIAuthority {
    var userinfo: Range<Int>?
    var host: Range<Int>
    /// The port; `nil` if there is none, or it is empty.
    var port: Int?

    /// Parses an authority; returns `nil` if the text after the host is not a port from 0 to 65535.
    ///
    /// - Complexity: O(*n*)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, in authority: Range<Int>) {
        var start = authority.lowerBound
        if let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")) {
            userinfo = start..<at
            start = at + 1
        }
        var end = start
        if end < authority.upperBound, bytes[end] == UInt8(ascii: "[") {
            while end < authority.upperBound, bytes[end] != UInt8(ascii: "]") { end += 1 }
            guard end < authority.upperBound else { return nil }
            end += 1
        } else {
            while end < authority.upperBound, bytes[end] != UInt8(ascii: ":") { end += 1 }
        }
        host = start..<end
        guard end < authority.upperBound else { return }
        guard bytes[end] == UInt8(ascii: ":") else { return nil }
        var value = 0
        for byte in bytes[(end + 1)..<authority.upperBound] {
            guard isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            guard value <= 65535 else { return nil }
        }
        if end + 1 < authority.upperBound { port = value }
    }
}

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { byte.lowercasedASCII &- UInt8(ascii: "a") < 26 }

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
