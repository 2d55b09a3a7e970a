import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Alamofire's Usage: cURL command output", .ownThreads, .hangLimit)
struct CommandLineSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("A request in words")
    func description() async {
        let request = Alamofire.request("\(httpbin)/ip")
        _ = await request.serializingData().response

        print(request)
        expectEqual(printout.text, "GET \(httpbin)/ip (200)")
    }

    @Test("A request for debugging is a command")
    func command() async {
        let request = Alamofire.request("\(httpbin)/get", parameters: ["foo": "bar"])
        _ = await request.serializingData().response
        debugPrint(request)
        let headers = HTTPHeaders.default
        expectEqual(
            printout.text,
            """
            $ curl -v \\
            \t-X GET \\
            \t-H "Accept-Encoding: \(headers["Accept-Encoding"] ?? "")" \\
            \t-H "Accept-Language: \(headers["Accept-Language"] ?? "")" \\
            \t-H "User-Agent: \(headers["User-Agent"] ?? "")" \\
            \t"\(httpbin)/get?foo=bar"
            """)
    }

    @Test("A request that was not made yet has no command")
    func early() {
        let request = Alamofire.request("\(httpbin)/get")
        print(request)
        debugPrint(request)
        expectEqual(printout.texts, ["No request created yet.", "$ curl command could not be created"])
    }
}
