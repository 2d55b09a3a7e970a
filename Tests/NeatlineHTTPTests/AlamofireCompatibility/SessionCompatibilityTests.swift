import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The adapter of the documents; its protocol is `RequestAdapter` there.
private final class AccessTokenAdapter: SynchronousRequestAdapter {
    private let accessToken: String

    init(accessToken: String) {
        self.accessToken = accessToken
    }

    func adapt(_ urlRequest: URLRequest) throws -> URLRequest {
        var urlRequest = urlRequest

        if let urlString = urlRequest.url?.absoluteString, urlString.hasPrefix("http://127.0.0.1") {
            urlRequest.setValue("Bearer " + accessToken, forHTTPHeaderField: "Authorization")
        }

        return urlRequest
    }
}

/// The handler of the documents; its protocols are `RequestAdapter` and `RequestRetrier` there.
private final class OAuth2Handler: SynchronousRequestAdapter, BooleanRequestRetrier, @unchecked Sendable {
    private typealias RefreshCompletion =
        @Sendable (_ succeeded: Bool, _ accessToken: String?, _ refreshToken: String?) -> Void

    private let sessionManager: SessionManager = {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = SessionManager.defaultHTTPHeaders

        return SessionManager(configuration: configuration)
    }()

    private let lock = NSLock()

    private var clientID: String
    private var baseURLString: String
    private var accessToken: String
    private var refreshToken: String

    private var isRefreshing = false
    private var requestsToRetry: [RequestRetryCompletion] = []

    // MARK: - Initialization

    init(clientID: String, baseURLString: String, accessToken: String, refreshToken: String) {
        self.clientID = clientID
        self.baseURLString = baseURLString
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }

    // MARK: - RequestAdapter

    func adapt(_ urlRequest: URLRequest) throws -> URLRequest {
        if let url = urlRequest.url, url.absoluteString.hasPrefix(baseURLString) {
            var urlRequest = urlRequest
            urlRequest.setValue("Bearer " + lock.withLock { accessToken }, forHTTPHeaderField: "Authorization")
            return urlRequest
        }

        return urlRequest
    }

    // MARK: - RequestRetrier

    func should(
        _ manager: SessionManager, retry request: Request, with error: Error,
        completion: @escaping RequestRetryCompletion
    ) {
        lock.lock(); defer { lock.unlock() }

        if let response = request.task?.response as? HTTPURLResponse, response.statusCode == 401 {
            requestsToRetry.append(completion)

            if !isRefreshing {
                refreshTokens { [weak self] succeeded, accessToken, refreshToken in
                    guard let strongSelf = self else { return }

                    strongSelf.lock.lock(); defer { strongSelf.lock.unlock() }

                    if let accessToken = accessToken, let refreshToken = refreshToken {
                        strongSelf.accessToken = accessToken
                        strongSelf.refreshToken = refreshToken
                    }

                    strongSelf.requestsToRetry.forEach { $0(succeeded, 0.0) }
                    strongSelf.requestsToRetry.removeAll()
                }
            }
        } else {
            completion(false, 0.0)
        }
    }

    // MARK: - Private - Refresh Tokens

    private func refreshTokens(completion: @escaping RefreshCompletion) {
        guard !isRefreshing else { return }

        isRefreshing = true

        let urlString = "\(baseURLString)/oauth2/token"

        let parameters: Parameters = [
            "access_token": accessToken,
            "refresh_token": refreshToken,
            "client_id": clientID,
            "grant_type": "refresh_token",
        ]

        sessionManager.request(urlString, method: .post, parameters: parameters, encoding: JSONEncoding.default)
            .responseJSON { [weak self] response in
                guard let strongSelf = self else { return }

                if let json = response.result.value as? [String: String] {
                    completion(true, json["access_token"], json["refresh_token"])
                } else {
                    completion(false, nil, nil)
                }

                strongSelf.lock.withLock { strongSelf.isRefreshing = false }
            }
    }
}

/// Notes that it was there.
private struct Footprint: SynchronousRequestAdapter {
    let name: String

    func adapt(_ urlRequest: URLRequest) throws -> URLRequest {
        var urlRequest = urlRequest
        urlRequest.headers.update(name: "X-Way", value: (urlRequest.headers["X-Way"] ?? "") + name)
        return urlRequest
    }
}

/// Retries a few times at once.
private struct Again: BooleanRequestRetrier {
    let count: Int

    func should(
        _ manager: SessionManager, retry request: Request, with error: Error,
        completion: @escaping RequestRetryCompletion
    ) {
        completion(request.retryCount < count, 0)
    }
}

