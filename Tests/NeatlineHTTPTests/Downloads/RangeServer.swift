import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

import NeatlineSystem
@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A file on a server that knows ranges, and whose first response stops where a test wants it to.
final class RangeServer: Sendable {
    struct Answer: Sendable {
        var tag: String? = "\"v1\""
        var fields: [String: String] = [:]
        /// What is answered to a request for a range; nil for what is right.
        var toRange: (@Sendable (LoopbackRequest, Data) -> LoopbackResponse)?
        var status = 200
        var isChunked = false
    }

    let server: LoopbackServer
    let body: Data
    /// Where responses stop until it is opened.
    let gate = TestGate()
    private let answer: Locked<Answer>
    /// Where whole bodies are cut off; nil for not at all.
    private let cut: Locked<Int?>
    /// Whether the cut is one where the server waits, and not the end of the connection.
    private let waits: Locked<Bool>

    init(_ count: Int = 100_000, cut: Int? = 60_000, waits: Bool = false, answer: Answer = Answer()) throws {
        let body = PatternBytes.data(count)
        self.body = body
        self.answer = Locked(answer)
        self.cut = Locked(cut)
        self.waits = Locked(waits)
        server = try LoopbackServer()
        server.on(nil, "/file") { [weak self] request in self?.answer(request) ?? .status(500) }
    }

    var url: URL { server.url("/file") }
    var ranges: [String?] { server.requests.map { $0[header: "Range"] } }

    /// From now on bodies come whole.
    func heal() { cut.withLock { $0 = nil } }
    func cut(at place: Int?) { cut.withLock { $0 = place } }
    func change(_ change: (inout Answer) -> Void) { answer.withLock { change(&$0) } }

    private func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        let answer = answer.withLock { $0 }
        var fields = answer.fields
        if let tag = answer.tag { fields["ETag"] = tag }
        let validators = [answer.tag, answer.fields["Last-Modified"]].compactMap { $0 }
        let isSame = request[header: "If-Range"].map { validators.contains($0) } ?? true
        if let range = request[header: "Range"], isSame {
            if let toRange = answer.toRange { return toRange(request, body) }
            let first = Int(range.dropFirst("bytes=".count).dropLast()) ?? 0
            guard first < body.count else {
                return LoopbackResponse(status: 416, headers: ["Content-Range": "bytes */\(body.count)"])
            }
            fields["Content-Range"] = "bytes \(first)-\(body.count - 1)/\(body.count)"
            return response(206, fields, from: first)
        }
        return response(answer.status, fields, from: 0, isChunked: answer.isChunked)
    }

    private func response(
        _ status: Int, _ fields: [String: String], from first: Int, isChunked: Bool = false
    ) -> LoopbackResponse {
        let cut = cut.withLock { $0 }
        var head = "HTTP/1.1 \(status) Status\r\n"
        head += isChunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(body.count - first)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        let piece = body[first..<max(first, min(cut ?? body.count, body.count))]
        var steps: [LoopbackStep] = [.send(head + "\r\n"), isChunked ? .chunk(piece) : .send(piece)]
        if cut != nil {
            steps += waits.withLock { $0 } ? [.waitUntil(gate), .close] : [.close]
        } else if isChunked {
            steps.append(.lastChunk())
        }
        return .script(steps)
    }
}

/// A suite of downloads that are cut off.
protocol ResumingSuite {
    var session: Session { get }
    var folder: DownloadFolder { get }
}

extension ResumingSuite {
    /// The partial file that resume data refers to.
    func partialFile(_ data: Data) throws -> URL { PartialFile.url(of: try DownloadRecord(data).file) }

    func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Resume data of a download that the server has cut off.
    func cutOff(_ server: RangeServer) async throws -> Data {
        let response = await session.download(server.url, to: folder.destination("cut")).unserialized()
        return try #require(response.resumeData)
    }
}
