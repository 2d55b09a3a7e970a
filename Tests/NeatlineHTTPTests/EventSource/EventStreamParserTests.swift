import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Event streams: parsing")
struct EventStreamParserTests {
    /// The events of a stream that arrives in chunks of a size.
    private func events(
        _ bytes: [UInt8], chunkSize: Int = .max, limit: Int = 1000, id: String = ""
    ) throws -> (events: [ServerSentEvent], parser: EventStreamParser) {
        var parser = EventStreamParser(lastEventID: id, maximumEventSize: limit)
        var events: [ServerSentEvent] = []
        var start = 0
        while start < bytes.count {
            let end = chunkSize < bytes.count - start ? start + chunkSize : bytes.count
            parser.append(Data(bytes[start..<end]))
            while let event = try parser.next() { events.append(event) }
            start = end
        }
        return (events, parser)
    }

    private func events(_ text: String, chunkSize: Int = .max) throws -> [ServerSentEvent] {
        try events(Array(text.utf8), chunkSize: chunkSize).events
    }

    /// The streams of the standard's examples, and of its rules, with their events.
    private static let streams: [(text: String, events: [ServerSentEvent])] = [
        ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
        (
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [
                ServerSentEvent(id: "1", data: "first event"), ServerSentEvent(data: "second event"),
                ServerSentEvent(data: " third event"),
            ]
        ),
        ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
        ("data:test\n\ndata: test\n\n", [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]),
        ("event: add\ndata: 73857293\n\n", [ServerSentEvent(name: "add", data: "73857293")]),
        ("event: add\n\ndata: x\n\n", [ServerSentEvent(data: "x")]),
        ("event:add\nevent:\ndata: x\n\n", [ServerSentEvent(data: "x")]),
        ("data: a\r\rdata: b\r\n\r\ndata: c\n\r", [.init(data: "a"), .init(data: "b"), .init(data: "c")]),
        ("id: 7\n\ndata: a\n\n", [ServerSentEvent(id: "7", data: "a")]),
        ("id: 7\nid: 8\0\ndata: a\n\nid:\ndata: b\n\n", [.init(id: "7", data: "a"), .init(data: "b")]),
        ("retry: 1500\ndata: a\n\ndata: b\n\n", [.init(data: "a", retry: .milliseconds(1500)), .init(data: "b")]),
        ("retry: 15x\nretry:\nretry: -1\nretry: ٣\ndata: a\n\n", [ServerSentEvent(data: "a")]),
        ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [ServerSentEvent(data: "a")]),
        ("\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [ServerSentEvent(data: "b")]),
        ("Data: a\ndata : b\nother: c\n:data: d\ndata:: e\n\n", [ServerSentEvent(data: ": e")]),
        ("data: naïve 😀\n\n", [ServerSentEvent(data: "naïve 😀")]),
        ("data: the last event is not complete\n", []),
    ]

    @Test("Streams have the standard's events, however they are cut", arguments: streams.indices)
    func standard(_ index: Int) throws {
        let (text, expected) = Self.streams[index]
        for size in [1, 2, 3, 5, 7, Int.max] {
            try expectEqual(events(text, chunkSize: size), expected, "in chunks of \(size)")
        }
    }

    @Test("Invalid UTF-8 is replaced and ends with its line")
    func invalidText() throws {
        for size in [1, Int.max] {
            let stream = Array("data: a".utf8) + [0xE2, 0x82] + Array("\ndata: b".utf8) + [0xFF] + Array("\n\n".utf8)
            try expectEqual(events(stream, chunkSize: size).events.map(\.data), ["a\u{FFFD}\nb\u{FFFD}"])
        }
    }

    @Test("The ID of an earlier connection remains until the server sends another one")
    func earlierID() throws {
        let (kept, parser) = try events(Array("data: a\n\nid: 2\ndata: b\n\nid: 3\ndata: c\n".utf8), id: "1")
        expectEqual(kept.map(\.id), ["1", "2"])
        expectEqual(parser.lastEventID, "2", "The event with the ID 3 is not complete")
    }

    @Test("An ID that no field can contain is its event's, and is not sent", arguments: ["\u{1}", "2\u{1B}", "\u{7F}"])
    func unsendableID(id: String) throws {
        let (found, parser) = try events(Array("id: 1\ndata: a\n\nid: \(id)\ndata: b\n\ndata: c\n\n".utf8))
        expectEqual(found.map(\.id), ["1", id, id])
        expectEqual(parser.lastEventID, "1")
    }

    @Test("A time to reconnect that is too long for a number is a very long one")
    func longRetry() throws {
        var (_, parser) = try events(Array("retry: 99999999999999999999999999\n".utf8))
        let (first, second) = (parser.takeRetry(), parser.takeRetry())
        expect(try #require(first) > 1_000_000_000_000)
        expect(second == nil)
    }

    @Test("An event may have the maximum size, and not one byte more", arguments: [1, 10, Int.max])
    func limit(chunkSize: Int) throws {
        let fits = Array(("data:" + String(repeating: "x", count: 95) + "\n\n").utf8)
        try expectEqual(events(fits + fits, chunkSize: chunkSize, limit: 100).events.map(\.data.count), [95, 95])
        for tooLarge in [
            "data:" + String(repeating: "x", count: 96), ":" + String(repeating: "x", count: 100) + "\n",
            String(repeating: "data: 12345\n", count: 20) + "\n", "event: " + String(repeating: "x", count: 100) + "\n",
        ] {
            #expect(throws: EventSourceError.eventTooLarge(limit: 100)) {
                try events(Array(tooLarge.utf8), chunkSize: chunkSize, limit: 100)
            }
        }
    }

    @Test("Comments and events that were read leave no bytes behind")
    func noGrowth() throws {
        let stream = Array(String(repeating: ": comment\n\ndata: 1\n\n", count: 1000).utf8)
        try expectEqual(events(stream, chunkSize: 64, limit: 20).events.count, 1000)
    }
}
