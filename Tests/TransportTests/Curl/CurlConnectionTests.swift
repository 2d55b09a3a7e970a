#if os(Linux)
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// RFC 9112, sections 6.3 and 9.3 to 9.6: which bytes on a connection answer a request, and which connections are used again.
@Suite("CurlTransport: answers without a request, and connections after them", .ownThreads, .hangLimit)
struct CurlConnectionTests {
    /// How a server is reached.
    enum Way: String, CaseIterable, Sendable {
        case plain, tls1_2, tls1_3, proxy, tunnel

        var tls: RawTLS.Version? {
            switch self {
            case .plain, .proxy: nil
            case .tls1_2: .v1_2
            case .tls1_3, .tunnel: .v1_3
            }
        }
    }

    /// A server that answers each request with its number on its connection and its path, and does something after the
    /// first; and a transport that asks it.
    final class Pair: Sendable {
        let server: RawServer
        let transport: CurlTransport
        private let way: Way
        /// The server goes on after its first answer.
        private let goOn = DispatchSemaphore(value: 0)
        private let (done, isDone) = AsyncStream.makeStream(of: Void.self)

        /// - Parameters:
        ///   - first: The answer to the first request, with something behind it or not.
        ///   - late: What follows the first answer, when the client has got that.
        ///   - endsAfterFirst: Whether the server says then that it sends nothing more, before it goes on.
        init(
            _ way: Way, first: String = Pair.answer("first"), late: String = "", endsAfterFirst: Bool = false
        ) throws {
            self.way = way
            let tls = try way.tls.map(RawTLS.init)
            let (goOn, isDone) = (goOn, isDone)
            server = try RawServer(way == .tunnel ? nil : tls) { connection in
                if way == .tunnel {
                    guard connection.head()?[0].hasPrefix("CONNECT") == true else { return }
                    connection.send("HTTP/1.1 200 OK\r\n\r\n")
                    guard connection.begin(tls) else { return }
                }
                var number = 0
                while let head = connection.head() {
                    number += 1
                    if let length = Self.length(head), connection.bytes(length) == nil { return }
                    let isFirst = connection.number == 1 && number == 1
                    let isHead = head[0].hasPrefix("HEAD")
                    let path = head[0].split(separator: " ")[1].split(separator: "/").last ?? ""
                    connection.send(isFirst ? first : Self.answer(isHead ? "" : "\(path) \(number)"))
                    guard isFirst else { continue }
                    if endsAfterFirst { connection.endSending() }
                    goOn.wait()
                    connection.send(late)
                    isDone.yield()
                }
            }
            var configuration = CurlTransport.Configuration()
            configuration.tls.verifiesCertificates = false
            configuration.httpVersion = .http1_1
            if way == .proxy || way == .tunnel {
                configuration.proxy = .url("http://127.0.0.1:\(server.port)", user: nil, password: nil, except: [])
            }
            transport = try CurlTransport(configuration: configuration)
        }

        private static func length(_ head: [String]) -> Int? {
            head.first { $0.lowercased().hasPrefix("content-length:") }
                .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
        }

        static func answer(_ body: String) -> String {
            "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }

        func ask(_ path: String, _ method: String = "GET", _ body: TransportBody = .none) async -> TransportLog {
            let url: URL
            switch way {
            case .proxy: url = URL(string: "http://origin.test\(path)") ?? server.url(path)
            case .tunnel: url = URL(string: "https://origin.test\(path)") ?? server.url(path)
            case .plain, .tls1_2, .tls1_3: url = server.url(path)
            }
            return await transport.run(TransportRequest(url: url, method: method, body: body))
        }

        /// Lets the server send what comes late, and returns when that is with the client.
        func proceed() async {
            goOn.signal()
            for await _ in done { return }
        }
    }

    private static let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nFORGED"
    /// A body of each kind, for one request.
    private static var bodies: [TransportBody] {
        [
            .none, .bytes(Data("abc".utf8)), .bytes(Data(repeating: 0x61, count: 300_000)),
            .stream(PieceStream(["abc"]), length: 3),
        ]
    }

