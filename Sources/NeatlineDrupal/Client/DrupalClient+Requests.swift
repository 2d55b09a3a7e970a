internal import Foundation
public import NeatlineHTTP
public import NeatlineJSON

// Requests to any route of a site.

extension DrupalClient {
    /// Sends a request to any route of the site.
    ///
    /// ```swift
    /// let reply = try await site.request("user/register", method: .post, body: account)
    /// print(reply.status, reply.json)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the base URL, without percent-encoding and without a query.
    ///   - method: The method.
    ///   - query: The parameters of the query, which are encoded. `_format=json` is added for core REST, unless they
    ///     contain `_format`.
    ///   - body: The JSON body; `nil` for none.
    ///   - headers: Header fields in addition to those that the client sets.
    ///   - api: The API that the route belongs to: it determines the parameter, and the content types of the body and of the
    ///     response.
    /// - Returns: The response, whose status code is 200 to 299.
    /// - Throws: ``DrupalError``; `CancellationError`.
    @discardableResult
    public func request(
        _ path: String, method: HTTPMethod = .get, query: KeyValuePairs<String, String> = [:], body: JSON? = nil,
        headers: HTTPHeaders = HTTPHeaders(), api: DrupalAPI = .coreREST
    ) async throws -> DrupalResponse {
        var call = DrupalCall(
            method, DrupalPath(path), query: query.map { (name: $0.key, value: $0.value) }, api: api,
            body: try body.map(bytes))
        call.headers = headers
        // Another format is another content type.
        if query.contains(where: { $0.key == "_format" && $0.value != "json" }) { call.expected = .anything }
        return try await send(call)
    }

    /// Reads what is at a URL that the site has given, such as the file of a file entity.
    ///
    /// ```swift
    /// let file = try await site.read(.file, id: 5)
    /// let bytes = try await site.contents(of: file["uri", 0, "url"].stringValue).data
    /// ```
    ///
    /// - Parameter url: The URL as the site has given it, percent-encoded: absolute, or relative to the root of the host,
    ///   as those of files are.
    /// - Returns: The response, of any content type. Another origin does not receive the session.
    /// - Throws: ``DrupalError`` with the reason `invalidURL` if it is none; `notFound`, `forbidden` and others;
    ///   `CancellationError`.
    public func contents(of url: String) async throws -> DrupalResponse {
        guard !url.isEmpty, let target = URL(string: url, relativeTo: baseURL)?.absoluteURL,
            target.scheme == "http" || target.scheme == "https"
        else { throw DrupalError(.invalidURL(url)) }
        var call = DrupalCall(.get, url: target, api: .other)
        call.expected = .anything
        return try await send(call)
    }

    /// Returns a value as the bytes of a body.
    func bytes(_ json: JSON) throws -> [UInt8] {
        do {
            if let error = json.error { throw error }
            return try json.serialized()
        } catch {
            throw DrupalError(.unencodableBody, underlyingError: error)
        }
    }
}
