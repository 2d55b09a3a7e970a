import Foundation
import NeatlineHTTP
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum Router: URLRequestConvertible {
    static var baseURL = URL(string: "https://photos.example.com")!

    case login(name: String, password: String)
    case refresh(token: String)
    case albums(page: Int, tags: [String])
    case createAlbum(NewAlbum)
    case deleteAlbum(id: Int)
    case upload(album: Int)
    case archive(album: Int)
    case statistics

    var method: HTTPMethod {
        switch self {
        case .login, .refresh, .createAlbum, .upload: return .post
        case .deleteAlbum: return .delete
        case .albums, .archive, .statistics: return .get
        }
    }

    var path: String {
        switch self {
        case .login: return "/login"
        case .refresh: return "/refresh"
        case .albums, .createAlbum: return "/albums"
        case .deleteAlbum(let id): return "/albums/\(id)"
        case .upload(let album): return "/albums/\(album)/photos"
        case .archive(let album): return "/albums/\(album)/archive"
        case .statistics: return "/statistics.csv"
        }
    }

    func asURLRequest() throws -> URLRequest {
        var request = URLRequest(url: Router.baseURL.appendingPathComponent(path))
        request.method = method
        request.timeoutInterval = 10
        request.headers.add(.accept("application/json, text/csv, */*;q=0.5"))

        switch self {
        case .login(let name, let password):
            return try URLEncoding.httpBody.encode(request, with: ["name": name, "password": password])
        case .refresh(let token):
            return try JSONEncoding.default.encode(request, with: ["refresh_token": token])
        case .albums(let page, let tags):
            let parameters: Parameters = ["page": page, "tag": tags, "public": true]
            return try URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal).encode(request, with: parameters)
        case .createAlbum(let album):
            return try JSONParameterEncoder(encoder: .snakeCase).encode(album, into: request)
        case .deleteAlbum, .upload, .archive, .statistics:
            return request
        }
    }
}

extension JSONEncoder {
    static let snakeCase: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()
}
