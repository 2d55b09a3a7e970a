import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Alamofire's Usage: HTTP headers", .ownThreads, .hangLimit)
struct HeadersSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("Fields of one request")
    func custom() async throws {
        let headers: HTTPHeaders = [
            "Authorization": "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
            "Accept": "application/json",
        ]

        Alamofire.request("\(httpbin)/headers", headers: headers).responseJSON { response in
            debugPrint(response)
        }
        await printout.wait(for: 1)
        expectEqual(server.requests.first?[header: "Authorization"], "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        expectEqual(server.requests.first?[header: "Accept"], "application/json")
        expect(printout.text.contains("Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="))
        expect(printout.text.contains("[Result]: success("))
    }

    @Test("What is sent unless told otherwise")
    func defaults() async throws {
        _ = await AF.request("\(httpbin)/get").serializingData().response
        let request = try #require(server.requests.first)
        let encodings = try #require(request[header: "Accept-Encoding"])
        expect(encodings.contains("gzip"))
        expect(try #require(request[header: "Accept-Language"]).contains(";q=1.0"))
        let agent = try #require(request[header: "User-Agent"])
        expect(agent.wholeMatch(of: /.+\/.+ \(.+; build:.+; .+\) Neatline\/.+/) != nil)
    }

    @Test("A session with other default fields")
    func customizedDefaults() async throws {
        var defaultHeaders = Alamofire.SessionManager.defaultHTTPHeaders
        defaultHeaders["DNT"] = "1 (Do Not Track Enabled)"

        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = defaultHeaders

        let sessionManager = Alamofire.SessionManager(configuration: configuration)
        _ = await sessionManager.request("\(httpbin)/get").serializingData().response
        let request = try #require(server.requests.first)
        expectEqual(request[header: "DNT"], "1 (Do Not Track Enabled)")
        expectEqual(request[header: "User-Agent"], HTTPHeaders.default["User-Agent"])
        expect(request[header: "Accept-Language"] != nil)
    }
}
