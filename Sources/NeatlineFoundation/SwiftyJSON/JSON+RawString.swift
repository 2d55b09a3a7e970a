public import Foundation
public import NeatlineJSON

/// The options of `JSON.rawString(_:)`, with SwiftyJSON's names.
public enum JSONRawStringOption: Sendable, Hashable {
    /// How arrays and objects are written, a `JSONSerialization.WritingOptions`; indented by default.
    case jsonSerialization
    /// A `Bool`. Nil is always written as null; this option makes the text compact and limits it to `maxObjextDepth`
    /// levels.
    case castNilToNSNull
    /// The maximum number of levels, including scalars, an `Int`; 10 by default.
    case maxObjextDepth
    /// The encoding that must be able to represent the text, a `String.Encoding`; UTF-8 by default.
    case encoding

    /// Another name of `maxObjextDepth`, without SwiftyJSON's misspelling.
    public static var maxObjectDepth: JSONRawStringOption { .maxObjextDepth }
}

// swift-format-ignore: TypeNamesShouldBeCapitalized
/// SwiftyJSON's name of ``JSONRawStringOption``, the options of `rawString`.
public typealias writingOptionsKeys = JSONRawStringOption

extension JSON {
    /// Returns arrays and objects as JSON text, strings unchanged without quotes, and numbers, booleans and null as
    /// their text.
    ///
    /// ```swift
    /// JSON("text").rawString()                    // text
    /// JSON(["a": 1]).rawString(options: [])       // {"a":1}
    /// ```
    ///
    /// A string's text is not JSON; `serializedString(_:)` always returns JSON. Values that are nested deeper than 512
    /// levels are not indented, because the indentation would use up the memory.
    ///
    /// - Parameters:
    ///   - encoding: the encoding that must be able to represent the text.
    ///   - options: those of `rawData(options:)`.
    /// - Returns: nil for NaN and the infinities inside of containers, for Swift values that JSON cannot represent, and
    ///   for text that `encoding` cannot represent.
    /// - Complexity: O(*n*).
    public func rawString(
        _ encoding: String.Encoding = .utf8, options: JSONSerialization.WritingOptions = .prettyPrinted
    ) -> String? {
        rawString(encoding, JSONWritingOptions(options))
    }

    /// Returns the text of `rawString(_:options:)`, with the options in a dictionary.
    ///
    /// ```swift
    /// json.rawString([.castNilToNSNull: true])
    /// ```
    ///
    /// - Parameter options: the options.
    /// - Returns: nil as `rawString(_:options:)`, and for more levels than `maxObjextDepth` if `castNilToNSNull` is
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
        // UTF encodings can represent every string.
        if encoding == .utf8 || encoding == .utf16 || encoding == .utf32 { return text }
        return text.canBeConverted(to: encoding) ? text : nil
    }

    /// Returns whether the value has at most this number of nested levels.
    private func hasAtMost(levels: Int) -> Bool {
        var level = [self]
        for _ in 0..<levels {
            level = level.flatMap { $0.map(\.1) }
            if level.isEmpty { return true }
        }
        return false
    }
}
