import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Conforms under the names that begin with the module's.
private struct Nothing: Alamofire.RequestInterceptor, Alamofire.EventMonitor {}

private struct Place: Alamofire.URLConvertible, Alamofire.URLRequestConvertible {
    let url: URL

    func asURL() throws -> URL { url }
    func asURLRequest() throws -> URLRequest { URLRequest(url: url) }
}

@Suite("Code that writes Alamofire's module out", .ownThreads, .hangLimit)
struct AlamofireNameTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("A request with all parameters of version 4, progress and validation")
    func complex() async throws {
        let parameters: Parameters = ["foo": "bar"]

        Alamofire.request("\(httpbin)/post", method: .post, parameters: parameters, encoding: JSONEncoding.default)
            .downloadProgress(queue: DispatchQueue.global(qos: .utility)) { progress in
                print("Progress: \(progress.fractionCompleted)")
            }
            .validate { request, response, data in
                // Custom evaluation closure now includes data
                return .success
            }
            .responseJSON { response in
                debugPrint(response)
            }
        await printout.wait(for: 2)
        expectEqual(server.requests.last?.text, #"{"foo":"bar"}"#)
        expect(printout.texts.contains("Progress: 1.0"))
        expect(printout.texts.contains { $0.contains("[Result]: success(") })
    }

    @Test("A URL, a URLRequest, a type of one's own")
    func convertibles() async throws {
        let url = server.url("/get")
        let requests = [
            Alamofire.request(url), Alamofire.request(URLRequest(url: url)),
            Alamofire.request(Place(url: url) as any URLRequestConvertible), Alamofire.AF.request(url),
        ]
        for request in requests { _ = await request.serializingData().response }
        expectEqual(asked, Array(repeating: "GET /get", count: 4))
    }

    @Test("Each encoding of version 4")
    func encodings() async {
        let parameters: Parameters = ["foo": "bar"]
        let urlString = "\(httpbin)/anything"
        let requests = [
            Alamofire.request(urlString, parameters: parameters),
            Alamofire.request(urlString, parameters: parameters, encoding: URLEncoding(destination: .queryString)),
            Alamofire.request(urlString, method: .put, parameters: parameters, encoding: URLEncoding.httpBody),
            Alamofire.request(urlString, method: .put, parameters: parameters, encoding: JSONEncoding(options: [])),
            Alamofire.request(urlString, method: .put, parameters: parameters, encoding: JSONEncoding.prettyPrinted),
            Alamofire.request(
                urlString, method: .put, parameters: parameters,
                encoding: PropertyListEncoding(format: .xml, options: 0)),
            Alamofire.request(urlString, method: .put, parameters: parameters, encoding: PropertyListEncoding.binary),
        ]
        for request in requests { _ = await request.serializingData().response }
        let requested = server.requests
        expectEqual(requested.map(\.target).prefix(2), ["/anything?foo=bar", "/anything?foo=bar"])
        expectEqual(requested[2].text, "foo=bar")
        expectEqual(requested[3].text, #"{"foo":"bar"}"#)
        expect(requested[4].text.contains("\n"))
        expect(requested[5].text.contains("<key>foo</key>"))
        expect(requested[6].text.hasPrefix("bplist"))
    }

    @Test("Types have the same names behind it")
    func types() async {
        let session: Alamofire.SessionManager = Alamofire.Session(interceptor: Nothing(), eventMonitors: [Nothing()])
        let headers: Alamofire.HTTPHeaders = ["Accept": "*/*"]
        let request: Alamofire.DataRequest = session.request(
            server.url("/get"), method: Alamofire.HTTPMethod.get, encoding: Alamofire.URLEncoding.default,
            headers: headers)
        let response: Alamofire.DataResponse<Data, Alamofire.AFError> = await request.serializingData().response
        let result: Alamofire.AFResult<Data> = response.result
        expect(result.isSuccess)
        expect(Alamofire.AF === Session.default)
    }
}