@Suite("Sessions as Alamofire 4 wrote them", .ownThreads, .hangLimit)
struct SessionCompatibilityTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("The default session, the default fields")
    func defaults() {
        expect(SessionManager.default === Session.default)
        expectEqual(HTTPHeaders(SessionManager.defaultHTTPHeaders).sorted(), HTTPHeaders.default.sorted())
    }

    @Test("An adapter that is set later")
    func adapter() async {
        let sessionManager = SessionManager()
        sessionManager.adapter = AccessTokenAdapter(accessToken: "1234")

        _ = await sessionManager.request("\(httpbin)/get").serializingData().response
        sessionManager.adapter = nil
        _ = await sessionManager.request("\(httpbin)/get").serializingData().response
        expect(sessionManager.adapter == nil)
        expectEqual(server.requests.map { $0[header: "Authorization"] }, ["Bearer 1234", nil])
    }

    @Test("It comes behind the session's interceptor and before the request's")
    func order() async {
        let sessionManager = SessionManager(interceptor: Interceptor(adapters: [Footprint(name: "a")]))
        sessionManager.adapter = Footprint(name: "b")
        _ = await sessionManager.request(
            "\(httpbin)/get", interceptor: Interceptor(adapters: [Footprint(name: "c")])
        ).serializingData().response
        expectEqual(server.requests.map { $0[header: "X-Way"] }, ["abc"])
    }

    @Test("A retrier that is set later")
    func retrier() async {
        let sessionManager = SessionManager()
        sessionManager.retrier = Again(count: 2)
        let response = await sessionManager.request("\(httpbin)/status/500").validate().serializingData().response
        expectEqual(response.error?.responseCode, 500)
        expectEqual(server.requestCount, 3)
        sessionManager.retrier = nil
        _ = await sessionManager.request("\(httpbin)/status/500").validate().serializingData().response
        expectEqual(server.requestCount, 4)
    }

    @Test("Set while requests run, an adapter counts from the next attempt on")
    func whileRunning() async {
        let sessionManager = SessionManager()
        sessionManager.retrier = Again(count: 1)
        server.on(.get, "/twice") { [weak sessionManager] _ in
            sessionManager?.adapter = Footprint(name: "late")
            return .status(500)
        }
        _ = await sessionManager.request("\(httpbin)/twice").validate().serializingData().response
        expectEqual(server.requests.map { $0[header: "X-Way"] }, [nil, "late"])
    }

    @Test("The handler that asks for another token")
    func oauth() async throws {
        server.on(.get, "/some/endpoint") { request in
            request[header: "Authorization"] == "Bearer second"
                ? .json(#"{"secret": 7}"#) : LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"])
        }
        server.on(.post, "/oauth2/token") { _ in
            .json(#"{"access_token": "second", "refresh_token": "third"}"#)
        }
        let baseURLString = httpbin

        let oauthHandler = OAuth2Handler(
            clientID: "12345678",
            baseURLString: baseURLString,
            accessToken: "abcd1234",
            refreshToken: "ef56789a"
        )

        let sessionManager = SessionManager()
        sessionManager.adapter = oauthHandler
        sessionManager.retrier = oauthHandler

        let urlString = "\(baseURLString)/some/endpoint"

        sessionManager.request(urlString).validate().responseJSON { response in
            debugPrint(response)
        }
        await printout.wait(for: 1)
        expect(printout.text.contains("[Status Code]: 200") && printout.text.contains("secret"))
        expectEqual(asked, ["GET /some/endpoint", "POST /oauth2/token", "GET /some/endpoint"])
    }

    @Test("Where no token is given, the handler is asked once and the request fails with what it failed with")
    func refused() async {
        server.on(.get, "/some/endpoint") { _ in .status(401) }
        let oauthHandler = OAuth2Handler(
            clientID: "1", baseURLString: httpbin, accessToken: "first", refreshToken: "r")
        let sessionManager = SessionManager()
        sessionManager.adapter = oauthHandler
        sessionManager.retrier = oauthHandler
        sessionManager.request("\(httpbin)/some/endpoint").validate().responseJSON { response in
            print(response.error?.responseCode ?? 0)
        }
        await printout.wait(for: 1)
        expectEqual(printout.text, "401")
        expectEqual(asked, ["GET /some/endpoint", "POST /oauth2/token"])
    }

    @Test("A serializer's error is no reason to ask")
    func serializerErrors() async {
        let sessionManager = SessionManager()
        sessionManager.retrier = Again(count: 2)
        let response = await sessionManager.request("\(httpbin)/html").serializingDecodable([Int].self).response
        expectEqual(response.error?.isResponseSerializationError, true)
        expectEqual(server.requestCount, 1)
    }

    @Test("A session that starts nothing by itself")
    func startsImmediately() async {
        let sessionManager = SessionManager(startRequestsImmediately: false)
        let request = sessionManager.request("\(httpbin)/get").response { _ in print("done") }
        expect(request.isInitialized)
        request.resume()
        await printout.wait(for: 1)
        expectEqual(asked, ["GET /get"])
    }
}
