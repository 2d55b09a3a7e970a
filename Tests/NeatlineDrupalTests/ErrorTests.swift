import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Errors, and responses of sites that are not what they should be", .hangLimit)
struct ErrorTests {
    private func error(
        _ response: MockResponse, method: HTTPMethod = .get, api: DrupalAPI = .coreREST
    ) async throws -> DrupalError {
        let site = MockSite()
        site.transport.on(method, "/place", respond: response)
        let client = try site.client()
        return try await drupalError { try await client.request("place", method: method, api: api) }
    }

    private func response(
        _ status: Int, _ text: String, type: String = "application/json", header: (String, String) = ("X-None", "")
    ) -> MockResponse {
        MockResponse(status: status, headers: ["Content-Type": type, header.0: header.1], text: text)
    }

    @Test(
        "Reasons are those of the status, whatever the text",
        arguments: [
            (400, .badRequest), (401, .loginRequired), (403, .forbidden), (404, .notFound), (410, .notFound),
            (406, .notAcceptable), (409, .conflict), (412, .conflict), (413, .unsupportedBody), (415, .unsupportedBody),
            (422, .invalid), (429, .flood(retryAfter: nil)), (500, .serverError), (502, .serverError),
            (503, .maintenance(retryAfter: nil)), (418, .unexpectedStatus), (405, .methodNotAllowed(allowed: [])),
        ] as [(Int, DrupalError.Reason)])
    func reasons(status: Int, reason: DrupalError.Reason) async throws {
        for (text, type, message) in [
            (#"{"message":"Etwas"}"#, "application/json", "Etwas"), (#"{"message":""}"#, "application/json", nil),
            ("<html>", "text/html; charset=UTF-8", nil), ("Plain words\n", "text/plain", "Plain words"),
            ("", "", nil), ("{", "application/json", nil), ("[1]", "application/json", nil),
        ] as [(String, String, String?)] {
            let error = try await error(response(status, text, type: type))
            expect(error.reason == reason && error.status == status && error.message == message)
            expect(error.request == "GET /place" && error.body == Data(text.utf8))
        }
    }

    @Test("Waiting times, in seconds and as a date")
    func retryAfter() async throws {
        var error = try await error(response(503, "x", type: "text/html", header: ("Retry-After", "10")))
        expectEqual(error.reason, .maintenance(retryAfter: 10))
        expect("\(error)".contains("wait 10 seconds"))
        error = try await self.error(response(429, "{}", header: ("Retry-After", "3600")))
        expectEqual(error.reason, .flood(retryAfter: 3600))
        error = try await self.error(
            response(503, "", header: ("Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT")))
        expectEqual(error.reason, .maintenance(retryAfter: 0))
        for text in ["-5", "soon", "1e9", "99999999999999999999999"] {
            let error = try await self.error(response(503, "", header: ("Retry-After", text)))
            guard case .maintenance = error.reason else { throw error }
            expect(!"\(error)".isEmpty)
        }
    }

    @Test("The methods that are allowed")
    func allowed() async throws {
        let error = try await error(
            response(405, #"{"errors":[{"detail":"read only"}]}"#, header: ("Allow", "GET, HEAD")), method: .post)
        expect(error.reason == .methodNotAllowed(allowed: ["GET", "HEAD"]) && error.message == "read only")
    }

    @Test("Violations of core REST: a line each, and texts of several lines")
    func coreViolations() async throws {
        let text = """
            Unprocessable Entity: validation failed.
            title: This value should not be null.
            field_tags.0.target_id: The referenced entity (taxonomy_term: 999) does not exist.
            body: One: two.
            Second line: with a colon.

            """
        var error = try await error(response(422, try JSON(["message": text]).serializedString()))
        expectEqual(error.reason, .invalid)
        expectEqual(
            error.fieldErrors,
            [
                DrupalFieldError(path: "title", message: "This value should not be null."),
                DrupalFieldError(
                    path: "field_tags.0.target_id",
                    message: "The referenced entity (taxonomy_term: 999) does not exist."),
                DrupalFieldError(path: "body", message: "One: two.\nSecond line: with a colon."),
            ])
        expect(error.fieldErrors[1].field == "field_tags" && error.message?.hasPrefix("Unprocessable") ?? false)
        error = try await self.error(response(422, #"{"message":"Heading.\nOnly png: gif are allowed."}"#))
        expectEqual(error.fieldErrors, [DrupalFieldError(path: nil, message: "Only png: gif are allowed.")])
        error = try await self.error(response(422, #"{"message":"Bundle is missing."}"#))
        expect(error.fieldErrors.isEmpty && error.message == "Bundle is missing.")
        // Only 422 lists violations.
        error = try await self.error(response(400, #"{"message":"a\nb: c"}"#))
        expect(error.fieldErrors.isEmpty && error.message == "a\nb: c")
    }

    @Test("Violations of JSON:API, with pointers")
    func pointers() async throws {
        let text = """
            {"errors":[{"title":"Unprocessable","status":"422","detail":"title.0.value: too long",\
            "source":{"pointer":"/data/attributes/title/value"}},{"title":"Only a title","detail":""},\
            {"detail":"d","source":{"pointer":"/data/relationships/uid"}},{"detail":"e","source":{"pointer":"/data"}},5]}
            """
        let error = try await error(
            response(422, text, type: "application/vnd.api+json"), method: .post, api: .jsonAPI)
        expectEqual(
            error.fieldErrors,
            [
                DrupalFieldError(
                    path: "title.value", pointer: "/data/attributes/title/value", message: "too long"),
                DrupalFieldError(path: nil, message: "Only a title"),
                DrupalFieldError(path: "uid", pointer: "/data/relationships/uid", message: "d"),
                DrupalFieldError(path: nil, pointer: "/data", message: "e"), DrupalFieldError(path: nil, message: ""),
            ])
        expectEqual(error.message, "title.0.value: too long")
        expect("\(error)".contains("\ntitle.value: too long\n"))
    }

    @Test(
        "A violation of JSON:API names its field once",
        arguments: [
            ("title: This value should not be null.", "This value should not be null."),
            ("title.0.value: Too long: 256", "Too long: 256"), ("title", "title"), ("title:no space", "title:no space"),
            ("titles: other", "titles: other"), ("A title: free text", "A title: free text"), ("title: ", ""),
        ])
    func fieldsOnce(detail: String, message: String) async throws {
        let body: JSON = ["errors": [["detail": JSON(detail), "source": ["pointer": "/data/attributes/title"]]]]
        let error = try await error(
            response(422, body.rawString() ?? "", type: "application/vnd.api+json"), method: .post, api: .jsonAPI)
        expectEqual(error.fieldErrors.map(\.message), [message])
        expectEqual(error.fieldErrors.map(\.path), ["title"])
    }

    @Test("An error shows the path as it was sent")
    func encodedPath() async throws {
        let site = MockSite()
        site.respond(.get, "/a%20b/%C3%A4", "{}", status: 404)
        let error = try await drupalError { _ = try await site.client().request("a b/ä") }
        expect(error.request == "GET /a%20b/%C3%A4" && error.reason == .notFound)
    }

    @Test("10,000 violations are all read, and described in a few lines")
    func manyViolations() async throws {
        var text = "Failed."
        var errors: [JSON] = []
        for number in 0..<10_000 {
            text += "\nfield_\(number).0.value: No."
            errors.append(["detail": "No.", "source": ["pointer": "/data/attributes/field_\(number)"]])
        }
        let bodies = [
            (try JSON(["message": text]).serializedString(), "application/json"),
            (try JSON(["errors": errors]).serializedString(), "application/vnd.api+json"),
        ]
        for (body, type) in bodies {
            let error = try await error(response(422, body, type: type))
            expect(error.fieldErrors.count == 10_000 && error.fieldErrors.last?.field == "field_9999")
            expect("\(error)".utf8.count < 1000 && "\(error)".contains("and 9995 more"))
        }
        // One line of many colons, and one violation with many lines.
        for body in [String(repeating: "a:", count: 500_000), "x\n" + String(repeating: "A\n", count: 500_000)] {
            let error = try await error(response(422, try JSON(["message": body]).serializedString()))
            expect(error.fieldErrors.count <= 1 && "\(error)".utf8.count < 1_100_000)
        }
    }

    @Test("A web page with 200 is no success", arguments: [HTTPMethod.get, .post, .patch])
    func page(method: HTTPMethod) async throws {
        for (api, type) in [
            (DrupalAPI.coreREST, "text/html; charset=UTF-8"), (.jsonAPI, "text/html"), (.jsonAPI, "application/json"),
            (.coreREST, "text/xml"), (.coreREST, "application/jsonp"),
        ] {
            let error = try await error(response(200, "<!DOCTYPE html>", type: type), method: method, api: api)
            expectEqual(error.reason, .unexpectedContentType(String(type.prefix { $0 != ";" })))
            expect(error.status == 200 && error.message == nil)
        }
        let error = try await error(MockResponse(text: "{}"), method: method)
        expectEqual(error.reason, .unexpectedContentType(nil))
    }

    @Test("Content types are compared without case and parameters")
    func contentTypes() async throws {
        let site = MockSite()
        site.transport.on(.get, "/place", respond: response(200, #"{"a":1}"#, type: "Application/JSON ;charset=x"))
        try await expectEqual(site.client().request("place").json["a"], 1)
        site.transport.on(.get, "/other", respond: response(200, "5", type: "application/problem+json"))
        try await expectEqual(site.client().request("other").json, 5)
    }

    @Test("Half a JSON text, and a body that ends too early")
    func half() async throws {
        for text in [#"{"nid":[{"val"#, "{\"a\":\"\u{0}\"}", "nul", "{}{}"] {
            let error = try await error(response(200, text))
            expect(error.reason == .unreadableBody && error.underlyingError is JSONError && error.status == 200)
        }
        let error = try await error(
            .script([.head(200, headers: ["Content-Type": "application/json"]), .bytes("{"), .failure(.bodyIncomplete)])
        )
        expect(error.reason == .noResponse && error.underlyingError is AFError)
    }

    /// An operation, and the request that its error names.
    private typealias Failure = (request: String, operation: @Sendable (DrupalClient) async throws -> Void)

    private static let failuresOfBodies: [Failure] = [
        ("GET /sub/jsonapi/n/n", { _ = try await $0.jsonAPI.page("n--n") }),
        ("GET /sub/jsonapi/n/n/a", { _ = try await $0.jsonAPI.resource("n--n", id: "a") }),
        ("GET /sub/jsonapi/n/n/none", { _ = try await $0.jsonAPI.resource("n--n", id: "none") }),
        ("GET /sub/jsonapi/n/n/a/r", { _ = try await $0.jsonAPI.related("r", of: DrupalResourceID("n--n", "a")) }),
        (
            "GET /sub/jsonapi/n/n/a/relationships/r",
            { _ = try await $0.jsonAPI.relationship("r", of: DrupalResourceID("n--n", "a")) }
        ),
        ("POST /sub/jsonapi/n/n/f", { _ = try await $0.jsonAPI.upload([1], name: "a", to: "f", of: "n--n") }),
        ("POST /sub/jsonapi/n/n", { _ = try await $0.jsonAPI.create("n--n", attributes: [:]) }),
        ("GET /sub/jsonapi/m/m", { _ = try await $0.jsonAPI.resources("m--m", as: StrictRow.self).all() }),
        ("GET /sub/rows", { _ = try await $0.viewRows("rows", keyPath: "none").all() }),
        ("GET /sub/rows", { _ = try await $0.viewRows("rows", as: StrictRow.self).all() }),
        ("GET /sub/node/1", { _ = try await $0.read(.node, id: 1, as: StrictRow.self) }),
        ("PATCH /sub/node/1", { _ = try await $0.update(.node, id: 1, StrictRow(count: 1)) }),
        ("POST /sub/node", { _ = try await $0.create(.node, StrictRow(count: 1)) }),
        ("POST /sub/user/login", { _ = try await $0.login(username: "a", password: "b") }),
        ("GET /sub/user/login_status", { _ = try await $0.loginStatus() }),
    ]

    @Test("An error about a body names its request", arguments: failuresOfBodies.indices)
    func requestOfBody(index: Int) async throws {
        let (request, operation) = Self.failuresOfBodies[index]
        let site = MockSite()
        for method in [HTTPMethod.get, .post] {
            for path in ["n/n", "n/n/a", "n/n/a/r", "n/n/a/relationships/r", "n/n/f"] {
                site.respondJSONAPI(method, "/sub/jsonapi/\(path)", #"{"jsonapi":{}}"#)
            }
        }
        site.respondJSONAPI(.get, "/sub/jsonapi/n/n/none", #"{"data":null}"#)
        site.respondJSONAPI(.get, "/sub/jsonapi/m/m", #"{"data":[{"type":"m--m","id":"a"}]}"#)
        site.respond(.get, "/sub/rows", #"[{"title":"A"}]"#)
        for (method, path) in [(HTTPMethod.get, "node/1"), (.patch, "node/1"), (.post, "node")] {
            site.respond(method, "/sub/\(path)", #"{"title":[]}"#)
        }
        site.respond(.post, "/sub/user/login", "[]")
        site.respondText(.get, "/sub/user/login_status", "yes")
        let client = try DrupalClient(baseURL: MockSite.url + "/sub", session: site.session)
        let error = try await drupalError { try await operation(client) }
        expect(error.reason == .unreadableBody || error.reason == .notDrupal)
        expectEqual(error.request, request)
    }

    @Test("Redirects to a login form are not followed")
    func loginForm() async throws {
        for (status, method) in [(302, HTTPMethod.get), (303, .post), (301, .delete)] {
            for location in ["/user/login?destination=/place", "https://example.org/de/user/login"] {
                let error = try await error(.redirect(to: location, status: status), method: method)
                guard case .redirectedToLogin(let url) = error.reason else { throw error }
                expect(url.path.hasSuffix("/user/login") && error.status == status)
            }
        }
    }

    @Test("Other redirects: followed for reading within the site only")
    func redirects() async throws {
        let site = MockSite()
        site.transport.on(.get, "/old", respond: .redirect(to: "/node/1?_format=json"))
        site.respond(.get, "/node/1", #"{"a":1}"#)
        for (name, target) in [
            ("other", "https://www.example.org/node/1"), ("plain", "http://example.org/node/1"),
            ("port", "https://example.org:444/node/1"),
        ] {
            site.transport.on(.get, "/\(name)", respond: .redirect(to: target))
            let client = try site.client()
            client.useBasicAuthentication(username: "a", password: "b")
            let error = try await drupalError { try await client.request(name) }
            expectEqual(error.reason, .redirected(URL(string: target)))
        }
        try await expectEqual(site.client().request("old").json["a"], 1)
        let error = try await error(.redirect(to: "/node/1", status: 308), method: .post)
        expectEqual(error.reason, .redirected(URL(string: "/node/1")))
    }

    @Test("No connection")
    func network() async throws {
        let error = try await error(.failure(.cannotConnect))
        expect(error.reason == .noResponse && error.status == nil && error.request == "GET /place")
        expect((error.underlyingError as? AFError)?.underlyingError is URLError)
    }

    @Test("An error is an NSError with its description")
    func bridged() async throws {
        let error = try await error(response(422, #"{"message":"Failed.\ntitle: No."}"#))
        expectEqual((error as NSError).localizedDescription, "\(error)")
        expectEqual("\(error)", "GET /place: 422: the entity is invalid\ntitle: No.")
    }

    @Test("A complete URL on another origin is sent without credentials and cookies")
    func otherOrigin() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.transport.on(.get, "https://evil.example/x", respond: .json("{}"))
        let client = try site.client()
        waterwheelManager().client = nil
        try await client.login(username: "alice", password: "x")
        let manager = waterwheelManager()
        manager.client = client
        await withCheckedContinuation { continuation in
            manager.sendRequestWithUrl("https://evil.example/x", method: .get, params: nil) { _, _, _, _ in
                continuation.resume()
            }
        }
        let request = try #require(site.transport.requests.last)
        expect(request["Cookie"] == nil && request["Authorization"] == nil && request["X-CSRF-Token"] == nil)
        expectEqual(request.url.absoluteString, "https://evil.example/x?_format=json")
    }
}

private struct StrictRow: Codable {
    var count: Int
}
