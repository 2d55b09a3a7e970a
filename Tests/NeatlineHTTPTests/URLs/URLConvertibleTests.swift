import Foundation
@testable import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What requests are made of: `URLConvertible`, `URLRequestConvertible`, `URLRequest`'s initializer, `HTTPMethod`.
struct URLConvertibleTests {
    @Test("Strings, URLs and components are URLs")
    func stringsURLsAndComponentsAreURLs() throws {
        let text = "https://example.com/a%20b?x=1#y"
        let url = try #require(URL(string: text))
        try expectEqual(text.asURL(), url)
        try expectEqual(url.asURL(), url)
        try expectEqual(#require(URLComponents(string: text)).asURL(), url)
        let convertibles: [any URLConvertible] = [text, url]
        try expectEqual(convertibles.map { try $0.asURL() }, [url, url])
    }

    @Test(
        "A string that is no URL is an error that has it", arguments: ["", "https://exa mple.com:port", "http://[::1"])
    func aStringThatIsNoURL(text: String) {
        let error = #expect(throws: AFError.self) { try text.asURL() }
        guard case .invalidURL(let url) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expect(url as? String == text)
        expectEqual(error?.isInvalidURLError, true)
    }

    @Test(
        "The error says what is wrong",
        arguments: [
            ("", "It is empty."), ("http://host:port/", #"Its port is "port", which is no number."#),
            ("http://u:p@host:-1", #"Its port is "-1", which is no number."#),
            ("http://[::1", "The bracket before its host is not closed."),
            ("http://[::1]:x", #"Its port is "x", which is no number."#),
            ("http://exa mple.com/", "Its host has the character U+0020."),
            ("http://a\r\nHost: b/", #"Its port is " b", which is no number."#),
            ("http://a\nb/", "Its host has the character U+000A."),
            ("http://a|b/", "Its host has the character U+007C."),
            (
                "ht tp://a",
                #"Its scheme is "ht tp", which is not a letter and letters, digits, +, - or . behind it."#
            ),
            (
                "1http://a",
                #"Its scheme is "1http", which is not a letter and letters, digits, +, - or . behind it."#
            ),
            ("127.0.0.1:80", "It has no scheme; did you mean https://127.0.0.1:80?"),
            (
                "http://u:p/w@[host/",
                "If the text before the @ is a password, / must be written as %2F, ? as %3F, and # as %23 in it."
            ),
        ])
    func theErrorSaysWhatIsWrong(text: String, reason: String) {
        let error = #expect(throws: AFError.self) { try text.asURL() }
        expectEqual(error?.failureReason, reason)
    }

    @Test("Other errors have no reason of this kind")
    func otherErrorsHaveNoReasonOf() {
        expect(AFError.explicitlyCancelled.failureReason == nil)
        expect(AFError.invalidURL(url: URLComponents()).failureReason == nil)
        expect(AFError.invalidURL(url: "http:").failureReason == nil)
    }

    @Test("Components that are no URL are an error that has them")
    func componentsThatAreNoURLAre() {
        var components = URLComponents()
        components.host = "example.com"
        components.path = "no/slash"
        let error = #expect(throws: AFError.self) { try components.asURL() }
        guard case .invalidURL(let url) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expect(url as? URLComponents == components)
    }

    @Test("A type of one's own is a URL")
    func aTypeOfOneSOwn() throws {
        struct User: URLConvertible {
            let name: String
            func asURL() throws -> URL { try "https://example.com/users/\(name)".asURL() }
        }
        let request = try URLRequest(url: User(name: "ada"), method: .delete)
        expectEqual(request.url?.absoluteString, "https://example.com/users/ada")
        expectEqual(request.httpMethod, "DELETE")
    }

    @Test("A request has its method and headers")
    func aRequestHasItsMethodAnd() throws {
        let request = try URLRequest(
            url: "https://example.com", method: .patch, headers: ["X-A": "1", "Accept": "a/b"])
        expectEqual(request.method, .patch)
        expectEqual(request.allHTTPHeaderFields, ["X-A": "1", "Accept": "a/b"])
        try expectEqual(URLRequest(url: "https://example.com", method: .get).allHTTPHeaderFields ?? [:], [:])
    }

    @Test("A request of no URL is an error")
    func aRequestOfNoURLIs() {
        #expect(throws: AFError.self) { try URLRequest(url: "", method: .get) }
    }

    @Test("The method of a request can be set")
    func theMethodOfARequestCan() throws {
        var request = try URLRequest(url: "https://example.com", method: .get)
        request.method = .query
        expectEqual(request.httpMethod, "QUERY")
        request.httpMethod = "PROPFIND"
        expectEqual(request.method, HTTPMethod(rawValue: "PROPFIND"))
    }

    @Test("A request is convertible to itself")
    func aRequestIsConvertibleToItself() throws {
        let request = try URLRequest(url: "https://example.com", method: .get)
        try expectEqual(request.asURLRequest(), request)
        expectEqual(request.urlRequest, request)
    }

    @Test("GET with a body is not valid")
    func getWithABodyIsNot() throws {
        var request = try URLRequest(url: "https://example.com", method: .get)
        try request.validate()
        request.httpBody = Data("x".utf8)
        let error = #expect(throws: AFError.self) { try request.validate() }
        guard case .urlRequestValidationFailed(.bodyDataInGETRequest(let body)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(body, Data("x".utf8))
        request.method = .post
        try request.validate()
        request.method = .query
        try request.validate()
    }

    @Test("Methods are sent as they are written")
    func methodsAreSentAsTheyAre() {
        let methods: [HTTPMethod] = [.connect, .delete, .get, .head, .options, .patch, .post, .put, .query, .trace]
        expectEqual(
            methods.map(\.rawValue),
            [
                "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
            ])
        expectEqual(Set(methods).count, 10)
        expect(HTTPMethod(rawValue: "get") != .get)
    }

    @Test("The seeds' router makes requests")
    func theSeedsRouterMakesRequests() throws {
        enum Router: URLRequestConvertible {
            case createUser(parameters: Parameters)
            case search(query: String, page: Int)

            func asURLRequest() throws -> URLRequest {
                let base = try "https://example.com".asURL()
                switch self {
                case .createUser(let parameters):
                    let request = try URLRequest(url: base.appendingPathComponent("/users"), method: .post)
                    return try JSONEncoding.default.encode(request, with: parameters)
                case .search(let query, let page):
                    let request = URLRequest(url: base.appendingPathComponent("/search"))
                    return try URLEncoding.default.encode(request, with: ["q": query, "offset": 50 * page])
                }
            }
        }
        expectEqual(
            Router.search(query: "foo bar", page: 1).urlRequest?.url?.absoluteString,
            "https://example.com/search?offset=50&q=foo%20bar")
        let create = try Router.createUser(parameters: ["username": "ada"]).asURLRequest()
        expectEqual(create.httpBody, Data(#"{"username":"ada"}"#.utf8))
        expectEqual(create.method, .post)
    }
}
