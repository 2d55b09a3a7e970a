import Foundation

struct Token: Decodable {
    let accessToken: String
    let refreshToken: String
}

struct Album: Decodable {
    let id: Int
    let title: String
    let photoCount: Int
    let createdAt: Date
}

struct NewAlbum: Encodable {
    let title: String
    let isPublic: Bool
}

struct UploadResult: Decodable {
    let fields: [String: String]
    let byteCount: Int
}

/// What the service answers when it refuses.
struct ServiceError: Decodable, Error {
    let code: String
    let message: String
}

extension JSONDecoder {
    static let snakeCase: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
}
