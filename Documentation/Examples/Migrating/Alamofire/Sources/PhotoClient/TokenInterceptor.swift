import Foundation
import NeatlineHTTP
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Adds the token, and gets another one when the service refuses it: once, however many requests were refused.
final class TokenInterceptor: RequestInterceptor, @unchecked Sendable {
    private let lock = NSLock()
    private var token: Token?
    private var isRefreshing = false
    private var requestsToRetry: [(RetryResult) -> Void] = []

    private(set) var refreshCount = 0

    func set(_ token: Token?) {
        lock.lock()
        defer { lock.unlock() }
        self.token = token
    }

    func adapt(
        _ urlRequest: URLRequest, for session: Session, completion: @escaping (Result<URLRequest, Error>) -> Void
    ) {
        lock.lock()
        defer { lock.unlock() }
        guard let token = token, urlRequest.url?.host == Router.baseURL.host else {
            return completion(.success(urlRequest))
        }
        var request = urlRequest
        request.headers.update(.authorization(bearerToken: token.accessToken))
        completion(.success(request))
    }

    func retry(
        _ request: Request, for session: Session, dueTo error: Error, completion: @escaping (RetryResult) -> Void
    ) {
        lock.lock()
        defer { lock.unlock() }
        guard let response = request.task?.response as? HTTPURLResponse, response.statusCode == 401,
            request.retryCount < 2,
            let refreshToken = token?.refreshToken
        else {
            return completion(.doNotRetry)
        }
        requestsToRetry.append(completion)
        guard !isRefreshing else { return }
        isRefreshing = true
        refreshCount += 1

        AF.request(Router.refresh(token: refreshToken))
            .validate()
            .responseDecodable(of: Token.self, queue: .global(), decoder: JSONDecoder.snakeCase) {
                [weak self] response in
                guard let self = self else { return }
                self.lock.lock()
                let waiting = self.requestsToRetry
                self.requestsToRetry = []
                self.isRefreshing = false
                self.token = response.value ?? self.token
                self.lock.unlock()
                switch response.result {
                case .success: waiting.forEach { $0(.retry) }
                case .failure(let error): waiting.forEach { $0(.doNotRetryWithError(error)) }
                }
            }
    }
}
