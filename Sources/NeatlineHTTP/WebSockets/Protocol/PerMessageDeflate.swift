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
        var parser = FieldParser(text)
        var found: [WebSocketExtension] = []
        repeat {
            parser.skipBlanks()
            // A list may have empty elements (RFC 9110, section 5.6.1).
            if parser.next == nil || parser.next == UInt8(ascii: ",") { continue }
            guard let element = WebSocketExtension(&parser) else { return nil }
            found.append(element)
        } while parser.take(UInt8(ascii: ","))
        return parser.next == nil ? found : nil
    }
}

extension WebSocketExtension {
    fileprivate init?(_ parser: inout FieldParser) {
        guard let name = parser.token() else { return nil }
        self.init(name: name, parameters: [])
        parser.skipBlanks()
        while parser.take(UInt8(ascii: ";")) {
            parser.skipBlanks()
            guard let name = parser.token() else { return nil }
            var parameter = Parameter(name: name)
            parser.skipBlanks()
            if parser.take(UInt8(ascii: "=")) {
                parser.skipBlanks()
                // A quoted value must be a token when it is unquoted.
                guard let value = parser.next == UInt8(ascii: "\"") ? parser.quotedString() : parser.token(),
                    !value.isEmpty, value.utf8.allSatisfy(\.isTokenByte)
                else { return nil }
                parameter.value = value
                parser.skipBlanks()
            }
            parameters.append(parameter)
        }
    }
}