    @Test(
        "What comes late on an idle connection answers no request, and the connection is not used again",
        arguments: Way.allCases,
        [("GET", 0), ("HEAD", 0), ("POST", 1), ("PUT", 2), ("PATCH", 3), ("DELETE", 0), ("OPTIONS", 0), ("QUERY", 1)])
    func late(_ way: Way, _ next: (method: String, body: Int)) async throws {
        for late in [Self.forged, String(Self.forged.prefix(1)), "\r\n"] {
            let pair = try Pair(way, late: late)
            await expectEqual(pair.ask("/a").text, "first")
            await pair.proceed()
            let log = await pair.ask("/b", next.method, Self.bodies[next.body])
            expect(log.error == nil && log.isInOrder)
            expectEqual(log.text, next.method == "HEAD" ? "" : "b 1")
            expectEqual(pair.server.connectionCount, 2)
            await expectEqual(pair.ask("/c").text, "c 2")
        }
    }

    @Test("A connection that nothing came on is used again", arguments: Way.allCases)
    func clean(_ way: Way) async throws {
        let pair = try Pair(way)
        await expectEqual(pair.ask("/a").text, "first")
        await pair.proceed()
        for number in 2...6 {
            await expectEqual(pair.ask("/b", number % 2 == 0 ? "GET" : "POST").text, "b \(number)")
        }
        expectEqual(pair.server.connectionCount, 1)
    }

    @Test(
        "What comes right behind an answer answers no request, and the connection is not used again",
        arguments: [Way.plain, .tls1_2, .tls1_3, .proxy, .tunnel],
        [
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\nSum: 1\r\n\r\n",
        ])
    func surplus(_ way: Way, _ first: String) async throws {
        for surplus in [Self.forged, String(Self.forged.prefix(1)), "\r\n", "HTTP/1.1 100 Continue\r\n\r\n"] {
            for rest in ["", String(Self.forged.dropFirst(surplus.count))] {
                let pair = try Pair(way, first: first + surplus, late: rest)
                expect(await pair.ask("/a").error == nil)
                await pair.proceed()
                await expectEqual(pair.ask("/b").text, "b 1", "after \(surplus.debugDescription)")
                await expectEqual(pair.ask("/c").text, "c 2")
                expectEqual(pair.server.connectionCount, 2)
            }
        }
    }

    /// libcurl takes the end of a connection within a head for a success.
    @Test(
        "A connection that ends within a head is not used again, even if it is not closed yet", arguments: Way.allCases)
    func endWithinHead(_ way: Way) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        for count in [1, 10, 17, 20, head.utf8.count - 1] {
            let pair = try Pair(way, first: String(head.prefix(count)), endsAfterFirst: true)
            expect(await pair.ask("/a").error != nil)
            await expectEqual(pair.ask("/b", "POST", Self.bodies[1]).text, "b 1", "after \(count) bytes")
            expectEqual(pair.server.connectionCount, 2)
            await pair.proceed()
        }
    }

    // MARK: Requests that are not written

    /// A server that answers the head of the first request, and reads nothing then until the client has the answer; all that
    /// comes behind the first head is recorded.
    private func early(
        _ answer: String, method: String, _ body: TransportBody, _ headers: HTTPHeaders = HTTPHeaders()
    ) async throws -> (log: TransportLog, behind: String, next: TransportLog, connections: Int) {
        let (answered, isAnswered) = (DispatchSemaphore(value: 0), AsyncStream.makeStream(of: String.self))
        let server = try RawServer { connection in
            guard connection.head() != nil else { return }
            connection.send(connection.number == 1 ? answer : Pair.answer("next"))
            if connection.number == 1 {
                answered.wait()
                isAnswered.continuation.yield(String(decoding: connection.rest(), as: UTF8.self))
            } else {
                while connection.head() != nil { connection.send(Pair.answer("next")) }
            }
        }
        let transport = try CurlTransport()
        let log = await transport.run(
            TransportRequest(url: server.url("/a"), method: method, headers: headers, body: body))
        // The server reads on, and sees the next request if it goes over the same connection.
        answered.signal()
        let next = await transport.run(TransportRequest(url: server.url("/b")))
        var behind = ""
        for await text in isAnswered.stream {
            behind = text
            break
        }
        return (log, behind, next, server.connectionCount)
    }

