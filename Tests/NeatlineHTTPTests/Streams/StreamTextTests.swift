import Dispatch
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

/// Text is cut between characters, wherever the network has cut it.
@Suite("Streams of text", .ownThreads, .hangLimit)
struct StreamTextTests {
    /// One, two, three and four bytes a character.
    private static let text = "aé€😀z"

    /// Ways to read a stream as text.
    enum Reading: CaseIterable {
        case closure, serializerClosure, sequence, droppingSequence, serializerSequence
    }

    /// The pieces that a request gives, and its error.
    private func read(_ request: DataStreamRequest, _ reading: Reading) async -> (pieces: [String], error: AFError?) {
        var pieces: [String] = []
        let log = EventLog<String?>()
        let queue = DispatchQueue(label: "reader")
        switch reading {
        case .closure: request.responseStreamString(on: queue) { log.append($0.value) }
        case .serializerClosure: request.responseStream(using: .string, on: queue) { log.append($0.value) }
        case .sequence:
            for await event in request.streamTask().streamingStrings() { log.append(event.value) }
        case .droppingSequence:
            let stream = request.streamTask().streamingStrings(bufferingPolicy: .bufferingOldest(100))
            for await event in stream { log.append(event.value) }
        case .serializerSequence:
            for await event in request.streamTask().streamingResponses(serializedUsing: .string) {
                log.append(event.value)
            }
        }
        await log.wait { $0.contains(nil) }
        pieces = log.all.compactMap(\.self)
        return (pieces, request.error)
    }

    /// Sends pieces of bytes, and reads them as text.
    private func pieces(
        _ bytes: [[UInt8]], _ reading: Reading, error: TransportError? = nil
    ) async -> [String] {
        let transport = ScriptedTransport { hop in
            hop.head(200)
            for piece in bytes { hop.body(bytes: piece) }
            hop.complete(error)
        }
        let session = Session(transport: transport)
        let result = await read(session.streamRequest("http://a.b/"), reading)
        expectEqual(result.error == nil, error == nil)
        return result.pieces
    }

    @Test("No cut of the network splits a character", arguments: Reading.allCases)
    func everyCut(_ reading: Reading) async {
        let bytes = Array(Self.text.utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let cut = [bytes[..<first], bytes[first..<second], bytes[second...]].map(Array.init)
                let pieces = await pieces(cut, reading)
                expectEqual(pieces.joined(), Self.text, "\(first), \(second)")
                expect(!pieces.contains(""))
            }
        }
        let single = await pieces(bytes.map { [$0] }, reading)
        // Pieces that arrive while nobody waits are joined.
        expect(reading == .sequence ? single.joined() == Self.text : single == Self.text.map(String.init))
    }

    @Test(
        "An unfinished character at the end of a body is replaced, and that of a lost one dropped",
        arguments: Reading.allCases)
    func unfinished(_ reading: Reading) async {
        let bytes: [[UInt8]] = [Array("a".utf8) + [0xE2, 0x82]]
        await expectEqual(pieces(bytes, reading), ["a", "\u{FFFD}"])
        await expectEqual(pieces(bytes, reading, error: TransportError(.connectionLost, "lost")), ["a"])
        await expectEqual(pieces([[0xF0]], reading), ["\u{FFFD}"])
    }

    @Test("A repeated request begins its text anew")
    func repeated() async {
        let transport = ScriptedTransport()
        let session = Session(transport: transport)
        let retrier = Retrier { request, _, _, completion in completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let texts = EventLog<String?>()
        session.streamRequest("http://a.b/", interceptor: retrier)
            .responseStreamString(on: DispatchQueue(label: "reader")) { texts.append($0.value) }
        expect(await eventually { transport.hops.count == 1 })
        transport.hops[0].head(200)
        transport.hops[0].body(bytes: [0x61, 0xE2])
        transport.hops[0].complete(TransportError(.connectionLost, "lost"))
        expect(await eventually { transport.hops.count == 2 })
        transport.hops[1].respond(200, body: "b")
        await texts.wait { $0.contains(nil) }
        expectEqual(texts.all, ["a", "b", nil])
    }

    @Test("Pieces of any bytes have the text of the whole")
    func anyBytes() {
        var random = SeededGenerator(seed: 3629)
        let interesting: [UInt8] = [0x00, 0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4, 0xF5, 0xFF]
        for _ in 0..<TestScale.rounds(20_000) {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                interesting.randomElement(using: &random)
            }
            var cutter = TextCutter()
            var text = ""
            var start = 0
            while start < bytes.count {
                let end = Int.random(in: start + 1...bytes.count, using: &random)
                text += String(decoding: cutter.cut(bytes[start..<end].span.bytes), as: UTF8.self)
                start = end
            }
            text += String(decoding: cutter.takeRest(), as: UTF8.self)
            let isSame = Array(text.utf8) == Array(String(decoding: bytes, as: UTF8.self).utf8)
            expect(isSame, "\(bytes)")
        }
    }
}
