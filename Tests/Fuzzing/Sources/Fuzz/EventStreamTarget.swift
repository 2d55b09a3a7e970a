import Foundation

@testable import NeatlineHTTP

/// Event streams: however one is cut, its events are the same, and a simple reader of the standard's rules has them, too.
func fuzzEventStreams(_ input: inout FuzzInput) {
    let limit = input.choice([1 << 20, 0, 1, 5, 20, 60])
    let id = input.number(below: 2) == 0 ? "" : "7"
    let cuts = Cuts(input.byte())
    let text = input.rest()
    let whole = EventRecords(text, .none, limit: limit, id: id)
    for cuts in [cuts, .each] {
        let other = EventRecords(text, cuts, limit: limit, id: id)
        check(other == whole, "\(cuts): \(other) instead of \(whole)")
    }
    check(whole.error == nil || limit < text.count, "too large: \(text.count) of \(limit)")
    if limit == 1 << 20 { check(whole.events == simpleEvents(text, id: id), "\(whole.events)") }
    for event in whole.events { check(event.data.utf8.count <= 3 * max(limit, 1), "an event above the limit") }
}

/// What comes of a stream: its events, and where it stopped.
private struct EventRecords: Equatable {
    var events: [ServerSentEvent] = []
    var lastEventID = ""
    var retry: Int64?
    var error: EventSourceError?

    init(_ text: [UInt8], _ cuts: Cuts, limit: Int, id: String) {
        var parser = EventStreamParser(lastEventID: id, maximumEventSize: limit)
        do {
            try cuts.forEach(in: text) { part in
                parser.append(Data(part))
                while let event = try parser.next() { events.append(event) }
            }
        } catch {
            self.error = error as? EventSourceError
        }
        lastEventID = parser.lastEventID
        retry = parser.takeRetry()
    }
}

/// The events of a whole stream by the standard's rules, without any of the parser's economies.
private func simpleEvents(_ text: [UInt8], id: String) -> [ServerSentEvent] {
    var bytes = text
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    var lines: [[UInt8]] = [[]]
    var index = 0
    while index < bytes.count {
        if bytes[index] == 13 || bytes[index] == 10 {
            if bytes[index] == 13, index + 1 < bytes.count, bytes[index + 1] == 10 { index += 1 }
            lines.append([])
        } else {
            lines[lines.count - 1].append(bytes[index])
        }
        index += 1
    }
    // The last line has no end.
    lines.removeLast()
    var events: [ServerSentEvent] = []
    var (id, name, data, retry) = (id, "", [String](), Int64?.none)
    for line in lines {
        if line.isEmpty {
            if !data.isEmpty {
                events.append(
                    ServerSentEvent(
                        id: id, name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"),
                        retry: retry.map { .milliseconds($0) }))
            }
            (name, data, retry) = ("", [], nil)
            continue
        }
        let colon = line.firstIndex(of: 58) ?? line.count
        var value = Array(line.dropFirst(colon + 1))
        if value.first == 32 { value.removeFirst() }
        let decoded = String(decoding: value, as: UTF8.self)
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "data": data.append(decoded)
        case "event": name = decoded
        case "id": if !value.contains(0) { id = decoded }
        case "retry":
            guard !value.isEmpty, value.allSatisfy({ (48...57).contains($0) }) else { continue }
            retry = value.reduce(into: 0) { number, digit in
                if number < Int64.max / 100 { number = number * 10 + Int64(digit - 48) }
            }
        default: break
        }
    }
    return events
}
