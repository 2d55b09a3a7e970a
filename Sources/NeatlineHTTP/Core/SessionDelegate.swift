public import Foundation

/// What Alamofire's sessions get their `URLSession`'s events with.
///
/// Sessions here do not depend on a `URLSession`, so there is nothing in it to override: what its methods were used for is
/// done by an ``EventMonitor`` (to watch), a ``RedirectHandler``, a ``CachedResponseHandler`` or a ``RequestInterceptor``
/// (to decide). It is kept for code that passes one along.
open class SessionDelegate: @unchecked Sendable {
    /// A delegate.
    public init(fileManager: FileManager = .default) {}
}
