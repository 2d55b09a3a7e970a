package import Foundation
package import NeatlineHTTP

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// What a request with a body is made of that was written when the request was made.
package struct WrittenBody: URLRequestConvertible {
    let url: any URLConvertible
    let method: HTTPMethod
    let headers: HTTPHeaders?
    let modifier: Session.RequestModifier?
    let contentType: String
    /// The body, or why there is none.
    let body: Result<Data, any Error>

    /// A request whose body `write` gives, now.
    package init(
        url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders?, modifier: Session.RequestModifier?,
        contentType: String = "application/json", _ write: () throws -> Data
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.modifier = modifier
        self.contentType = contentType
        body = Result { try write() }
    }

    /// The request with the body, and its type in `Content-Type` unless the request has one.
    ///
    /// - Throws: What URL and modifier throw; `AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error:))` with
    ///   what could not be written.
    package func asURLRequest() throws -> URLRequest {
        var request = try URLRequest(url: url, method: method, headers: headers)
        try modifier?(&request)
        do {
            request.httpBody = try body.get()
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
        return request
    }
}
