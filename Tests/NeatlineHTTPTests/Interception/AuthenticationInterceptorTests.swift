import Foundation
import NeatlineSystem
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct Token: AuthenticationCredential, Hashable {
    var number: Int
    var requiresRefresh = false
}

private struct Problem: Error, Equatable {}

/// An authenticator with tokens that are numbers, whose refreshes a test answers.
private final class TokenAuthenticator: Authenticator {
    typealias Completion = @Sendable (Result<Token, any Error>) -> Void

    /// Answers a refresh.
    let answer: @Sendable (Token, @escaping Completion) -> Void
    let refreshed = Locked<[Int]>([])

    init(_ answer: @escaping @Sendable (Token, @escaping Completion) -> Void) { self.answer = answer }

    /// Counts on, at once.
    static func counting() -> TokenAuthenticator {
        TokenAuthenticator { $1(.success(Token(number: $0.number + 1))) }
    }

    /// Waits for a test to answer what the stream brings.
    static func waiting() -> (TokenAuthenticator, AsyncStream<Completion>) {
        let (refreshes, began) = AsyncStream<Completion>.makeStream()
        return (TokenAuthenticator { began.yield($1) }, refreshes)
    }

    func apply(_ credential: Token, to urlRequest: inout URLRequest) {
        urlRequest.headers.update(.authorization(bearerToken: "\(credential.number)"))
    }

    func refresh(_ credential: Token, for session: Session, completion: @escaping Completion) {
        refreshed.withLock { $0.append(credential.number) }
        answer(credential, completion)
    }

    func didRequest(
        _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
    ) -> Bool {
        response.statusCode == 401
    }

    func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Token) -> Bool {
        urlRequest.headers["Authorization"] == "Bearer \(credential.number)"
    }

    var refreshes: [Int] { refreshed.withLock { $0 } }
}

/// `AuthenticationInterceptor`: one refresh for all who need it.
@Suite(.ownThreads)
struct AuthenticationInterceptorTests {
    private let transport = MockTransport()
    private let session: Session
    private let urlRequest = URLRequest(url: URL(filePath: "/"))

    init() { session = Session(transport: transport) }

    private func authorization(
        _ interceptor: AuthenticationInterceptor<TokenAuthenticator>
    ) async throws -> String? {
        try await withCheckedThrowingContinuation { continuation in
            interceptor.adapt(urlRequest, for: session) { continuation.resume(with: $0) }
        }.headers["Authorization"]
    }

    /// Asks what becomes of a request that was sent with the token and answered so.
    private func retry(
        _ interceptor: AuthenticationInterceptor<TokenAuthenticator>, token: Int, status: Int = 401,
        _ completion: @escaping @Sendable (RetryResult) -> Void
    ) {
        var sent = urlRequest
        sent.headers.update(.authorization(bearerToken: "\(token)"))
        let response = HTTPURLResponse(
            url: URL(filePath: "/"), statusCode: status, httpVersion: nil, headerFields: nil)
        interceptor.retry(sent, response, for: session, dueTo: Problem(), completion: completion)
    }

    private func decision(
        _ interceptor: AuthenticationInterceptor<TokenAuthenticator>, token: Int, status: Int = 401
    ) async throws -> RetryResult {
        await withCheckedContinuation { continuation in
            retry(interceptor, token: token, status: status) { continuation.resume(returning: $0) }
        }
    }

    private func isRetry(_ result: RetryResult) -> Bool { if case .retry = result { true } else { false } }

    // MARK: Adapting

    @Test("Requests get the credential")
    func requestsGetTheCredential() async throws {
        let interceptor = AuthenticationInterceptor(
            authenticator: TokenAuthenticator.counting(), credential: Token(number: 1))
        try await expectEqual(authorization(interceptor), "Bearer 1")
        interceptor.credential = Token(number: 7)
        try await expectEqual(authorization(interceptor), "Bearer 7")
        expectEqual(interceptor.credential, Token(number: 7))
    }

    @Test("Without a credential requests fail")
    func withoutACredentialRequestsFail() async throws {
        let interceptor = AuthenticationInterceptor(authenticator: TokenAuthenticator.counting())
        await #expect(throws: AuthenticationError.missingCredential) { try await authorization(interceptor) }
        let result = try await decision(interceptor, token: 1)
        expect(result.error as? AuthenticationError == .missingCredential)
    }

