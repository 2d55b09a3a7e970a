#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The variables of the environment that change what is done.
enum Environment {
    /// Whether colours are unwanted where nobody asked for them (https://no-color.org).
    static var forbidsColors: Bool { !(self["NO_COLOR"] ?? "").isEmpty }

    /// The colours to use, not yet looked at; nil if not set.
    static var colors: String? { self["JQ_COLORS"] }

    private static subscript(name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
