public import Foundation
public import NeatlineFoundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An interceptor that compresses the bodies of requests, for servers that support `Content-Encoding: deflate`.
///
/// ```swift
/// let session = Session(interceptor: .deflateCompressor)
/// AF.request(
///     url, method: .post, parameters: parameters, encoder: .json,
///     interceptor: .deflateCompressor { body in body.count > 1000 })
/// ```
///
/// The format is that of RFC 1950, which HTTP calls `deflate`; the system's zlib compresses. Non-empty `httpBody` data
/// is compressed; body streams and the bodies of upload requests are not.
///
/// If a request cannot be compressed, it fails with `AFError.requestAdaptationFailed(error:)`, whose error is a
/// ``DuplicateHeaderError`` or a ``CompressionError``.
public struct DeflateRequestCompressor: RequestInterceptor {
    /// What a compressor does with a request that already has a `Content-Encoding`.
    public enum DuplicateHeaderBehavior: Sendable, Hashable {
        /// The request fails with a ``DuplicateHeaderError``.
        case error
        /// The body is compressed as it is, and the field is replaced.
        case replace
        /// The request is sent as it is.
        case skip
    }

    /// The error of a request that already has a `Content-Encoding`.
    public struct DuplicateHeaderError: Hashable, NSErrorBridgeable {
        /// Creates the error, which has no details.
        public init() {}

        /// A description of the error, in English.
        public var errorDescription: String? { "The request has a Content-Encoding already." }
    }

    /// The error of a body that cannot be compressed.
    public enum CompressionError: Hashable, NSErrorBridgeable {
        /// zlib is missing or cannot be loaded, for the reason that the dynamic linker gives.
        case unavailable(reason: String)
        /// zlib has failed with a code; -4 means that memory could not be allocated.
        case failed(code: Int32)

        /// A description of the error, in English.
        public var errorDescription: String? {
            switch self {
            case .unavailable(let reason): "zlib is needed and cannot be opened: \(reason)"
            case .failed(let code): "zlib could not compress the body: error \(code)."
            }
        }
    }

    /// What a compressor does with a request that already has a `Content-Encoding`.
    public let duplicateHeaderBehavior: DuplicateHeaderBehavior
    /// Returns whether a body is compressed. Called on the thread that adapts the request.
    public let shouldCompressBodyData: @Sendable (_ bodyData: Data) -> Bool

    var library: Result<ZlibLibrary, CompressionError> = ZlibLibrary.system

    /// Creates a compressor, which compresses all bodies by default.
    ///
    /// - Parameters:
    ///   - duplicateHeaderBehavior: What to do with a request that already has a `Content-Encoding`.
    ///   - shouldCompressBodyData: Returns whether a body is compressed. By default, all are, although compression
    ///     makes short bodies longer.
    public init(
        duplicateHeaderBehavior: DuplicateHeaderBehavior = .error,
        shouldCompressBodyData: @escaping @Sendable (_ bodyData: Data) -> Bool = { _ in true }
    ) {
        self.duplicateHeaderBehavior = duplicateHeaderBehavior
        self.shouldCompressBodyData = shouldCompressBodyData
    }

    /// Compresses the body if it should be, and completes on the calling thread.
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
        // The `Content-Length` was that of the uncompressed body.
        urlRequest.headers.remove(name: "Content-Length")
        return urlRequest
    }
}

extension RequestInterceptor where Self == DeflateRequestCompressor {
    /// A compressor with the default settings.
    public static var deflateCompressor: DeflateRequestCompressor { DeflateRequestCompressor() }

    /// Returns a compressor with the given settings. The parameters are those of the initializer.
    public static func deflateCompressor(
        duplicateHeaderBehavior: DeflateRequestCompressor.DuplicateHeaderBehavior = .error,
        shouldCompressBodyData: @escaping @Sendable (_ bodyData: Data) -> Bool = { _ in true }
    ) -> DeflateRequestCompressor {
        DeflateRequestCompressor(
            duplicateHeaderBehavior: duplicateHeaderBehavior, shouldCompressBodyData: shouldCompressBodyData)
    }
}

/// The system's zlib, opened when it is needed, so that it is not required at build time.
struct ZlibLibrary: Sendable {
    typealias Failure = DeflateRequestCompressor.CompressionError
    // `uLong` is C's `unsigned long`, which Swift calls `UInt`.
    private typealias CompressBound = @convention(c) @Sendable (UInt) -> UInt
    private typealias Compress2 =
        @convention(c) @Sendable (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt>, UnsafeRawPointer?, UInt, Int32
        ) -> Int32

    /// The system's library, opened at the first access, or the error.
    static let system = opened(named: name)
    private static var name: String {
        #if canImport(Darwin)
        "/usr/lib/libz.1.dylib"
        #else
        "libz.so.1"
        #endif
    }

    private let compressBound: CompressBound
    private let compress2: Compress2

    /// Opens a library by the name that the dynamic linker knows.
    static func opened(named name: String) -> Result<ZlibLibrary, Failure> {
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return .failure(unavailable()) }
        guard let bound = dlsym(library, "compressBound"), let compress = dlsym(library, "compress2") else {
            let failure = unavailable()
            dlclose(library)
            return .failure(failure)
        }
        // SAFETY: the functions have these types in every version of zlib since 1.2.0, and the library stays open for as
        // long as the process lives.
        return .success(
            ZlibLibrary(
                compressBound: unsafeBitCast(bound, to: CompressBound.self),
                compress2: unsafeBitCast(compress, to: Compress2.self)))
    }

    private static func unavailable() -> Failure {
        // SAFETY: the linker's text ends with a zero byte and belongs to this thread until its next call of the linker.
        .unavailable(reason: dlerror().map { String(cString: $0) } ?? "no reason is known")
    }

    /// Returns the data compressed in the format of RFC 1950, with zlib's default level.
    func compress(_ data: Data) throws(Failure) -> Data {
        var compressed = Data(count: Int(compressBound(UInt(data.count))))
        var count = UInt(compressed.count)
        let code = compressed.withUnsafeMutableBytes { room in
            data.withUnsafeBytes { bytes in
                // SAFETY: zlib reads exactly the bytes of the input and writes at most `count` bytes, the size of the
                // output buffer.
                compress2(room.baseAddress, &count, bytes.baseAddress, UInt(bytes.count), -1)
            }
        }
        guard code == 0 else { throw .failed(code: code) }
        return compressed.prefix(Int(count))
    }
}
