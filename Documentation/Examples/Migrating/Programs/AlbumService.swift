// A network layer with a router. 2022: Swift 5.5, Alamofire 5.

import Alamofire
import Foundation

enum AlbumRouter: URLRequestConvertible {
    case login(user: String, password: String)
    case albums(page: Int, tags: [String])
    case create(title: String, isPublic: Bool)
    case delete(id: Int)

    static var baseURLString = "https://photos.example.com"
    static var token: String?

    private var method: HTTPMethod {
        switch self {
        case .login, .create: return .post
        case .albums: return .get
        case .delete: return .delete
        }
    }

    private var path: String {
        switch self {
        case .login: return "/login"
        case .albums, .create: return "/albums"
        case .delete(let id): return "/albums/\(id)"
        }
    }

    private var parameters: Parameters? {
        switch self {
        case let .login(user, password): return ["username": user, "password": password]
        case let .albums(page, tags): return ["page": page, "tag": tags]
        case let .create(title, isPublic): return ["title": title, "is_public": isPublic]
        case .delete: return nil
        }
    }

    func asURLRequest() throws -> URLRequest {
        let url = try AlbumRouter.baseURLString.asURL()
        var request = URLRequest(url: url.appendingPathComponent(path))
        request.httpMethod = method.rawValue
        request.headers = [.accept("application/json")]
        if let token = AlbumRouter.token {
            request.headers.add(.authorization(bearerToken: token))
        }
        request.timeoutInterval = TimeInterval(10 * 1000)
        switch self {
        case .albums: return try URLEncoding(arrayEncoding: .noBrackets).encode(request, with: parameters)
        case .login: return try URLEncoding.httpBody.encode(request, with: parameters)
        default: return try JSONEncoding.default.encode(request, with: parameters)
        }
    }
}

struct Album: Codable {
    let id: Int
    let title: String
    let photoCount: Int
    let createdAt: Date
}

struct APIError: Error, Decodable {
    let code: String
    let message: String
}

final class AlbumService {
    static let shared = AlbumService()

    private let session: Session
    private let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()

    private init() {
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 30
        session = Session(configuration: configuration, eventMonitors: [StatusLogger()])
    }

    @discardableResult
    private func perform<T: Decodable>(_ route: AlbumRouter, completion: @escaping (Result<T, Error>) -> Void)
        -> DataRequest
    {
        return session.request(route)
            .validate { _, response, data in
                guard response.statusCode == 422, let data = data,
                    let error = try? JSONDecoder().decode(APIError.self, from: data)
                else { return .success(()) }
                return .failure(error)
            }
            .validate()
            .responseDecodable(of: T.self, decoder: decoder) { (response: DataResponse<T, AFError>) in
                completion(response.result.mapError { error in error.underlyingError as? APIError ?? error as Error })
            }
    }

    func albums(page: Int, tags: [String] = [], completion: @escaping (Result<[Album], Error>) -> Void) {
        perform(.albums(page: page, tags: tags), completion: completion)
    }

    func create(title: String, completion: @escaping (Result<Album, Error>) -> Void) {
        perform(.create(title: title, isPublic: true), completion: completion)
    }

    func delete(_ id: Int) async throws {
        _ = try await session.request(AlbumRouter.delete(id: id)).validate().serializingData(emptyResponseCodes: [
            200, 204,
        ]).value
    }
}

final class StatusLogger: EventMonitor {
    func request<Value>(_ request: DataRequest, didParseResponse response: DataResponse<Value, AFError>) {
        print("log:", request.request?.httpMethod ?? "-", response.response?.statusCode ?? 0)
    }
}

if CommandLine.arguments.count > 1 { AlbumRouter.baseURLString = CommandLine.arguments[1] }
AlbumRouter.token = "second"
AlbumService.shared.albums(page: 1, tags: ["alps", "sea"]) { result in
    print(
        (try? result.get().map { "\($0.id) \($0.title) \($0.photoCount) \(Int($0.createdAt.timeIntervalSince1970))" })
            ?? [])
    AlbumService.shared.albums(page: 3) { result in
        if case .failure(let error) = result { print(error.asAFError?.isResponseSerializationError ?? false) }
        AlbumService.shared.create(title: "") { result in
            if case .failure(let error as APIError) = result { print(error.code, error.message) }
            Task { @MainActor in
                do {
                    try await AlbumService.shared.delete(7)
                    print("deleted")
                    try await AlbumService.shared.delete(8)
                } catch {
                    print(error.asAFError?.responseCode ?? 0)
                }
                exit(0)
            }
        }
    }
}
dispatchMain()
