#if os(Linux)
import Foundation

/// Plays the server's part of ``Conversation``s, one after the other.
///
/// Unchecked Sendable, because what changes is only reached while the lock is held.
final class TokenServer: @unchecked Sendable {
    private static let foreign =
        "HTTP/1.1 200 OK\r\nX-Token: foreign\r\nCache-Control: max-age=600\r\nContent-Length: 7\r\n\r\nforeign"

    private(set) var server: RawServer!
    private let clientIsDone = DispatchSemaphore(value: 0)
    private let (sent, hasSent) = AsyncStream.makeStream(of: Void.self)
    private let lock = NSLock()
    private var found: [String] = []

    init(_ tls: RawTLS?) throws {
        server = try RawServer(tls) { [weak self] connection in
            while let head = connection.head(), let self, answer(head, on: connection) {}
        }
    }

    /// What clients have done wrong.
    var faults: [String] { lock.withLock { found } }

    /// Lets the server send what comes late, and returns when it is with the client.
    func sendLate() async {
        clientIsDone.signal()
        for await _ in sent { return }
    }

    private func fault(_ text: String) { lock.withLock { found.append(text) } }

    /// Answers a request. Returns whether the connection stays open.
    private func answer(_ head: [String], on connection: RawConnection) -> Bool {
        let line = head[0].split(separator: " ")
        guard line.count == 3, let turn = Conversation.turn(at: line[1]), line[0] == turn.method else {
            fault("read as a request: \(head[0].debugDescription)")
            return false
        }
        if turn.deed != .early {
            if head.contains("Expect: 100-continue") { connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
            guard readBody(of: turn, head, on: connection) else { return false }
        }
        let bytes = Array(self.bytes(of: turn).utf8)
        switch turn.deed {
        case .cut, .reset:
            connection.send(bytes.prefix(turn.number % bytes.count))
            if turn.deed == .reset { connection.reset() }
            return false
        case .closing:
            connection.send(bytes)
            return false
        case .longLength, .twoLengths, .badChunk:
            connection.send(bytes)
            // A response to `HEAD` has no body that could be wrong. If the connection were closed unannounced after it,
            // the next request could be lost, as it may be with every server, and `POST` is not repeated.
            return turn.ask == .head
        default: connection.send(bytes)
        }
        if turn.deed == .early { return readBody(of: turn, head, on: connection) }
        guard turn.deed.isLate else { return true }
        guard clientIsDone.wait(timeout: .now() + 60) == .success else {
            fault("never done: \(turn)")
            return false
        }
        switch turn.deed {
        case .lateByte: connection.send("\n")
        case .lateInterim: connection.send("HTTP/1.1 100 Continue\r\n\r\n")
        case .lateHalf: connection.send(Self.foreign.utf8.prefix(turn.number % Self.foreign.utf8.count + 1))
        default: connection.send(Self.foreign)
        }
        hasSent.yield()
        return true
    }

    private func readBody(of turn: Conversation.Turn, _ head: [String], on connection: RawConnection) -> Bool {
        var body: [UInt8] = []
        if let length = head.first(where: { $0.hasPrefix("Content-Length: ") }) {
            guard let bytes = connection.bytes(Int(length.dropFirst(16)) ?? 0) else { return false }
            body = bytes
        } else if head.contains(where: { $0.lowercased() == "transfer-encoding: chunked" }) {
            while true {
                // The client may close the connection after an early answer.
                guard let line = connection.line() else { return false }
                guard let size = Int(line, radix: 16) else {
                    fault("read as the size of a chunk: \(line.debugDescription)")
                    return false
                }
                guard let piece = connection.bytes(size), connection.line() == "" else { return false }
                if size == 0 { break }
                body += piece
            }
        }
        if body.elementsEqual(turn.body.utf8) { return true }
        fault("the body of \(turn.path) is \(String(decoding: body.prefix(40), as: UTF8.self).debugDescription)")
        return false
    }

    /// All bytes of an answer, and what comes with them.
    private func bytes(of turn: Conversation.Turn) -> String {
        let token = turn.token
        let fields = "X-Token: \(token)\r\nCache-Control: max-age=600\r\n"
        func head(_ more: String) -> String { "HTTP/1.1 200 OK\r\n\(fields)\(more)\r\n\r\n" }
        let isHead = turn.ask == .head
        let length = "Content-Length: \(token.utf8.count)"
        let chunked = "Transfer-Encoding: chunked"
        let whole = head(length) + (isHead ? "" : token)
        let half = token.utf8.count / 2
        let pieces =
            "\(String(half, radix: 16))\r\n\(token.prefix(half))\r\n"
            + "\(String(token.utf8.count - half, radix: 16));x=y\r\n\(token.dropFirst(half))\r\n0\r\n"
        func inChunks(_ trailers: String = "") -> String {
            head(chunked) + (isHead ? "" : pieces + trailers + "\r\n")
        }
        switch turn.deed {
        case .chunks: return inChunks()
        case .trailers: return inChunks("X-Token: trailer\r\nSum: 1\r\n")
        case .closing: return head("Connection: close") + (isHead ? "" : token)
        case .interim: return "HTTP/1.1 100 Continue\r\n\r\n" + whole
        case .hints: return "HTTP/1.1 103 Early Hints\r\nX-Token: hint\r\n\r\n" + whole
        case .doubled: return whole + Self.foreign
        case .doubledChunks: return inChunks() + Self.foreign
        case .surplus: return whole + "x"
        case .empty: return "HTTP/1.1 204 No Content\r\n\(fields)\r\n" + Self.foreign.prefix(turn.number % 100 + 1)
        case .longLength: return head("Content-Length: \(token.utf8.count + 9)") + (isHead ? "" : token)
        case .twoLengths: return head("\(length)\r\n\(length)0") + token
        case .both: return head("\(length)0\r\n\(chunked)") + (isHead ? "" : pieces + "\r\n")
        case .badChunk: return head(chunked) + "g\r\n" + token
        default: return whole
        }
    }
}
#endif
