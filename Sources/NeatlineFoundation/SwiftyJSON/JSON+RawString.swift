public import Foundation
public import NeatlineJSON

/// What `JSON.rawString(_:)` can be told.
public enum JSONRawStringOption: Sendable, Hashable {
    /// How arrays and objects are written, a `JSONSerialization.WritingOptions`; indented unless given.
    case jsonSerialization
    /// Whether nil is written as null, a `Bool`. Nil always is; what this option changes is that the text is compact
    /// and has at most `maxObjextDepth` levels.
    case castNilToNSNull
    /// How many levels a value may have, scalars included, an `Int`; 10 unless given.
    case maxObjextDepth
    /// The encoding that the text must have a form in, a `String.Encoding`; UTF-8 unless given.
    case encoding

    /// `maxObjextDepth` without SwiftyJSON's misspelling.
    public static var maxObjectDepth: JSONRawStringOption { .maxObjextDepth }
}

// swift-format-ignore: TypeNamesShouldBeCapitalized
/// SwiftyJSON's name of `JSONRawStringOption`.
public typealias writingOptionsKeys = JSONRawStringOption

extension JSON {
    /// Arrays and objects as JSON text, strings as they are, without quotes; numbers, booleans and null as their text.
    ///
    /// ```swift
    /// JSON("text").rawString()                    // text
    /// JSON(["a": 1]).rawString(options: [])       // {"a":1}
    /// ```
    ///
    /// What is made of a string is not JSON; `serializedString(_:)` always is. What is nested deeper than 512 levels is not
    /// indented, because the indentation would outgrow the memory.
    ///
    /// - Parameters:
    ///   - encoding: one that the text must have a form in.
    ///   - options: as of `rawData(options:)`.
    /// - Returns: nil for NaN and the infinities inside of containers, for Swift values that have no form in JSON, and for
    ///   text that has none in `encoding`.
    /// - Complexity: O(*n*).
    public func rawString(
        _ encoding: String.Encoding = .utf8, options: JSONSerialization.WritingOptions = .prettyPrinted
    ) -> String? {
        rawString(encoding, JSONWritingOptions(options))
    }

    /// As `rawString(_:options:)`, with the options in a dictionary.
    ///
    /// ```swift
    /// json.rawString([.castNilToNSNull: true])
    /// ```
    ///
    /// - Returns: nil where `rawString(_:options:)` is, and for more levels than `maxObjextDepth` if `castNilToNSNull` is
    ///   true.
    /// - Complexity: O(*n*).
    public func rawString(_ options: [JSONRawStringOption: Any]) -> String? {
        let encoding = options[.encoding] as? String.Encoding ?? .utf8
        let levels = options[.maxObjextDepth] as? Int ?? 10
        guard levels > 0 else { return nil }
        if options[.castNilToNSNull] as? Bool ?? false {
            guard hasAtMost(levels: levels) else { return nil }
            return rawString(encoding, .compact)
        }
        let style = options[.jsonSerialization] as? JSONSerialization.WritingOptions ?? .prettyPrinted
        return rawString(encoding, JSONWritingOptions(style))
    }

    private func rawString(_ encoding: String.Encoding, _ options: JSONWritingOptions) -> String? {
        let text: String
        switch type {
        case .array, .dictionary:
            guard let written = try? serializedString(boundedIndentation(options)) else { return nil }
            text = written
        case .unknown:
            return nil
        default:
            text = description
        }
        // UTF encodings have a form of every string.
        if encoding == .utf8 || encoding == .utf16 || encoding == .utf32 { return text }
        return text.canBeConverted(to: encoding) ? text : nil
    }

    /// Whether there are no more values inside one another than `levels`.
    private func hasAtMost(levels: Int) -> Bool {
        var level = [self]
        for _ in 0..<levels {
            level = level.flatMap { $0.map(\.1) }
            if level.isEmpty { return true }
        }
        return false
    }
}
