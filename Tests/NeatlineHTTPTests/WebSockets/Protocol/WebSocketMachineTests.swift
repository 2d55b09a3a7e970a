import Foundation
@testable import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state machine of a connection: received bytes in any pieces lead to the same events and the same output.
@Suite struct WebSocketMachineTests {
    /// A frame of a server.
    static func frame(_ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true, rsv: UInt8 = 0) -> [UInt8] {
        WebSocketFrameHead(
            isFinal: fin, reservedBits: rsv, opcode: WebSocketFrameHead.Opcode(rawValue: opcode),
            payloadLength: UInt64(payload.count)
        ).bytes + payload
    }

    static func frame(_ opcode: UInt8, _ text: String, fin: Bool = true, rsv: UInt8 = 0) -> [UInt8] {
        frame(opcode, Array(text.utf8), fin: fin, rsv: rsv)
    }

    static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
        frame(8, [UInt8(code >> 8), UInt8(code & 255)] + Array(reason.utf8))
    }

    static func text(_ event: WebSocketMachine.Event) -> String {
        switch event {
        case .message(.string(let text)): "text \(text.utf8.count < 40 ? text : "of \(text.utf8.count) bytes")"
        case .message(.data(let data)): "data \(data.count < 20 ? "\(Array(data))" : "of \(data.count) bytes")"
        case .message: "message"
        case .ping(let payload): "ping \(String(decoding: payload, as: UTF8.self))"
        case .pong(let payload): "pong \(String(decoding: payload, as: UTF8.self))"
        case .close(let status, let reason): "close \(status) \(String(decoding: reason, as: UTF8.self))"
        case .failed(let error): "failed \(error)"
        }
    }

    /// What a client makes of bytes: its events, the frames that it sends, unmasked, and its phase.
    static func run(
        _ bytes: [UInt8], pieces: Int, limit: Int = 1000, compression: PerMessageDeflate? = nil,
        before: (inout WebSocketMachine) -> Void = { _ in }
    ) -> [String] {
        var machine = WebSocketMachine(role: .client, maximumMessageSize: limit, compression: compression)
        before(&machine)
        _ = machine.takeOutput()
        var events: [WebSocketMachine.Event] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + pieces)
            bytes[start..<end].withUnsafeBytes { machine.receive($0, &events) }
            start = end
        }
        return events.map(text) + sent(by: &machine) + ["\(machine.phase)"]
    }

    /// What a server would read of a client's output.
    static func sent(by machine: inout WebSocketMachine) -> [String] {
        var server = WebSocketMachine(role: .server, maximumMessageSize: 1 << 20)
        var events: [WebSocketMachine.Event] = []
        machine.takeOutput().withUnsafeBytes { server.receive($0, &events) }
        return events.map { "sent \(text($0))" }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let expected: [String]
        var testDescription: String { name }
    }

    static func violation(_ violation: WebSocketError.Violation) -> [String] {
        ["failed \(WebSocketError.protocolViolation(violation))", "sent close 1002 ", "failed"]
    }

    static let cases: [Case] = [
        Case(name: "text", bytes: frame(1, "Hello"), expected: ["text Hello", "open"]),
        Case(name: "an empty text", bytes: frame(1), expected: ["text ", "open"]),
        Case(name: "empty data", bytes: frame(2), expected: ["data []", "open"]),
        Case(
            name: "the lengths around the forms of lengths",
            bytes: [125, 126, 127, 128, 255, 256].flatMap { frame(2, [UInt8](repeating: 7, count: $0)) },
            expected: [125, 126, 127, 128, 255, 256].map { "data of \($0) bytes" } + ["open"]),
        Case(
            name: "fragments", bytes: frame(1, "Hel", fin: false) + frame(0, "lo", fin: false) + frame(0, "!"),
            expected: ["text Hello!", "open"]),
        Case(
            name: "empty fragments", bytes: frame(1, fin: false) + frame(0, fin: false) + frame(0),
            expected: ["text ", "open"]),
        Case(
            name: "control frames between fragments",
            bytes: frame(1, "Hel", fin: false) + frame(9, "1") + frame(10, "2") + frame(0, "lo"),
            expected: ["ping 1", "pong 2", "text Hello", "sent pong 1", "open"]),
        Case(
            name: "a character split between fragments",
            bytes: frame(1, [0xC3], fin: false) + frame(9) + frame(0, [0xBC]),
            expected: ["ping ", "text ü", "sent pong ", "open"]),
        Case(
            name: "a ping of 125 bytes", bytes: frame(9, [UInt8](repeating: 97, count: 125)),
            expected: [
                "ping " + String(repeating: "a", count: 125), "sent pong " + String(repeating: "a", count: 125), "open",
            ]),
        Case(
            name: "a ping of 126 bytes", bytes: frame(9, [UInt8](repeating: 97, count: 126)),
            expected: violation(.controlFrameTooLong)),
        Case(name: "a fragmented ping", bytes: frame(9, fin: false), expected: violation(.controlFrameFragmented)),
        Case(name: "RSV1 without compression", bytes: frame(1, "a", rsv: 4), expected: violation(.reservedBits)),
        Case(name: "RSV2", bytes: frame(2, "a", rsv: 2), expected: violation(.reservedBits)),
        Case(name: "RSV3 of a ping", bytes: frame(9, "a", rsv: 1), expected: violation(.reservedBits)),
        Case(
            name: "text before an error", bytes: frame(1, "ok") + frame(3, "a"),
            expected: ["text ok"] + violation(.opcode(3))),
        Case(name: "opcode 7", bytes: frame(7), expected: violation(.opcode(7))),
        Case(name: "opcode 11", bytes: frame(11), expected: violation(.opcode(11))),
        Case(name: "opcode 15", bytes: frame(15), expected: violation(.opcode(15))),
        Case(name: "a continuation of nothing", bytes: frame(0, "a"), expected: violation(.unexpectedContinuation)),
        Case(
            name: "a continuation after the end", bytes: frame(1, "a", fin: false) + frame(0, "b") + frame(0, "c"),
            expected: ["text ab"] + violation(.unexpectedContinuation)),
        Case(
            name: "a message within a message", bytes: frame(1, "a", fin: false) + frame(2, "b"),
            expected: violation(.unfinishedMessage)),
        Case(
            name: "a masked frame",
            bytes: WebSocketFrameHead(opcode: .text, payloadLength: 1, mask: 0).bytes + [97],
            expected: violation(.masking)),
        Case(
            name: "2^63 bytes", bytes: [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], expected: violation(.lengthTooLarge)),
        Case(
            name: "2^63 - 1 bytes", bytes: [0x82, 127, 0x7F] + [UInt8](repeating: 255, count: 7),
            expected: ["failed \(WebSocketError.messageTooLarge(maximumSize: 1000))", "sent close 1009 ", "failed"]),
        Case(name: "a length too long", bytes: [0x82, 126, 0, 1, 97], expected: violation(.lengthNotShortest)),
        Case(
            name: "text that is not UTF-8, without waiting for its end",
            bytes: [0x81, 126, 0x03, 0xE8] + Array("abc".utf8) + [0xFF],
            expected: ["failed \(WebSocketError.invalidUTF8)", "sent close 1007 ", "failed"]),
        Case(
            name: "text that ends within a character", bytes: frame(1, [0x61, 0xE2, 0x82]),
            expected: ["failed \(WebSocketError.invalidUTF8)", "sent close 1007 ", "failed"]),
        Case(
            name: "a fragment that is not UTF-8", bytes: frame(1, "ok", fin: false) + frame(0, [0xC0], fin: false),
            expected: ["failed \(WebSocketError.invalidUTF8)", "sent close 1007 ", "failed"]),
        Case(
            name: "the largest message", bytes: frame(2, [UInt8](repeating: 1, count: 1000)),
            expected: ["data of 1000 bytes", "open"]),
        Case(
            name: "fragments beyond the limit",
            bytes: frame(2, [UInt8](repeating: 1, count: 999), fin: false) + frame(0, [1, 2]),
            expected: ["failed \(WebSocketError.messageTooLarge(maximumSize: 1000))", "sent close 1009 ", "failed"]),
        Case(name: "an empty close", bytes: frame(8), expected: ["close 1005 ", "sent close 1005 ", "closed"]),
        Case(
            name: "a close with a reason", bytes: close(1001, "bye"),
            expected: ["close 1001 bye", "sent close 1001 ", "closed"]),
        Case(
            name: "frames after a close", bytes: close(1000) + frame(1, "late") + frame(9),
            expected: ["close 1000 ", "sent close 1000 ", "closed"]),
        Case(name: "a close of one byte", bytes: frame(8, [3]), expected: violation(.closeCode(nil))),
        Case(
            name: "a close whose reason is not UTF-8", bytes: frame(8, [3, 232, 0xFF]),
            expected: ["failed \(WebSocketError.invalidUTF8)", "sent close 1007 ", "failed"]),
        Case(
            name: "a close within a message", bytes: frame(1, "a", fin: false) + close(1000),
            expected: ["close 1000 ", "sent close 1000 ", "closed"]),
    ]

    @Test("Bytes lead to the events of the RFC, however they are split", arguments: cases)
    func received(one: Case) {
        for pieces in [one.bytes.count, 1, 2, 3, 7] where pieces > 0 {
            expectEqual(Self.run(one.bytes, pieces: pieces), one.expected, "in pieces of \(pieces)")
        }
    }

    @Test("Close codes are valid as RFC 6455, section 7.4, and the registry say")
    func closeCodes() {
        let valid = Set(Array(1000...1003) + Array(1007...1014) + [3000, 3999, 4000, 4999])
        for code in [0, 1, 999] + Array(1000...1016) + [1100, 2000, 2999, 3000, 3999, 4000, 4999, 5000, 65_535] {
            let expected =
                valid.contains(code)
                ? ["close \(code) ", "sent close \(code) ", "closed"] : Self.violation(.closeCode(code))
            expectEqual(Self.run(Self.close(code), pieces: 100), expected, "\(code)")
        }
    }

    @Test("A connection that is being closed receives until the server's close frame, which it does not answer again")
    func closing() {
        let bytes = Self.frame(1, "late") + Self.frame(9, "p") + Self.close(1000)
        let events = Self.run(bytes, pieces: 5) { $0.close(status: 1000, reason: Array("bye".utf8)) }
        expectEqual(events, ["text late", "ping p", "close 1000 ", "closed"])
    }

    @Test("Of a close code the lower 16 bits are sent", arguments: [65_536 + 4000, 4000 - 65_536])
    func largeCode(code: Int) {
        var machine = WebSocketMachine(role: .client, maximumMessageSize: 100)
        machine.close(status: code)
        expectEqual(Self.sent(by: &machine), ["sent close 4000 "])
    }

    @Test("Nothing is sent after the close frame")
    func silence() {
        var machine = WebSocketMachine(role: .client, maximumMessageSize: 100)
        machine.close(status: 4000, reason: Array("bye".utf8))
        let (isSent, isPinged) = (machine.send(.string("a")), machine.ping([]))
        expect(!isSent && !isPinged)
        machine.close(status: 1000)
        expectEqual(Self.sent(by: &machine), ["sent close 4000 bye"])
        expectEqual(machine.phase, .closing)
    }

    @Test("Every frame of a client is masked, with another key each")
    func masks() {
        var machine = WebSocketMachine(role: .client, maximumMessageSize: 100)
        var keys: Set<UInt32> = []
        for _ in 0..<20 {
            _ = machine.send(.data(Data([1, 2, 3])))
            let bytes = machine.takeOutput()
            guard case .complete(let head, _) = bytes.withUnsafeBytes(WebSocketFrameHead.read) else { continue }
            if let mask = head.mask { keys.insert(mask) }
        }
        expectEqual(keys.count, 20)
    }

    @Test("A server refuses frames without a mask")
    func serverMasking() {
        var machine = WebSocketMachine(role: .server, maximumMessageSize: 100)
        var events: [WebSocketMachine.Event] = []
        Self.frame(1, "a").withUnsafeBytes { machine.receive($0, &events) }
        expectEqual(events.map(Self.text), ["failed \(WebSocketError.protocolViolation(.masking))"])
    }

    @Test("Many pings that nobody reads the answers of need no memory: the last of them is answered")
    func pingFlood() {
        var machine = WebSocketMachine(role: .client, maximumMessageSize: 100)
        var events: [WebSocketMachine.Event] = []
        for number in 0..<10_000 {
            Self.frame(9, "\(number)").withUnsafeBytes { machine.receive($0, &events) }
            events.removeAll()
        }
        expect(machine.outputCount <= WebSocketMachine.pongBacklog + 20)
        _ = machine.takeOutput()
        expectEqual(Self.sent(by: &machine), ["sent pong 9999"])
    }
}

