// Sends photos as a form, and checks what comes back. 2020: Swift 5, Alamofire 5.

import Alamofire
import Foundation

struct UploadResult: Decodable {
    let fields: [String: String]
    let byteCount: Int

    enum CodingKeys: String, CodingKey {
        case fields
        case byteCount = "byte_count"
    }
}

enum UploadError: LocalizedError {
    case tooLarge(String)
    case rejected(status: Int)
    case cancelled
    case other(Error)

    var errorDescription: String? {
        switch self {
        case .tooLarge(let name): return "\(name) is too large."
        case .rejected(let status): return "The server answered \(status)."
        case .cancelled: return "Cancelled."
        case .other(let error): return error.localizedDescription
        }
    }
}

class PhotoUploader {
    static let limit = 1_000_000

    let host: String
    let session: Session
    private var current: UploadRequest?

    init(host: String, token: String) {
        self.host = host
        let policy = RetryPolicy(retryLimit: 1, retryableHTTPStatusCodes: [503])
        let adapter = Adapter { request, _, completion in
            var request = request
            request.headers.add(.authorization(bearerToken: token))
            completion(.success(request))
        }
        session = Session(interceptor: Interceptor(adapters: [adapter], retriers: [policy]))
    }

    func upload(
        photos: [String: Data],
        album: Int,
        progress: @escaping (Double) -> Void,
        completion: @escaping (Result<UploadResult, UploadError>) -> Void
    ) {
        if let (name, _) = photos.first(where: { $0.value.count > PhotoUploader.limit }) {
            return completion(.failure(.tooLarge(name)))
        }
        let headers: HTTPHeaders = [
            "Accept": "application/json",
            "X-Client": "uploader/1.0",
        ]
        current = session.upload(
            multipartFormData: { formData in
                for (name, data) in photos.sorted(by: { $0.key < $1.key }) {
                    formData.append(data, withName: "photo-\(name.first!)", fileName: name, mimeType: "image/jpeg")
                }
                formData.append(Data("holiday".utf8), withName: "caption")
            }, to: "\(host)/albums/\(album)/photos", method: .post, headers: headers
        )
        .uploadProgress { value in
            progress(value.fractionCompleted)
        }
        .validate(statusCode: 200..<300)
        .validate(contentType: ["application/json"])
        .responseDecodable(of: UploadResult.self) { [weak self] response in
            self?.current = nil
            debugPrint("status", response.response?.statusCode ?? -1)
            switch response.result {
            case let .success(result):
                completion(.success(result))
            case let .failure(error):
                completion(.failure(self?.uploadError(for: error) ?? .other(error)))
            }
        }
    }

    func cancel() {
        current?.cancel()
    }

    private func uploadError(for error: AFError) -> UploadError {
        switch error {
        case .explicitlyCancelled:
            return .cancelled
        case .responseValidationFailed(reason: .unacceptableStatusCode(let code)):
            return .rejected(status: code)
        case .responseValidationFailed(reason: let reason):
            print("validation:", reason)
            return .other(error)
        case .responseSerializationFailed(reason: .decodingFailed(let underlying)):
            return .other(underlying)
        case .sessionTaskFailed(let underlying as URLError) where underlying.code == .cancelled:
            return .cancelled
        default:
            return .other(error)
        }
    }
}

let host = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "https://photos.example.com"
let uploader = PhotoUploader(host: host, token: "second")
let photos = ["a.jpg": Data(count: 50_000), "b.jpg": Data(count: 20_000)]
var last = 0.0

uploader.upload(photos: photos, album: 7, progress: { last = max(last, $0) }) { result in
    if case .success(let value) = result {
        print(value.fields.keys.sorted(), value.byteCount, last)
    }
    uploader.upload(photos: photos, album: 8, progress: { _ in }) { result in
        if case .failure(let error) = result { print(error.localizedDescription) }
        uploader.upload(photos: ["c.jpg": Data(count: 2_000_000)], album: 7, progress: { _ in }) { result in
            if case .failure(let error) = result { print(error.localizedDescription) }
            uploader.upload(photos: photos, album: 7, progress: { _ in }) { result in
                if case .failure(let error) = result { print(error.localizedDescription) }
                exit(0)
            }
            uploader.cancel()
        }
    }
}
dispatchMain()
