import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// When a stream request is finished, and what its consumers can do until then.
@Suite("The end of streams", .ownThreads, .hangLimit)
struct StreamEndTests {
    private struct Point: Codable { let x: Int }

    /// Answers each request with these pieces, whole before anybody reads.
    private func session(_ pieces: String...) -> Session {
        Session(
            transport: ScriptedTransport { hop in
                hop.head(200)
                for piece in pieces { hop.body(piece) }
                hop.complete()
            })
    }

    @Test("A reader that is cancelled gives its bytes back, so that another can go on")
    func cancelledReader() async throws {
        let transport = ScriptedTransport()
        let session = Session(transport: transport)
        let request = session.streamRequest("http://a.b/", shouldAutomaticallyResume: false)
        let ready = EventLog<Void>()
        let parked = EventLog<CheckedContinuation<Void, Never>>()
        let slow = Task {
            let pieces = request.streamTask().streamingData(automaticallyCancelling: false)
            var iterator = pieces.makeAsyncIterator()
            ready.append(())
            _ = await iterator.next()
            // Cancelling the task does not end this.
            await withCheckedContinuation { parked.append($0) }
            while await iterator.next() != nil {}
        }
        let counts = EventLog<Int>()
        let fast = Task {
            var count = 0
            var iterator = request.streamTask().streamingData(automaticallyCancelling: false).makeAsyncIterator()
            ready.append(())
            while let event = await iterator.next() {
                count += event.value?.count ?? 0
                counts.append(count)
            }
        }
        await ready.wait(count: 2)
        request.resume()
        let piece = String(repeating: "x", count: 1 << 18)
        var hop: ScriptedTransport.Hop?
        while hop == nil {
            await Task.yield()
            hop = transport.hops.first
        }
        let server = try #require(hop)
        server.head(200)
        var sent = 0
        while !server.isPaused {
            server.body(piece)
            sent += piece.utf8.count
            await counts.wait { [sent] in ($0.last ?? 0) == sent }
            await parked.wait(count: 1)
        }
        slow.cancel()
        parked.all[0].resume()
        await slow.value
        // Paused by what nobody can read any more, it would stay so.
        expect(!server.isPaused)
        server.complete()
        await fast.value
        expect(request.isFinished)
    }

    @Test("A closure can cancel the request at the last piece", arguments: [true, false])
    func cancelInClosure(byToken: Bool) async {
        let queue = DispatchQueue(label: "reader")
        queue.suspend()
        let session = session("whole")
        let request = session.streamRequest("http://a.b/")
        let events = EventLog<String>()
        request.responseStream(on: queue) { stream in
            switch stream.event {
            case .stream:
                events.append("piece, \(request.isFinished)")
                if byToken { stream.cancel() } else { request.cancel() }
            case .complete(let completion):
                events.append("\(completion.error?.isExplicitlyCancelledError == true), \(request.isCancelled)")
            }
        }
        queue.resume()
        await events.wait(count: 2)
        expectEqual(events.all, ["piece, false", "true, true"])
    }

    @Test("A closure's error at the last piece is the stream's")
    func throwInClosure() async {
        let events = EventLog<AFError?>()
        let session = session("whole")
        session.streamRequest("http://a.b/").responseStreamString(on: DispatchQueue(label: "reader")) { stream in
            if let completion = stream.completion { return events.append(completion.error) }
            throw TestError(3)
        }
        await events.wait(count: 1)
        expect(events.all[0]?.underlyingError as? TestError == TestError(3))
    }

    @Test("The last piece ends the request if it cannot be decoded")
    func undecodable() async {
        let events = EventLog<AFError?>()
        let session = session(#"{"x":"#)
        session.streamRequest("http://a.b/", automaticallyCancelOnStreamError: true)
            .responseStreamDecodable(of: Point.self, on: DispatchQueue(label: "reader")) { stream in
                if let completion = stream.completion { events.append(completion.error) }
            }
        await events.wait(count: 1)
        expectEqual(events.all[0]?.isExplicitlyCancelledError, true)

        let task = session.streamRequest("http://a.b/", automaticallyCancelOnStreamError: true).streamTask()
        var end: DataStreamRequest.Completion?
        for await event in task.streamingDecodables(Point.self) { end = event.completion ?? end }
        expectEqual(end?.error?.isExplicitlyCancelledError, true)
    }

    @Test("A task can cancel the request at the last piece; the request is finished when it has asked for more")
    func task() async {
        let session = session("whole")
        for cancels in [true, false] {
            let request = session.streamRequest("http://a.b/")
            var end: DataStreamRequest.Completion?
            for await event in request.streamTask().streamingData() {
                if event.value != nil {
                    expect(request.isResumed)
                    if cancels { request.cancel() }
                }
                end = event.completion ?? end
            }
            expect(end != nil && (end?.error?.isExplicitlyCancelledError == true) == cancels)
            expectEqual(request.isFinished, !cancels)
        }
    }

    @Test("Nobody waits for the end until another reader has read its pieces", arguments: [true, false])
    func twoReaders(inOrder: Bool) async {
        let session = session("a", "b")
        let request = session.streamRequest("http://a.b/", shouldAutomaticallyResume: false)
        var iterators = (0..<2).map { _ in request.streamTask().streamingStrings().makeAsyncIterator() }
        request.resume()
        for index in inOrder ? [0, 1] : [1, 0] {
            var text = ""
            while let event = await iterators[index].next() {
                text += event.value ?? ""
                if let completion = event.completion { expect(completion.error == nil) }
            }
            expectEqual(text, "ab")
            iterators[index] = request.streamTask().streamingStrings().makeAsyncIterator()
        }
        while await iterators[0].next() != nil {}
        while await iterators[1].next() != nil {}
        expect(request.isFinished && request.error == nil)
    }

    @Test("A reader that keeps its iterator and does not read keeps no cancelled request")
    func cancelled() async {
        let session = session("a", "b")
        let request = session.streamRequest("http://a.b/")
        var iterator = request.streamTask().streamingStrings(automaticallyCancelling: false).makeAsyncIterator()
        await expectEqual(iterator.next()?.value?.hasPrefix("a"), true)
        let ended = EventLog<AFError?>()
        request.responseStream(on: .global()) { if let completion = $0.completion { ended.append(completion.error) } }
        request.cancel()
        await ended.wait(count: 1)
        expectEqual(ended.all[0]?.isExplicitlyCancelledError, true)
        var end: DataStreamRequest.Completion?
        while let event = await iterator.next() { end = event.completion ?? end }
        expectEqual(end?.error?.isExplicitlyCancelledError, true)
    }
}
