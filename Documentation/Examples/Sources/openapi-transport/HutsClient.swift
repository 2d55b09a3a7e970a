import Foundation
import HTTPTypes
import Neatline
import OpenAPIRuntime

// What Swift OpenAPI Generator would generate, written by hand and shorter.

struct Hut: Codable {
    var name: String
    var height: Int
}

struct Problem: Codable {
    var message: String
}

/// A client of the huts' service.
struct HutsClient {
    var serverURL: URL
    var transport: any ClientTransport

    enum ShowOutput {
        case ok(Hut, HTTPFields)
        case notFound(Problem)
        case undocumented(status: Int, HTTPFields)
    }

    /// `GET /huts/{name}`
    func show(_ name: String, fields: [String] = []) async throws -> ShowOutput {
        let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\0"..."\u{7F}"))
        let escaped = name.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        let path = "/huts/\(escaped)?fields=\(fields.joined(separator: "%2C"))"
        var request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        for type in ["application/json", "application/problem+json"] {
            request.headerFields.append(HTTPField(name: .accept, value: type))
        }
        let (response, body) = try await send(request, operationID: "show")
        switch response.status.code {
        case 200: return .ok(try await decoded(body), response.headerFields)
        case 404: return .notFound(try await decoded(body))
        case let status: return .undocumented(status: status, response.headerFields)
        }
    }

    /// `POST /huts`
    func add(_ hut: Hut) async throws -> Int {
        let request = HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: "/huts",
            headerFields: [.contentType: "application/json; charset=utf-8"])
        let body = HTTPBody(try NeatlineJSONEncoder().encode(hut))
        return try await send(request, body: body, operationID: "add").0.status.code
    }

    /// `PUT /photos/{name}`
    func upload(_ photo: HTTPBody, as name: String) async throws -> String {
        let request = HTTPRequest(
            method: .put, scheme: nil, authority: nil, path: "/photos/\(name)",
            headerFields: [.contentType: "application/octet-stream"])
        let (_, body) = try await send(request, body: photo, operationID: "upload")
        guard let body else { return "" }
        return String(decoding: try await Data(collecting: body, upTo: 1 << 20), as: UTF8.self)
    }

    /// `GET /photos/{name}`
    func download(_ name: String) async throws -> HTTPBody? {
        try await send(
            HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/photos/\(name)"), operationID: "download"
        ).1
    }

    private func send(
        _ request: HTTPRequest, body: HTTPBody? = nil, operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?) {
        try await transport.send(request, body: body, baseURL: serverURL, operationID: operationID)
    }

    private func decoded<Value: Decodable>(_ body: HTTPBody?) async throws -> Value {
        let data = if let body { try await Data(collecting: body, upTo: 1 << 20) } else { Data() }
        return try NeatlineJSONDecoder().decode(Value.self, from: data)
    }
}
