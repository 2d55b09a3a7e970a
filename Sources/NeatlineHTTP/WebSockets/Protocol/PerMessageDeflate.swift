/// The parameters of the extension `permessage-deflate` (RFC 7692, section 7.1), as agreed for a connection.
package struct PerMessageDeflate: Sendable, Hashable {
    package static let name = "permessage-deflate"

    /// Whether the server compresses each message without reference to those before.
    package var serverNoContextTakeover = false
    package var clientNoContextTakeover = false
    /// The logarithm of the size of the window that the server uses, 8 to 15.
    package var serverWindowBits = 15
    package var clientWindowBits = 15

    package init() {}

    /// The offer of a client.
    static let offer = "\(name); client_max_window_bits"

    /// The parameters as in a `Sec-WebSocket-Extensions` field.
    package var fieldValue: String {
        var text = Self.name
        if serverNoContextTakeover { text += "; server_no_context_takeover" }
        if clientNoContextTakeover { text += "; client_no_context_takeover" }
        if serverWindowBits < 15 { text += "; server_max_window_bits=\(serverWindowBits)" }
        if clientWindowBits < 15 { text += "; client_max_window_bits=\(clientWindowBits)" }
        return text
    }

    /// Reads the parameters that a server has chosen; `nil` if one is unknown, occurs twice or has an invalid value.
    init?(response parameters: [WebSocketExtension.Parameter]) {
        guard let found = Self.values(of: parameters) else { return nil }
        serverNoContextTakeover = found["server_no_context_takeover"] != nil
        clientNoContextTakeover = found["client_no_context_takeover"] != nil
        for (name, path) in [
            ("server_max_window_bits", \Self.serverWindowBits), ("client_max_window_bits", \Self.clientWindowBits),
        ] {
            guard let value = found[name] else { continue }
            guard let value, let bits = Self.windowBits(value) else { return nil }
            self[keyPath: path] = bits
        }
    }

    /// Reads the offer of a client, and accepts it; `nil` if it is invalid.
    package init?(offer parameters: [WebSocketExtension.Parameter]) {
        guard let found = Self.values(of: parameters) else { return nil }
        serverNoContextTakeover = found["server_no_context_takeover"] != nil
        clientNoContextTakeover = found["client_no_context_takeover"] != nil
        if let value = found["server_max_window_bits"] {
            guard let value, let bits = Self.windowBits(value) else { return nil }
            serverWindowBits = bits
        }
        // A client may offer it without a value. zlib cannot use a window of 2^8 bytes, so a server leaves it out.
        if let value = found["client_max_window_bits"], let value, Self.windowBits(value) == nil { return nil }
    }

    private static func values(of parameters: [WebSocketExtension.Parameter]) -> [String: String?]? {
        var found: [String: String?] = [:]
        for parameter in parameters {
            let name = parameter.name.lowercased()
            switch name {
            case "server_no_context_takeover", "client_no_context_takeover":
                if parameter.value != nil { return nil }
            case "server_max_window_bits", "client_max_window_bits": break
            default: return nil
            }
            if found.updateValue(parameter.value, forKey: name) != nil { return nil }
        }
        return found
    }

    private static func windowBits(_ text: String) -> Int? {
        switch text {
        case "8", "9", "10", "11", "12", "13", "14", "15": Int(text)
        default: nil
        }
    }
}

/// An element of `Sec-WebSocket-Extensions` (RFC 6455, section 9.1): a name, and parameters that may have values.
package struct WebSocketExtension: Sendable, Hashable {
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String?
    }

    package var name: String
    package var parameters: [Parameter]

    /// Parses the value of a field; returns `nil` if it is not valid.
    ///
    /// - Complexity: O(*n*)
    package static func list(_ text: String) -> [WebSocketExtension]? {
        var parser = Parser(rest: text.utf8[...])
        var found: [WebSocketExtension] = []
        repeat {
            parser.skipSpace()
            // A list may have empty elements (RFC 9110, section 5.6.1).
            if parser.rest.isEmpty || parser.rest.first == UInt8(ascii: ",") { continue }
            guard let element = parser.element() else { return nil }
            found.append(element)
        } while parser.take(UInt8(ascii: ","))
        return parser.rest.isEmpty ? found : nil
    }

    private struct Parser {
        var rest: Substring.UTF8View

        mutating func skipSpace() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

        mutating func take(_ byte: UInt8) -> Bool {
            skipSpace()
            guard rest.first == byte else { return false }
            rest = rest.dropFirst()
            skipSpace()
            return true
        }

        mutating func token() -> String? {
            let token = rest.prefix(while: \.isTokenByte)
            rest = rest[token.endIndex...]
            return token.isEmpty ? nil : String(Substring(token))
        }

        mutating func element() -> WebSocketExtension? {
            guard let name = token() else { return nil }
            var parameters: [Parameter] = []
            while take(UInt8(ascii: ";")) {
                guard let name = token() else { return nil }
                var parameter = Parameter(name: name)
                if take(UInt8(ascii: "=")) {
                    guard let value = rest.first == UInt8(ascii: "\"") ? quoted() : token() else { return nil }
                    parameter.value = value
                }
                parameters.append(parameter)
            }
            return WebSocketExtension(name: name, parameters: parameters)
        }

        /// A quoted value, which must be a token when it is unquoted.
        private mutating func quoted() -> String? {
            rest = rest.dropFirst()
            var value: [UInt8] = []
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "\"") {
                    return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
                }
                guard let byte = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte, byte.isTokenByte else {
                    return nil
                }
                value.append(byte)
            }
            return nil
        }
    }
}
