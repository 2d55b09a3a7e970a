internal import Foundation

/// Parses an event stream (WHATWG HTML, sections 9.2.5 and 9.2.6), in chunks that may be cut anywhere.
///
/// ``next()`` parses only as far as the next event, so a chunk with many events takes no memory for those that were not
/// read. Lines are split before they are decoded: no byte of a longer UTF-8 sequence is a line break, and an invalid
/// sequence does not extend across one.
struct EventStreamParser {
    /// The maximum size of an event in bytes.
    let maximumEventSize: Int
    /// The time before the next connection in milliseconds, if the server has set it since it was taken.
    private var retry: Int64?
    /// The last event ID that a new connection can send.
    private(set) var lastEventID: String

    private var chunk: [UInt8] = []
    /// The index of the first byte of the chunk that was not parsed.
    private var position = 0
    /// The beginning of a line whose end was not received.
    private var line: [UInt8] = []
    private var isFirstLine = true
    /// Whether the last byte was a carriage return, after which a line feed is no further line break.
    private var endsWithReturn = false

    private var data: [UInt8] = []
    private var name: [UInt8] = []
    private var id: String
    private var eventRetry: Int64?

    /// - Parameter lastEventID: The last event ID of an earlier connection, which is that of all events until the server
    ///   sends another one.
    init(lastEventID: String = "", maximumEventSize: Int) {
        self.lastEventID = lastEventID
        id = lastEventID
        self.maximumEventSize = max(maximumEventSize, 1)
    }

    /// Appends a chunk. The one before must have been parsed.
    mutating func append(_ bytes: Data) {
        chunk = Array(bytes)
        position = 0
    }

    /// Returns the next event; `nil` if the chunk does not contain its end.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes up to the end of the event.
    mutating func next() throws(EventSourceError) -> ServerSentEvent? {
        while position < chunk.count {
            if endsWithReturn {
                endsWithReturn = false
                if chunk[position] == UInt8(ascii: "\n") {
                    position += 1
                    continue
                }
            }
            let start = position
            let room = maximumEventSize - line.count - data.count - name.count
            let limit = room < chunk.count - start ? start + max(room, 0) : chunk.count
            var end = start
            while end < limit, chunk[end] != UInt8(ascii: "\n"), chunk[end] != UInt8(ascii: "\r") { end += 1 }
            guard end < chunk.count else {
                line.append(contentsOf: chunk[start...])
                position = end
                break
            }
            let byte = chunk[end]
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                throw .eventTooLarge(limit: maximumEventSize)
            }
            position = end + 1
            endsWithReturn = byte == UInt8(ascii: "\r")
            if let event = lineEnded(chunk[start..<end]) { return event }
        }
        chunk = []
        position = 0
        return nil
    }

    /// Returns the time before the next connection in milliseconds, if the server has set it since the last call.
    mutating func takeRetry() -> Int64? {
        defer { retry = nil }
        return retry
    }

    /// Handles a line whose last bytes are given.
    private mutating func lineEnded(_ rest: ArraySlice<UInt8>) -> ServerSentEvent? {
        var text = rest
        if !line.isEmpty {
            line.append(contentsOf: rest)
            text = line[...]
            line = []
        }
        if isFirstLine {
            isFirstLine = false
            if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        }
        if text.isEmpty { return dispatch() }
        handle(text)
        return nil
    }

    private mutating func handle(_ line: ArraySlice<UInt8>) {
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let field = line[..<(colon ?? line.endIndex)]
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // Of the known names, `event` and `retry` are the longest; a text of that length is compared in a register.
        switch field.count <= 5 ? String(decoding: field, as: UTF8.self) : "" {
        case "data":
            data.append(contentsOf: value)
            data.append(UInt8(ascii: "\n"))
        case "event": name = Array(value)
        case "id":
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "retry": setRetry(value)
        // A line that begins with a colon is a comment, and other fields are ignored.
        default: break
        }
    }

    /// Sets the time before the next connection, if the value consists of digits only.
    private mutating func setRetry(_ digits: ArraySlice<UInt8>) {
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return }
        var value: Int64 = 0
        for digit in digits where value < Int64.max / 100 { value = value * 10 + Int64(digit - UInt8(ascii: "0")) }
        retry = value
        eventRetry = value
    }

    /// Returns the event that ends with an empty line, if it has data.
    private mutating func dispatch() -> ServerSentEvent? {
        if id.isFieldText { lastEventID = id }
        defer {
            data.removeAll(keepingCapacity: data.capacity <= 4096)
            name = []
            eventRetry = nil
        }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            id: id, name: name.isEmpty ? "message" : String(decoding: name, as: UTF8.self),
            data: String(decoding: data.dropLast(), as: UTF8.self), retry: eventRetry.map { .milliseconds($0) })
    }
}
