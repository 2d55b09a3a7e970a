import Neatline
import Vapor

extension NeatlineJSONDecoder: @retroactive ContentDecoder {
    /// Decodes the body of a request.
    public func decode<D: Decodable>(_ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders) throws -> D {
        try decode(type, from: Array(body.readableBytesView))
    }
}

extension NeatlineJSONEncoder: @retroactive ContentEncoder {
    /// Encodes the body of a response.
    public func encode<E: Encodable>(_ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders) throws {
        headers.contentType = .json
        body.writeBytes(try encodeToBytes(value))
    }
}

func configure(_ app: Application) throws {
    let decoder = NeatlineJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601  // as Vapor's own
    let encoder = NeatlineJSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    ContentConfiguration.global.use(decoder: decoder, for: .json)
    ContentConfiguration.global.use(encoder: encoder, for: .json)
}

extension Request {
    /// The body as a `Mappable` model; a field that does not fit is an error 422 that names it.
    func model<Model: BaseMappable>(_ type: Model.Type = Model.self) throws -> Model {
        do {
            return try Mapper<Model>().tryMap(bytes: body.data.map { Array($0.readableBytesView) } ?? [])
        } catch let error as MappingError {
            throw Abort(.unprocessableEntity, reason: error.description)
        }
    }
}

/// A `Mappable` model as a response.
struct ModelResponse<Model: BaseMappable>: AsyncResponseEncodable {
    var model: Model

    func encodeResponse(for request: Request) async throws -> Response {
        var headers = HTTPHeaders()
        headers.contentType = .json
        let body = ByteBuffer(bytes: try Mapper<Model>().tryToJSONBytes(model))
        return Response(status: .ok, headers: headers, body: .init(buffer: body))
    }
}
