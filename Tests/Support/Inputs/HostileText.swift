public import NeatlineJSON

/// Texts made to be slow to read: each is of a kind that some algorithm takes more than linear time for.
public enum HostileText: CaseIterable, Sendable {
    /// One object, all of whose members have the same name.
    case equalNames
    /// One object of members with short names.
    case distinctNames
    /// One object of members whose names are long and share their first and last bytes.
    case alikeNames
    /// One object of members whose FNV-1a hashes share their last seven bits.
    case collidingNames
    case emptyArrays
    case emptyObjects
    /// Objects of one member each.
    case smallObjects
    /// Objects of 20 members each, which is enough for tables.
    case mediumObjects
    case nestedArrays
    case nestedObjects
    /// Integers, decimals and exponents.
    case numbers
    case asciiString
    case twoByteString
    case escapes
    case surrogatePairs
    case digits
    case fraction
    case whitespace
    case lineComments
    case blockComment
    /// What is between two values only.
    case manyComments
    case hexadecimal
    /// A string of JSON5 that goes on over many lines.
    case continuations

    /// A text of about `size` items; where an item is a byte of a token, of sixteen times as many.
    public func text(_ size: Int) -> [UInt8] {
        switch self {
        case .equalNames: members(size) { _ in "a" }
        case .distinctNames: members(size) { "k\($0)" }
        case .alikeNames: members(size, Names.alike)
        case .collidingNames: members(Names.colliding(size))
        case .emptyArrays: list(size, "[]")
        case .emptyObjects: list(size, "{}")
        case .smallObjects: list(size, #"{"a":1}"#)
        case .mediumObjects:
            list(size / 16 + 1, "{" + (0..<20).map { "\"name \($0)\":\($0)" }.joined(separator: ",") + "}")
        case .nestedArrays: repeated("[", size) + repeated("]", size)
        case .nestedObjects: repeated(#"{"a":"#, size) + Array("1".utf8) + repeated("}", size)
        case .numbers: list(size, "1,-12.5,1e300")
        case .asciiString: token("\"", "abcdefghijklmnop", size, "\"")
        case .twoByteString: token("\"", "éüéüéüéü", size, "\"")
        case .escapes: token("\"", #"\u00e9\n\"\/"#, size, "\"")
        case .surrogatePairs: token("\"", #"\ud83d\ude00"#, size, "\"")
        case .digits: token("1", "1234567890123456", size, "")
        case .fraction: token("0.", "1234567890123456", size, "")
        case .whitespace: token("[", " \n\r\t            ", size, "1]")
        case .lineComments: token("[", "// ** // ** ** \n", size, "1]")
        case .blockComment: token("[/*", "* / // ** [ { \"", size, "*/1]")
        case .manyComments: list(size, "/**/1//\n/***/")
        case .hexadecimal: list(size / 64 + 1, "0x" + String(repeating: "1234567890abcdef", count: 64))
        case .continuations: token("'", "abcdefghijklmn\\\n\\ud83d\\\n\\\r\n\\ude00", size, "'")
        }
    }

    /// What accepts all of these texts.
    public static var options: JSONParsingOptions {
        var options = JSONParsingOptions.json5
        options.maximumDepth = .max
        return options
    }

    /// Whether the text nests so deeply that what indents it has to write a multiple of it.
    public var isDeep: Bool { self == .nestedArrays || self == .nestedObjects }

    private func members(_ count: Int, _ name: (Int) -> String) -> [UInt8] { members((0..<count).map(name)) }

    private func members(_ names: [String]) -> [UInt8] {
        Array("{\(names.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
    }

    private func list(_ count: Int, _ item: String) -> [UInt8] {
        Array("[".utf8) + repeated(item + ",", count - 1) + Array((item + "]").utf8)
    }

    private func token(_ opening: String, _ part: String, _ count: Int, _ closing: String) -> [UInt8] {
        Array(opening.utf8) + repeated(part, count) + Array(closing.utf8)
    }
}

/// `text`, so many times.
public func repeated(_ text: String, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let once = Array(text.utf8)
    bytes.reserveCapacity(once.count * Swift.max(count, 0))
    for _ in 0..<Swift.max(count, 0) { bytes += once }
    return bytes
}

/// Names that are hard on tables.
public enum Names {
    /// A short one.
    public static func distinct(_ number: Int) -> String { "k\(number)" }

    /// Alike in their first and in their last sixteen bytes, and in their length.
    public static func alike(_ number: Int) -> String {
        "https://example.com/item/\(1_000_000 + number)/details/of/the/item"
    }

    /// Names whose hashes, if these were FNV-1a, would share their last seven bits.
    ///
    /// The multiplier is odd, so these bits of a hash are zero when they are equal in the last letter and in the hash of what
    /// is before it.
    public static func colliding(_ count: Int) -> [String] {
        var names: [String] = []
        names.reserveCapacity(count)
        var number = 0
        while names.count < count {
            let head = "n\(number)"
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in head.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            let last = Unicode.Scalar(UInt8(hash & 127))
            if ("a"..."z").contains(last) { names.append(head + String(last)) }
            number += 1
        }
        return names
    }

    /// The kinds of names that tests go through.
    public static let kinds: [(name: String, make: @Sendable (Int) -> [String])] = [
        ("distinct", { (0..<$0).map(distinct) }),
        ("alike at both ends", { (0..<$0).map(alike) }),
        ("colliding", colliding),
    ]
}
