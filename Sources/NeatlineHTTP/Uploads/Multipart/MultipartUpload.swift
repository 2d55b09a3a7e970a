internal import Foundation
internal import NeatlineFoundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// An upload of a form, which is put together once for all attempts: in memory, or in a temporary file.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class MultipartUpload: UploadConvertible, @unchecked Sendable {
    private let request: any URLRequestConvertible
    private let form: MultipartFormData
    private let threshold: UInt64
    private let fileManager: FileManager
    private let lock = Lock()
    private var made: UploadRequest.Uploadable?

    /// - Parameter threshold: Bytes of contents from which on a file is used.
    init(
        request: any URLRequestConvertible, form: MultipartFormData, threshold: UInt64, fileManager: FileManager
    ) {
        self.request = request
        self.form = form
        self.threshold = threshold
        self.fileManager = fileManager
    }

    /// A file that no request has removed goes now.
    deinit {
        if case .file(let url, _) = made { try? fileManager.removeItem(at: url) }
    }

    func asURLRequest() throws -> URLRequest {
        var request = try request.asURLRequest()
        request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
        return request
    }

    func createUploadable() throws -> UploadRequest.Uploadable {
        if let made = lock.withLock({ made }), isThere(made) { return made }
        let uploadable = form.contentLength < threshold ? .data(try form.encode()) : try makeFile()
        lock.withLock { made = uploadable }
        return uploadable
    }

    /// The file is removed when the request is over, and the request may be retried yet because of a handler that comes later.
    private func isThere(_ uploadable: UploadRequest.Uploadable) -> Bool {
        guard case .file(let url, _) = uploadable else { return true }
        return fileManager.fileExists(atPath: url.path)
    }

    /// It lies in the temporary folder itself, and nobody else may read it: in a folder of a known name, another user of the
    /// machine could have been first.
    private func makeFile() throws -> UploadRequest.Uploadable {
        let url = fileManager.temporaryDirectory.appendingPathComponent("org.neatline.multipart-\(UUID().uuidString)")
        try form.writeEncodedData(to: url, permissions: 0o600)
        return .file(url, shouldRemove: true)
    }
}
