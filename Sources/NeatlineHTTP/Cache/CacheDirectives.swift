internal import Foundation

/// The directives of all `Cache-Control` fields of a message (RFC 9111, section 5.2).
///
/// Arguments may be tokens or quoted strings; numbers above 2³¹ count as 2³¹ seconds. Unknown directives are skipped.
/// Where the fields are invalid or contradict themselves, the meaning that stores or reuses least is taken: a lifetime
/// that is no number, or has two values, is 0, and so is the lifetime of a response whose quotes do not end.
struct CacheDirectives: Sendable, Hashable {
    /// The largest number of seconds (RFC 9111, section 1.2.2).
    static let longest: TimeInterval = 2_147_483_648

    /// Whether the message has a `Cache-Control` field.
    private(set) var isPresent = false
    /// Whether a quoted string does not end.
    private(set) var isMalformed = false
    private(set) var noStore = false
    /// Whether there is a `no-cache` without names of fields.
    private(set) var noCache = false
    /// The names of fields, in lower case, that `no-cache="…"` contains.
    private(set) var noCacheFields: [String] = []
    private(set) var mustRevalidate = false
    private(set) var mustUnderstand = false
    private(set) var isPublic = false
    private(set) var isPrivate = false
    /// Whether there is a lifetime for caches that several users share.
    private(set) var hasSharedLifetime = false
    private(set) var isImmutable = false
    private(set) var onlyIfCached = false
    private(set) var maxAge: TimeInterval?
    private(set) var minFresh: TimeInterval?
    /// Infinite if `max-stale` has no argument.
    private(set) var maxStale: TimeInterval?
    private(set) var staleWhileRevalidate: TimeInterval?
    private(set) var staleIfError: TimeInterval?

    init() {}

    /// Whether the message says that it is meant for users with other cookies, too.
    var isForAllUsers: Bool { (isPublic || hasSharedLifetime) && !isPrivate }

    /// Parses the values of the fields, in their order.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the values.
    init(_ values: some Sequence<String>) {
        for value in values {
            isPresent = true
            let isWhole = CacheFieldList.forEachMember(of: value) { add($0) }
            if !isWhole { isMalformed = true }
        }
    }

    private mutating func add(_ member: Substring.UTF8View) {
        let end = member.firstIndex(of: UInt8(ascii: "=")) ?? member.endIndex
        // A space before the sign leaves a name that is unknown, but the directive must not be missed.
        let name = String(decoding: CacheFieldList.trimmed(member[..<end]).map(\.lowercasedASCII), as: UTF8.self)
        let argument = end == member.endIndex ? nil : CacheFieldList.argument(member[member.index(after: end)...])
        switch name {
        case "no-store": noStore = true
        case "no-cache":
            let names = argument.map(CacheFieldList.names) ?? []
            if names.isEmpty { noCache = true } else { noCacheFields += names }
        case "must-revalidate": mustRevalidate = true
        case "must-understand": mustUnderstand = true
        case "public": isPublic = true
        case "private": isPrivate = true
        case "s-maxage": hasSharedLifetime = true
        case "immutable": isImmutable = true
        case "only-if-cached": onlyIfCached = true
        case "max-age": Self.set(&maxAge, Self.seconds(argument) ?? 0)
        case "stale-while-revalidate": Self.set(&staleWhileRevalidate, Self.seconds(argument) ?? 0)
        case "stale-if-error": Self.set(&staleIfError, Self.seconds(argument) ?? 0)
        case "min-fresh": minFresh = max(minFresh ?? 0, Self.seconds(argument) ?? 0)
        case "max-stale":
            let seconds = end == member.endIndex ? .infinity : Self.seconds(argument) ?? 0
            maxStale = min(maxStale ?? .infinity, seconds)
        default: break
        }
    }

    /// Sets a time; two different ones are 0.
    private static func set(_ time: inout TimeInterval?, _ seconds: TimeInterval) {
        time = time == nil || time == seconds ? seconds : 0
    }

    private static func seconds(_ argument: String?) -> TimeInterval? { argument.flatMap { seconds($0.utf8) } }

    /// Parses a number of seconds; returns `nil` if there is anything but digits. Too large numbers are ``longest``.
    static func seconds(_ digits: some Collection<UInt8>) -> TimeInterval? {
        guard !digits.isEmpty else { return nil }
        var number: TimeInterval = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = min(number * 10 + TimeInterval(digit - UInt8(ascii: "0")), longest)
        }
        return number
    }
}

/// Lists in header fields, whose members may contain quoted strings (RFC 9110, sections 5.6.1 and 5.6.4).
enum CacheFieldList {
    /// Calls a closure with each member that is not empty, without white space around it.
    ///
    /// - Returns: Whether all quoted strings end.
    /// - Complexity: O(*n*)
    static func forEachMember(of value: String, _ body: (Substring.UTF8View) -> Void) -> Bool {
        let bytes = value[...].utf8
        var start = bytes.startIndex
        var index = start
        var isQuoted = false
        func end(at index: Substring.UTF8View.Index) {
            let member = trimmed(bytes[start..<index])
            if !member.isEmpty { body(member) }
        }
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted:
                index = bytes.index(after: index)
                if index == bytes.endIndex { continue }
            case UInt8(ascii: ",") where !isQuoted:
                end(at: index)
                start = bytes.index(after: index)
            default: break
            }
            index = bytes.index(after: index)
        }
        end(at: bytes.endIndex)
        return !isQuoted
    }

    static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var text = text
        while let first = text.first, isSpace(first) { text = text.dropFirst() }
        while let last = text.last, isSpace(last) { text = text.dropLast() }
        return text
    }

    /// Returns the text of a token or of a quoted string; `nil` if it is neither.
    static func argument(_ text: Substring.UTF8View) -> String? {
        guard text.first == UInt8(ascii: "\"") else {
            return !text.isEmpty && text.allSatisfy(\.isTokenByte) ? String(decoding: text, as: UTF8.self) : nil
        }
        guard text.count > 1, text.last == UInt8(ascii: "\"") else { return nil }
        var content: [UInt8] = []
        var isEscaped = false
        for byte in text.dropFirst().dropLast() {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                isEscaped = false
                content.append(byte)
            }
        }
        return String(decoding: content, as: UTF8.self)
    }

    /// Returns the names of a list of fields, in lower case.
    static func names(_ list: String) -> [String] {
        list.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
            let name = trimmed(Substring(decoding: part, as: UTF8.self).utf8)
            return name.isEmpty ? nil : String(decoding: name.map(\.lowercasedASCII), as: UTF8.self)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
