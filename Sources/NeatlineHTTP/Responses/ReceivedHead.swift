internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The head of a response, as received or as created by other code.
enum ReceivedHead: Sendable {
    /// A received head; its `HTTPURLResponse` is created at the first access.
    case head(ResponseHead)
    case made(HTTPURLResponse)

    var response: HTTPURLResponse? {
        switch self {
        case .head(let head): head.response
        case .made(let response): response
        }
    }

    var status: Int {
        switch self {
        case .head(let head): head.status
        case .made(let response): response.statusCode
        }
    }

    /// Returns the values of all fields with a name, joined by commas.
    func value(for name: String) -> String? {
        switch self {
        case .head(let head): head.head.value(for: name)
        case .made(let response): response.value(forHTTPHeaderField: name)
        }
    }

    /// Returns the values of all fields with a name, separately if they are known.
    func values(for name: String) -> [String] {
        switch self {
        case .head(let head): head.head.values(for: name)
        case .made(let response): response.value(forHTTPHeaderField: name).map { [$0] } ?? []
        }
    }

    var headers: HTTPHeaders {
        switch self {
        case .head(let head): head.head.headers
        case .made(let response): response.headers
        }
    }

    var url: URL? {
        switch self {
        case .head(let head): head.url
        case .made(let response): response.url
        }
    }
}
