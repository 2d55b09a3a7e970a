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

    /// The name of a file that is an event stream.
    static let eventsName = "events"
    /// The hidden argument with which this program is the server.
    static let argument = "--serve"

    var isNginx: Bool { nginx != nil }
    private let nginx: NginxProcess?
    /// The loopback server's process, where there is no nginx.
    private let process: Process?
    private let port: Int
    private let folder: TemporaryFolder

    /// Starts it and waits until it answers.
    init(_ files: [File]) throws {
        folder = try TemporaryFolder()
        for file in files {
            try Self.write(file, to: folder)
        }
        nginx = try NginxProcess(in: folder) { [folder] port in
            "keepalive_requests 100000000; open_file_cache max=100 inactive=1h;"
                + " server { listen 127.0.0.1:\(port); root \(folder.path(of: ""));"
                + " location = /\(Self.eventsName) { default_type text/event-stream; } }"
        }
        if let nginx {
            port = nginx.port
            process = nil
            return
        }
        let process = Process()
        self.process = process
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [Self.argument, folder.path(of: "")]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.prefix(while: \.isNumber)) else { throw PeerFailure.unexpectedShape }
        self.port = port
        try LoopbackPort.waitUntilSomebodyListens(at: port)
    }

    deinit {
        process?.terminate()
        process?.waitUntilExit()
    }

    func url(of file: File) -> String { "http://127.0.0.1:\(port)/\(file.name)" }

    /// Serves the files of a folder until the process is ended; prints the port.
    static func serve(folder: String) throws {
        let server = try LoopbackServer { request in
            let path = folder + "/" + request.path.drop { $0 == "/" }
            guard let data = FileManager.default.contents(atPath: path) else { return LoopbackResponse(status: 404) }
            let isEvents = request.path == "/\(eventsName)"
            return LoopbackResponse(headers: isEvents ? ["Content-Type": "text/event-stream"] : [:], body: data)
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
}
