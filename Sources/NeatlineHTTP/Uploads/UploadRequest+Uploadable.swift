#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif
public import Foundation

extension UploadRequest {
    /// What is sent as a request's body.
    ///
    /// Unchecked Sendable for the stream's sake: only the request reads it, on one thread at a time.
    public enum Uploadable: @unchecked Sendable {
        /// Bytes in memory.
        case data(Data)
        /// A file, which is read while it is sent; it is removed when the request is over, if it should be.
        case file(URL, shouldRemove: Bool)
        /// A stream, which is read while it is sent, and can be sent only once.
        case stream(InputStream)
    }
}

/// What knows how to make an upload's body.
///
/// A type that makes another stream each time can be sent again by retriers, which a stream by itself cannot:
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
    /// Makes the body. Called for each attempt, on a queue on which it may wait for disks.
    ///
    /// - Throws: Whatever makes it impossible; handlers get it as `AFError.createUploadableFailed(error:)`.
    func createUploadable() throws -> UploadRequest.Uploadable
}

/// What makes both the request and the body of an upload.
public protocol UploadConvertible: UploadableConvertible & URLRequestConvertible {}

extension UploadRequest.Uploadable: UploadableConvertible {
    /// The value itself.
    public func createUploadable() throws -> UploadRequest.Uploadable { self }
}

/// A request and a body that are made by two.
struct Upload: UploadConvertible {
    let request: any URLRequestConvertible
    let uploadable: any UploadableConvertible

    /// Whether both are made without calling users' code, and without a disk.
    var isQuick: Bool {
        switch uploadable as? UploadRequest.Uploadable {
        case .data, .stream: request is URLRequest || (request as? URLRequestSource)?.isQuick == true
        case .file, nil: false
        }
    }

    func asURLRequest() throws -> URLRequest { try request.asURLRequest() }

    func createUploadable() throws -> UploadRequest.Uploadable { try uploadable.createUploadable() }
}
