import Hummingbird
import Neatline

extension NeatlineJSONDecoder: @retroactive RequestDecoder {
    /// Decodes the body of a request.
    public func decode<T: Decodable>(
        _ type: T.Type, from request: Request, context: some RequestContext
    ) async throws -> T {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        return try decode(type, from: Array(body.readableBytesView))
    }
}

extension NeatlineJSONEncoder: @retroactive ResponseEncoder {
    /// Encodes the body of a response.
    public func encode(
        _ value: some Encodable, from request: Request, context: some RequestContext
    ) throws -> Response {
        Response(json: try encodeToBytes(value))
    }
}

struct AppContext: RequestContext {
    static let decoder = NeatlineJSONDecoder()
    static let encoder = NeatlineJSONEncoder()

    var coreContext: CoreRequestContextStorage
    var requestDecoder: NeatlineJSONDecoder { AppContext.decoder }
    var responseEncoder: NeatlineJSONEncoder { AppContext.encoder }

    init(source: Source) { coreContext = .init(source: source) }
}

extension Request {
    /// The body as a `Mappable` model; a field that does not fit is an error 422 that names it.
    func model<Model: BaseMappable>(_ type: Model.Type = Model.self, context: some RequestContext) async throws -> Model
    {
        let body = try await body.collect(upTo: context.maxUploadSize)
        do {
            return try Mapper<Model>().tryMap(bytes: Array(body.readableBytesView))
        } catch let error as MappingError {
            throw HTTPError(.unprocessableContent, message: error.description)
        }
    }
}

/// A `Mappable` model as a response.
struct ModelResponse<Model: BaseMappable>: ResponseGenerator {
    var model: Model

    func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(json: try Mapper<Model>().tryToJSONBytes(model))
    }
}

extension Response {
    init(json: [UInt8]) {
        self.init(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .contentLength: "\(json.count)"],
            body: .init(byteBuffer: ByteBuffer(bytes: json)))
    }
}
