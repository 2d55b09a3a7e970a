internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension TransportBody {
    /// What a request carries by itself.
    static func of(_ request: URLRequest) -> TransportBody {
        if let bytes = request.httpBody { return .bytes(bytes) }
        return .none
    }
}
