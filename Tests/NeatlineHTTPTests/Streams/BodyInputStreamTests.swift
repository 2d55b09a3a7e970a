import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Bodies as input streams", .ownThreads, .hangLimit)
struct BodyInputStreamTests {
    /// What a stream gives until it ends or fails, read where waiting disturbs nobody.
    private func read(_ stream: InputStream, atMost limit: Int = .max) async -> Data {
        nonisolated(unsafe) let stream = stream
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var data = Data()
                var buffer = [UInt8](repeating: 0, count: 1000)
                stream.open()
                while data.count < limit {
                    let count = stream.read(&buffer, maxLength: min(buffer.count, limit - data.count))
                    if count <= 0 { break }
                    data.append(contentsOf: buffer[..<count])
                }
                continuation.resume(returning: data)
            }
        }
    }

    @Test("A stream gives the body, and then its end")
    func whole() async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        let body = PatternBytes.data(3_000_000)
        server.on(.get, "/") { _ in LoopbackResponse(status: 200, body: Array(body)) }
        let session = Session()
        let request = session.streamRequest(server.url("/"))
        let stream = try #require(request.asInputStream())
        expectEqual(stream.streamStatus, .notOpen)
        var byte: UInt8 = 0
        expectEqual(stream.read(&byte, maxLength: 1), -1, "It is not open")
        await expectEqual(read(stream), body)
        expect(stream.streamStatus == .atEnd && stream.streamError == nil && !stream.hasBytesAvailable)
        stream.close()
        expect(stream.streamStatus == .closed && request.error == nil)
    }

    @Test("A request that fails ends its stream with the error")
    func failure() async throws {
        let transport = MockTransport()
        transport.on(
            .get, "https://example.com/", respond: .script([.head(200), .bytes("half"), .failure(.connectionLost)]))
        let session = Session(transport: transport)
        let stream = try #require(session.streamRequest("https://example.com/").asInputStream(bufferSize: 10))
        await expectEqual(read(stream), Data("half".utf8))
        expectEqual(stream.streamStatus, .error)
        expectEqual((stream.streamError as? AFError)?.isSessionTaskError, true)
    }

    @Test("A stream that is closed, or released, cancels its request", arguments: [true, false])
    func unread(isClosed: Bool) async throws {
        let gate = TestGate()
        let transport = MockTransport()
        transport.on(
            .get, "https://example.com/", respond: .script([.head(200), .bytes("half"), .waitUntil(gate)]))
        let session = Session(transport: transport)
        let request = session.streamRequest("https://example.com/") { $0.timeoutInterval = 3_600 }
        do {
            let stream = try #require(request.asInputStream())
            await expectEqual(read(stream, atMost: 4), Data("half".utf8))
            if isClosed { stream.close() }
            try #require(isClosed || stream.streamStatus == .open)
        }
        expect(await eventually { request.isCancelled })
    }

    @Test("A request with a body that fits is complete before its stream is read, and a parser reads it to the end")
    func parsing() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "<a><b>text</b></a>") }
        let completed = EventLog<AFError?>()
        let session = Session()
        let stream = session.streamRequest(server.url).responseStream(on: .global()) { event in
            if let completion = event.completion { completed.append(completion.error) }
        }.asInputStream()
        await completed.wait(count: 1)
        expect(completed.all[0] == nil)
        nonisolated(unsafe) let parser = XMLParser(stream: try #require(stream))
        let isParsed = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: parser.parse()) }
        }
        expect(isParsed && parser.parserError == nil)
    }
}
