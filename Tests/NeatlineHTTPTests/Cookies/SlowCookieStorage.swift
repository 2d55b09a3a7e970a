import Dispatch
import Foundation

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A storage whose writing waits until the test lets it, and which counts what it is asked.
final class SlowCookieStorage: CookieStorage, @unchecked Sendable {
    enum Call: Equatable {
        case read
        case set(String)
        case delete(String)
    }

    private let lock = NSLock()
    private var stored: [String: HTTPCookie] = [:]
    private var made: [Call] = []
    private let gate = DispatchSemaphore(value: 0)
    private let blocks: Bool
    /// Called before a cookie is set, as an observer of notifications is.
    private let onSetting: @Sendable (HTTPCookie) -> Void

    /// - Parameter blocks: Whether each writing waits for ``open()``.
    init(blocks: Bool = true, onSetting: @escaping @Sendable (HTTPCookie) -> Void = { _ in }) {
        self.blocks = blocks
        self.onSetting = onSetting
    }

    /// Lets the writing go on.
    func open() { gate.signal() }

    var calls: [Call] { lock.withLock { made } }
    /// `name=value`, in the order of the names.
    var texts: [String] { lock.withLock { stored.values.map { "\($0.name)=\($0.value)" } }.sorted() }

    var cookies: [HTTPCookie]? {
        lock.withLock {
            made.append(.read)
            return stored.values.sorted { $0.name < $1.name }
        }
    }

    func setCookie(_ cookie: HTTPCookie) {
        wait()
        onSetting(cookie)
        lock.withLock {
            made.append(.set(cookie.name))
            stored[Self.key(cookie)] = cookie
        }
    }

    func deleteCookie(_ cookie: HTTPCookie) {
        wait()
        lock.withLock {
            made.append(.delete(cookie.name))
            stored[Self.key(cookie)] = nil
        }
    }

    private static func key(_ cookie: HTTPCookie) -> String { "\(cookie.domain)\(cookie.path)\(cookie.name)" }

    private func wait() {
        guard blocks else { return }
        gate.wait()
        gate.signal()
    }
}
