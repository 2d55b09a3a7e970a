internal import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Keeps cookies and says which go with a request, as RFC 6265 rules.
public final class CookieJar: Sendable {
    public init() {}
    public init(storage: HTTPCookieStorage) {}
}
