internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension TransportBody {
    /// Returns the body of a `URLRequest`.
    static func of(_ request: URLRequest) -> TransportBody {
        if let bytes = request.httpBody { return .bytes(bytes) }
        if let stream = request.httpBodyStream {
            return .stream(ReadAheadBody(InputStreamSource(stream)), length: announcedLength(of: request))
        }
        return .none
    }

    /// Returns the value of the request's `Content-Length` field.
    static func announcedLength(of request: URLRequest) -> Int64? {
        request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }.map { max($0, 0) }
    }

    /// The length in bytes, or -1 if it is unknown.
    var length: Int64 {
        switch self {
        case .none: 0
        case .bytes(let data): Int64(data.count)
        case .stream(_, let length): length ?? -1
        }
    }
}
