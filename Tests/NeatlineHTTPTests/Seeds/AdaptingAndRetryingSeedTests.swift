import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private final class AccessTokenAdapter: RequestAdapter {
    private let accessToken: String
    private let prefix: String

    init(accessToken: String, prefix: String) {
        self.accessToken = accessToken
        self.prefix = prefix
    }

    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        var urlRequest = urlRequest

        if let urlString = urlRequest.url?.absoluteString, urlString.hasPrefix(prefix) {
            urlRequest.setValue("Bearer " + accessToken, forHTTPHeaderField: "Authorization")
        }

        completion(.success(urlRequest))
    }
}

/// The document's example, in the form that adapters and retriers have since version 5.
private final class OAuth2Handler: RequestInterceptor, @unchecked Sendable {
    private typealias RefreshCompletion =
        @Sendable (_ succeeded: Bool, _ accessToken: String?, _ refreshToken: String?) -> Void

    private let session: Session = {
        let configuration = URLSessionConfiguration.af.default
        return Session(configuration: configuration)
    }()

    private let lock = NSLock()

    private var clientID: String
    private var baseURLString: String
    private var accessToken: String
    private var refreshToken: String

    private var isRefreshing = false
    private var requestsToRetry: [@Sendable (RetryResult) -> Void] = []

    // MARK: - Initialization

    init(clientID: String, baseURLString: String, accessToken: String, refreshToken: String) {
        self.clientID = clientID
        self.baseURLString = baseURLString
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }

    // MARK: - RequestAdapter

    func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        if let url = urlRequest.url, url.absoluteString.hasPrefix(baseURLString) {
            var urlRequest = urlRequest
            urlRequest.setValue("Bearer " + lock.withLock { accessToken }, forHTTPHeaderField: "Authorization")
            return completion(.success(urlRequest))
        }

        completion(.success(urlRequest))
    }

    // MARK: - RequestRetrier

    func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
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

                    // Earlier than in the document: version 5 asks about a serializer's error at once.
                    strongSelf.isRefreshing = false
                    strongSelf.requestsToRetry.forEach { $0(succeeded ? .retry : .doNotRetry) }
                    strongSelf.requestsToRetry.removeAll()
                }
            }
        } else {
            completion(.doNotRetry)
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

        session.request(urlString, method: .post, parameters: parameters, encoding: JSONEncoding.default)
            .responseJSON { [weak self] response in
                guard self != nil else { return }

                if let json = response.value as? [String: String] {
                    completion(true, json["access_token"], json["refresh_token"])
                } else {
                    completion(false, nil, nil)
                }
            }
    }
}

