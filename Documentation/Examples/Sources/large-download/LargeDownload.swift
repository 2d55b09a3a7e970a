import Foundation
import NeatlineHTTP
import NeatlineTesting
import Synchronization

// Downloads a file with a progress bar, in little memory, and goes on where a lost connection has cut it off:
//
//     large-download URL FILE
//     large-download FILE         from a server in this process, which loses the first connection halfway

@main
enum LargeDownload {
    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        guard let file = words.last, words.count <= 2 else { fail("usage: large-download [URL] FILE") }
        do {
            let stub = words.count == 1 ? try FileServer(size: 40_000_000) : nil
            try await download(words.count == 2 ? words[1] : stub?.url.absoluteString ?? "", to: file)
        } catch {
            fail("\(error)")
        }
    }

    static func download(_ address: String, to path: String) async throws {
        let queue = DispatchQueue(label: "progress")
        let bar = Mutex(ProgressBar(isTerminal: isatty(STDERR_FILENO) == 1))
        let file = URL(fileURLWithPath: path)
        // The file appears under its name when it is whole.
        let request = AF.download(
            address, interceptor: .retryPolicy(retryLimit: 5, exponentialBackoffScale: 0.1),
            to: { _, _ in (file, [.removePreviousFile, .createIntermediateDirectories]) })
        request.validate().downloadProgress(queue: queue) { progress in
            let total = progress.totalUnitCount > 0 ? progress.totalUnitCount : nil
            let text = bar.withLock { $0.text(completed: progress.completedUnitCount, total: total) }
            if let text { FileHandle.standardError.write(Data(text.utf8)) }
        }
        _ = try await request.serializingDownloadedFileURL().value
        queue.sync {}  // the last progress is shown
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        print("\(size) bytes saved to \(path), connections lost: \(request.retryCount)")
    }

    static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data("large-download: \(text)\n".utf8))
        exit(1)
    }
}

/// A server of one file, which closes the first connection when half of the file was sent.
final class FileServer: Sendable {
    private let server: LoopbackServer
    var url: URL { server.url("/file") }

    init(size: Int) throws {
        let isFirst = Atomic(true)
        server = try LoopbackServer { request in
            let start = request[header: "Range"].flatMap { FileServer.start(of: $0) } ?? 0
            let cuts = isFirst.exchange(false, ordering: .relaxed)
            var head = "HTTP/1.1 \(start == 0 ? "200 OK" : "206 Partial Content")\r\nETag: \"1\"\r\n"
            head += "Accept-Ranges: bytes\r\nContent-Length: \(size - start)\r\n"
            if start > 0 { head += "Content-Range: bytes \(start)-\(size - 1)/\(size)\r\n" }
            let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
            let count = cuts ? size / 2 : size - start
            let rest = [UInt8](repeating: UInt8(ascii: "x"), count: count % 1000)
            let body: [LoopbackStep] = [.send(head + "\r\n"), .repeat(block, count: count / 1000), .send(rest)]
            return .script(cuts ? body + [.close] : body)
        }
    }

    /// Returns 5 of "bytes=5-".
    private static func start(of range: String) -> Int? {
        guard range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst(6).dropLast())
    }
}
