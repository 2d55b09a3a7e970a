import Foundation
@testable import NeatlineHTTP
import NeatlineTestSupport
import Testing

/// The opening handshake, and the negotiation of compression.
@Suite struct WebSocketHandshakeTests {
    private let handshake = WebSocketHandshake(key: "dGhlIHNhbXBsZSBub25jZQ==", ["chat, superchat"], true)

    private func head(_ lines: [String]) -> TransportResponseHead {
        TransportResponseHead(status: 101, lines: lines.flatMap { Array(($0 + "\r\n").utf8) })
    }

    private static let good = [
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    ]

    @Test(
        "SHA-1 of the examples of FIPS 180",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
        ])
    func digest(text: String, expected: String) {
        let digest = Array(text.utf8).withUnsafeBytes { MessageDigest<SHA1>.of($0) }
        expectEqual(digest.map { String(format: "%02x", $0) }.joined(), expected)
    }

    @Test("The example of RFC 6455, section 1.3, is accepted")
    func example() throws {
        expectEqual(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        try expectEqual(handshake.agreement(with: head(Self.good)), WebSocketHandshake.Agreement())
        let chosen = try handshake.agreement(with: head(Self.good + ["Sec-WebSocket-Protocol: superchat"]))
        expectEqual(chosen.subprotocol, "superchat")
    }

    @Test("Names and tokens are compared without case, among others in a list")
    func tokens() throws {
        let lines = [
            "upgrade: WebSocket", "connection: keep-alive, upgrade",
            "SEC-WEBSOCKET-ACCEPT:s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
        ]
        try expectEqual(handshake.agreement(with: head(lines)), WebSocketHandshake.Agreement())
    }

    @Test("The key has 16 random bytes, and the request the fields of section 4.1")
    func request() {
        let one = WebSocketHandshake(subprotocols: [], offersCompression: true)
        let other = WebSocketHandshake(subprotocols: [], offersCompression: false)
        expectEqual(Data(base64Encoded: one.key)?.count, 16)
        expect(one.key != other.key)
        expectEqual(
            other.fields.map(\.name),
            [
                "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version",
            ])
        expectEqual(one.fields.last?.value, "permessage-deflate; client_max_window_bits")
    }

    @Test(
        "What does not accept the WebSocket is refused with its reason",
        arguments: [
            (["Connection: Upgrade", Self.good[2]], WebSocketError.HandshakeProblem.upgradeField),
            (["Upgrade: h2c", "Connection: Upgrade", Self.good[2]], .upgradeField),
            (["Upgrade: websocket", Self.good[2]], .connectionField),
            (["Upgrade: websocket", "Connection: close", Self.good[2]], .connectionField),
            (Array(Self.good[..<2]), .acceptField),
            (Self.good[..<2] + ["Sec-WebSocket-Accept: S3pPLMBiTxaQ9kYGzzhZRbK+xOo="], .acceptField),
            (Self.good + [Self.good[2]], .acceptField),
            (Self.good + ["Sec-WebSocket-Protocol: other"], .subprotocol("other")),
            (Self.good + ["Sec-WebSocket-Protocol: chat", "Sec-WebSocket-Protocol: chat"], .subprotocol("chat, chat")),
            (Self.good + ["Sec-WebSocket-Extensions: x-frobnicate"], .extension("x-frobnicate")),
            (Self.good + ["Sec-WebSocket-Extensions: ;"], .extension(";")),
            (
                Self.good + ["Sec-WebSocket-Extensions: permessage-deflate, permessage-deflate"],
                .extension("permessage-deflate, permessage-deflate")
            ),
        ] as [([String], WebSocketError.HandshakeProblem)])
    func refusals(lines: [String], expected: WebSocketError.HandshakeProblem) {
        #expect(throws: WebSocketError.handshakeFailed(expected)) { try handshake.agreement(with: head(lines)) }
    }

    @Test(
        "Parameters of compression are checked as RFC 7692, section 7.1, says",
        arguments: [
            ("permessage-deflate", true), ("permessage-deflate; server_no_context_takeover", true),
            ("permessage-deflate; client_no_context_takeover; server_max_window_bits=10", true),
            ("permessage-deflate; client_max_window_bits=8", true),
            ("permessage-deflate;client_max_window_bits=\"9\"", true),
            ("Permessage-Deflate; Server_Max_Window_Bits=15", true),
            ("permessage-deflate; server_no_context_takeover=1", false),
            ("permessage-deflate; client_max_window_bits", false),
            ("permessage-deflate; server_max_window_bits=7", false),
            ("permessage-deflate; server_max_window_bits=16", false),
            ("permessage-deflate; server_max_window_bits=08", false),
            ("permessage-deflate; server_max_window_bits=\"\"", false),
            ("permessage-deflate; server_max_window_bits=10; server_max_window_bits=10", false),
            ("permessage-deflate; unknown", false), ("permessage-deflate; =1", false),
            ("permessage-deflate; server_max_window_bits=\"10", false),
        ])
    func compression(field: String, isValid: Bool) {
        let agreement = try? handshake.agreement(with: head(Self.good + ["Sec-WebSocket-Extensions: \(field)"]))
        expectEqual(agreement?.compression != nil, isValid)
        let unoffered = WebSocketHandshake(key: handshake.key, [], false)
        #expect(throws: WebSocketError.handshakeFailed(.extension(field))) {
            try unoffered.agreement(with: head(Self.good + ["Sec-WebSocket-Extensions: \(field)"]))
        }
    }

    @Test("The agreed parameters are those of the response")
    func parameters() throws {
        let field =
            "permessage-deflate; server_no_context_takeover; server_max_window_bits=9; client_max_window_bits=12"
        let found = try #require(
            try handshake.agreement(with: head(Self.good + ["Sec-WebSocket-Extensions: \(field)"])).compression)
        expect(found.serverNoContextTakeover && !found.clientNoContextTakeover)
        expect(found.serverWindowBits == 9 && found.clientWindowBits == 12)
        expectEqual(found.fieldValue, field)
    }
}
