internal import NeatlineHTTP
internal import NeatlineJSON

/// Joins the pieces of a text in the events of a stream, and decides when there is something new to be shown. Without I/O and
/// without a clock.
struct PartialTextMachine {
    private let settings: PartialModelSettings
    private var pieces: EventPieces
    private var parser: JSONPartialParser
    /// The value that was shown last, and whether it had ended.
    private var shown: (json: JSON, isComplete: Bool)?
    /// Whether the text has ended.
    private(set) var isOver = false

    init(path: String?, settings: PartialModelSettings) {
        self.settings = settings
        pieces = EventPieces(path: path, loneSurrogates: settings.parsing.loneSurrogates)
        parser = JSONPartialParser(options: settings.parsing, passesOverProse: settings.passesOverProse)
    }

    /// Takes the next event.
    ///
    /// - Throws: `EventError`, if the event is one; `JSONError` of the event's data, if a path leads into it, or of the text.
    mutating func take(_ event: ServerSentEvent) throws {
        if isOver { return }
        if event.data == settings.endMark { return try finish() }
        if event.name != settings.eventName {
            if let error = EventError(named: event) { throw error }
            if settings.eventName != nil { return }
        }
        if let piece = try pieces.piece(of: event) { try parser.feed(piece) }
    }

    /// Ends the text.
    ///
    /// - Throws: `JSONError`, if it is not whole. No text at all is no error.
    mutating func finish() throws {
        if isOver { return }
        isOver = true
        if let piece = try pieces.finish() { try parser.feed(piece) }
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
