import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Alamofire's Usage: response validation", .ownThreads, .hangLimit)
struct ValidationSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("By hand", arguments: ["/get", "/status/404", "/html"])
    func manual(path: String) async {
        Alamofire.request("\(httpbin)\(path)")
            .validate(statusCode: 200..<300)
            .validate(contentType: ["application/json"])
            .responseData { response in
                switch response.result {
                case .success:
                    print("Validation Successful")
                case .failure(let error):
                    print(error.errorDescription ?? "")
                }
            }
        await printout.wait(for: 1)
        switch path {
        case "/get": expectEqual(printout.text, "Validation Successful")
        case "/status/404": expectEqual(printout.text, "Response status code was unacceptable: 404.")
        default:
            expectEqual(
                printout.text,
                #"Response Content-Type "text/html" does not match any acceptable types: application/json."#)
        }
    }

    @Test("By itself", arguments: ["/get", "/status/500"])
    func automatic(path: String) async {
        Alamofire.request("\(httpbin)\(path)").validate().responseJSON { response in
            switch response.result {
            case .success:
                print("Validation Successful")
            case .failure(let error):
                print(error)
            }
        }
        await printout.wait(for: 1)
        if path == "/get" {
            expectEqual(printout.text, "Validation Successful")
        } else {
            expect(printout.text.contains("Response status code was unacceptable: 500."))
        }
    }

    @Test("The content types that the request accepts count")
    func accepted() async {
        let headers: HTTPHeaders = ["Accept": "application/json, text/*"]
        let json = await AF.request("\(httpbin)/html", headers: headers).validate().serializingData().response
        expect(json.error == nil)
        let image = await AF.request("\(httpbin)/image/png", headers: headers).validate().serializingData().response
        expectEqual(image.error?.responseContentType, "image/png")
        expectEqual(image.error?.acceptableContentTypes, ["application/json", "text/*"])
    }

    struct CustomError: Error, Equatable {
        let reason: String
    }

    @Test("A closure that reads the server's own words from the body")
    func closure() async throws {
        server.on(.get, "/refuse") { _ in .json(#"{"reason": "not today"}"#, status: 403) }
        for path in ["/get", "/refuse"] {
            AF.request("\(httpbin)\(path)")
                .validate { request, response, data in
                    guard let data = data else { return .failure(CustomError(reason: "no data")) }

                    // The status says whether the response is good, the body says why not.
                    if response.statusCode == 200 { return .success }
                    let reason = (try? JSONDecoder().decode([String: String].self, from: data))?["reason"]
                    return .failure(CustomError(reason: reason ?? "unknown"))
                }
                .response { response in
                    print(response.error?.underlyingError as? CustomError ?? "none")
                    print(response.error?.isResponseValidationError ?? false)
                }
            await printout.wait(for: path == "/get" ? 2 : 4)
        }
        expectEqual(printout.texts, ["none", "false", #"CustomError(reason: "not today")"#, "true"])
    }
}
