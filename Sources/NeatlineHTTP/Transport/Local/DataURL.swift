internal import Foundation

/// The content of a `data:` URL: `data:[<media type>][;base64],<data>` (RFC 2397).
struct DataURL {
    /// The media type of a URL without one.
    private static let defaultType = "text/plain;charset=US-ASCII"

    let content: LocalTransport.Content

    /// Parses a URL.
    ///
    /// - Throws: `TransportError` with the code `.unsupportedURL` if the URL has no comma, or its data are not valid
    ///   Base64.
    init(_ url: URL) throws(TransportError) {
        let text = url.absoluteString.utf8.prefix { $0 != UInt8(ascii: "#") }
        let rest = text.dropFirst("data:".utf8.count)
        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else {
            throw TransportError(.unsupportedURL, "The data: URL has no comma before its data.")
        }
        var type = PercentEscaping.decoded(rest[..<comma])
        let bytes = PercentEscaping.decoded(rest[rest.index(after: comma)...])
        let data: Data
        if let marker = Self.base64Marker(in: type) {
            type = Array(type[..<marker])
            // White space is allowed in Base64, and padding may be missing.
            var base64 = bytes.filter { $0 > 0x20 }
            if !base64.contains(UInt8(ascii: "=")) {
                base64 += [UInt8](repeating: UInt8(ascii: "="), count: (4 - base64.count % 4) % 4)
            }
            guard let decoded = Data(base64Encoded: Data(base64)) else {
                throw TransportError(.unsupportedURL, "The data of the data: URL are not valid Base64.")
            }
            data = decoded
        } else {
            data = Data(bytes)
        }
        content = LocalTransport.Content(type: Self.mediaType(type), length: Int64(data.count)) { _ in data }
    }

    /// Returns the media type as the value of a field.
    private static func mediaType(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.isEmpty || bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return defaultType }
        return text.hasPrefix(";") ? "text/plain" + text : text
    }

    /// Returns the index of `;base64` at the end.
    private static func base64Marker(in type: [UInt8]) -> Int? {
        let marker = ";base64"
        let start = type.count - marker.utf8.count
        guard start >= 0, type[start...].map(\.lowercasedASCII).elementsEqual(marker.utf8) else { return nil }
        return start
    }
}
