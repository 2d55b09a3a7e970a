#if os(Linux)
@testable import NeatlineHTTP

/// What the tests have to know of the libcurl that they run with.
enum SystemLibcurl {
    private static let library = try? CurlLibrary.system.get()

    /// From version 8 on some answers are refused sooner, or by another name.
    static let isVersion8 = library.map { !$0.version.hasPrefix("7.") } ?? false

    /// Not every system has it.
    static let decodesZstandard = library.map { $0.decoders.decodes("zstd") } ?? false
}
#endif
