#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The environment variables that have an effect.
enum Environment {
    /// Whether colors are unwanted unless requested by an option (https://no-color.org).
    static var forbidsColors: Bool { !(self["NO_COLOR"] ?? "").isEmpty }

    /// The colors to use, not yet parsed; nil if not set.
    static var colors: String? { self["JQ_COLORS"] }

    private static subscript(name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
