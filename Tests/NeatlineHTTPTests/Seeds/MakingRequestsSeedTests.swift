import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Alamofire's Usage: making requests", .ownThreads, .hangLimit)
struct MakingRequestsSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("A request for a text")
    func simplest() async {
        AF.request("\(httpbin)/get").response { (response) in
            debugPrint(response)
        }
        await printout.wait(for: 1)
        expect(printout.text.hasPrefix("[Request]: GET \(httpbin)/get\n"))
        expect(printout.text.contains("[Status Code]: 200"))
        expect(printout.text.contains("[Result]: success(Optional("))
    }

    @Test("Methods")
    func methods() async {
        let requests = [
            AF.request("\(httpbin)/get"),
            AF.request("\(httpbin)/post", method: .post),
            AF.request("\(httpbin)/put", method: .put),
            AF.request("\(httpbin)/delete", method: .delete),
        ]
        // The first handler sends a request, or `resume()`.
        for request in requests {
            _ = await request.serializingData().response
        }
        expectEqual(asked, ["GET /get", "POST /post", "PUT /put", "DELETE /delete"])
        expect(requests.allSatisfy { $0.response?.statusCode == 200 })
    }

    @Test("The method of a URLRequest, also one that HTTPMethod has no name for")
    func methodOfURLRequest() async throws {
        var request = URLRequest(url: try #require(URL(string: "\(httpbin)/anything")))
        expectEqual(request.method, .get)
        request.method = .patch
        expectEqual(request.httpMethod, "PATCH")
        request.httpMethod = "PURGE"
        expectEqual(request.method?.rawValue, "PURGE")
        _ = await AF.request(request).serializingData().response
        expectEqual(asked, ["PURGE /anything"])
    }

    @Test("The methods and their names")
    func names() {
        let methods: [HTTPMethod] = [.connect, .delete, .get, .head, .options, .patch, .post, .put, .trace]
        expectEqual(
            methods.map(\.rawValue),
            [
                "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
            ])
    }

    @Test("The definition that is shown: all parameters, and their defaults")
    func definition() async {
        struct Nothing: RequestInterceptor {}
        let headers: HTTPHeaders = ["X-Trace": "7"]
        let request = AF.request(
            "\(httpbin)/put",
            method: .put,
            parameters: ["foo": "bar"],
            encoder: URLEncodedFormParameterEncoder.default,
            headers: headers,
            interceptor: Nothing())
        let response = await request.serializingData().response
        expectEqual(response.response?.statusCode, 200)
        expectEqual(server.requests.last?.text, "foo=bar")
        expectEqual(server.requests.last?[header: "X-Trace"], "7")
    }

    @Test("A value that becomes a URLRequest, with an interceptor")
    func convertible() async throws {
        struct Nothing: RequestInterceptor {}
        let urlRequest = try URLRequest(url: "\(httpbin)/get", method: .get)
        let response = await AF.request(urlRequest, interceptor: Nothing()).serializingData().response
        expectEqual(response.response?.statusCode, 200)
    }
}
