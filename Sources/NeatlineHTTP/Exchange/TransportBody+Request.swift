internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension TransportBody {
    /// What a request carries by itself.
    static func of(_ request: URLRequest) -> TransportBody {
        if let bytes = request.httpBody { return .bytes(bytes) }
        if let stream = request.httpBodyStream {
            let length = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
            return .stream(InputStreamBody(stream), length: length.map { max($0, 0) })
        }
        return .none
    }
}
