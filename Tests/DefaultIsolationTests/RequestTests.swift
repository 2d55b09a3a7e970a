import Dispatch
import Foundation
import NeatlineDefaults
import NeatlineHTTP
import NeatlineHTTPJSON
import NeatlineHTTPMapping
import NeatlineMapping
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class Interceptor: RequestInterceptor {
    func adapt(
        _ urlRequest: URLRequest, for session: Session, completion: @escaping (Result<URLRequest, any Error>) -> Void
    ) {
        var request = urlRequest
        request.headers.add(name: "X-Adapted", value: "yes")
        completion(.success(request))
    }

    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping (RetryResult) -> Void
    ) { completion(.doNotRetry) }
}

struct Token: AuthenticationCredential {
    let text: String
    var requiresRefresh: Bool { text.isEmpty }
}

final class TokenAuthenticator: Authenticator {
    func apply(_ credential: Token, to urlRequest: inout URLRequest) {
        urlRequest.headers.add(.authorization(bearerToken: credential.text))
    }

    func refresh(
        _ credential: Token, for session: Session, completion: @escaping @Sendable (Result<Token, any Error>) -> Void
    ) { completion(.success(Token(text: "new"))) }

    func didRequest(
        _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
    ) -> Bool { false }

    func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Token) -> Bool { true }
}

struct LengthSerializer: ResponseSerializer {
    func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Int { data?.count ?? 0 }
}

/// What is read where a body is empty: it is looked for while the response is read, not on the main actor.
struct Receipt: Decodable, EmptyResponse {
    var text = "none"

    static func emptyValue() -> Receipt { Receipt() }
}

struct Window: Codable, DefaultsSerializable { var width = 800 }

struct Pane: ImmutableMappable, DefaultsSerializable {
    let id: Int

    init(map: Map) throws { id = try map.value("id") }
    func mapping(map: Map) { id >>> map["id"] }
}

extension DefaultsKeys {
    var window: DefaultsKey<Window> { .init("window", defaultValue: Window()) }
    var pane: DefaultsKey<Pane?> { .init("pane") }
}

@Suite("Requests of a module that is isolated to the main actor")
struct RequestTests {
    @Test("Models, serializers, interceptors and credentials are used in the background")
    func requests() async throws {
        let server = try LoopbackServer { request in
            if request.path == "/empty" { return LoopbackResponse(status: 204) }
            let headers = ["X-Adapted", "Authorization"].map { request[header: $0] ?? "none" }
            return .json(#"{"name": "\#(headers.joined(separator: ", "))"}"#)
        }
        let session = Session(interceptor: Interceptor())
        let token = AuthenticationInterceptor(authenticator: TokenAuthenticator(), credential: Token(text: ""))
        #expect(try await session.request(server.url).serializingObject(Area.self).value.name == "yes, none")
        let peak = try await session.request(server.url, interceptor: token).serializingObject(Peak.self).value
        #expect(peak.name == "yes, Bearer new")
        #expect(try await session.request(server.url).serializingObject(Leader.self).value.name == "yes, none")
        #expect(try await session.request(server.url).serializingResponse(using: LengthSerializer()).value == 21)
        let empty = session.request(server.url.appending(path: "empty"))
        #expect(try await empty.serializingDecodable(Receipt.self, emptyResponseCodes: [204]).value.text == "none")
    }

    @Test("A handler on the main queue is on the main actor")
    func handler() async throws {
        let server = try LoopbackServer { _ in .json(#"{"name": "a"}"#) }
        let name = await withCheckedContinuation { continuation in
            AF.request(server.url).responseObject { (response: AFDataResponse<Peak>) in
                MainActor.assumeIsolated { continuation.resume(returning: response.value?.name) }
            }
        }
        #expect(name == "a")
    }

    @Test("Settings of an isolated module are read in the background")
    func settings() async {
        let defaults = DefaultsAdapter(store: MemoryDefaultsStore())
        defaults[\.pane] = try? Pane(JSONString: #"{"id": 3}"#)
        #expect(defaults[\.pane]?.id == 3)
        let width = await Task.detached {
            defaults[\.window].width += 1
            return defaults[\.window].width
        }.value
        #expect(width == 801)
    }
}
