#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension URLRequest {
    /// The header fields of the request, in any order. Setting them replaces all.
    public var headers: HTTPHeaders {
        get { allHTTPHeaderFields.map(HTTPHeaders.init) ?? HTTPHeaders() }
        set { allHTTPHeaderFields = newValue.dictionary }
    }
}

extension HTTPURLResponse {
    /// The header fields of the response, in any order. Several fields with the same name are joined by commas.
    public var headers: HTTPHeaders { HTTPHeaders(anyFields: allHeaderFields) }
}

extension URLSessionConfiguration {
    /// The default header fields of requests. Fields of a request take precedence. Setting them replaces all.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(anyFields: httpAdditionalHeaders ?? [:]) }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}

extension HTTPHeaders {
    /// Creates headers from the fields whose names and values are strings or convertible to one.
    fileprivate init(anyFields: [AnyHashable: Any]) {
        self.init(
            anyFields.compactMap { name, value in
                (name.base as? String).map {
                    HTTPHeader(name: $0, value: value as? String ?? String(describing: value))
                }
            })
    }
}
