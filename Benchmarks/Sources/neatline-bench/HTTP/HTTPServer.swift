import Foundation
import NeatlineTesting

#if canImport(Glibc)
import Glibc
#endif

/// The server that the clients ask, in a process of its own: nginx with one worker where it is installed, otherwise the
/// loopback server of `NeatlineTesting`.
final class HTTPServer {
    /// What it serves, by the name in the URL.
    struct File {
        let name: String
        let bytes: Int
        /// Nil for as many zero bytes as `bytes` says.
        var content: [UInt8]?

        /// Thirty-nine bytes.
        static let note = File(name: "note.json", Array(#"{"id":1234567,"name":"abcdef","ok":1.5}"#.utf8))
        /// An array of sixty orders, some sixty kilobytes.
        static let messages = File(
            name: "messages.json",
            Array("[".utf8) + Messages(.order, count: 60).texts.joined(separator: [44]) + Array("]".utf8))
        static func large(bytes: Int) -> File { File(name: "large-\(bytes)", bytes: bytes) }

        init(name: String, bytes: Int) {
            self.name = name
            self.bytes = bytes
        }

        init(name: String, _ content: [UInt8]) {
            self.name = name
            self.content = content
            bytes = content.count
        }
    }

    /// The hidden argument with which this program is the server.
    static let argument = "--serve"

    let isNginx: Bool
    private let process: Process
    private let port: Int
    private let folder: TemporaryFolder

    /// Starts it and waits until it answers.
    init(_ files: [File]) throws {
        folder = try TemporaryFolder()
        for file in files {
            try Self.write(file, to: folder)
        }
        process = Process()
        process.standardError = FileHandle.nullDevice
        let nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first(where: FileManager.default.isExecutableFile)
        if let nginx {
            port = try Self.freePort()
            process.executableURL = URL(fileURLWithPath: nginx)
            let configuration = try folder.write(Array(Self.nginx(port: port, folder).utf8), to: "nginx.conf")
            process.arguments = ["-p", folder.path(of: ""), "-c", configuration, "-e", folder.path(of: "error.log")]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
        } else {
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = [Self.argument, folder.path(of: "")]
            process.standardOutput = output
            try process.run()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            guard let port = Int(line.prefix(while: \.isNumber)) else { throw PeerFailure.unexpectedShape }
            self.port = port
        }
        isNginx = nginx != nil
        try waitUntilItListens()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    func url(of file: File) -> String { "http://127.0.0.1:\(port)/\(file.name)" }

    /// Serves the files of a folder until the process is ended; prints the port.
    static func serve(folder: String) throws {
        let server = try LoopbackServer { request in
            let path = folder + "/" + request.path.drop { $0 == "/" }
            guard let data = FileManager.default.contents(atPath: path) else { return LoopbackResponse(status: 404) }
            return LoopbackResponse(body: data)
        }
        print(server.port)
        fflush(nil)
        withExtendedLifetime(server) {
            while true { pause() }
        }
    }

    private static func write(_ file: File, to folder: TemporaryFolder) throws {
        if let content = file.content {
            _ = try folder.write(content, to: file.name)
        } else {
            _ = try folder.write([], to: file.name)
            // Without blocks on the disk.
            try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path(of: file.name)))
                .truncate(atOffset: UInt64(file.bytes))
        }
    }

    private static func nginx(port: Int, _ folder: TemporaryFolder) -> String {
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
            keepalive_requests 100000000;
            open_file_cache max=100 inactive=1h;
            server { listen 127.0.0.1:\(port); root \(folder.path(of: "")); }
        }
        """
    }

    /// A port that was free a moment ago.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw PeerFailure.unexpectedShape }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private func waitUntilItListens() throws {
        for _ in 0..<500 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = Self.loopback(port: port)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            if isConnected { return }
            usleep(10_000)
        }
        throw PeerFailure.unexpectedShape
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
