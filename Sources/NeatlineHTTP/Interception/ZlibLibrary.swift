internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

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
