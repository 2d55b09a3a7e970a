internal import Foundation
internal import NeatlineSystem

/// An upload of a form, which is encoded once for all attempts, in memory or in a temporary file.
///
/// Unchecked Sendable because the state is accessed only while the lock is held.
final class MultipartUpload: UploadConvertible, @unchecked Sendable {
    private let request: any URLRequestConvertible
    private let form: MultipartFormData
    private let threshold: UInt64
    private let fileManager: FileManager
    private let lock = Lock()
    private var made: UploadRequest.Uploadable?

    /// Creates an upload.
    ///
    /// - Parameter threshold: The number of bytes of contents from which the form is encoded to a file.
    init(
        request: any URLRequestConvertible, form: MultipartFormData, threshold: UInt64, fileManager: FileManager
    ) {
        self.request = request
        self.form = form
        self.threshold = threshold
        self.fileManager = fileManager
    }

    /// Removes the file if no request has removed it.
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

    /// Returns whether the encoded form still exists: its file is removed when the request has finished, and a handler
    /// that is added later may cause a retry.
    private func isThere(_ uploadable: UploadRequest.Uploadable) -> Bool {
        guard case .file(let url, _) = uploadable else { return true }
        return fileManager.fileExists(atPath: url.path)
    }

    /// Encodes the form to a new file that only this user may read. It is directly in the temporary directory, because
    /// another user could have created a subdirectory with a known name.
    private func makeFile() throws -> UploadRequest.Uploadable {
        let url = fileManager.temporaryDirectory.appendingPathComponent("org.neatline.multipart-\(UUID.random())")
        try form.writeEncodedData(to: url, permissions: 0o600)
        return .file(url, shouldRemove: true)
    }
}
