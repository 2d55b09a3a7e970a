import Foundation
@testable import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What `validate()` asks of a status and a content type.
struct ResponseValidationTests {
    // MARK: Status

    @Test(
        "Statuses from 200 to 299 are acceptable",
        arguments: [(200, true), (204, true), (299, true), (199, false), (300, false), (404, false), (-1, false)])
    func statusesFrom200To299Are(status: Int, isAcceptable: Bool) {
        let error = ResponseValidation.error(
            ofStatusCode: status, acceptable: ResponseValidation.acceptableStatusCodes)
        expectEqual(error == nil, isAcceptable)
    }

    @Test("Another status is an error that has it")
    func anotherStatusIsAnErrorThat() {
        let error = ResponseValidation.error(ofStatusCode: 404, acceptable: [200, 201])
        guard case .responseValidationFailed(.unacceptableStatusCode(404)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(error?.responseCode, 404)
        expectEqual(error?.errorDescription, "Response status code was unacceptable: 404.")
    }

    @Test("No status is acceptable if none is named")
    func noStatusIsAcceptableIfNone() {
        expect(ResponseValidation.error(ofStatusCode: 200, acceptable: [Int]()) != nil)
    }

    @Test("Statuses may be any sequence")
    func statusesMayBeAnySequence() {
        expect(ResponseValidation.error(ofStatusCode: 418, acceptable: stride(from: 400, to: 420, by: 2)) == nil)
        expect(ResponseValidation.error(ofStatusCode: 418, acceptable: Set([418])) == nil)
    }

    // MARK: Content type

    private func error(_ type: String?, _ acceptable: [String], hasBody: Bool = true) -> AFError? {
        ResponseValidation.error(ofContentType: type, acceptable: acceptable, hasBody: hasBody)
    }

    @Test(
        "Content types fit without parameters, and with wildcards",
        arguments: [
            ("application/json", "application/json"), ("application/json; charset=utf-8", "application/json"),
            ("application/json", "application/json; charset=utf-8"), ("application/json;q=1", "application/json ;v=2"),
            (" text/html ", "text/html"), ("text/html", "text/*"), ("text/html", "*/html"), ("text/html", "*/*"),
            ("text/html", "*"),
            ("Text/HTML", "text/html"), ("application/vnd.api+json", "application/vnd.api+json"), ("image", "image"),
            ("image", "*/*"),
        ])
    func contentTypesFitWithoutParametersAnd(type: String, acceptable: String) {
        expect(error(type, [acceptable]) == nil)
        expect(error(type, ["a/b", acceptable]) == nil)
    }

    @Test(
        "Other content types are an error that has both",
        arguments: [
            ("application/json", "text/json"), ("application/json", "application/xml"), ("text/html", "image/*"),
            ("text/html", "*/xml"), ("text/html", ""), ("text/html", "text"),
        ])
    func otherContentTypesAreAnError(type: String, acceptable: String) {
        let error = error(type + "; x=y", [acceptable, "a/b"])
        guard case .responseValidationFailed(.unacceptableContentType(let types, type)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(types, [acceptable, "a/b"].sorted())
        expectEqual(error?.responseContentType, type)
    }

    @Test("No content type is only good where any is", arguments: [nil, "", " ; charset=utf-8"] as [String?])
    func noContentTypeIsOnlyGood(type: String?) {
        expect(error(type, ["*/*"]) == nil)
        expect(error(type, ["text/html", "*/*; q=0.1"]) == nil)
        let error = error(type, ["text/*", "*/json"])
        guard case .responseValidationFailed(.missingContentType(["*/json", "text/*"])) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("No content type is acceptable if none is named")
    func noContentTypeIsAcceptableIf() {
        expect(error("text/html", []) != nil)
        expect(error(nil, []) != nil)
    }

    @Test("An empty body has no type to be wrong")
    func anEmptyBodyHasNoType() {
        expect(error("text/html", ["image/png"], hasBody: false) == nil)
        expect(error(nil, [], hasBody: false) == nil)
    }

    @Test("What a request accepts is in its header")
    func whatARequestAcceptsIsIn() throws {
        expectEqual(ResponseValidation.acceptableContentTypes(of: nil), ["*/*"])
        var request = try URLRequest(url: "https://example.com", method: .get)
        expectEqual(ResponseValidation.acceptableContentTypes(of: request), ["*/*"])
        request.setValue("text/html, application/json;q=0.9 ,*/*", forHTTPHeaderField: "accept")
        expectEqual(
            ResponseValidation.acceptableContentTypes(of: request), ["text/html", "application/json;q=0.9", "*/*"])
        request.setValue("", forHTTPHeaderField: "accept")
        expectEqual(ResponseValidation.acceptableContentTypes(of: request), [""])
    }
}