    @Test("A credential that is due is refreshed first, also by an authenticator that answers at once")
    func aCredentialThatIsDueIs()
        async throws
    {
        let authenticator = TokenAuthenticator.counting()
        let interceptor = AuthenticationInterceptor(
            authenticator: authenticator, credential: Token(number: 1, requiresRefresh: true))
        try await expectEqual(authorization(interceptor), "Bearer 2")
        expectEqual(authenticator.refreshes, [1])
        expectEqual(interceptor.credential, Token(number: 2))
    }

    @Test("A credential may ask the interceptor itself")
    func aCredentialMayAskTheInterceptor() async throws {
        final class Holder: Sendable {
            let interceptor = Locked<AuthenticationInterceptor<SelfAsking>?>(nil)
        }
        struct Curious: AuthenticationCredential {
            let holder: Holder
            var requiresRefresh: Bool {
                holder.interceptor.withLock { $0 }?.credential = nil
                return false
            }
        }
        final class SelfAsking: Authenticator {
            func apply(_ credential: Curious, to urlRequest: inout URLRequest) {}
            func refresh(
                _ credential: Curious, for session: Session,
                completion: @escaping @Sendable (Result<Curious, any Error>) -> Void
            ) {}
            func didRequest(
                _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
            ) -> Bool { false }
            func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Curious) -> Bool { false }
        }
        let holder = Holder()
        let interceptor = AuthenticationInterceptor(authenticator: SelfAsking(), credential: Curious(holder: holder))
        holder.interceptor.withLock { $0 = interceptor }
        defer { holder.interceptor.withLock { $0 = nil } }
        // The credential is gone when it is to be applied.
        await #expect(throws: AuthenticationError.missingCredential) {
            _ = try await withCheckedThrowingContinuation { continuation in
                interceptor.adapt(urlRequest, for: session) { continuation.resume(with: $0) }
            }
        }
    }

    @Test("Many that need a refresh get one, and go on in their order")
    func manyThatNeedARefreshGet() async throws {
        let (authenticator, refreshes) = TokenAuthenticator.waiting()
        let interceptor = AuthenticationInterceptor(
            authenticator: authenticator, credential: Token(number: 1, requiresRefresh: true))
        let (results, told) = AsyncStream<String>.makeStream()
        for number in 0..<20 {
            interceptor.adapt(urlRequest, for: session) { result in
                told.yield("\(number) \((try? result.get())?.headers["Authorization"] ?? "failed")")
            }
        }
        var refresh = refreshes.makeAsyncIterator()
        await refresh.next()?(.success(Token(number: 2)))
        await expectEqual(results.prefix(20).reduce(into: []) { $0.append($1) }, (0..<20).map { "\($0) Bearer 2" })
        expectEqual(authenticator.refreshes, [1])
        try await expectEqual(authorization(interceptor), "Bearer 2")
    }

    @Test("All who wait fail with the refresh's error, and the next one tries again")
    func allWhoWaitFailWithThe() async throws {
        let (authenticator, refreshes) = TokenAuthenticator.waiting()
        let interceptor = AuthenticationInterceptor(
            authenticator: authenticator, credential: Token(number: 1, requiresRefresh: true))
        let (results, told) = AsyncStream<String>.makeStream()
        for number in 0..<3 {
            interceptor.adapt(urlRequest, for: session) { result in
                if case .failure(let error) = result { told.yield("\(number) \(error is Problem)") }
            }
        }
        retry(interceptor, token: 1) { told.yield("retry \($0.error is Problem)") }
        var refresh = refreshes.makeAsyncIterator()
        await refresh.next()?(.failure(Problem()))
        await expectEqual(
            results.prefix(4).reduce(into: []) { $0.append($1) }, ["0 true", "1 true", "2 true", "retry true"])
        expectEqual(interceptor.credential?.number, 1)
        async let next = authorization(interceptor)
        await refresh.next()?(.success(Token(number: 2)))
        try await expectEqual(next, "Bearer 2")
        expectEqual(authenticator.refreshes, [1, 1])
    }

    // MARK: Retrying

    @Test("A request that failed for its credential waits for another")
    func aRequestThatFailedForIts() async throws {
        let authenticator = TokenAuthenticator.counting()
        let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: Token(number: 1))
        expect(try await isRetry(decision(interceptor, token: 1)))
        expectEqual(authenticator.refreshes, [1])
        expectEqual(interceptor.credential, Token(number: 2))
    }

    @Test("A request that was sent with an older credential is sent again at once")
    func aRequestThatWasSentWith() async throws {
        let authenticator = TokenAuthenticator.counting()
        let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: Token(number: 2))
        expect(try await isRetry(decision(interceptor, token: 1)))
        expect(authenticator.refreshes.isEmpty)
    }

    @Test("Other failures are not its business")
    func otherFailuresAreNotItsBusiness() async throws {
        let authenticator = TokenAuthenticator.counting()
        let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: Token(number: 1))
        expect(try await !decision(interceptor, token: 1, status: 500).retryRequired)
        let answered = Locked(0)
        for (request, response) in [(nil, nil), (urlRequest, nil)] as [(URLRequest?, HTTPURLResponse?)] {
            interceptor.retry(request, response, for: session, dueTo: Problem()) { result in
                answered.withLock { $0 += result.retryRequired ? 100 : 1 }
            }
        }
        expectEqual(answered.withLock { $0 }, 2)
        expect(authenticator.refreshes.isEmpty)
    }

    @Test("Those that fail and those that begin wait for one refresh")
    func thoseThatFailAndThoseThat() async throws {
        let (authenticator, refreshes) = TokenAuthenticator.waiting()
        let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: Token(number: 1))
        let (results, told) = AsyncStream<String>.makeStream()
        for number in 0..<3 {
            retry(interceptor, token: 1) { told.yield("retry \(number) \($0.retryRequired)") }
            interceptor.adapt(urlRequest, for: session) { result in
                told.yield("adapt \(number) \((try? result.get())?.headers["Authorization"] ?? "failed")")
            }
        }
        var refresh = refreshes.makeAsyncIterator()
        await refresh.next()?(.success(Token(number: 2)))
        await expectEqual(
            results.prefix(6).reduce(into: []) { $0.append($1) },
            [
                "adapt 0 Bearer 2", "adapt 1 Bearer 2", "adapt 2 Bearer 2", "retry 0 true", "retry 1 true",
                "retry 2 true",
            ])
        expectEqual(authenticator.refreshes, [1])
    }

    // MARK: Refreshes that do not work

    @Test("Too many refreshes in the window are refused")
    func tooManyRefreshesInTheWindow() async throws {
        let authenticator = TokenAuthenticator.counting()
        let interceptor = AuthenticationInterceptor(
            authenticator: authenticator, credential: Token(number: 1),
            refreshWindow: .init(interval: 1_000, maximumAttempts: 2))
        expect(try await isRetry(decision(interceptor, token: 1)))
        expect(try await isRetry(decision(interceptor, token: 2)))
        expect(try await decision(interceptor, token: 3).error as? AuthenticationError == .excessiveRefresh)
        expectEqual(authenticator.refreshes, [1, 2])
        // A login outside is as good as ever.
        interceptor.credential = Token(number: 9)
        try await expectEqual(authorization(interceptor), "Bearer 9")
    }

    @Test("A refresh that never helps ends at the window's limit")
    func aRefreshThatNeverHelpsEnds() async throws {
        let authenticator = TokenAuthenticator {
            $1(.success(Token(number: $0.number + 1, requiresRefresh: true)))
        }
        let interceptor = AuthenticationInterceptor(
            authenticator: authenticator, credential: Token(number: 1, requiresRefresh: true),
            refreshWindow: .init(interval: 1_000, maximumAttempts: 3))
        await #expect(throws: AuthenticationError.excessiveRefresh) { try await authorization(interceptor) }
        expectEqual(authenticator.refreshes, [1, 2, 3])
    }

    @Test("Refreshes before the window do not count, and without a window none does")
    func refreshesBeforeTheWindowDoNot() async throws {
        for window in [.init(interval: -1, maximumAttempts: 1), nil]
            as [AuthenticationInterceptor<TokenAuthenticator>.RefreshWindow?]
        {
            let authenticator = TokenAuthenticator.counting()
            let interceptor = AuthenticationInterceptor(
                authenticator: authenticator, credential: Token(number: 0), refreshWindow: window)
            for number in 0..<10 { expect(try await isRetry(decision(interceptor, token: number))) }
            expectEqual(authenticator.refreshes, Array(0..<10))
        }
    }

    @Test("A refresh that is answered twice is answered once")
    func aRefreshThatIsAnsweredTwice() async throws {
        let authenticator = TokenAuthenticator { token, completion in
            completion(.success(Token(number: token.number + 1)))
            completion(.success(Token(number: 100)))
            completion(.failure(Problem()))
        }
        let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: Token(number: 1))
        expect(try await isRetry(decision(interceptor, token: 1)))
        expectEqual(interceptor.credential, Token(number: 2))
    }

    @Test("A refresh that takes too long ends at its time, also if it blocks its thread", arguments: [true, false])
    func aRefreshThatTakesTooLong(blocks: Bool) async throws {
        let time = ManualTime()
        let deadlines = time.makeDeadlines()
        let gate = DispatchSemaphore(value: 0)
        let (refreshes, began) = AsyncStream<TokenAuthenticator.Completion>.makeStream()
        let authenticator = TokenAuthenticator { _, completion in
            began.yield(completion)
            if blocks { gate.wait() }
        }
        let interceptor = AuthenticationInterceptor(authenticator, Token(number: 1), nil, 10, deadlines: deadlines)
        let results = EventLog<RetryResult>()
        retry(interceptor, token: 1) { results.append($0) }
        var refresh = refreshes.makeAsyncIterator()
        let completion = await refresh.next()
        while deadlines.count == 0 { await Task.yield() }
        time.pass(9.9)
        expectEqual(results.count, 0)
        time.pass(0.2)
        await results.wait(count: 1)
        expectEqual((results.all[0].error as? URLError)?.code, .timedOut)
        // What comes too late is not heard.
        completion?(.success(Token(number: 2)))
        expectEqual(interceptor.credential, Token(number: 1))
        gate.signal()
    }

    @Test("A credential may be set, and read, while it is refreshed")
    func aCredentialMayBeSetAnd() async throws {
        let (authenticator, refreshes) = TokenAuthenticator.waiting()
        let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: Token(number: 1))
        async let result = decision(interceptor, token: 1)
        var refresh = refreshes.makeAsyncIterator()
        let completion = await refresh.next()
        interceptor.credential = Token(number: 50)
        expectEqual(interceptor.credential, Token(number: 50))
        completion?(.success(Token(number: 2)))
        expect(try await isRetry(result))
        expectEqual(interceptor.credential, Token(number: 2))
    }

    @Test("An authenticator may wait")
    func anAuthenticatorMayWait() async throws {
        final class Waiting: AsyncAuthenticator {
            func apply(_ credential: Token, to urlRequest: inout URLRequest) {
                urlRequest.headers.update(.authorization(bearerToken: "\(credential.number)"))
            }
            func refresh(_ credential: Token, for session: Session) async throws -> Token {
                await Task.yield()
                guard credential.number < 5 else { throw Problem() }
                return Token(number: credential.number + 1)
            }
            func didRequest(
                _ urlRequest: URLRequest, with response: HTTPURLResponse, failDueToAuthenticationError error: any Error
            ) -> Bool { true }
            func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Token) -> Bool { true }
        }
        for (number, expected) in [(1, "Bearer 2"), (5, nil)] as [(Int, String?)] {
            let interceptor = AuthenticationInterceptor(
                authenticator: Waiting(), credential: Token(number: number, requiresRefresh: true))
            let adapted = try? await withCheckedThrowingContinuation { continuation in
                interceptor.adapt(urlRequest, for: session) { continuation.resume(with: $0) }
            }
            expectEqual(adapted?.headers["Authorization"], expected)
        }
    }

    // MARK: Requests

    @Test("Thirty requests with an old token get a new one by one refresh")
    func thirtyRequestsWithAnOldToken() async throws {
        let expected = 2
        transport.on(nil, "/private") { request in
            request.headers["Authorization"] == "Bearer \(expected)" ? MockResponse(text: "ok") : .status(401)
        }
        let authenticator = TokenAuthenticator.counting()
        let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: Token(number: 1))
        let session = Session(interceptor: interceptor, transport: transport)
        let bodies = await withTaskGroup(of: Data?.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    await session.request("https://example.com/private").validate().serializingData().response.value
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        expectEqual(bodies, Array(repeating: Data("ok".utf8), count: 30))
        expectEqual(authenticator.refreshes, [1])
    }

    @Test("A server that takes no token is asked a limited number of times")
    func aServerThatTakesNoToken() async throws {
        transport.on(nil, "/private", respond: .status(401))
        let authenticator = TokenAuthenticator.counting()
        let interceptor = AuthenticationInterceptor(
            authenticator: authenticator, credential: Token(number: 1),
            refreshWindow: .init(interval: 3_600, maximumAttempts: 5))
        let session = Session(interceptor: interceptor, transport: transport)
        let response = await session.request("https://example.com/private").validate().serializingData().response
        guard case .requestRetryFailed(let error, let original) = response.error else {
            Issue.record("\(String(describing: response.error))")
            return
        }
        expect(error as? AuthenticationError == .excessiveRefresh)
        guard case .requestRetryFailed(_, let first) = original as? AFError else {
            Issue.record("\(original)")
            return
        }
        expectEqual(first.asAFError?.responseCode, 401)
        expectEqual(authenticator.refreshes, [1, 2, 3, 4, 5])
        expectEqual(transport.requests.count, 6)
    }
}
