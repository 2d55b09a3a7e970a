import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Alamofire's Usage: authentication", .ownThreads, .hangLimit)
struct AuthenticationSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    private func expectWelcome() {
        expect(printout.text.contains("[Status Code]: 200"))
        expect(printout.text.contains(#""authenticated""#))
        expectEqual(server.requests.last?[header: "Authorization"], "Basic dXNlcjpwYXNzd29yZA==")
    }

    @Test("User and password, when the server asks")
    func basic() async {
        let user = "user"
        let password = "password"

        Alamofire.request("\(httpbin)/basic-auth/\(user)/\(password)")
            .authenticate(user: user, password: password)
            .responseJSON { response in
                debugPrint(response)
            }
        await printout.wait(for: 1)
        expectWelcome()
        // The server is asked twice, as the document says.
        expectEqual(server.requests.map { $0[header: "Authorization"] != nil }, [false, true])
    }

    @Test("Version 5's spelling")
    func basicOfVersion5() async {
        AF.request("\(httpbin)/basic-auth/user/password")
            .authenticate(username: "user", password: "password")
            .responseJSON { response in
                debugPrint(response)
            }
        await printout.wait(for: 1)
        expectWelcome()
    }

    @Test("A header field")
    func header() async {
        let user = "user"
        let password = "password"

        var headers: HTTPHeaders = [:]

        if let authorizationHeader = Request.authorizationHeader(user: user, password: password) {
            headers[authorizationHeader.key] = authorizationHeader.value
        }

        Alamofire.request("\(httpbin)/basic-auth/user/password", headers: headers)
            .responseJSON { response in
                debugPrint(response)
            }
        await printout.wait(for: 1)
        expectWelcome()
        expectEqual(server.requestCount, 1)
    }

    @Test("A URLCredential")
    func credential() async {
        let user = "user"
        let password = "password"

        let credential = URLCredential(user: user, password: password, persistence: .forSession)

        Alamofire.request("\(httpbin)/basic-auth/\(user)/\(password)")
            .authenticate(usingCredential: credential)
            .responseJSON { response in
                debugPrint(response)
            }
        await printout.wait(for: 1)
        expectWelcome()
    }

    @Test("Credentials that the server does not take")
    func wrong() async {
        let response = await AF.request("\(httpbin)/basic-auth/user/password")
            .authenticate(username: "user", password: "wrong").validate().serializingData().response
        expectEqual(response.error?.responseCode, 401)
    }
}
