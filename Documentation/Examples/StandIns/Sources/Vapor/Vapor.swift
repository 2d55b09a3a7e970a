// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import NIOCore

// A stub of Vapor 4. It declares and implements what the recipe uses. The framework is https://github.com/vapor/vapor.

public struct HTTPMediaType: Sendable, Hashable {
    public static let json = HTTPMediaType()
}

public struct HTTPHeaders: Sendable {
    public var contentType: HTTPMediaType?
    public init() {}
}

public struct HTTPResponseStatus: Sendable, Hashable {
    public let code: UInt
    public static let ok = HTTPResponseStatus(code: 200)
    public static let unprocessableEntity = HTTPResponseStatus(code: 422)
}

public struct Abort: Error {
    public var status: HTTPResponseStatus
    public var reason: String

    public init(_ status: HTTPResponseStatus, reason: String) {
        self.status = status
        self.reason = reason
    }
}

public protocol ContentDecoder: Sendable {
    func decode<D: Decodable>(_ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders) throws -> D
}

public protocol ContentEncoder: Sendable {
    func encode<E: Encodable>(_ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders) throws
}

public struct ContentConfiguration: Sendable {
    nonisolated(unsafe) public static var global = ContentConfiguration()

    private var decoders: [HTTPMediaType: any ContentDecoder] = [:]
    private var encoders: [HTTPMediaType: any ContentEncoder] = [:]

    public mutating func use(decoder: any ContentDecoder, for type: HTTPMediaType) { decoders[type] = decoder }
    public mutating func use(encoder: any ContentEncoder, for type: HTTPMediaType) { encoders[type] = encoder }

    public func requireDecoder(for type: HTTPMediaType) throws -> any ContentDecoder {
        guard let decoder = decoders[type] else { throw Abort(.unprocessableEntity, reason: "no decoder") }
        return decoder
    }

    public func requireEncoder(for type: HTTPMediaType) throws -> any ContentEncoder {
        guard let encoder = encoders[type] else { throw Abort(.unprocessableEntity, reason: "no encoder") }
        return encoder
    }
}

public struct Environment: Sendable {
    public static let testing = Environment()
}

public final class Application: Sendable {
    private struct Loop: EventLoop, EventLoopGroup {
        func next() -> any EventLoop { self }
    }

    public static func make(_ environment: Environment) async throws -> Application { Application() }

    public var eventLoopGroup: any EventLoopGroup { Loop() }
    public func asyncShutdown() async throws {}
}

public enum HTTPMethod: Sendable { case POST }

public final class Request: Sendable {
    public struct Body: Sendable {
        public let data: ByteBuffer?
    }

    public let body: Body

    public init(
        application: Application, method: HTTPMethod, url: String, collectedBody: ByteBuffer?, on loop: any EventLoop
    ) {
        body = Body(data: collectedBody)
    }
}

public final class Response: Sendable {
    public struct Body: Sendable {
        public let buffer: ByteBuffer?
        public init(buffer: ByteBuffer) { self.buffer = buffer }
    }

    public let status: HTTPResponseStatus
    public let headers: HTTPHeaders
    public let body: Body

    public init(status: HTTPResponseStatus, headers: HTTPHeaders, body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

public protocol AsyncResponseEncodable {
    func encodeResponse(for request: Request) async throws -> Response
}
