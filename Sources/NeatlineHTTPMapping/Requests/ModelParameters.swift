internal import Foundation
internal import NeatlineHTTP
internal import NeatlineJSON

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The parts of a request with a model as its parameters.
struct ModelParameters: URLRequestConvertible {
    let url: any URLConvertible
    let method: HTTPMethod
    let headers: HTTPHeaders?
    let modifier: Session.RequestModifier?
    /// The encoded model, or the error of encoding it.
    let parameters: Result<JSON, any Error>
    let destination: Destination

    /// Encodes the parameters into the request.
    enum Destination: Sendable {
        /// `nil` for the encoding that fits the method.
        case encoding((any ParameterEncoding)?)
        case encoder(any ParameterEncoder)
    }

    func asURLRequest() throws -> URLRequest {
        var request = try URLRequest(url: url, method: method, headers: headers)
        try modifier?(&request)
        let json: JSON
        do {
            json = try parameters.get()
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
        switch destination {
        case .encoder(let encoder): return try encoder.encode(json, into: request)
        case .encoding(let encoding): return try encode(json, into: request, encoding ?? fitting)
        }
    }

    private var fitting: any ParameterEncoding {
        switch method {
        case .get, .head, .delete: URLEncoding.queryString
        default: JSONEncoding.default
        }
    }

    private func encode(
        _ json: JSON, into request: URLRequest, _ encoding: any ParameterEncoding
    ) throws -> URLRequest {
        // JSON can keep the order of mapping.
        if let encoding = encoding as? JSONEncoding { return try encoding.encode(request, withJSONObject: json) }
        let members = (json.members ?? [:]).map { ($0.key, $0.value) }
        return try encoding.encode(request, with: Dictionary(members) { _, last in last })
    }
}