#if os(Linux)
/// `permessage-deflate` (RFC 7692).
@Suite struct WebSocketCompressionTests {
    typealias Machine = WebSocketMachineTests

    @Test("The examples of section 7.2.3 are decompressed, however they are split")
    func examples() {
        let compressed: [UInt8] = [0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00]
        let shared: [UInt8] = [0xf2, 0x00, 0x11, 0x00, 0x00]
        let stored: [UInt8] = [0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00]
        let final: [UInt8] = [0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00]
        let blocks: [UInt8] = [0xf2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xff, 0xff, 0xca, 0xc9, 0xc9, 0x07, 0x00]
        let bytes =
            Machine.frame(1, compressed, rsv: 4) + Machine.frame(1, shared, rsv: 4)
            + Machine.frame(1, Array(compressed[..<3]), fin: false, rsv: 4) + Machine.frame(9)
            + Machine.frame(0, Array(compressed[3...])) + Machine.frame(1, stored, rsv: 4)
            + Machine.frame(1, final, rsv: 4) + Machine.frame(1, shared, rsv: 4) + Machine.frame(1, blocks, rsv: 4)
            + Machine.frame(1, "plain")
        let expected =
            ["text Hello", "text Hello", "ping "] + [String](repeating: "text Hello", count: 5)
            + ["text plain", "sent pong ", "open"]
        for pieces in [1, 3, 1000] {
            expectEqual(Machine.run(bytes, pieces: pieces, compression: PerMessageDeflate()), expected)
        }
    }

