internal import Foundation

// What no transport sends: what a server could take for another request, or for two.

extension TransportRequest {
    /// Checks the method, the header fields (RFC 9110, section 5.5), and that they agree with the body about its length
    /// (RFC 9112, sections 6.1 and 6.2). The URL is checked by ``RequestURL``.
    ///
    /// - Throws: `TransportError` with the code `.invalidRequest`, whose message names the field, not its value.
    func check() throws(TransportError) {
        guard method.isToken else { throw Self.refusal("\(String(reflecting: method)) cannot be a method") }
        if method == "CONNECT" { throw Self.refusal("CONNECT makes a tunnel, not a request") }
        var contentLength: String?
        var transferEncoding: String?
        try Self.check(headers)
        for field in headers.fields {
            // Comparing lengths first avoids most comparisons of names.
            switch field.name.utf8.count {
            case 14 where field.name.isFieldName("content-length"): contentLength = field.value
            case 17 where field.name.isFieldName("transfer-encoding"): transferEncoding = field.value
            default: break
            }
        }
        try checkFraming(contentLength, transferEncoding)
    }

    /// Checks the names and values of fields.
    static func check(_ headers: HTTPHeaders) throws(TransportError) {
        for field in headers.fields {
            guard field.name.isToken else {
                throw refusal("\(String(reflecting: field.name)) cannot be the name of a header")
            }
            // libcurl and Foundation send the bytes as they are.
            if let place = field.value.utf8.firstIndex(where: { $0.isFieldControl }) {
                let byte = field.value.utf8[place]
                let offset = field.value.utf8.distance(from: field.value.utf8.startIndex, to: place)
                throw refusal(
                    "the header \(field.name) cannot be sent: its value has the control character \(byte) at byte \(offset)"
                )
            }
        }
    }

    private func checkFraming(_ contentLength: String?, _ transferEncoding: String?) throws(TransportError) {
        var length: Int64? = 0
        switch body {
        case .none: break
        case .bytes(let data): length = Int64(data.count)
        case .stream(_, let promised):
            if let promised, promised < 0 { throw Self.refusal("the body's length is negative: \(promised)") }
            length = promised
        }
        if trailers != nil, length != 0 {
            guard contentLength == nil else { throw Self.refusal("trailers and Content-Length exclude each other") }
        }
        if let transferEncoding {
            guard contentLength == nil else {
                throw Self.refusal("Transfer-Encoding and Content-Length exclude each other")
            }
            guard transferEncoding.isFieldName("chunked") else {
                throw Self.refusal("Transfer-Encoding can only be chunked, not \(String(reflecting: transferEncoding))")
            }
            guard length != 0 else { throw Self.refusal("Transfer-Encoding needs a body") }
        }
        if let contentLength {
            let isNumber = contentLength.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            guard isNumber, let given = Int64(contentLength) else {
                throw Self.refusal("Content-Length is no length: \(String(reflecting: contentLength))")
            }
            guard given == length ?? given else {
                throw Self.refusal("Content-Length is \(given), but the body's is \(length ?? 0)")
            }
        }
    }

    private static func refusal(_ message: String) -> TransportError { TransportError(.invalidRequest, message) }
}

extension StringProtocol {
    /// Whether a text is a token of RFC 9110, section 5.6.2.
    var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenByte) }

    /// Whether a text can be in the value of a field (RFC 9110, section 5.5). What a server has sent need not: a request
    /// with it would not be sent, so it cannot be returned to the server.
    var isFieldText: Bool { !utf8.contains { $0.isFieldControl } }
}

extension UInt8 {
    /// Whether the byte is a control character that no value of a field may have: each but the tab.
    @inline(__always)
    var isFieldControl: Bool { self < 0x20 && self != 0x09 || self == 0x7F }
}
