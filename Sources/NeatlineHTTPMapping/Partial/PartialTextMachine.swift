internal import NeatlineHTTP
internal import NeatlineJSON

/// Joins the pieces of a text in the events of a stream, and decides when there is something new to be shown. Without I/O and
/// without a clock.
struct PartialTextMachine {
    private let path: [Substring]
    private let settings: PartialModelSettings
    private var parser: JSONPartialParser
    /// The escape of the first half of a surrogate pair that the last piece ends with: the next one may have the other half.
    private var half: [UInt8] = []
    /// The value that was shown last, and whether it had ended.
    private var shown: (json: JSON, isComplete: Bool)?
    /// Whether the text has ended.
    private(set) var isOver = false

    init(path: String?, settings: PartialModelSettings) {
        self.path = path?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        self.settings = settings
        parser = JSONPartialParser(options: settings.parsing, passesOverProse: settings.passesOverProse)
    }

    /// Takes the next event.
    ///
    /// - Throws: `JSONError` of the event's data, if a path leads into it, or of the text.
    mutating func take(_ event: ServerSentEvent) throws {
        if isOver { return }
        if event.data == settings.endMark { return try finish() }
        if let name = settings.eventName, event.name != name { return }
        if path.isEmpty { return try parser.feed(event.data) }
        // Some services keep a connection open with events whose data is empty.
        if event.data.isEmpty { return }
        var value = try JSON(parsing: event.data, options: Self.eventParsing)
        var steps: [JSONSelector.Step] = []
        for step in path {
            if case .array = value, let index = Int(step) {
                value = value[index]
                steps.append(.element(index))
            } else {
                value = value[String(step)]
                steps.append(.member(String(step)))
            }
        }
        guard case .string(let piece) = value else { return }
        if half.isEmpty, !piece.unicodeScalars.contains("\u{FFFD}") { return try parser.feed(piece) }
        try feed(source: try Self.source(of: event.data, at: steps).dropFirst().dropLast())
    }

    /// How an event's data is parsed: a piece may begin or end with half of a surrogate pair.
    private static let eventParsing: JSONParsingOptions = {
        var options = JSONParsingOptions()
        options.loneSurrogates = .keep
        return options
    }()

    /// Returns the source of the value that the steps lead to.
    private static func source(of text: String, at steps: [JSONSelector.Step]) throws -> [UInt8] {
        var source: [UInt8] = []
        var selector = JSONSelector(path: steps, parsing: eventParsing) { event in
            switch event {
            case .begin: source = []
            case .bytes(let bytes): source += bytes
            case .end, .endOfValue: break
            }
        }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = selector.withInputSpace { space in
                let count = min(space.count, rest.count)
                space.copyBytes(from: rest.prefix(count))
                return count
            }
            rest = rest.dropFirst(count)
            try selector.process()
        }
        try selector.finish()
        return source
    }

    /// Takes the next piece, as the content of a JSON string. What it ends with may be half of a surrogate pair.
    private mutating func feed(source content: ArraySlice<UInt8>) throws {
        var content = half + content
        half = []
        // Six bytes after an escaped backslash are no escape: they are read as they are.
        let end = Array(content.suffix(6))
        let isEscape = try Self.string(content, loneSurrogates: .keep).unicodeScalars.last == "\u{FFFD}"
        if isEscape, let unit = Self.unit(ofEscape: end), UTF16.isLeadSurrogate(unit) {
            half = end
            content.removeLast(6)
        }
        try parser.feed(Self.string(content, loneSurrogates: settings.parsing.loneSurrogates))
    }

    /// Returns the code unit of an escape sequence `\uXXXX`; `nil` if it is none.
    private static func unit(ofEscape bytes: [UInt8]) -> UInt16? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix("\\u") ? UInt16(text.dropFirst(2), radix: 16) : nil
    }

    /// Returns the string with a content.
    ///
    /// - Throws: `JSONError` of half of a surrogate pair, if it is to be rejected.
    private static func string(
        _ content: [UInt8], loneSurrogates: JSONParsingOptions.LoneSurrogates
    ) throws -> String {
        var options = JSONParsingOptions()
        options.loneSurrogates = loneSurrogates
        let quote = UInt8(ascii: "\"")
        return try JSON(parsing: [quote] + content + [quote], options: options).stringValue
    }

    /// Ends the text.
    ///
    /// - Throws: `JSONError`, if it is not whole. No text at all is no error.
    mutating func finish() throws {
        if isOver { return }
        isOver = true
        // Half of a surrogate pair that nothing follows is handled as the options say.
        if !half.isEmpty { try parser.feed(Self.string(half, loneSurrogates: settings.parsing.loneSurrogates)) }
        if parser.byteCount > 0 { _ = try parser.finish() }
    }

    /// Returns a model, if what it is made of differs from what the last one was made of.
    ///
    /// - Throws: The error of `read` for a value that has ended.
    mutating func draft<Model>(_ read: (inout JSONPartialParser) throws -> Model?) throws -> Model? {
        guard let json = parser.snapshot else { return nil }
        let isComplete = parser.isComplete
        let isNew = json != shown?.json
        if !isNew, isComplete == shown?.isComplete { return nil }
        shown = (json, isComplete)
        // A value that is the same, but has ended, is read for its error only.
        let model = try read(&parser)
        return isNew ? model : nil
    }
}
