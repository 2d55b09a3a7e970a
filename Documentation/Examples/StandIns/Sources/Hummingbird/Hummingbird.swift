// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import NIOCore

// Stands for Hummingbird 2 in the recipe: the declarations that it uses, with just enough behind them to run. The real
// ones are in https://github.com/hummingbird-project/hummingbird.

public struct HTTPFields: Sendable, ExpressibleByDictionaryLiteral {
    public enum Name: String, Sendable { case contentType, contentLength }

    private var values: [Name: String] = [:]
    public init(dictionaryLiteral fields: (Name, String)...) { for (name, value) in fields { values[name] = value } }
    public subscript(name: Name) -> String? { values[name] }
}

public struct HTTPError: Error {
    public enum Status: Int, Sendable { case ok = 200, unprocessableContent = 422 }

    public var status: Status
    public var body: String?

    public init(_ status: Status, message: String) {
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
    public var body: RequestBody
    public init(body: RequestBody) { self.body = body }
}

public struct ResponseBody: Sendable {
    public let buffer: ByteBuffer
    public init(byteBuffer: ByteBuffer) { buffer = byteBuffer }
}

public struct Response: Sendable {
    public var status: HTTPError.Status
    public var headers: HTTPFields
    public var body: ResponseBody

    public init(status: HTTPError.Status, headers: HTTPFields, body: ResponseBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

public protocol RequestDecoder {
    func decode<T: Decodable>(_ type: T.Type, from request: Request, context: some RequestContext) async throws -> T
}

public protocol ResponseEncoder {
    func encode(_ value: some Encodable, from request: Request, context: some RequestContext) throws -> Response
}

public protocol ResponseGenerator {
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
