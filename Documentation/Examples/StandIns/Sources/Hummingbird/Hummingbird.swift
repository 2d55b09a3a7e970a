// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import HTTPTypes
@_exported public import NIOCore

// A stub of Hummingbird 2. It declares and implements what the recipe uses. The framework is
// https://github.com/hummingbird-project/hummingbird.

public struct HTTPError: Error {
    public var status: HTTPResponse.Status
    public var body: String?

    public init(_ status: HTTPResponse.Status, message: String) {
        self.status = status
        body = message
    }
}

public struct RequestBody: Sendable {
    private let buffer: ByteBuffer
    public init(buffer: ByteBuffer) { self.buffer = buffer }
    public func collect(upTo maximum: Int) async throws -> ByteBuffer {
        guard buffer.readableBytes <= maximum else { throw HTTPError(.unprocessableContent, message: "too large") }
        return buffer
    }
}

public struct Request: Sendable {
    public let head: HTTPRequest
    public var body: RequestBody

    public init(head: HTTPRequest, body: RequestBody) {
        self.head = head
        self.body = body
    }
}

public struct ResponseBody: Sendable {
    package let buffer: ByteBuffer
    public init(byteBuffer: ByteBuffer) { buffer = byteBuffer }
}

public struct Response: Sendable, ResponseGenerator {
    public var status: HTTPResponse.Status
    public var headers: HTTPFields
    public var body: ResponseBody

    public init(status: HTTPResponse.Status, headers: HTTPFields, body: ResponseBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public func response(from request: Request, context: some RequestContext) throws -> Response { self }
}

public protocol RequestDecoder {
    func decode<T: Decodable>(_ type: T.Type, from request: Request, context: some RequestContext) async throws -> T
}

public protocol ResponseEncoder {
    func encode(_ value: some Encodable, from request: Request, context: some RequestContext) throws -> Response
}

public protocol ResponseGenerator: SendableMetatype {
    func response(from request: Request, context: some RequestContext) throws -> Response
}

public protocol RequestContextSource {}

public struct ApplicationRequestContextSource: RequestContextSource {
    public init() {}
}

public struct CoreRequestContextStorage: Sendable {
    public init(source: some RequestContextSource) {}
}

public protocol RequestContext: Sendable {
    associatedtype Source: RequestContextSource = ApplicationRequestContextSource
    associatedtype Decoder: RequestDecoder
    associatedtype Encoder: ResponseEncoder

    init(source: Source)
    var coreContext: CoreRequestContextStorage { get set }
    var requestDecoder: Decoder { get }
    var responseEncoder: Encoder { get }
    var maxUploadSize: Int { get }
}

extension RequestContext {
    public var maxUploadSize: Int { 2 << 20 }
}

// MARK: - Applications

package typealias Responder = @Sendable (Request) async throws -> Response

public final class Router<Context: RequestContext> where Context.Source == ApplicationRequestContextSource {
    fileprivate var routes: [String: Responder] = [:]

    public init(context: Context.Type) {}

    @discardableResult
    public func post(
        _ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) -> Self {
        routes["POST " + path] = { request in
            let context = Context(source: ApplicationRequestContextSource())
            return try await handler(request, context).response(from: request, context: context)
        }
        return self
    }
}

public struct Application: Sendable {
    package let routes: [String: Responder]
    public init(router: Router<some RequestContext>) { routes = router.routes }
}
