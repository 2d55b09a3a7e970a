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
    private var isChunked = false
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
                if field.name.isFieldName("transfer-encoding") { isChunked = true }
            default:
                break
            }
        }
    }

    func has(_ name: Names) -> Bool { names.contains(name) }

    /// Returns how a body is sent. The fields were checked to agree with it.
    func mode(of request: borrowing TransportRequest) -> CurlRequest.Mode {
        let isChunked = isChunked || request.trailers != nil
        switch request.body {
        case .bytes(let data) where !data.isEmpty:
            if isChunked { return .pieces(length: nil) }
            let isSmall = data.count <= CurlRequest.largestBodyInMemory
            return isSmall ? .memory(count: data.count) : .pieces(length: Int64(data.count))
        case .stream(_, let length):
            return .pieces(length: isChunked ? nil : length ?? contentLength.flatMap { Int64($0) })
        case .none, .bytes:
            return ["POST", "PUT", "PATCH"].contains(request.method) ? .memory(count: 0) : .none
        }
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