    @Test("Without context, a message cannot refer to the one before")
    func withoutContext() {
        var parameters = PerMessageDeflate()
        parameters.serverNoContextTakeover = true
        let bytes =
            Machine.frame(1, [0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00], rsv: 4)
            + Machine.frame(1, [0xf2, 0x00, 0x11, 0x00, 0x00], rsv: 4)
        expectEqual(
            Machine.run(bytes, pieces: 1000, compression: parameters),
            [
                "text Hello", "failed \(WebSocketError.invalidCompression)", "sent close 1007 ", "failed",
            ])
    }

    @Test("Bad data, and reserved bits where they must not be, are refused")
    func bad() {
        let bad = Machine.frame(2, [0xFF, 0xFF, 0xFF], rsv: 4)
        expectEqual(
            Machine.run(bad, pieces: 1, compression: PerMessageDeflate()),
            [
                "failed \(WebSocketError.invalidCompression)", "sent close 1007 ", "failed",
            ])
        for bytes in [
            Machine.frame(1, "a", fin: false) + Machine.frame(0, "b", rsv: 4), Machine.frame(9, "a", rsv: 4),
            Machine.frame(1, "a", rsv: 6),
        ] {
            expectEqual(
                Machine.run(bytes, pieces: 1, compression: PerMessageDeflate()), Machine.violation(.reservedBits))
        }
    }

