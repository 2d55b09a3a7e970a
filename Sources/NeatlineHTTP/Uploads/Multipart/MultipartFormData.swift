public import Foundation
internal import NeatlineSystem

/// A `multipart/form-data` form (RFC 7578), which is built part by part.
///
/// ```swift
/// let form = MultipartFormData()
/// form.append("Ada", withName: "name")
/// form.append(URL(fileURLWithPath: "/tmp/photo.png"), withName: "photo")
/// AF.upload(multipartFormData: form, to: "https://httpbin.org/post")
/// ```
///
/// Files and streams are read when the form is encoded, by ``encode()`` or ``writeEncodedData(to:)``. These also throw
/// the first error of appending a part, so that the `append` functions need no `try`.
///
/// Names, file names and content types may contain any characters. Quotes and line breaks, which would end a field, are
/// escaped as browsers do.
///
/// May be used on any thread. Unchecked Sendable because the state is accessed only while the lock is held.
open class MultipartFormData: @unchecked Sendable {
    /// The default of the number of bytes of contents from which uploads encode a form to a file: 10 MB.
    public static let encodingMemoryThreshold: UInt64 = 10_000_000

    /// The boundary between the parts. It must not occur in their contents.
    public let boundary: String
    let fileManager: FileManager

    private let lock = Lock()
    private var givenContentType: String?
    private var parts: [MultipartPart] = []
    private var error: AFError?

    /// Creates a form without parts.
    ///
    /// - Parameters:
    ///   - fileManager: Checks that the file of ``writeEncodedData(to:)`` does not exist.
    ///   - boundary: The boundary between the parts; `nil` for a random one of 64 bits. If RFC 2046 does not allow the
    ///     boundary, encoding throws an `AFError` whose underlying error is ``AFError/InvalidMultipartBoundary``. Keep
    ///     it secret from the authors of the contents.
    public init(fileManager: FileManager = .default, boundary: String? = nil) {
        self.fileManager = fileManager
        self.boundary = boundary ?? MultipartBoundary.random()
        if let boundary, !MultipartBoundary.isValid(boundary) {
            error = .multipartEncodingFailed(
                reason: .outputStreamWriteFailed(error: AFError.InvalidMultipartBoundary(boundary: boundary)))
        }
    }

    /// The `Content-Type` of a request with this form: `multipart/form-data; boundary=…`, unless another was set.
    open var contentType: String {
        get { lock.withLock { givenContentType } ?? MultipartBoundary.contentType(boundary) }
        set { lock.withLock { givenContentType = newValue } }
    }

    /// The number of bytes of all contents, without boundaries and headers.
    ///
    /// - Complexity: O(*n*), where *n* is the number of parts.
    public var contentLength: UInt64 { lock.withLock { parts }.contentLength }

    /// Returns the parts.
    ///
    /// - Throws: The first error of appending a part.
    func whole() throws -> [MultipartPart] {
        try lock.withLock {
            if let error { throw error }
            return parts
        }
    }

    func add(_ part: MultipartPart) { lock.withLock { parts.append(part) } }

    func fail(_ reason: AFError.MultipartEncodingFailureReason) {
        lock.withLock { error = error ?? .multipartEncodingFailed(reason: reason) }
    }
}
