internal import NeatlineHTTP
internal import NeatlineJSON

/// Reads the pieces of a text from the data of events. A piece that is a JSON string may end between the halves of a surrogate
/// pair.
struct EventPieces {
    private let path: [Substring]
    private let loneSurrogates: JSONParsingOptions.LoneSurrogates
    /// The escape sequence of the first half of a surrogate pair, with which the last piece ended.
    private var half: [UInt8] = []

    /// - Parameters:
    ///   - path: The names and numbers that lead to the piece in the JSON of an event's data, with dots between them; `nil` if
    ///     the data is the piece.
    ///   - loneSurrogates: How a half without the other one is handled.
    init(path: String?, loneSurrogates: JSONParsingOptions.LoneSurrogates) {
        self.path = path?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        self.loneSurrogates = loneSurrogates
    }

    /// Returns the next piece; `nil` if the event has none.
    ///
    /// - Throws: If a path leads into the event's data, `EventError` that the data has, or `JSONError` of the data or of half of a
    ///   surrogate pair.
    mutating func piece(of event: ServerSentEvent) throws -> String? {
        let data = event.data
        if path.isEmpty { return data }
        // Some services keep a connection open with events whose data is empty.
        if data.isEmpty { return nil }
        var value = try JSON(parsing: data, options: Self.eventParsing)
        if path.first != "error", let error = EventError(event, data: value) { throw error }
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
        guard case .string(let piece) = value else { return nil }
        // The string has U+FFFD for half of a pair, whose escape sequence only the source has.
        if half.isEmpty, !piece.unicodeScalars.contains("\u{FFFD}") { return piece }
        return try join(Self.source(of: data, at: steps).dropFirst().dropLast())
    }

    /// Returns what remains at the end of the text: half of a surrogate pair; `nil` if there is none.
    ///
    /// - Throws: `JSONError` of it, if the options reject it.
    mutating func finish() throws -> String? {
        defer { half = [] }
        return half.isEmpty ? nil : try Self.string(half, loneSurrogates: loneSurrogates)
    }

    /// Returns the content of a JSON string, joined with the half from before; keeps the half that it ends with.
    private mutating func join(_ content: ArraySlice<UInt8>) throws -> String {
        var content = half + content
        half = []
        // After an escaped backslash the last six bytes are no escape sequence: then the string does not end with U+FFFD.
        let end = Array(content.suffix(6))
        let endsInHalf = try Self.string(content, loneSurrogates: .keep).unicodeScalars.last == "\u{FFFD}"
        if endsInHalf, let unit = Self.unit(ofEscape: end), UTF16.isLeadSurrogate(unit) {
            half = end
            content.removeLast(6)
        }
        return try Self.string(content, loneSurrogates: loneSurrogates)
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
}
