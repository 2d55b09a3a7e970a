import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Stands for `https://example.com`, which the examples name in static members.
private enum Example {
    static let server = try? LoopbackServer { .json("{\"target\": \"\($0.target)\"}") }
    static let baseURLString = server.map { String($0.url.absoluteString.dropLast()) } ?? "https://example.com"
}

private struct User {
    let username: String
}

extension User: URLConvertible {
    static let baseURLString = Example.baseURLString

    func asURL() throws -> URL {
        let urlString = User.baseURLString + "/users/\(username)/"
        return try urlString.asURL()
    }
}

private enum SearchRouter: URLRequestConvertible {
    case search(query: String, page: Int)

    static let baseURLString = Example.baseURLString
    static let perPage = 50

    // MARK: URLRequestConvertible

    func asURLRequest() throws -> URLRequest {
        let result: (path: String, parameters: Parameters) = {
            switch self {
            case let .search(query, page) where page > 0:
                return ("/search", ["q": query, "offset": SearchRouter.perPage * page])
            case let .search(query, _):
                return ("/search", ["q": query])
            }
        }()

        let url = try SearchRouter.baseURLString.asURL()
        let urlRequest = URLRequest(url: url.appendingPathComponent(result.path))

        return try URLEncoding.default.encode(urlRequest, with: result.parameters)
    }
}

private enum Router: URLRequestConvertible {
    case createUser(parameters: Parameters)
    case readUser(username: String)
    case updateUser(username: String, parameters: Parameters)
    case destroyUser(username: String)

    static let baseURLString = Example.baseURLString

    var method: HTTPMethod {
        switch self {
        case .createUser:
            return .post
        case .readUser:
            return .get
        case .updateUser:
            return .put
        case .destroyUser:
            return .delete
        }
    }

    var path: String {
        switch self {
        case .createUser:
            return "/users"
        case .readUser(let username):
            return "/users/\(username)"
        case .updateUser(let username, _):
            return "/users/\(username)"
        case .destroyUser(let username):
            return "/users/\(username)"
        }
    }

    // MARK: URLRequestConvertible

    func asURLRequest() throws -> URLRequest {
        let url = try Router.baseURLString.asURL()

        var urlRequest = URLRequest(url: url.appendingPathComponent(path))
        urlRequest.httpMethod = method.rawValue

        switch self {
        case .createUser(let parameters):
            urlRequest = try URLEncoding.default.encode(urlRequest, with: parameters)
        case .updateUser(_, let parameters):
            urlRequest = try URLEncoding.default.encode(urlRequest, with: parameters)
        default:
            break
        }

        return urlRequest
    }
}

@Suite("Alamofire's Advanced Usage: routing requests", .ownThreads, .hangLimit)
struct RoutingSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("Texts, URLs and components of URLs")
    func urls() async throws {
        let urlString = "\(httpbin)/post"
        _ = await AF.request(urlString, method: .post).serializingData().response

        let url = URL(string: urlString)!
        _ = await AF.request(url, method: .post).serializingData().response

        let urlComponents = URLComponents(url: url, resolvingAgainstBaseURL: true)!
        _ = await AF.request(urlComponents, method: .post).serializingData().response
        expectEqual(asked, ["POST /post", "POST /post", "POST /post"])
    }

    @Test("A type of one's own as a URL")
    func typeSafe() async throws {
        _ = try #require(Example.server)
        let user = User(username: "mattt")
        let request = AF.request(user)  // https://example.com/users/mattt
        _ = await request.serializingData().response
        expectEqual(request.request?.url?.absoluteString, "\(Example.baseURLString)/users/mattt/")
        expectEqual(request.response?.statusCode, 200)
    }

    @Test("A URLRequest with a body of one's own")
    func urlRequest() async throws {
        let url = URL(string: "\(httpbin)/post")!
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = "POST"

        let parameters = ["foo": "bar"]

        do {
            urlRequest.httpBody = try JSONSerialization.data(withJSONObject: parameters, options: [])
        } catch {
            // No-op
        }

        urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")

        _ = await AF.request(urlRequest).serializingData().response
        let request = try #require(server.requests.first)
        expectEqual(request.text, #"{"foo":"bar"}"#)
        expectEqual(request[header: "Content-Type"], "application/json")
    }

    @Test("A router that hides parameters")
    func parameters() async throws {
        _ = try #require(Example.server)
        let request = AF.request(SearchRouter.search(query: "foo bar", page: 1))  // ?q=foo%20bar&offset=50
        _ = await request.serializingData().response
        // In the order of their names.
        expectEqual(request.request?.url?.absoluteString, "\(Example.baseURLString)/search?offset=50&q=foo%20bar")
        expectEqual(request.response?.statusCode, 200)
        let first = AF.request(SearchRouter.search(query: "foo bar", page: 0))
        _ = await first.serializingData().response
        expectEqual(first.request?.url?.query, "q=foo%20bar")
    }

    @Test("A router that creates, reads, updates and deletes")
    func crud() async throws {
        _ = try #require(Example.server)
        let requests = [
            AF.request(Router.readUser(username: "mattt")),  // GET /users/mattt
            AF.request(Router.createUser(parameters: ["name": "Mattt", "age": 30])),
            AF.request(Router.updateUser(username: "mattt", parameters: ["age": 31])),
            AF.request(Router.destroyUser(username: "mattt")),
        ]
        for request in requests { _ = await request.serializingData().response }
        expectEqual(
            requests.map(\.description),
            [
                "GET \(Example.baseURLString)/users/mattt (200)",
                "POST \(Example.baseURLString)/users (200)",
                "PUT \(Example.baseURLString)/users/mattt (200)",
                "DELETE \(Example.baseURLString)/users/mattt (200)",
            ])
        expectEqual(
            requests.map { $0.request?.httpBody.map { String(decoding: $0, as: UTF8.self) } },
            [
                nil, "age=30&name=Mattt", "age=31", nil,
            ])
    }

    @Test("What cannot be a URL is told to the handler")
    func invalid() async {
        let response = await AF.request("http://not a url").serializingData().response
        expectEqual(response.error?.isInvalidURLError, true)
        expectEqual(response.error?.errorDescription, "URL is not valid: http://not a url")
    }
}
