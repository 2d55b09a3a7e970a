internal import Foundation
internal import NeatlineFoundation

/// The body of an upload whose bytes an asynchronous sequence provides while they are sent.
///
/// ```swift
/// let body = AsyncUploadBody(length: size) { recording.chunks() }
/// AF.upload(body, to: "https://example.com/recordings")
/// ```
///
/// A chunk is requested only when the one before it is being sent, so a slow server slows the sequence down. With a
/// length, `Content-Length` is sent, and a sequence that has another length fails the request with an
/// ``UploadBodyError``; the last chunk is sent when the sequence has ended. Without one, the body is sent in chunks
/// (HTTP/1.1) or frames (HTTP/2).
///
/// A body that was created from a sequence can be sent once. If it must be sent again, because of a redirect, a
/// challenge, a retry or a connection that the server has closed, the request fails with
/// ``UploadBodyError/sequenceAlreadyRead``. One that was created from a closure can be sent again.
///
/// The task that iterates over the sequence is cancelled when the request has ended.
public struct AsyncUploadBody: Sendable {
    /// Produces the chunks of one iteration, until `yield` returns `false`.
    typealias Production = @Sendable (_ yield: (Data) async -> Bool) async throws -> Void

    /// The length in bytes; `nil` if it is unknown.
    public let length: Int64?
    /// Whether the body can be sent more than once.
    public let isRepeatable: Bool
    let produce: Production

    /// Creates a body that can be sent once.
    ///
    /// - Parameters:
    ///   - sequence: The chunks: `Data`, `[UInt8]`, or other collections of bytes. Empty ones are skipped.
    ///   - length: The sum of their lengths in bytes; `nil` if it is unknown. A negative one is 0.
    public init<Chunks: AsyncSequence & Sendable>(_ sequence: Chunks, length: Int64? = nil)
    where Chunks.Element: Collection<UInt8> {
        self.length = length.map { max($0, 0) }
        isRepeatable = false
        produce = { try await Self.iterate(sequence, $0) }
    }

    /// Creates a body that can be sent more than once.
    ///
    /// - Parameters:
    ///   - length: The sum of the chunks' lengths in bytes; `nil` if it is unknown. A negative one is 0.
    ///   - makeSequence: Returns the chunks. Called each time that the body is sent, in the task that iterates over them.
    ///     Its errors fail the request as those of the sequence do.
    public init<Chunks: AsyncSequence & SendableMetatype>(
        length: Int64? = nil, makeSequence: @escaping @Sendable () async throws -> Chunks
    ) where Chunks.Element: Collection<UInt8> {
        self.length = length.map { max($0, 0) }
        isRepeatable = true
        produce = { try await Self.iterate(try await makeSequence(), $0) }
    }

    private static func iterate<Chunks: AsyncSequence>(
        _ chunks: Chunks, _ yield: (Data) async -> Bool
    ) async throws where Chunks.Element: Collection<UInt8> {
        for try await chunk in chunks where !chunk.isEmpty {
            guard await yield(chunk as? Data ?? Data(chunk)) else { return }
        }
    }
}

extension Session {
    /// Creates an upload request for chunks of bytes that an asynchronous sequence provides.
    ///
    /// ```swift
    /// session.upload(recording.chunks(), to: "https://example.com/recordings")
    /// ```
    ///
    /// The body can be sent once; see ``AsyncUploadBody``, with which it can be sent again.
    ///
    /// - Parameters:
    ///   - sequence: The chunks.
    ///   - length: The sum of their lengths in bytes; `nil` if it is unknown.
    ///   - convertible: The URL.
    ///   - method: The HTTP method.
    ///   - headers: The header fields.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     ``startRequestsImmediately``.
    ///   - requestModifier: Changes the `URLRequest` of each attempt.
    public func upload<Chunks: AsyncSequence & Sendable>(
        _ sequence: Chunks, length: Int64? = nil, to convertible: any URLConvertible, method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest where Chunks.Element: Collection<UInt8> {
        upload(
            AsyncUploadBody(sequence, length: length), to: convertible, method: method, headers: headers,
            interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume,
            requestModifier: requestModifier)
    }

    /// Creates an upload request for a body that an asynchronous sequence provides.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - convertible: The URL.
    ///   - method: The HTTP method.
    ///   - headers: The header fields.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     ``startRequestsImmediately``.
    ///   - requestModifier: Changes the `URLRequest` of each attempt.
    public func upload(
        _ body: AsyncUploadBody, to convertible: any URLConvertible, method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil, interceptor: (any RequestInterceptor)? = nil,
        shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        upload(
            body, with: source(convertible, method, headers, requestModifier), interceptor: interceptor,
            shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// Creates an upload request for a body that an asynchronous sequence provides, from a `URLRequest` or a value that
    /// creates one.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - convertible: Creates the `URLRequest`.
    ///   - interceptor: Adapts and retries this request, after the session's interceptor.
    ///   - shouldAutomaticallyResume: Whether the first response handler starts the request; `nil` for the session's
    ///     ``startRequestsImmediately``.
    public func upload(
        _ body: AsyncUploadBody, with convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil
    ) -> UploadRequest {
        upload(
            Upload(request: convertible, uploadable: UploadRequest.Uploadable.sequence(body)),
            interceptor: interceptor, fileManager: .default, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }
}
