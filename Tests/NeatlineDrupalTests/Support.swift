import Foundation
import NeatlineDrupal
import NeatlineTesting

/// A site without a network: what a test expects, and a client of it.
struct MockSite {
    static let url = "https://example.org"
    static let cookieName = "SESS" + String(repeating: "0a", count: 16)

    let transport = MockTransport()
    let session: Session

    init() { session = Session(configuration: .af.ephemeral, transport: transport) }

    func client(
        store: (any DefaultsStore)? = nil, credentials: DrupalClient.CredentialsProvider? = nil
    ) throws -> DrupalClient {
        try DrupalClient(baseURL: Self.url, session: session, store: store, credentials: credentials)
    }

    /// Another session on the same transport, as the next run of a program has it.
    func nextRun() -> Session { Session(configuration: .af.ephemeral, transport: transport) }

    /// The requests as `POST /node?_format=json`.
    var summaries: [String] {
        transport.requests.map { $0.summary.replacing(Self.url, with: "") }
    }

    // MARK: - Expectations

    /// Accepts a login: the cookie's value is `cookie`, the tokens contain it.
    func acceptLogin(_ cookie: String = "live%2C1", times: Int? = nil) {
        transport.on(.post, "/user/login?_format=json", times: times) { request in
            MockResponse(
                headers: [
                    "Content-Type": "application/json",
                    "Set-Cookie": "\(Self.cookieName)=\(cookie); Max-Age=2000000; path=/; HttpOnly; SameSite=Lax",
                ],
                text: """
                    {"current_user":{"uid":"2","roles":["editor"],"name":"alice"},"csrf_token":"csrf-\(cookie)",\
                    "logout_token":"logout-\(cookie)"}
                    """)
        }
    }

    func respond(_ method: HTTPMethod, _ path: String, _ text: String, status: Int = 200, times: Int? = nil) {
        transport.on(method, path, times: times, respond: .json(text, status: status))
    }

    func respondText(_ method: HTTPMethod, _ path: String, _ text: String, times: Int? = nil) {
        transport.on(
            method, path, times: times,
            respond: MockResponse(headers: ["Content-Type": "text/plain; charset=UTF-8"], text: text))
    }

    func respondJSONAPI(_ method: HTTPMethod, _ path: String, _ text: String, status: Int = 200, times: Int? = nil) {
        transport.on(
            method, path, times: times,
            respond: MockResponse(status: status, headers: ["Content-Type": "application/vnd.api+json"], text: text))
    }

    /// A response that removes the session cookie, as Drupal answers a session that is over.
    static func deletingCookie(_ text: String, status: Int) -> MockResponse {
        MockResponse(
            status: status,
            headers: [
                "Content-Type": "application/json",
                "Set-Cookie":
                    "\(cookieName)=deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0; path=/; HttpOnly",
            ], text: text)
    }
}

/// Returns the error of an operation of a client.
func drupalError(_ operation: () async throws -> Void) async throws -> DrupalError {
    do {
        try await operation()
    } catch let error as DrupalError {
        return error
    }
    throw NoError()
}

struct NoError: Error {}

extension MockRequest {
    subscript(name: String) -> String? { headers[name] }
}
