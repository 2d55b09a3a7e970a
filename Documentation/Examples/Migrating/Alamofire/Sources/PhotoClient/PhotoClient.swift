import Foundation
import NeatlineHTTP
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class PhotoClient {
    let tokens = TokenInterceptor()
    let logger = RequestLogger()
    private let session: Session

    init() {
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 15
        configuration.headers.add(name: "X-Client", value: "PhotoClient")
        let retrier = RetryPolicy(retryLimit: 1, exponentialBackoffScale: 0.01)
        session = Session(
            configuration: configuration, interceptor: Interceptor(interceptors: [tokens, retrier]),
            eventMonitors: [logger])
    }

    func login(name: String, password: String, completion: @escaping (Result<Void, AFError>) -> Void) {
        session.request(Router.login(name: name, password: password))
            .validate(statusCode: 200..<300)
            .validate(contentType: ["application/json"])
            .responseDecodable(of: Token.self, decoder: JSONDecoder.snakeCase) { response in
                if case .success(let token) = response.result { self.tokens.set(token) }
                completion(response.result.map { _ in })
            }
    }

    func albums(page: Int, tags: [String] = []) async throws -> [Album] {
        return try await session.request(Router.albums(page: page, tags: tags))
            .validate()
            .serializingDecodable([Album].self, decoder: JSONDecoder.snakeCase)
            .value
    }

    /// The service says in the body why it refuses, so the body is looked at before the status is.
    func create(_ album: NewAlbum, completion: @escaping (Result<Album, Error>) -> Void) {
        session.request(Router.createAlbum(album))
            .validate { _, response, data in
                guard response.statusCode == 422, let data = data else { return .success(()) }
                do {
                    return .failure(try JSONDecoder.snakeCase.decode(ServiceError.self, from: data))
                } catch {
                    return .failure(error)
                }
            }
            .validate()
            .responseDecodable(of: Album.self, decoder: JSONDecoder.snakeCase) { response in
                switch response.result {
                case .success(let album): completion(.success(album))
                case .failure(let error): completion(.failure(error.underlyingError ?? error))
                }
            }
    }

    func delete(_ id: Int) async -> DataResponse<Empty, AFError> {
        return await session.request(Router.deleteAlbum(id: id)).validate()
            .serializingDecodable(Empty.self, emptyResponseCodes: [200, 204, 205]).response
    }

    func upload(_ photos: [String: Data], to album: Int, progress: @escaping (Double) -> Void) async throws
        -> UploadResult
    {
        return try await session.upload(
            multipartFormData: { form in
                form.append(Data("Summer".utf8), withName: "caption")
                for (name, data) in photos.sorted(by: { $0.key < $1.key }) {
                    form.append(data, withName: "photo", fileName: name, mimeType: "image/jpeg")
                }
            }, with: Router.upload(album: album)
        )
        .uploadProgress { progress($0.fractionCompleted) }
        .validate()
        .serializingDecodable(UploadResult.self, decoder: JSONDecoder.snakeCase)
        .value
    }

    func archive(
        _ album: Int, to url: URL, progress: @escaping (Int64) -> Void,
        completion: @escaping (AFDownloadResponse<URL?>, Double) -> Void
    ) {
        let destination: DownloadRequest.Destination = { _, _ in
            return (url, [.removePreviousFile, .createIntermediateDirectories])
        }
        let request = session.download(Router.archive(album: album), to: destination).validate()
        request.downloadProgress(queue: .main) { progress($0.completedUnitCount) }
        request.response { completion($0, request.downloadProgress.fractionCompleted) }
    }

    func statistics(separator: Character, completion: @escaping (AFDataResponse<[[String]]>) -> Void) {
        session.request(Router.statistics)
            .validate(contentType: ["text/csv"])
            .responseCSV(separator: separator, completionHandler: completion)
    }
}

/// What the app shows for an error.
func message(for error: Error) -> String {
    guard let error = error as? AFError else { return "\(error)" }
    switch error {
    case .responseValidationFailed(reason: .unacceptableStatusCode(let code)):
        return "status \(code)"
    case .responseValidationFailed(reason: .unacceptableContentType(let acceptable, let type)):
        return "\(type) is none of \(acceptable)"
    case .responseSerializationFailed(reason: .decodingFailed(let error)):
        return "not decoded: \(type(of: error))"
    case .responseSerializationFailed(reason: .customSerializationFailed(let error)):
        return "not read: \(error)"
    case .invalidURL(let url):
        return "no URL: \(url)"
    case .sessionTaskFailed(let error as URLError):
        return error.code == .cannotConnectToHost ? "no connection" : "code \(error.code.rawValue)"
    case .explicitlyCancelled:
        return "cancelled"
    default:
        return error.errorDescription ?? "\(error)"
    }
}
