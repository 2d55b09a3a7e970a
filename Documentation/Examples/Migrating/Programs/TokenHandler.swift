// Gets another token when the service refuses the one it has. 2017: Swift 4, Alamofire 4.

import Alamofire
import Foundation

class TokenHandler: RequestAdapter, RequestRetrier {
    private typealias RefreshCompletion = (_ succeeded: Bool, _ accessToken: String?, _ refreshToken: String?) -> Void

    private let sessionManager: SessionManager = {
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = SessionManager.defaultHTTPHeaders
        return SessionManager(configuration: configuration)
    }()

    private let lock = NSLock()

    private let baseURLString: String
    private var accessToken: String
    private var refreshToken: String

    private var isRefreshing = false
    private var requestsToRetry: [RequestRetryCompletion] = []

    init(baseURLString: String, accessToken: String, refreshToken: String) {
        self.baseURLString = baseURLString
        self.accessToken = accessToken
        self.refreshToken = refreshToken
    }

    // MARK: - RequestAdapter

    func adapt(_ urlRequest: URLRequest) throws -> URLRequest {
        if let urlString = urlRequest.url?.absoluteString, urlString.hasPrefix(baseURLString) {
            var urlRequest = urlRequest
            urlRequest.setValue("Bearer " + accessToken, forHTTPHeaderField: "Authorization")
            return urlRequest
        }
        return urlRequest
    }

    // MARK: - RequestRetrier

    func should(
        _ manager: SessionManager, retry request: Request, with error: Error,
        completion: @escaping RequestRetryCompletion
    ) {
        lock.lock()
        defer { lock.unlock() }

        guard let response = request.task?.response as? HTTPURLResponse, response.statusCode == 401 else {
            completion(false, 0.0)
            return
        }
        requestsToRetry.append(completion)
        if !isRefreshing {
            refreshTokens { [weak self] succeeded, accessToken, refreshToken in
                guard let strongSelf = self else { return }
                strongSelf.lock.lock()
                defer { strongSelf.lock.unlock() }
                if let accessToken = accessToken, let refreshToken = refreshToken {
                    strongSelf.accessToken = accessToken
                    strongSelf.refreshToken = refreshToken
                }
                strongSelf.requestsToRetry.forEach { $0(succeeded, 0.0) }
                strongSelf.requestsToRetry.removeAll()
            }
        }
    }

    private func refreshTokens(completion: @escaping RefreshCompletion) {
        guard !isRefreshing else { return }
        isRefreshing = true
        let parameters: [String: Any] = ["refresh_token": refreshToken]
        sessionManager.request(
            baseURLString + "/refresh", method: .post, parameters: parameters, encoding: JSONEncoding.default
        )
        .responseJSON { [weak self] response in
            guard let strongSelf = self else { return }
            if let json = response.result.value as? [String: Any],
                let accessToken = json["access_token"] as? String,
                let refreshToken = json["refresh_token"] as? String
            {
                print("refreshed")
                completion(true, accessToken, refreshToken)
            } else {
                completion(false, nil, nil)
            }
            strongSelf.isRefreshing = false
        }
    }
}

class AlbumClient {
    let sessionManager = SessionManager()
    let baseURLString: String

    init(baseURLString: String) {
        self.baseURLString = baseURLString
        let handler = TokenHandler(baseURLString: baseURLString, accessToken: "first", refreshToken: "r1")
        sessionManager.adapter = handler
        sessionManager.retrier = handler
    }

    func fetchAlbum(page: Int, completionHandler: @escaping (Result<[[String: Any]]>) -> Void) {
        sessionManager.request("\(baseURLString)/albums", parameters: ["page": page]).validate().responseJSON {
            response in
            switch response.result {
            case .success(let value as [[String: Any]]):
                completionHandler(.success(value))
            case .success:
                completionHandler(.success([]))
            case .failure(let error):
                completionHandler(.failure(error))
            }
        }
    }
}

let base = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "https://photos.example.com"
let client = AlbumClient(baseURLString: base)

func show(page: Int, of count: Int) {
    client.fetchAlbum(page: page) { result in
        if let albums = result.value {
            print(page, albums.compactMap { $0["title"] as? String }.count)
        } else if let error = result.error as? AFError {
            print(page, error.responseCode ?? 0)
        }
        if page == count { exit(0) }
        show(page: page + 1, of: count)
    }
}

show(page: 1, of: 2)
dispatchMain()
