internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A response's head as it came, or as code made it.
enum ReceivedHead: Sendable {
    /// An `HTTPURLResponse` is made of it when somebody asks.
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

    /// The values of a field's lines, joined by commas.
    func value(for name: String) -> String? {
        switch self {
        case .head(let head): head.head.value(for: name)
        case .made(let response): response.value(forHTTPHeaderField: name)
        }
    }

    /// The values of a field's lines, one by one as far as they are known.
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
