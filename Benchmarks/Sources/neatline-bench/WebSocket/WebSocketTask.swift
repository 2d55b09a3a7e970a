import CPeers
import Foundation
import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Glibc)
import Glibc
#endif

/// Echoes of WebSockets: 100,000 messages of 100 bytes, 64 at a time, beside a loop over a socket in C and Python's
/// `websockets`; then a gigabyte in messages of one megabyte, with the most memory of a process that does nothing else.
///
/// The loop in C sends each message with a call of its own, as `curl_ws_send` does; `c-loop-joined` sends all that may be on the
/// way at once, which no interface for messages does.
///
/// All of them talk to the same server, in C, in a process of its own. Nothing is compressed.
enum WebSocketTask: BenchmarkTask {
    static let name = "websocket"
    /// The hidden arguments with which this program is the server, and the reader of large messages.
    static let serverArgument = "--serve-websockets"
    static let readerArgument = "--read-websocket"
    private static let length = 100
    private static let width = 64
    private static let largeLength = 1_000_000

    static func run(in session: Session) throws {
        let isQuick = session.arguments.isQuick
        let (count, rounds, largeCount) = isQuick ? (5_000, 2, 20) : (100_000, 5, 1_000)
        let server = try WebSocketServer()
        let client = NeatlineHTTP.Session()
        var peers = [
            HTTPPeer(name: Peer.neatline) { count in
                try Blocking.run {
                    try await echo(server.port, by: client, count: count, length: length, width: width)
                }
            },
            loop("c-loop", server, joins: false), loop("c-loop-joined", server, joins: true),
        ]
        if PythonWebSockets.isInstalled {
            peers.append(
                HTTPPeer(name: "python-websockets") { count in
                    try PythonWebSockets.echo(port: server.port, count: count, length: length, width: width)
                })
        } else {
            session.report.note("\(name): Python's websockets skipped, it is not installed")
        }
        var costs: [[HTTPPeer.Cost]] = peers.map { _ in [] }
        for _ in 0..<rounds {
            for (index, peer) in peers.enumerated() {
                do {
                    costs[index].append(try peer.cost(of: count, bytes: length))
                } catch {
                    return session.report.wrongAnswer(
                        task: name, corpus: "echo-100", peer: peer.name, mismatch: "\(error)")
                }
            }
        }
        session.report.add(
            zip(peers, costs).map { peer, costs in
                Measurement(
                    task: name, corpus: "echo-100", peer: peer.name, bytes: length,
                    figures: .requests(
                        wall: Measurement.Time(samples: costs.map(\.wall)),
                        processor: Measurement.Time(samples: costs.map(\.processor)), count: count))
            })
        let reader = ChildProcess(
            program: CommandLine.arguments[0], arguments: [readerArgument, "\(server.port)", "\(largeCount)"])
        do {
            let cost = try reader.run()
            session.report.add([
                Measurement(
                    task: name, corpus: "echo-1M", peer: Peer.neatline, bytes: largeCount * largeLength,
                    figures: .process(
                        wall: Measurement.Time(samples: [cost.wall]),
                        processor: Measurement.Time(samples: [cost.processor]),
                        peakBytes: try reader.peakResidentSet()))
            ])
        } catch {
            session.report.wrongAnswer(task: name, corpus: "echo-1M", peer: Peer.neatline, mismatch: "\(error)")
        }
    }

    private static func loop(_ name: String, _ server: WebSocketServer, joins: Bool) -> HTTPPeer {
        HTTPPeer(name: name) { count in
            let bytes = peer_websocket_echo(
                Int32(server.port), Int64(count), Int32(length), Int32(width), joins)
            guard bytes >= 0 else { throw PeerFailure.rejectedInput }
            return Int(bytes)
        }
    }

    /// Sends messages and reads their echoes, so many at a time; returns the bytes of all echoes, each of which is checked.
    private static func echo(
        _ port: Int, by session: NeatlineHTTP.Session, count: Int, length: Int, width: Int
    ) async throws -> Int {
        let request = session.webSocketRequest(
            to: "ws://127.0.0.1:\(port)/",
            configuration: WebSocketRequest.Configuration(offersCompression: false))
        let messages = request.webSocketTask().streamingMessages()
        // With other first bytes each, so that an echo that is lost or out of order is noticed.
        let data = (0..<(length > 10_000 ? 5 : 256)).map { Data(repeating: UInt8($0), count: length) }
        var sent = 0
        var received = 0
        var bytes = 0
        func fill() {
            while sent < count, sent - received < width {
                request.send(.data(data[sent % data.count]))
                sent += 1
            }
        }
        fill()
        for await message in messages {
            guard case .data(let echo) = message, echo.first == UInt8(received % data.count) else {
                throw PeerFailure.unexpectedShape
            }
            bytes += echo.count
            received += 1
            if received == count { break }
            fill()
        }
        return bytes
    }

    /// Does what the hidden argument says, until the process is ended; prints the port.
    static func serve() throws {
        var port: Int32 = 0
        let listener = peer_websocket_listen(&port)
        guard listener >= 0 else { throw PeerFailure.unexpectedShape }
        print(port)
        fflush(nil)
        peer_websocket_serve(listener)
    }

    static func read(_ words: [String]) throws {
        guard words.count == 2, let port = Int(words[0]), let count = Int(words[1]) else {
            throw PeerFailure.unexpectedShape
        }
        let session = NeatlineHTTP.Session()
        let bytes = try Blocking.run { try await echo(port, by: session, count: count, length: largeLength, width: 4) }
        guard bytes == count * largeLength else { throw PeerFailure.unexpectedShape }
    }
}

/// The server that echoes, in a process of its own.
final class WebSocketServer: Sendable {
    let port: Int
    private let process: Process

    init() throws {
        process = Process()
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [WebSocketTask.serverArgument]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.prefix(while: \.isNumber)) else { throw PeerFailure.unexpectedShape }
        self.port = port
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}

/// Python's `websockets`, with its own choice of a parser, in a process of its own.
enum PythonWebSockets {
    private static let script = """
        import asyncio, sys, websockets
        async def main(port, count, length, width):
            async with websockets.connect(f"ws://127.0.0.1:{port}/", compression=None) as socket:
                message = bytes(length)
                total = 0
                for _ in range(width):
                    await socket.send(message)
                for number in range(count):
                    total += len(await socket.recv())
                    if number + width < count:
                        await socket.send(message)
            print(total)
        asyncio.run(main(*map(int, sys.argv[1:])))
        """

    static let isInstalled =
        (try? ChildProcess(program: "python3", arguments: ["-c", "import websockets"]).run()) != nil

    /// Returns the bytes of all echoes. The time to start Python is a small part of that of 100,000 messages.
    static func echo(port: Int, count: Int, length: Int, width: Int) throws -> Int {
        let folder = try TemporaryFolder()
        let arguments = ["-c", script] + [port, count, length, width].map(String.init)
        try ChildProcess(program: "python3", arguments: arguments).run(output: folder.path(of: "total"))
        let text = String(
            decoding: FileManager.default.contents(atPath: folder.path(of: "total")) ?? Data(), as: UTF8.self)
        return Int(text.prefix(while: \.isNumber)) ?? -1
    }
}
