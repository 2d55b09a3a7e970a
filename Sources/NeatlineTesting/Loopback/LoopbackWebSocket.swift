public import Foundation
internal import NeatlineFoundation
public import NeatlineHTTP

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A WebSocket that a ``LoopbackServer`` has accepted. Its functions may be called on any thread.
///
/// ```swift
/// server.on(.get, "/echo") { _ in .echoingWebSocket }
/// server.on(.get, "/greeting") { _ in
///     .webSocket { socket, event in
///         guard case .opened = event else { return }
///         socket.send(.string("hello"))
///         socket.close()
///     }
/// }
/// ```
public struct LoopbackWebSocket: Sendable {
    /// The settings of the server's side.
    public struct Options: Sendable, Hashable {
        /// The subprotocols that the server supports. It chooses the first that the client offers.
        public var subprotocols: [String]
        /// Whether the server compresses messages if the client offers that.
        public var compresses: Bool
        /// The maximum size of a message from the client in bytes.
        public var maximumMessageSize: Int
        /// Bytes that are sent together with the head of the response, such as ``frame(_:_:isFinal:reservedBits:)``.
        public var bytesBehindHead: [UInt8]

        /// Creates settings; by default there is no subprotocol.
        public init(
            subprotocols: [String] = [], compresses: Bool = true, maximumMessageSize: Int = 64 << 20,
            bytesBehindHead: [UInt8] = []
        ) {
            self.subprotocols = subprotocols
            self.compresses = compresses
            self.maximumMessageSize = maximumMessageSize
            self.bytesBehindHead = bytesBehindHead
        }
    }

    /// An event of the connection.
    public enum Event: Sendable {
        /// The handshake is complete, with this subprotocol.
        case opened(subprotocol: String?)
        /// The client has sent a text or bytes.
        case message(URLSessionWebSocketTask.Message)
        /// The client has sent a ping, which was answered.
        case ping(Data)
        /// The client has sent a pong, with its data.
        case pong(Data)
        /// The client has sent its close frame, whose code is 1005 if it has none.
        case closed(code: Int, reason: Data)
        /// The client has violated the protocol.
        case failed(WebSocketError)
        /// The connection was closed: always the last event.
        case ended
    }

    /// Receives the events. Called on the server's thread.
    public typealias Handler = @Sendable (LoopbackWebSocket, Event) -> Void

    /// The number of the connection, as in ``LoopbackRequest/connection``.
    public let connection: Int
    weak let loop: LoopbackLoop?

    /// Sends a message to the client.
    ///
    /// - Parameter message: The text or bytes.
    public func send(_ message: URLSessionWebSocketTask.Message) { change { _ = $0.send(message) } }

    /// Sends a ping with a payload of at most 125 bytes.
    public func ping(_ payload: [UInt8] = []) { change { _ = $0.ping(payload) } }

    /// Sends a pong that answers no ping.
    public func pong(_ payload: [UInt8] = []) { change { _ = $0.pong(payload) } }

    /// Sends a close frame, after which nothing else is sent.
    ///
    /// - Parameters:
    ///   - code: The code, of which the lower 16 bits are sent; `nil` for none.
    ///   - reason: The reason, of which 123 bytes of UTF-8 at most are sent.
    public func close(code: Int? = 1000, reason: String = "") {
        change { $0.close(status: code, reason: WebSocketCloseStatus.reason(reason)) }
    }

    /// Sends bytes that need not be a frame.
    public func sendBytes(_ bytes: [UInt8]) {
        loop?.post(to: connection) { $0.run([.send(bytes)]) }
    }

    /// Takes steps, for example to close the connection in the middle of a frame.
    public func run(_ steps: [LoopbackStep]) {
        loop?.post(to: connection) { $0.run(steps) }
    }

    private func change(_ body: @escaping @Sendable (inout WebSocketMachine) -> Void) {
        loop?.post(to: connection) { $0.changeWebSocket(body) }
    }

    /// Returns a frame without a mask, which may violate the protocol.
    ///
    /// - Parameters:
    ///   - opcode: The opcode: 0 for a continuation, 1 for text, 2 for data, 8 to close, 9 for a ping, 10 for a pong.
    ///   - payload: The payload.
    ///   - isFinal: Whether the message ends with the frame.
    ///   - reservedBits: The reserved bits: 4 for RSV1.
    public static func frame(
        _ opcode: UInt8, _ payload: some Collection<UInt8>, isFinal: Bool = true, reservedBits: UInt8 = 0
    ) -> [UInt8] {
        WebSocketFrameHead(
            isFinal: isFinal, reservedBits: reservedBits, opcode: WebSocketFrameHead.Opcode(rawValue: opcode),
            payloadLength: UInt64(payload.count)
        ).bytes + payload
    }

