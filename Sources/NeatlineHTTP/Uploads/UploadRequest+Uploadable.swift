public import Foundation

// What can be uploaded, and the types that create it.

extension UploadRequest {
    /// The body of an upload.
    ///
    /// Unchecked Sendable because of the stream, which only the request reads, on one thread at a time.
    public enum Uploadable: @unchecked Sendable {
        /// Data in memory, which can be sent again.
        case data(Data)
        /// A file, which is read while it is sent, and is removed when the request has finished if `shouldRemove` is
        /// `true`.
        case file(URL, shouldRemove: Bool)
        /// A stream, which is read while it is sent and can be sent only once.
        case stream(InputStream)
        /// Chunks of an asynchronous sequence, which is read while it is sent.
        case sequence(AsyncUploadBody)
    }
}

/// A type that creates the body of an upload.
///
/// An upload that creates a new stream for each attempt can be retried, unlike a stream:
///
/// ```swift
/// struct Log: UploadConvertible {
///     let lines: [String]
///
///     func createUploadable() throws -> UploadRequest.Uploadable {
///         .stream(InputStream(data: Data(lines.joined(separator: "\n").utf8)))
///     }
///
///     func asURLRequest() throws -> URLRequest { try URLRequest(url: "https://example.org/log", method: .post) }
/// }
///
/// AF.upload(Log(lines: ["started"]))
/// ```
public protocol UploadableConvertible: Sendable {
    /// Creates the body. Called for each attempt, on a queue or thread that it may block: the session's request queue,
    /// or a thread of a pool.
    ///
    /// - Returns: The body.
    /// - Throws: Any error, with which the request fails, wrapped in `AFError.createUploadableFailed(error:)` unless it
    ///   is an ``AFError``.
    func createUploadable() throws -> UploadRequest.Uploadable
}

/// A type that creates the request and the body of an upload.
public protocol UploadConvertible: UploadableConvertible & URLRequestConvertible {}

extension UploadRequest.Uploadable: UploadableConvertible {
    /// Returns the body itself; it never throws.
    ///
    /// - Throws: no error.
    public func createUploadable() throws -> UploadRequest.Uploadable { self }
}

/// An upload whose request and body are created by two values.
struct Upload: UploadConvertible {
    let request: any URLRequestConvertible
    let uploadable: any UploadableConvertible

    /// Whether both are created quickly, without calling users' code or reading a file.
    var isQuick: Bool {
        switch uploadable as? UploadRequest.Uploadable {
        case .data, .stream, .sequence: request is URLRequest || (request as? URLRequestSource)?.isQuick == true
        case .file, nil: false
        }
    }

    func asURLRequest() throws -> URLRequest { try request.asURLRequest() }

    func createUploadable() throws -> UploadRequest.Uploadable { try uploadable.createUploadable() }
}