@Suite("Alamofire's Advanced Usage: adapting and retrying requests", .ownThreads, .hangLimit)
struct AdaptingAndRetryingSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    /// A service that takes the second token alone, and gives it for the first refresh token.
    private func protect(_ server: LoopbackServer, answers refresh: LoopbackResponse) {
        server.on(.get, "/some/endpoint") { request in
            request[header: "Authorization"] == "Bearer second"
                ? .json(#"{"secret": 7}"#) : LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"])
        }
        server.on(.post, "/oauth2/token") { _ in refresh }
    }

    @Test("An adapter that adds a token to some requests")
    func adapter() async throws {
        let other = try LoopbackServer.httpbin()
        let session = Session(
            interceptor: Adapter { urlRequest, session, completion in
                AccessTokenAdapter(accessToken: "1234", prefix: httpbin)
                    .adapt(urlRequest, for: session, completion: completion)
            })
        _ = await session.request("\(httpbin)/get").serializingData().response
        _ = await session.request(other.url("/get")).serializingData().response
        expectEqual(server.requests.map { $0[header: "Authorization"] }, ["Bearer 1234"])
        expectEqual(other.requests.map { $0[header: "Authorization"] }, [nil])
    }

    @Test("A retrier that asks for another token, once for all requests that failed")
    func oauth() async throws {
        protect(server, answers: .json(#"{"access_token": "second", "refresh_token": "third"}"#))
        let baseURLString = httpbin

        let oauthHandler = OAuth2Handler(
            clientID: "12345678",
            baseURLString: baseURLString,
            accessToken: "abcd1234",
            refreshToken: "ef56789a"
        )

        let session = Session(interceptor: oauthHandler)

        let urlString = "\(baseURLString)/some/endpoint"

        for _ in 0..<3 {
            session.request(urlString).validate().responseJSON { response in
                debugPrint(response)
            }
        }
        await printout.wait(for: 3)
        expect(printout.texts.allSatisfy { $0.contains("[Status Code]: 200") && $0.contains("secret") })
        let refreshes = server.requests.filter { $0.path == "/oauth2/token" }
        // The tokens may be asked for again by a request that failed before the first refresh and was told after it.
        expect((1...3).contains(refreshes.count))
        let sent = try JSONDecoder().decode([String: String].self, from: try #require(refreshes.first).body)
        expectEqual(
            sent,
            [
                "access_token": "abcd1234", "refresh_token": "ef56789a", "client_id": "12345678",
                "grant_type": "refresh_token",
            ])
    }

    @Test("Where no token is given, the request fails with what it failed with")
    func refused() async {
        protect(server, answers: .status(500))
        let session = Session(
            interceptor: OAuth2Handler(
                clientID: "1", baseURLString: httpbin, accessToken: "first", refreshToken: "r"))
        let response = await session.request("\(httpbin)/some/endpoint").validate().serializingData().response
        expectEqual(response.error?.responseCode, 401)
        // The handler is asked about the attempt's error, then about the serializer's, as in version 5.
        expectEqual(asked, ["GET /some/endpoint", "POST /oauth2/token", "POST /oauth2/token"])
    }

    @Test("A retrier that waits a second")
    func delay() async {
        struct Patience: RequestRetrier {
            func retry(
                _ request: Request, for session: Session, dueTo error: any Error,
                completion: @escaping @Sendable (RetryResult) -> Void
            ) {
                if let response = request.task?.response as? HTTPURLResponse, response.statusCode == 401,
                    request.retryCount == 0
                {
                    completion(.retryWithDelay(1.0))  // retry after 1 second
                } else {
                    completion(.doNotRetry)  // don't retry
                }
            }
        }
        let session = Session(interceptor: Interceptor(retriers: [Patience()]))
        let begun = ContinuousClock.now
        let response = await session.request("\(httpbin)/status/401").validate().serializingData().response
        expect(ContinuousClock.now - begun >= .seconds(1))
        expectEqual(response.error?.responseCode, 401)
        expectEqual(server.requestCount, 2)
    }

    @Test("An adapter's error is told to the handler")
    func failingAdapter() async {
        struct NoToken: Error {}
        let session = Session(interceptor: Adapter { _, _, completion in completion(.failure(NoToken())) })
        let response = await session.request("\(httpbin)/get").serializingData().response
        expectEqual(response.error?.isRequestAdaptationError, true)
        expect(response.error?.underlyingError is NoToken)
        expectEqual(server.requestCount, 0)
    }

    @Test("A router and the adapter are asked for each attempt")
    func routerAndAdapter() async {
        final class Count: Sendable {
            let printout = Printout()
        }
        struct Router: URLRequestConvertible {
            let url: String
            let count: Count
            func asURLRequest() throws -> URLRequest {
                count.printout.add("router")
                return try URLRequest(url: url, method: .get)
            }
        }
        let count = Count()
        let session = Session(
            interceptor: Interceptor(
                adaptHandler: { urlRequest, _, completion in
                    count.printout.add("adapter")
                    completion(.success(urlRequest))
                },
                retryHandler: { request, _, _, completion in
                    completion(request.retryCount == 0 ? .retry : .doNotRetry)
                }))
        _ = await session.request(Router(url: "\(httpbin)/status/500", count: count)).validate().serializingData()
            .response
        expectEqual(count.printout.texts, ["router", "adapter", "router", "adapter"])
        expectEqual(server.requestCount, 2)
    }
}