    /// Returns the value of `Sec-WebSocket-Accept` for a request.
    public static func accept(_ request: LoopbackRequest) -> String {
        WebSocketHandshake.accept(request[header: "Sec-WebSocket-Key"] ?? "")
    }
}

extension LoopbackResponse {
    /// Returns a response that accepts a WebSocket, or has the status 426 if the request does not ask for one.
    ///
    /// - Parameters:
    ///   - options: The settings of the server's side.
    ///   - handler: Receives the events. Called on the server's thread.
    public static func webSocket(
        _ options: LoopbackWebSocket.Options = LoopbackWebSocket.Options(),
        handler: @escaping LoopbackWebSocket.Handler
    ) -> LoopbackResponse {
        var response = LoopbackResponse(status: 101)
        response.content = .webSocket(options, handler)
        return response
    }

    /// A response that accepts a WebSocket and sends its messages back.
    public static var echoingWebSocket: LoopbackResponse {
        webSocket { socket, event in
            if case .message(let message) = event { socket.send(message) }
        }
    }
}

/// The WebSocket of a connection, on the server's thread.
struct LoopbackWebSocketState {
    var machine: WebSocketMachine
    let socket: LoopbackWebSocket
    let handler: LoopbackWebSocket.Handler

    /// The result of a handshake.
    enum Acceptance {
        case accepted(head: [UInt8], subprotocol: String?, state: LoopbackWebSocketState)
        case refused(LoopbackResponse)
    }

    /// Answers the opening handshake (RFC 6455, section 4.2).
    static func accept(
        _ request: LoopbackRequest, _ response: LoopbackResponse, _ options: LoopbackWebSocket.Options,
        _ socket: LoopbackWebSocket, _ handler: @escaping LoopbackWebSocket.Handler
    ) -> Acceptance {
        func has(_ name: String, _ value: String) -> Bool {
            WebSocketHandshake.elements(request[header: name] ?? "").contains { $0.lowercased() == value }
        }
        guard has("Upgrade", "websocket"), has("Connection", "upgrade"), has("Sec-WebSocket-Version", "13"),
            let key = request[header: "Sec-WebSocket-Key"], Data(base64Encoded: key)?.count == 16
        else {
            return .refused(
                LoopbackResponse(status: 426, headers: ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"]))
        }
        var added: [(name: String, value: String)] = [
            ("Upgrade", "websocket"), ("Connection", "Upgrade"),
            ("Sec-WebSocket-Accept", WebSocketHandshake.accept(key)),
        ]
        let offered = WebSocketHandshake.elements(request[header: "Sec-WebSocket-Protocol"] ?? "")
        let subprotocol = options.subprotocols.first { offered.contains($0) }
        if let subprotocol { added.append(("Sec-WebSocket-Protocol", subprotocol)) }
        var compression: PerMessageDeflate?
        if options.compresses, WebSocketMachine.canCompress {
            let offers = WebSocketExtension.list(request[header: "Sec-WebSocket-Extensions"] ?? "") ?? []
            compression = offers.lazy.filter { $0.name.lowercased() == PerMessageDeflate.name }
                .compactMap { PerMessageDeflate(offer: $0.parameters) }.first { $0.serverWindowBits > 8 }
        }
        if let compression { added.append(("Sec-WebSocket-Extensions", compression.fieldValue)) }
        let machine = WebSocketMachine(
            role: .server, maximumMessageSize: options.maximumMessageSize, compression: compression)
        return .accepted(
            head: response.headBytes(adding: added) + options.bytesBehindHead, subprotocol: subprotocol,
            state: LoopbackWebSocketState(machine: machine, socket: socket, handler: handler))
    }

    /// Changes the machine, and returns the bytes to send.
    mutating func change(_ body: (inout WebSocketMachine) -> Void) -> [UInt8] {
        body(&machine)
        return machine.takeOutput()
    }

    /// Takes received bytes and returns the events.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> [LoopbackWebSocket.Event] {
        var events: [WebSocketMachine.Event] = []
        machine.receive(bytes, &events)
        return events.map { event in
            switch event {
            case .message(let message): .message(message)
            case .ping(let payload): .ping(Data(payload))
            case .pong(let payload): .pong(Data(payload))
            case .close(let status, let reason): .closed(code: status, reason: Data(reason))
            case .failed(let error): .failed(error)
            }
        }
    }
}
