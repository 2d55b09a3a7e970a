#if os(Linux)
import Foundation
import FoundationNetworking
import NeatlineHTTP
import NeatlineTestSupport
import Testing

@Suite("WebSockets with Python's websockets", .enabled(if: Servers.areStarted, Servers.comment))
struct WebSocketTests {
    typealias Message = URLSessionWebSocketTask.Message

    let servers: Servers

    init() throws { servers = try #require(Servers.started) }

    private func session() throws -> Session {
        try Session.curl { $0.tls.authorities = .file(servers.certificate("authority.pem")) }
    }

    /// Messages of many sizes, which compress well, badly, or not at all.
    private static let messages: [Message] =
        [0, 1, 63, 64, 125, 126, 127, 1000, 65_535, 65_536, 300_000].flatMap { size in
            let noise = Data((0..<size).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* 31) >> 3) })
            return [.string(String(repeating: "ä", count: size / 2)), .data(noise)] as [Message]
        }

    @Test(
        "Messages come back as they were sent, in the clear and over TLS, compressed and not",
        arguments: [
            (false, true), (false, false), (true, true), (true, false),
        ])
    func echo(isSecure: Bool, isCompressed: Bool) async throws {
        let request = try session().webSocketRequest(
            to: (isSecure ? servers.secureSockets : servers.sockets) + "/echo",
            configuration: WebSocketRequest.Configuration(
                protocol: "other, chat", pingInterval: 0.01, offersCompression: isCompressed))
        let socket = request.webSocketTask()
        for message in Self.messages { request.send(message) }
        var received: [Message] = []
        var subprotocol: String?
        for await event in socket.streamingMessageEvents() {
            if case .connected(let name) = event.kind { subprotocol = name }
            guard let message = event.message else { continue }
            received.append(message)
            if received.count == Self.messages.count { event.close(sending: .normalClosure) }
        }
        expectEqual(received.map(\.content), Self.messages.map(\.content))
        expectEqual(subprotocol, "chat")
        expect(request.error == nil && request.closeStatus == 1000)
        let extensions = request.response?.value(forHTTPHeaderField: "Sec-WebSocket-Extensions") ?? ""
        expectEqual(extensions.hasPrefix("permessage-deflate"), isCompressed)
    }

    @Test("The server's close code and reason are received", arguments: [1000, 1001, 1011, 3500, 4999])
    func close(code: Int) async throws {
        let request = try session().webSocketRequest(to: servers.sockets + "/close/\(code)")
        for await _ in request.webSocketTask().streamingMessageEvents() {}
        expectEqual(request.closeStatus, code)
        expectEqual(request.closeReason, Data("as you wish".utf8))
        expect(request.error == nil)
    }

    @Test("Ten thousand messages come back in order, with many on the way")
    func many() async throws {
        let request = try session().webSocketRequest(to: servers.sockets + "/echo")
        var (sent, received) = (0, 0)
        func fill() {
            while sent < 10_000, sent - received < 64 {
                request.send(.string("message \(sent)"))
                sent += 1
            }
        }
        fill()
        for await message in request.webSocketTask().streamingMessages() {
            expectEqual(message.content, Data("message \(received)".utf8))
            received += 1
            if received == 10_000 { break }
            fill()
        }
        expectEqual(received, 10_000)
    }

    @Test("An authority that is not trusted, and a server that speaks no WebSocket, fail the request")
    func failures() async throws {
        let untrusted = try Session.curl().webSocketRequest(to: servers.secureSockets + "/echo")
        for await _ in untrusted.webSocketTask().streamingMessageEvents() {}
        expectEqual((untrusted.error?.underlyingError as? URLError)?.code, .serverCertificateUntrusted)

        let nginx = try session().webSocketRequest(to: servers.secure + "/hello.json")
        for await _ in nginx.webSocketTask().streamingMessageEvents() {}
        expectEqual(nginx.error?.webSocketError, .upgradeRefused(statusCode: 200))
    }
}

extension URLSessionWebSocketTask.Message {
    /// The bytes of the message.
    fileprivate var content: Data {
        switch self {
        case .data(let data): data
        case .string(let text): Data(text.utf8)
        @unknown default: Data()
        }
    }
}
#endif
