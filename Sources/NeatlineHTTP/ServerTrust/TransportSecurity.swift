public import Foundation
internal import NeatlineSystem
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Remembers the hosts that have demanded TLS for all requests (HTTP Strict Transport Security, RFC 6797).
///
/// A session has one. It takes the demands from the `Strict-Transport-Security` fields of responses that were received over
/// TLS from a server that was verified, and sends later requests, redirects and WebSockets for `http` URLs of these hosts
/// over TLS instead, to port 443 if they name none or 80. The response's URL shows that.
///
/// Sessions with Foundation's shared cookie storage, as by default, share one with a file, those with a storage of their own
/// have one in memory. A session takes another one by its initializer's parameter:
///
/// ```swift
/// let session = Session(transportSecurity: TransportSecurity(file: file))
/// let unprotected = Session(transportSecurity: .disabled)
/// ```
///
/// All functions may be called on any thread.
public final class TransportSecurity: Sendable {
    /// Takes no demands, and changes no URL.
    public static let disabled = TransportSecurity(file: nil, isEnabled: false)

    /// That of sessions with Foundation's shared cookie storage, with a file beside the file of that storage. Nothing is
    /// written before a host has demanded TLS.
    public static let shared = TransportSecurity(file: sharedFile)

    private let file: URL?
    private let isEnabled: Bool
    private let hosts = Locked<SecureHosts?>(nil)
    /// Whether there are no demands: most sessions have none, and each of their requests asks.
    private let isKnownEmpty = Atomic(false)
    private let now: @Sendable () -> Double

    /// Creates an object that remembers hosts in memory or in a file.
    ///
    /// - Parameter file: The file, read when it is first needed and written after changes, readable by its owner only; `nil`
    ///   for memory. A file that cannot be read counts as empty, and one that cannot be written is not. While the process has
    ///   no free descriptor or memory to read the file, no demands are known or taken, and the file is not written.
    public convenience init(file: URL? = nil) { self.init(file: file, isEnabled: true) }

    init(
        file: URL?, isEnabled: Bool, now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.file = file
        self.isEnabled = isEnabled
        self.now = now
    }

    /// Returns whether requests to a host are sent over TLS only.
    ///
    /// - Parameter host: The host of a URL.
    /// - Complexity: O(number of labels of the host)
    public func requiresTLS(_ host: String) -> Bool { read { $0.contains(host, now: now()) } ?? false }

    /// Forgets all hosts, also in the file.
    public func removeAll() {
        hosts.withLock { $0 = SecureHosts() }
        isKnownEmpty.store(true, ordering: .releasing)
        if let file { try? FileManager.default.removeItem(at: file) }
    }

    /// Returns the URL that a request is sent to; `nil` if it stays as it is.
    func upgraded(_ url: URL) -> URL? { read { $0.upgraded(url, now: now()) } ?? nil }

    /// Takes over the demand of a response that was received over TLS.
    func note(_ value: String, from host: String) {
        guard isEnabled else { return }
        let time = now()
        let isChanged = hosts.withLock { hosts in
            guard var all = hosts ?? load() else { return false }
            let isChanged = all.note(value, from: host, now: time)
            hosts = all
            isKnownEmpty.store(all.isEmpty, ordering: .releasing)
            return isChanged
        }
        if isChanged, file != nil { WorkPool.shared.run { self.save() } }
    }

    private func read<Value>(_ body: (SecureHosts) -> Value) -> Value? {
        guard isEnabled, !isKnownEmpty.load(ordering: .acquiring) else { return nil }
        return hosts.withLock { hosts in
            guard let all = hosts ?? load() else { return nil }
            if hosts == nil {
                hosts = all
                isKnownEmpty.store(all.isEmpty, ordering: .releasing)
            }
            return body(all)
        }
    }

    /// The size of the largest file that is read, in bytes: several times that of the maximum number of hosts.
    private static let maximumSize = 16 << 20

    /// Reads the file. Returns `nil` if that must be tried again later, so that demands are not overwritten that are in it.
    private func load() -> SecureHosts? {
        guard let file else { return SecureHosts() }
        do throws(SystemError) {
            let contents = try InputFile(file.path, requiresRegularFile: true).contents(maximumSize: Self.maximumSize)
            return (try? JSONDecoder().decode(SecureHosts.self, from: Data(contents))) ?? SecureHosts()
        } catch {
            return error.isExhaustion ? nil : SecureHosts()
        }
    }

    /// Writes the file. Of several processes, the last one that writes wins, as with Foundation's cookies.
    func save() {
        guard let file else { return }
        hosts.withLock { hosts in
            guard let data = try? JSONEncoder().encode(hosts ?? SecureHosts()) else { return }
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            _ = try? FileReplacement.perform(SystemPath(file.path), permissions: 0o600, isSynchronized: false) {
                try $0.writeAll(data)
            }
        }
    }

    /// In the directory in which Foundation keeps the cookies of this program.
    private static var sharedFile: URL? {
        let name = Bundle.main.bundleURL.deletingPathExtension().lastPathComponent
        return FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first?
            .appendingPathComponent(name).appendingPathComponent(".transport-security.json")
    }
}
