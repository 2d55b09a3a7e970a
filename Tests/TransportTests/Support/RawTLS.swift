#if os(Linux)
import Foundation
import NeatlineTestSupport

/// The server's side of TLS, by the system's OpenSSL, with a certificate that nobody has signed.
///
/// Unchecked Sendable, because OpenSSL guards an `SSL_CTX` itself.
final class RawTLS: @unchecked Sendable {
    enum Version: Int, CaseIterable, Sendable {
        case v1_2 = 0x0303
        case v1_3 = 0x0304
    }

    private let context: OpaquePointer

    init(_ version: Version) throws {
        guard let context = Self.newContext(Self.method()) else { throw RawServer.Failure() }
        self.context = context
        let folder = try TemporaryFolder()
        let file = try folder.file("server.pem", Self.certificate)
        // `SSL_FILETYPE_PEM`, `SSL_CTRL_SET_MIN_PROTO_VERSION`, `SSL_CTRL_SET_MAX_PROTO_VERSION`
        guard Self.useCertificate(context, file.path, 1) == 1, Self.useKey(context, file.path, 1) == 1,
            Self.control(context, 123, version.rawValue, nil) == 1,
            Self.control(context, 124, version.rawValue, nil) == 1
        else { throw RawServer.Failure() }
    }

    deinit { Self.freeContext(context) }

    /// A session on a connection, after its handshake.
    func accept(_ descriptor: Int32) -> OpaquePointer? {
        guard let session = Self.newSession(context) else { return nil }
        guard Self.setDescriptor(session, descriptor) == 1, Self.accept(session) == 1 else {
            Self.free(session)
            return nil
        }
        return session
    }

    static func end(_ session: OpaquePointer, notifies: Bool) {
        if notifies { notify(session) }
        free(session)
    }

    /// Tells the client that nothing more is sent.
    static func notify(_ session: OpaquePointer) { _ = shutdown(session) }

    // MARK: OpenSSL

    /// A function of the OpenSSL that the process has with Foundation's libcurl.
    ///
    /// SAFETY: each type below is that of the function in OpenSSL's headers. Without the library the tests end here.
    private static func function<Function>(_ name: String, _ type: Function.Type) -> Function {
        unsafeBitCast(dlsym(nil, name) ?? dlsym(dlopen("libssl.so.3", RTLD_NOW), name), to: type)
    }

    private typealias Make = @convention(c) (OpaquePointer?) -> OpaquePointer?
    private typealias Free = @convention(c) (OpaquePointer) -> Void
    private typealias UseFile = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Int32

    private static let method = function("TLS_server_method", (@convention(c) () -> OpaquePointer?).self)
    private static let newContext = function("SSL_CTX_new", Make.self)
    private static let freeContext = function("SSL_CTX_free", Free.self)
    private static let useCertificate = function("SSL_CTX_use_certificate_file", UseFile.self)
    private static let useKey = function("SSL_CTX_use_PrivateKey_file", UseFile.self)
    private static let control = function(
        "SSL_CTX_ctrl", (@convention(c) (OpaquePointer, Int32, Int, UnsafeMutableRawPointer?) -> Int).self)
    private static let newSession = function("SSL_new", Make.self)
    private static let free = function("SSL_free", Free.self)
    private static let setDescriptor = function("SSL_set_fd", (@convention(c) (OpaquePointer, Int32) -> Int32).self)
    private static let accept = function("SSL_accept", (@convention(c) (OpaquePointer) -> Int32).self)
    private static let shutdown = function("SSL_shutdown", (@convention(c) (OpaquePointer) -> Int32).self)
    static let read = function(
        "SSL_read", (@convention(c) (OpaquePointer, UnsafeMutableRawPointer?, Int32) -> Int32).self)
    static let write = function(
        "SSL_write", (@convention(c) (OpaquePointer, UnsafeRawPointer?, Int32) -> Int32).self)

    /// For localhost and 127.0.0.1, on P-256, until 2126, made by `openssl req -x509`; and its key.
    private static let certificate = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkKVdBCQhXWi51Zog
        JPHjpknCWk5kqH2ozo+Fqhd/X1+hRANCAAQ3ej69O7YH+OLgZejFNBr9qHul+jVO
        L6A5jJ6D+XG58oWDaPPigGU4S/8ISbP9AK4Ypzs++Pk9vsR1F0bw8Poz
        -----END PRIVATE KEY-----
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUK1TMiGlNqxttyUGz2m5kZI993TkwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA3Mzg0OFoYDzIxMjYxMTAz
        MDczODQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQ3ej69O7YH+OLgZejFNBr9qHul+jVOL6A5jJ6D+XG58oWDaPPigGU4
        S/8ISbP9AK4Ypzs++Pk9vsR1F0bw8Pozo28wbTAdBgNVHQ4EFgQUzX8FO0i8Lebs
        XTuou6lsXFTHAsQwHwYDVR0jBBgwFoAUzX8FO0i8LebsXTuou6lsXFTHAsQwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgeTYFjc/G3797rxaPv4XEKd49PoxL+87CE3kWF53/DBcCIQCq
        +gM3MYbcDLn3unl+YQT2YxNtOrEeWN3W8IzQb9PgJA==
        -----END CERTIFICATE-----

        """
}
#endif
