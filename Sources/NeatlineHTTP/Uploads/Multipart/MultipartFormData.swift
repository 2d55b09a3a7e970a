public import Foundation
internal import NeatlineFoundation

/// A form with files (`multipart/form-data`, RFC 7578), part by part.
///
/// ```swift
/// let form = MultipartFormData()
/// form.append("Ada", withName: "name")
/// form.append(URL(fileURLWithPath: "/tmp/photo.png"), withName: "photo")
/// AF.upload(multipartFormData: form, to: "https://httpbin.org/post")
/// ```
///
/// Files and streams are read when the form is put together, by ``encode()`` or ``writeEncodedData(to:)``. What is wrong with a
/// part is thrown then, too, so that parts can be appended without `try`; of several errors the first one counts.
///
/// Names, file names and content types may have any characters: those that would end a field, quotes and line breaks, are
/// escaped as browsers do.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
open class MultipartFormData: @unchecked Sendable {
    /// Bytes of contents from which on uploads put a form together in a file: 10 MB.
    public static let encodingMemoryThreshold: UInt64 = 10_000_000

    /// What stands between parts. No part should have it in its contents.
    public let boundary: String
    let fileManager: FileManager

    private let lock = Lock()
    private var givenContentType: String?
    private var parts: [MultipartPart] = []
    private var error: AFError?

    /// An empty form.
    ///
    /// - Parameters:
    ///   - fileManager: Looks for the file that ``writeEncodedData(to:)`` is to make.
    ///   - boundary: What stands between parts; made of 64 random bits if nil. One that RFC 2046 does not allow makes
    ///     encoding throw ``AFError/InvalidMultipartBoundary``, inside of an `AFError`. Whoever can write a part's contents
    ///     should not know it.
    public init(fileManager: FileManager = .default, boundary: String? = nil) {
        self.fileManager = fileManager
        self.boundary = boundary ?? MultipartBoundary.random()
        if let boundary, !MultipartBoundary.isValid(boundary) {
            error = .multipartEncodingFailed(
                reason: .outputStreamWriteFailed(error: AFError.InvalidMultipartBoundary(boundary: boundary)))
        }
    }

    /// The `Content-Type` of a request with this form: `multipart/form-data; boundary=…`, unless it was set to another.
    open var contentType: String {
        get { lock.withLock { givenContentType } ?? MultipartBoundary.contentType(boundary) }
        set { lock.withLock { givenContentType = newValue } }
    }

    /// Bytes of all contents, without what stands between them. O(n)
    public var contentLength: UInt64 { lock.withLock { parts }.contentLength }

    /// The parts so far.
    ///
    /// - Throws: What is wrong with the first one that could not be appended.
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
