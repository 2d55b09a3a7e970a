import Foundation
import NeatlineHTTP
import Synchronization
import Testing

/// The servers that `.ci/interop` has started.
struct Servers {
    /// nginx without TLS, on a TCP port.
    let plain: String
    /// nginx with TLS and HTTP/2; its certificate is for `localhost`.
    let secure: String
    /// The same, which asks for a client certificate.
    let mutual: String
    /// The same with a certificate that nobody has signed, by TLS 1.2.
    let selfSigned: String
    /// With one that is not valid any more.
    let expired: String
    /// With an OCSP response, which says that its certificate is good, by TLS 1.2.
    let stapled: String
    /// With one that says that its certificate is revoked.
    let revoked: String
    /// The same as ``secure``, which ends connections that are not used for a second.
    let brief: String
    /// The path of nginx's unix socket.
    let socket: String
    let httpbin: String
    /// Python's `websockets`, without TLS and with it.
    let sockets: String
    let secureSockets: String
    /// The folder of certificates and keys in PEM files.
    let certificates: String
    /// The server's key as `sha256//BASE64`.
    let pin: String

    /// Nil where they have not been started.
    static let started: Servers? = {
        let environment = ProcessInfo.processInfo.environment
        func value(_ name: String) -> String? { environment["NEATLINE_INTEROP_\(name)"] }
        guard let plain = value("PLAIN"), let secure = value("SECURE"), let mutual = value("MUTUAL"),
            let selfSigned = value("SELF_SIGNED"), let expired = value("EXPIRED"), let stapled = value("STAPLED"),
            let revoked = value("REVOKED"), let brief = value("BRIEF"),
            let socket = value("SOCKET"), let httpbin = value("HTTPBIN"), let certificates = value("CERTIFICATES"),
            let sockets = value("SOCKETS"), let secureSockets = value("SECURE_SOCKETS"), let pin = value("PIN")
        else { return nil }
        return Servers(
            plain: plain, secure: secure, mutual: mutual, selfSigned: selfSigned, expired: expired,
            stapled: stapled, revoked: revoked, brief: brief, socket: socket, httpbin: httpbin,
            sockets: sockets, secureSockets: secureSockets, certificates: certificates, pin: pin)
    }()

    static var areStarted: Bool { started != nil }

    /// What the suites say when they are left out.
    static let comment: Comment = "needs the servers that .ci/interop starts"

    /// A file among the certificates.
    func certificate(_ name: String) -> String { "\(certificates)/\(name)" }

    /// The base64 part of ``pin``.
    var pinnedKey: String { String(pin.dropFirst("sha256//".count)) }
}

#if os(Linux)
extension Session {
    /// Sessions end their requests when they go, so those of tests stay.
    private static let kept = Mutex<[Session]>([])

    /// A session over libcurl with the given settings, which stays for as long as the process does.
    static func curl(
        serverTrustManager: ServerTrustManager? = nil, eventMonitors: [any EventMonitor] = [],
        _ change: (inout CurlTransport.Configuration) -> Void = { _ in }
    ) throws -> Session {
        var configuration = CurlTransport.Configuration()
        change(&configuration)
        let session = Session(
            serverTrustManager: serverTrustManager, eventMonitors: eventMonitors,
            transport: try CurlTransport(configuration: configuration))
        kept.withLock { $0.append(session) }
        return session
    }
}
#endif
