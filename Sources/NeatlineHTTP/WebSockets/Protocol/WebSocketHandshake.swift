internal import Foundation

/// The opening handshake (RFC 6455, section 4): the fields of a client's request, and the check of the server's response.
package struct WebSocketHandshake: Sendable {
    /// What both sides have agreed on.
    package struct Agreement: Sendable, Hashable {
        /// The subprotocol; `nil` for none.
        package var subprotocol: String?
        /// The parameters of compression; `nil` for none.
        package var compression: PerMessageDeflate?
    }

    /// The fields that belong to the handshake, in lower case. Those of a request are replaced by the handshake's.
    static let fieldNames: Set<String> = [
        "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions",
        "sec-websocket-accept",
    ]

    /// The random key.
    let key: String
    /// The subprotocols that are offered.
    let subprotocols: [String]
    let offersCompression: Bool

    /// Creates a handshake.
    ///
    /// - Parameters:
    ///   - subprotocols: The values of the request's `Sec-WebSocket-Protocol` fields.
    ///   - offersCompression: Whether `permessage-deflate` is offered.
    init(subprotocols: [String], offersCompression: Bool) {
        var generator = SystemRandomNumberGenerator()
        let nonce = generator.next().bigEndianBytes + generator.next().bigEndianBytes
        self.init(key: Data(nonce).base64EncodedString(), subprotocols, offersCompression)
    }

    init(key: String, _ subprotocols: [String], _ offersCompression: Bool) {
        self.key = key
        self.subprotocols = subprotocols.flatMap(Self.elements)
        self.offersCompression = offersCompression
    }

    /// The fields that the client's request has besides its own.
    var fields: [HTTPHeader] {
        var fields = [
            HTTPHeader(name: "Upgrade", value: "websocket"), HTTPHeader(name: "Connection", value: "Upgrade"),
            HTTPHeader(name: "Sec-WebSocket-Key", value: key),
            HTTPHeader(name: "Sec-WebSocket-Version", value: "13"),
        ]
        if offersCompression {
            fields.append(HTTPHeader(name: "Sec-WebSocket-Extensions", value: PerMessageDeflate.offer))
        }
        return fields
    }

    /// Returns the answer to a key (RFC 6455, section 4.2.2).
    package static func accept(_ key: String) -> String {
        let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
        return Data(text.withUnsafeBytes { MessageDigest<SHA1>.of($0) }).base64EncodedString()
    }

    /// Checks the response of a server with status 101.
    ///
    /// - Returns: What was agreed on.
    /// - Throws: `WebSocketError.handshakeFailed(_:)`.
    func agreement(with head: TransportResponseHead) throws(WebSocketError) -> Agreement {
        guard head.values(for: "Upgrade").flatMap(Self.elements).contains(where: { $0.isFieldName("websocket") })
        else { throw .handshakeFailed(.upgradeField) }
        guard head.values(for: "Connection").flatMap(Self.elements).contains(where: { $0.isFieldName("upgrade") })
        else { throw .handshakeFailed(.connectionField) }
        guard head.values(for: "Sec-WebSocket-Accept") == [Self.accept(key)] else {
            throw .handshakeFailed(.acceptField)
        }
        var agreement = Agreement()
        let chosen = head.values(for: "Sec-WebSocket-Protocol")
        if !chosen.isEmpty {
            guard chosen.count == 1, subprotocols.contains(chosen[0]) else {
                throw .handshakeFailed(.subprotocol(chosen.joined(separator: ", ")))
            }
            agreement.subprotocol = chosen[0]
        }
        for text in head.values(for: "Sec-WebSocket-Extensions") {
            for element in WebSocketExtension.list(text) ?? [WebSocketExtension(name: text, parameters: [])] {
                guard offersCompression, agreement.compression == nil,
                    element.name.isFieldName("permessage-deflate"),
                    let parameters = PerMessageDeflate(response: element.parameters)
                else { throw .handshakeFailed(.extension(text)) }
                agreement.compression = parameters
            }
        }
        return agreement
    }

    /// Returns the elements of a list, without white space around them.
    package static func elements(_ list: String) -> [String] {
        list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