    @Test(
        "The first thing that is wrong with a compressed message ends it, however it is split",
        arguments: [
            (1, [0xFF], 20, WebSocketError.invalidUTF8), (1, [97], 20, .messageTooLarge(maximumSize: 10)),
            (1, [97], 5, .invalidCompression), (1, [0xFF], 5, .invalidUTF8),
            (2, [0xFF], 20, .messageTooLarge(maximumSize: 10)), (2, [0xFF], 10, .invalidCompression),
        ] as [(UInt8, [UInt8], UInt8, WebSocketError)])
    func firstProblem(opcode: UInt8, content: [UInt8], count: UInt8, error: WebSocketError) throws {
        // A block without compression, and one of a kind that does not exist.
        let block = [0, count, 0, ~count, 0xFF] + [UInt8](repeating: content[0], count: Int(count)) + [7]
        let bytes = Machine.frame(opcode, block, fin: false, rsv: 4) + Machine.frame(9) + Machine.frame(0, [0])
        let expected = ["failed \(error)", "sent close \(try #require(error.closeStatus)) ", "failed"]
        for pieces in [1, 2, 5, 1000] {
            expectEqual(Machine.run(bytes, pieces: pieces, limit: 10, compression: PerMessageDeflate()), expected)
        }
    }

    @Test("A bomb is stopped at the limit, in one frame and in many")
    func bomb() throws {
        var server = WebSocketMachine(
            role: .server, maximumMessageSize: 100, compression: PerMessageDeflate())
        _ = server.send(.data(Data(count: 50_000_000)))
        let bytes = server.takeOutput()
        expect(bytes.count < 100_000)
        expectEqual(
            Machine.run(bytes, pieces: 1000, limit: 1 << 20, compression: PerMessageDeflate()),
            [
                "failed \(WebSocketError.messageTooLarge(maximumSize: 1 << 20))", "sent close 1009 ", "failed",
            ])
    }

    @Test("What one side compresses, the other reads, with every window and with and without context")
    func roundTrips() {
        let messages: [URLSessionWebSocketTask.Message] = [
            .string(String(repeating: "to be compressed, ", count: 1000)),
            .data(Data((0..<70_000).map { UInt8($0 % 251) })),
            .string("short"), .data(Data()), .string(String(repeating: "äöü", count: 100)),
            .string(String(repeating: "to be compressed, ", count: 1000)),
        ]
        for bits in 8...15 {
            for isFresh in [false, true] {
                var parameters = PerMessageDeflate()
                (parameters.clientWindowBits, parameters.clientNoContextTakeover) = (bits, isFresh)
                var client = WebSocketMachine(role: .client, maximumMessageSize: 1 << 20, compression: parameters)
                var server = WebSocketMachine(role: .server, maximumMessageSize: 1 << 20, compression: parameters)
                var events: [WebSocketMachine.Event] = []
                var size = 0
                for message in messages {
                    _ = client.send(message)
                    let bytes = client.takeOutput()
                    size += bytes.count
                    bytes.withUnsafeBytes { server.receive($0, &events) }
                }
                expectEqual(
                    events.map(Machine.text), messages.map { Machine.text(.message($0)) }, "\(bits), \(isFresh)")
                // The second message repeats itself at a distance that the smallest windows do not reach.
                expect(bits < 10 || size < 10_000, "\(bits): \(size)")
            }
        }
    }
}
#endif
