import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Alamofire's Migration Guide to 4: errors", .ownThreads, .hangLimit)
struct ErrorsSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    /// The example, with the cases that version 5 has more.
    private func handle(_ response: AFDataResponse<Any>) {
        guard case let .failure(error) = response.result else { return print("no error") }

        switch error {
        case .invalidURL(let url):
            print("Invalid URL: \(url) - \(error.localizedDescription)")
        case .parameterEncodingFailed(let reason):
            print("Parameter encoding failed: \(error.localizedDescription)")
            print("Failure Reason: \(reason)")
        case .multipartEncodingFailed(let reason):
            print("Multipart encoding failed: \(error.localizedDescription)")
            print("Failure Reason: \(reason)")
        case .responseValidationFailed(let reason):
            print("Response validation failed: \(error.localizedDescription)")

            switch reason {
            case .dataFileNil, .dataFileReadFailed:
                print("Downloaded file could not be read")
            case .missingContentType(let acceptableContentTypes):
                print("Content Type Missing: \(acceptableContentTypes)")
            case .unacceptableContentType(let acceptableContentTypes, let responseContentType):
                print("Response content type: \(responseContentType) was unacceptable: \(acceptableContentTypes)")
            case .unacceptableStatusCode(let code):
                print("Response status code was unacceptable: \(code)")
            case .customValidationFailed(let error):
                print("Validation failed: \(error)")
            }
        case .responseSerializationFailed(let reason):
            print("Response serialization failed: \(error.localizedDescription)")
            if case .jsonSerializationFailed = reason { print("Failure Reason: JSON") }
        case .sessionTaskFailed(let error as URLError):
            print("URLError occurred: \(error.code == .cannotConnectToHost)")
        default:
            print("Unknown error: \(error)")
        }
    }

    @Test("Each kind is told apart")
    func kinds() async throws {
        let closed = try LoopbackServer()
        closed.stop()
        server.on(.get, "/broken") { _ in .json("{") }
        let requests = [
            AF.request("\(httpbin)/get"),
            AF.request("http://not a url"),
            AF.request("\(httpbin)/status/418").validate(),
            AF.request("\(httpbin)/image/png").validate(contentType: ["text/html"]),
            AF.request("\(httpbin)/broken"),
            AF.request(closed.url("/")),
            AF.request("\(httpbin)/post", method: .post, parameters: ["a": Double.nan], encoding: JSONEncoding.default),
        ]
        let counts = [1, 1, 2, 2, 2, 1, 2]
        var expected = 0
        for (request, count) in zip(requests, counts) {
            request.responseJSON { handle($0) }
            expected += count
            await printout.wait(for: expected)
        }
        let texts = printout.texts
        expectEqual(texts[0], "no error")
        expectEqual(texts[1], "Invalid URL: http://not a url - URL is not valid: http://not a url")
        expectEqual(texts[2], "Response validation failed: Response status code was unacceptable: 418.")
        expectEqual(texts[3], "Response status code was unacceptable: 418")
        expectEqual(
            texts[4],
            "Response validation failed: "
                + #"Response Content-Type "image/png" does not match any acceptable types: text/html."#)
        expectEqual(texts[5], #"Response content type: image/png was unacceptable: ["text/html"]"#)
        expect(
            texts[6].hasPrefix("Response serialization failed: JSON could not be serialized because of error:\n"))
        expectEqual(texts[7], "Failure Reason: JSON")
        expectEqual(texts[8], "URLError occurred: true")
        expect(texts[9].hasPrefix("Parameter encoding failed: Parameters could not be encoded as JSON"))
    }
}
