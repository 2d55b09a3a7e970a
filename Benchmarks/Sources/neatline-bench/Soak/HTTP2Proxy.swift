import Foundation

/// nginx in front of a server of HTTP/1.1: it speaks HTTP/2 over TLS, with a certificate that nobody has signed.
///
/// It ends a connection after a thousand requests, as it does unless it is told otherwise.
final class HTTP2Proxy {
    private let folder: TemporaryFolder
    private var nginx: NginxProcess?

    /// Nil where nginx or openssl is not installed.
    init?() throws {
        folder = try TemporaryFolder()
        guard NginxProcess.program != nil, try Self.makeCertificate(in: folder) else { return nil }
    }

    /// Starts it.
    ///
    /// - Returns: Where to ask.
    func start(before port: Int) throws -> URL {
        nginx = try NginxProcess(in: folder) { [folder] own in
            """
            server {
                listen 127.0.0.1:\(own) ssl http2;
                ssl_certificate \(folder.path(of: "certificate.pem"));
                ssl_certificate_key \(folder.path(of: "key.pem"));
                location / {
                    proxy_pass http://127.0.0.1:\(port);
                    proxy_http_version 1.1;
                    proxy_buffering off;
                    proxy_next_upstream off;
                }
            }
            """
        }
        guard let nginx, let url = URL(string: "https://localhost:\(nginx.port)/") else {
            throw PeerFailure.unexpectedShape
        }
        return url
    }

    /// Whether there is one now.
    private static func makeCertificate(in folder: TemporaryFolder) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-keyout", folder.path(of: "key.pem"),
            "-out", folder.path(of: "certificate.pem"),
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
