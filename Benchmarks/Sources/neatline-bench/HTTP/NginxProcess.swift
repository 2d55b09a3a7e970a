import Foundation

/// nginx with one worker, in a process of its own that ends with this.
final class NginxProcess {
    /// The program; nil where it is not installed.
    static let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first(
        where: FileManager.default.isExecutableFile)

    let port: Int
    private let process = Process()

    /// Starts it and waits until it listens; nil where it is not installed.
    ///
    /// - Parameters:
    ///   - folder: Where its files go.
    ///   - servers: What stands in the configuration's `http` block, for the port that it is to listen on.
    init?(in folder: TemporaryFolder, servers: (_ port: Int) -> String) throws {
        guard let program = Self.program else { return nil }
        port = try LoopbackPort.free()
        let configuration = try folder.write(
            Array(Self.configuration(folder, servers(port)).utf8), to: "nginx.conf")
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-p", folder.path(of: ""), "-c", configuration, "-e", folder.path(of: "error.log")]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try LoopbackPort.waitUntilSomebodyListens(at: port)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    private static func configuration(_ folder: TemporaryFolder, _ servers: String) -> String {
        """
        daemon off;
        master_process off;
        worker_processes 1;
        pid \(folder.path(of: "nginx.pid"));
        events { worker_connections 1024; }
        http {
            access_log off;
            client_body_temp_path \(folder.path(of: "body"));
            proxy_temp_path \(folder.path(of: "proxy"));
            fastcgi_temp_path \(folder.path(of: "fastcgi"));
            uwsgi_temp_path \(folder.path(of: "uwsgi"));
            scgi_temp_path \(folder.path(of: "scgi"));
            sendfile on;
            tcp_nopush on;
            \(servers)
        }
        """
    }
}
