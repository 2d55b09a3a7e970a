internal import Foundation
internal import NeatlineFoundation
internal import NeatlineHTTP
internal import NeatlineJSON

/// A request of Waterwheel 4, whose parameters were converted when it was made.
struct WaterwheelRequest: Sendable {
    private enum Target: Sendable {
        case path(DrupalPath)
        case text(String, isComplete: Bool)
    }

    private let method: HTTPMethod
    private let target: Target
    private var query: [(name: String, value: String)] = []
    private var body: Result<[UInt8], any Error>?

    /// Creates a request to a path, which may have a query.
    init(path: String, method: HTTPMethod, params: paramType) {
        self.init(method, .text(path, isComplete: false), params)
    }

    /// Creates a request to a URL.
    init(url: String, method: HTTPMethod, params: paramType) {
        self.init(method, .text(url, isComplete: true), params)
    }

    /// Creates a request to an entity.
    init(method: HTTPMethod, path: DrupalPath, params: paramType) { self.init(method, .path(path), params) }

    private init(_ method: HTTPMethod, _ target: Target, _ params: paramType) {
        self.method = method
        self.target = target
        guard let params else { return }
        if method == .get || method == .head {
            query = params.sorted { $0.key < $1.key }.map { ($0.key, Self.text($0.value)) }
        } else {
            body = Result {
                let json = JSON(params)
                if let error = json.error { throw error }
                return try json.serialized()
            }
        }
    }

    private static func text(_ value: Any) -> String {
        let json = JSON(value)
        if let text = json.string { return text }
        return (try? json.serializedString()) ?? "\(value)"
    }

    /// Returns the call.
    ///
    /// - Throws: `DrupalError` if the parameters cannot be written as JSON, or the URL is not valid.
    func call(of site: SiteURL) throws -> DrupalCall {
        let bytes: [UInt8]?
        do {
            bytes = try body?.get()
        } catch {
            throw DrupalError(.unencodableBody, underlyingError: error)
        }
        switch target {
        case .path(let path): return DrupalCall(method, path, query: query, body: bytes)
        case .text(let text, let isComplete):
            // The path is encoded segment by segment; a query is sent as it was given.
            let (path, oldQuery) = Self.divided(text, isComplete: isComplete)
            let base = isComplete ? path : try site.url(DrupalPath(path), query: []).absoluteString
            let newQuery = query.map { "\(SiteURL.escaped($0.name))=\(SiteURL.escaped($0.value))" }
            let all = ([oldQuery] + newQuery).filter { !$0.isEmpty }.joined(separator: "&")
            guard let url = URL(string: all.isEmpty ? base : "\(base)?\(all)"), url.host != nil else {
                throw DrupalError(.invalidURL(text))
            }
            return DrupalCall(method, url: url, api: .coreREST, body: bytes)
        }
    }

    /// Returns what is before the query, and the query, without the fragment, which is not sent. `#` is part of a path that is
    /// not encoded yet.
    private static func divided(_ text: String, isComplete: Bool) -> (path: String, query: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = isComplete ? parts[0].prefix { $0 != "#" } : parts[0]
        let hasQuery = parts.count > 1 && path.endIndex == parts[0].endIndex
        return (String(path), hasQuery ? String(parts[1].prefix { $0 != "#" }) : "")
    }
}

extension DrupalExchange {
    /// The outcome of an operation without a body.
    static var nothing: DrupalExchange {
        DrupalExchange(
            response: nil,
            result: .success(DrupalResponse(status: 204, headers: HTTPHeaders(), data: Data(), json: .null)))
    }
}
