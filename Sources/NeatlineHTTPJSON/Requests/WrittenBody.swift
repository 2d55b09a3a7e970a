package import Foundation
package import NeatlineHTTP

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The parts of a request whose body was encoded when the request was created.
package struct WrittenBody: URLRequestConvertible {
    let url: any URLConvertible
    let method: HTTPMethod
    let headers: HTTPHeaders?
    let modifier: Session.RequestModifier?
    let contentType: String
    /// The body, or the error of encoding it.
    let body: Result<Data, any Error>

    /// Creates a request whose body `write` returns immediately.
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

    /// Returns the request with the body, and with its `Content-Type` unless the request has one.
    ///
    /// - Throws: The errors of the URL and the modifier; `AFError.parameterEncodingFailed(reason:
    ///   .jsonEncodingFailed(error:))` with the error of encoding the body.
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
