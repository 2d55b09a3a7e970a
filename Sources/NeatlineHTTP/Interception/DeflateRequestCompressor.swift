public import Foundation
public import NeatlineFoundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Compresses the bodies of requests, for servers that understand `Content-Encoding: deflate`.
///
/// ```swift
/// let session = Session(interceptor: .deflateCompressor)
/// AF.request(
///     url, method: .post, parameters: parameters, encoder: .json,
///     interceptor: .deflateCompressor { body in body.count > 1000 })
/// ```
///
/// The coding is that of RFC 1950, which HTTP calls `deflate`, and the functions are the system's zlib. `httpBody` is compressed
/// if it is not empty; streams, and what upload requests send, are not.
///
/// Failures are ``DuplicateHeaderError`` and ``CompressionError``, inside of `AFError.requestAdaptationFailed(error:)`.
public struct DeflateRequestCompressor: RequestInterceptor {
    /// What to do with a request that has a `Content-Encoding` already.
    public enum DuplicateHeaderBehavior: Sendable, Hashable {
        /// The request fails with a ``DuplicateHeaderError``.
        case error
        /// The body is compressed as it is, and the field replaced.
        case replace
        /// The request is sent as it is.
        case skip
    }

    /// A request had a `Content-Encoding` already.
    public struct DuplicateHeaderError: Hashable, NSErrorBridgeable {
        /// An error.
        public init() {}

        /// The reason, in English.
        public var errorDescription: String? { "The request has a Content-Encoding already." }
    }

    /// Why a body could not be compressed.
    public enum CompressionError: Hashable, NSErrorBridgeable {
        /// There is no zlib on this system, or it cannot be loaded; with the dynamic linker's words.
        case unavailable(reason: String)
        /// zlib has refused, with this code: -4 for want of memory.
        case failed(code: Int32)

        /// The reason, in English.
        public var errorDescription: String? {
            switch self {
            case .unavailable(let reason): "zlib is needed and cannot be opened: \(reason)"
            case .failed(let code): "zlib could not compress the body: error \(code)."
            }
        }
    }

    /// What to do with a request that has a `Content-Encoding` already.
    public let duplicateHeaderBehavior: DuplicateHeaderBehavior
    /// Whether a body is to be compressed.
    public let shouldCompressBodyData: @Sendable (_ bodyData: Data) -> Bool

    var library: Result<ZlibLibrary, CompressionError> = ZlibLibrary.system

    /// A compressor.
    ///
    /// - Parameters:
    ///   - duplicateHeaderBehavior: What to do with a request that has a `Content-Encoding` already.
    ///   - shouldCompressBodyData: Whether a body is to be compressed; all are by default. Short ones become longer.
    public init(
        duplicateHeaderBehavior: DuplicateHeaderBehavior = .error,
        shouldCompressBodyData: @escaping @Sendable (_ bodyData: Data) -> Bool = { _ in true }
    ) {
        self.duplicateHeaderBehavior = duplicateHeaderBehavior
        self.shouldCompressBodyData = shouldCompressBodyData
    }

    /// Compresses the body, if it is to be.
    public func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
        completion(Result { try compressed(urlRequest) })
    }

    private func compressed(_ urlRequest: URLRequest) throws -> URLRequest {
        guard let body = urlRequest.httpBody, !body.isEmpty, shouldCompressBodyData(body) else { return urlRequest }
        if urlRequest.headers.value(for: "Content-Encoding") != nil {
            switch duplicateHeaderBehavior {
            case .error: throw DuplicateHeaderError()
            case .skip: return urlRequest
            case .replace: break
            }
        }
        var urlRequest = urlRequest
        urlRequest.httpBody = try library.get().compress(body)
        urlRequest.headers.update(.contentEncoding("deflate"))
        // It said how long the body was.
        urlRequest.headers.remove(name: "Content-Length")
        return urlRequest
    }
}

extension RequestInterceptor where Self == DeflateRequestCompressor {
    /// A compressor as `DeflateRequestCompressor()` makes it.
    public static var deflateCompressor: DeflateRequestCompressor { DeflateRequestCompressor() }

    /// A compressor with these choices.
    public static func deflateCompressor(
        duplicateHeaderBehavior: DeflateRequestCompressor.DuplicateHeaderBehavior = .error,
        shouldCompressBodyData: @escaping @Sendable (_ bodyData: Data) -> Bool = { _ in true }
    ) -> DeflateRequestCompressor {
        DeflateRequestCompressor(
            duplicateHeaderBehavior: duplicateHeaderBehavior, shouldCompressBodyData: shouldCompressBodyData)
    }
}
