#if os(Linux)
internal import Foundation

/// The header fields of a request that libcurl would otherwise add.
struct ExplicitHeaders {
    struct Names: OptionSet {
        let rawValue: UInt8

        static let accept = Names(rawValue: 1 << 0)
        static let contentType = Names(rawValue: 1 << 1)
        static let expect = Names(rawValue: 1 << 2)
        static let acceptEncoding = Names(rawValue: 1 << 3)
    }

    private var names: Names = []
    private var contentLength: String?
    private var transferEncoding: String?
    private(set) var asksForIdentity = false

    init(_ fields: [HTTPHeader]) {
        for field in fields {
            // Comparing lengths first avoids most comparisons of names.
            switch field.name.utf8.count {
            case 6:
                if field.name.isFieldName("accept") { names.insert(.accept) }
                if field.name.isFieldName("expect") { names.insert(.expect) }
            case 12:
                if field.name.isFieldName("content-type") { names.insert(.contentType) }
            case 14:
                if field.name.isFieldName("content-length") { contentLength = field.value }
            case 15:
                if field.name.isFieldName("accept-encoding") {
                    names.insert(.acceptEncoding)
                    asksForIdentity = field.value.isFieldName("identity")
                }
            case 17:
                if field.name.isFieldName("transfer-encoding") { transferEncoding = field.value }
            default:
                break
            }
        }
    }

    func has(_ name: Names) -> Bool { names.contains(name) }

    /// Returns how a body is sent, if its length and the fields agree.
    func mode(body: TransportBody, method: String) throws(TransportError) -> CurlRequest.Mode {
        var length: Int64?
        var mode: CurlRequest.Mode
        switch body {
        case .bytes(let data) where !data.isEmpty:
            length = Int64(data.count)
            mode = data.count <= CurlRequest.largestBodyInMemory ? .memory(count: data.count) : .pieces(length: length)
        case .stream(_, let promised):
            if let promised, promised < 0 {
                throw TransportError(.invalidRequest, "the body's length is negative: \(promised)")
            }
            length = promised
            mode = .pieces(length: length)
        case .none, .bytes:
            length = 0
            mode = ["POST", "PUT", "PATCH"].contains(method) ? .memory(count: 0) : .none
        }
        if let transferEncoding {
            guard transferEncoding.isFieldName("chunked"), contentLength == nil else {
                throw TransportError(
                    .invalidRequest,
                    contentLength == nil
                        ? "Transfer-Encoding can only be chunked, not \(String(reflecting: transferEncoding))"
                        : "Transfer-Encoding and Content-Length exclude each other")
            }
            guard length != 0 else { throw TransportError(.invalidRequest, "Transfer-Encoding needs a body") }
            mode = .pieces(length: nil)
        }
        if let contentLength {
            guard let given = Int64(contentLength), given >= 0, contentLength.utf8.first != UInt8(ascii: "+") else {
                throw TransportError(
                    .invalidRequest, "Content-Length is no length: \(String(reflecting: contentLength))")
            }
            guard given == length ?? given else {
                throw TransportError(.invalidRequest, "Content-Length is \(given), but the body's is \(length ?? 0)")
            }
            if case .pieces(nil) = mode { mode = .pieces(length: given) }
        }
        return mode
    }

    /// Returns whether libcurl writes a given field itself.
    func replaces(_ field: HTTPHeader, mode: CurlRequest.Mode) -> Bool {
        switch mode {
        case .none: false
        case .memory, .pieces: field.name.isFieldName("content-length") || field.name.isFieldName("transfer-encoding")
        }
    }
}
#endif
