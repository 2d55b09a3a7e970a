#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// The request's own header fields, in any order. Setting them replaces all.
    public var headers: HTTPHeaders {
        get { allHTTPHeaderFields.map(HTTPHeaders.init) ?? HTTPHeaders() }
        set { allHTTPHeaderFields = newValue.dictionary }
    }
}

extension HTTPURLResponse {
    /// The response's header fields, in any order. Those that came in several lines are joined by commas.
    public var headers: HTTPHeaders { HTTPHeaders(anyFields: allHeaderFields) }
}

extension URLSessionConfiguration {
    /// The header fields that each request gets, unless it has them itself. Setting them replaces all.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(anyFields: httpAdditionalHeaders ?? [:]) }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}

extension HTTPHeaders {
    /// The fields whose names and values are strings, or have a description that is one.
    fileprivate init(anyFields: [AnyHashable: Any]) {
        self.init(
            anyFields.compactMap { name, value in
                (name.base as? String).map {
                    HTTPHeader(name: $0, value: value as? String ?? String(describing: value))
                }
            })
    }
}
