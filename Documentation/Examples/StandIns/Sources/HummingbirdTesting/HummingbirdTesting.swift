// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Hummingbird

// A stub of the testing module of Hummingbird 2. It declares and implements what the recipe uses.

public enum TestingSetup: Sendable { case router }

public struct TestResponse: Sendable {
    public let status: HTTPResponse.Status
    public let headers: HTTPFields
    public let body: ByteBuffer
}

public protocol TestClientProtocol: Sendable {
    func execute<Return>(
        uri: String, method: HTTPRequest.Method, body: ByteBuffer?,
        testCallback: (TestResponse) async throws -> Return
    ) async throws -> Return
}

extension Application {
    public func test<Value>(
        _ setup: TestingSetup, _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await test(Client(application: self))
    }
}

private struct Client: TestClientProtocol {
    let application: Application

    func execute<Return>(
        uri: String, method: HTTPRequest.Method, body: ByteBuffer?,
        testCallback: (TestResponse) async throws -> Return
    ) async throws -> Return {
        let head = HTTPRequest(method: method, scheme: nil, authority: nil, path: uri)
        let request = Request(head: head, body: RequestBody(buffer: body ?? ByteBuffer()))
        guard let respond = application.routes["\(method.rawValue) \(uri)"] else {
            return try await testCallback(
                TestResponse(status: HTTPResponse.Status(code: 404), headers: [:], body: ByteBuffer()))
        }
        do {
            let response = try await respond(request)
            return try await testCallback(
                TestResponse(status: response.status, headers: response.headers, body: response.body.buffer))
        } catch let error as HTTPError {
            return try await testCallback(
                TestResponse(status: error.status, headers: [:], body: ByteBuffer(string: error.body ?? "")))
        }
    }
}
