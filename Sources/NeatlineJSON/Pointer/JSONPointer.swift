/// A JSON Pointer (RFC 6901): the path of a value as text.
///
/// ```swift
/// let pointer = try JSONPointer(parsing: "/users/0/name")
/// json[pointer].string
/// json[pointer] = "Ada"
/// ```
///
/// The value that a pointer is applied to determines whether `0` is an element's number or a member's name. `-` is the
/// element after the last one of an array.
public struct JSONPointer: Sendable, Hashable {
    /// The names and numbers, unescaped, from the root; none for the root itself.
    public var tokens: [String]

    /// Creates a pointer of unescaped tokens.
    ///
    /// - Parameter tokens: the tokens.
    public init(_ tokens: some Sequence<String> = []) { self.tokens = Array(tokens) }

    /// Creates a pointer to the value at a path.
    ///
    /// - Parameter path: the steps.
    public init(_ path: [any JSONSubscriptType]) {
        tokens = path.map { step in
            switch step.jsonKey {
            case .index(let index): String(index)
            case .key(let key): key
            }
        }
    }

    /// Parses a pointer: an empty text, or `/` and a token any number of times, with `~1` for `/` and `~0` for `~`.
    ///
    /// - Parameter text: the pointer.
    /// - Throws: `JSONError.Code.invalidPointer`.
    public init(parsing text: String) throws {
        tokens = try JSONPointer.tokens(of: text, shown: text)
    }

    /// Parses a pointer from a URI's fragment: `#`, then the pointer, in which `%` and two hexadecimal digits for each
    /// byte of their UTF-8 represent other characters.
    ///
    /// - Parameter fragment: the fragment.
    /// - Throws: `JSONError.Code.invalidPointer`.
    public init(parsingFragment fragment: String) throws {
        guard fragment.utf8.first == UInt8(ascii: "#") else {
            throw JSONError.invalidPointer(fragment, expected: "a fragment that begins with '#'")
        }
        var bytes: [UInt8] = []
        var rest = fragment.utf8.dropFirst()
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Byte.hexValue),
                let low = rest.popFirst().flatMap(Byte.hexValue)
            else { throw JSONError.invalidPointer(fragment, expected: "two hexadecimal digits after '%'") }
            bytes.append(UInt8(high << 4 | low))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSONError.invalidPointer(fragment, expected: "UTF-8 in a fragment")
        }
        tokens = try JSONPointer.tokens(of: text, shown: fragment)
    }

    private static func tokens(of text: String, shown: String) throws(JSONError) -> [String] {
        if text.isEmpty { return [] }
        var bytes = text.utf8[...]
        guard bytes.popFirst() == Byte.slash else {
            throw .invalidPointer(shown, expected: "a pointer that is empty or begins with '/'")
        }
        var tokens: [String] = []
        var token: [UInt8] = []
        while let byte = bytes.popFirst() {
            switch byte {
            case Byte.slash:
                tokens.append(String(decoding: token, as: UTF8.self))
                token = []
            case UInt8(ascii: "~"):
                switch bytes.popFirst() {
                case UInt8(ascii: "0")?: token.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1")?: token.append(Byte.slash)
                default: throw .invalidPointer(shown, expected: "'0' or '1' after '~' in a pointer")
                }
            default: token.append(byte)
            }
        }
        return tokens + [String(decoding: token, as: UTF8.self)]
    }

    /// Returns the pointer to a member or element of this pointer's value.
    ///
    /// - Parameter token: the token, without escapes.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

    /// Returns whether `other` is a prefix: whether this pointer refers to the value of `other`, or to a value inside
    /// it.
    ///
    /// - Parameter other: the pointer whose tokens are compared.
    public func hasPrefix(_ other: JSONPointer) -> Bool {
        tokens.count >= other.tokens.count && zip(tokens, other.tokens).allSatisfy(JSONPointer.same)
    }

    private static func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    /// Returns whether the texts have the same bytes.
    public static func == (a: JSONPointer, b: JSONPointer) -> Bool {
        a.tokens.count == b.tokens.count && a.hasPrefix(b)
    }

    /// Hashes the properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        for var token in tokens {
            token.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(Byte.slash)
        }
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The pointer as text, such as `/a~1b/0`.
    public var description: String {
        var text: [UInt8] = []
        for token in tokens {
            text.append(Byte.slash)
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text += "~0".utf8
                case Byte.slash: text += "~1".utf8
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The pointer as a URI's fragment, such as `#/a~1b/c%25d`.
    public var fragment: String {
        var text = "#"
        for byte in description.utf8 {
            let scalar = Unicode.Scalar(byte)
            if JSONPointer.isPlainInFragment(byte) {
                text.unicodeScalars.append(scalar)
            } else {
                text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// Returns whether RFC 3986 allows the byte in a fragment without escaping: `pchar`, `/` and `?`.
    private static func isPlainInFragment(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
        }
    }
}