    @Test(
        "After a final response that comes before the body, the connection is closed",
        arguments: ["200 OK", "201 Created", "400 Bad Request", "401 Unauthorized", "413 Too Large", "500 Error"])
    func earlyResponse(_ status: String) async throws {
        for (name, body) in [
            ("bytes", TransportBody.bytes(Data("abc".utf8))), ("many", .bytes(Data(repeating: 0x61, count: 9_000_000))),
            ("stream", .stream(PieceStream(["abc"], isOpen: true), length: 4)),
            ("chunks", .stream(PieceStream(["abc"], isOpen: true), length: nil)),
        ] {
            for expects in [false, true] where expects || name != "bytes" {
                let result = try await early(
                    "HTTP/1.1 \(status)\r\nContent-Length: 5\r\n\r\nearly", method: "POST", body,
                    expects ? ["Expect": "100-continue"] : [:])
                expect(result.log.isInOrder && result.log.completionCount == 1)
                if result.log.error == nil { expectEqual(result.log.text, "early") }
                expect(result.next.text == "next" && result.next.error == nil, "\(name), \(expects)")
                expect(!result.behind.contains("GET /b"), "\(name), \(expects): read as body")
                expectEqual(result.connections, 2)
            }
        }
    }

    @Test("417 has the request sent once more without Expect", arguments: ["POST", "PUT", "GET"])
    func expectationFailed(_ method: String) async throws {
        let heads = AsyncStream.makeStream(of: [String].self)
        let server = try RawServer { connection in
            while let head = connection.head() {
                heads.continuation.yield(head)
                if head.contains("Expect: 100-continue") || head[0].contains("/always") {
                    if head[0].contains("/always"), !head.contains("Expect: 100-continue"), method != "GET" {
                        _ = connection.bytes(3)
                    }
                    connection.send("HTTP/1.1 417 No\r\nContent-Length: 2\r\n\r\nno")
                } else {
                    let body = method == "GET" ? [] : connection.bytes(3) ?? []
                    connection.send(Pair.answer("got " + String(decoding: body, as: UTF8.self)))
                }
            }
        }
        let transport = try CurlTransport()
        for body in [TransportBody.bytes(Data("abc".utf8)), .stream(PieceStream(["abc"]), length: 3)] {
            for path in ["/once", "/always"] {
                let log = await transport.run(
                    TransportRequest(
                        url: server.url(path), method: method, headers: ["Expect": "100-continue"],
                        body: method == "GET" ? .none : body))
                expect(log.error == nil && log.isInOrder && log.completionCount == 1)
                expectEqual(log.status, path == "/once" ? 200 : 417)
                expectEqual(log.text, path == "/once" ? method == "GET" ? "got " : "got abc" : "no")
            }
        }
        heads.continuation.finish()
        var seen: [Bool] = []
        for await head in heads.stream { seen.append(head.contains("Expect: 100-continue")) }
        expectEqual(seen, [true, false, true, false, true, false, true, false])
    }

    @Test("A request that would begin again fails with the error of its body, if that cannot be sent again")
    func bodyCannotBeginAgain() async throws {
        final class OneWay: TransportBodyStream {
            struct Failure: Error, CustomStringConvertible {
                let description = "there is no way back"
            }

            func next(limit: Int) throws -> TransportBodyPiece { .end }
            func rewind() throws { throw Failure() }
            func whenReady(_ wake: @escaping @Sendable () -> Void) {}
        }

        let server = try RawServer { connection in
            _ = connection.head()
            connection.send("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n")
            _ = connection.rest()
        }
        let log = await (try CurlTransport()).run(
            TransportRequest(
                url: server.url("/"), method: "PUT", headers: ["Expect": "100-continue"],
                body: .stream(OneWay(), length: nil)))
        expectEqual(log.error?.code, .bodyStreamFailed)
        expectEqual(log.error?.message, "the body could not be read again: there is no way back")
    }
}
#endif
