import Dispatch
import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A class that is not Sendable, as models often are.
private final class Person: Decodable {
    var name: String
    init(name: String) { self.name = name }
}

@Suite("Awaiting responses", .ownThreads, .hangLimit)
struct DataTaskTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    @Test("Values of each kind can be awaited")
    func kinds() async throws {
        transport.on(nil, url, respond: .json(#"{"name": "Ada"}"#))
        let session = Session(transport: transport)
        try await expectEqual(session.request(url).serializingData().value.count, 15)
        try await expectEqual(session.request(url).serializingString().value, #"{"name": "Ada"}"#)
        try await expectEqual(session.request(url).serializingDecodable([String: String].self).value, ["name": "Ada"])
        try await expectEqual(session.request(url).serializingResponse(using: .string).value.count, 15)
        let result = await session.request(url).serializingDecodable(Int.self).result
        expectEqual(result.error?.isResponseSerializationError, true)
        await #expect(throws: AFError.self) { try await session.request("").serializingData().value }
    }

    @MainActor
    @Test("A class that is not Sendable can be awaited, also on an actor, and handed to closures")
    func classes() async throws {
        transport.on(nil, url, respond: .json(#"{"name": "Ada"}"#))
        let session = Session(transport: transport)
        let person = try await session.request(url).serializingDecodable(Person.self).value
        person.name += "!"
        expectEqual(person.name, "Ada!")
        let response = await session.request(url).serializingDecodable(Person.self).response
        expectEqual(response.value?.name, "Ada")
        let names = EventLog<String?>()
        session.request(url).responseDecodable(of: Person.self, queue: .global()) { names.append($0.value?.name) }
        await names.wait(count: 1)
        expectEqual(names.all, ["Ada"])
    }

    @Test("However many await a task, the response is read once")
    func sharing() async {
        final class Counting: DataResponseSerializerProtocol {
            let reads = EventLog<Int>()
            func serialize(
                request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
            ) throws -> Int {
                reads.append(1)
                return reads.count
            }
        }
        let gate = TestGate()
        transport.on(.get, url, respond: .script([.waitUntil(gate), .head(200), .bytes("x")]))
        let serializer = Counting()
        let task = Session.forTests(transport).request(url).serializingResponse(using: serializer)
        let values = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 { group.addTask { await task.response.value } }
            group.addTask {
                await gate.reached()
                gate.open()
                return await task.response.value
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        expectEqual(values, Array(repeating: 1, count: 21))
        await expectEqual(task.response.value, 1, "Also after the end")
        expectEqual(serializer.reads.count, 1)
    }

    @Test("A request that nobody awaits runs to its end, though")
    func notAwaited() async {
        transport.on(.get, url, respond: .json("{}"))
        let request = Session.forTests(transport).request(url)
        let ended = EventLog<Int>()
        let task = request.serializingData()
        request.response(queue: .global()) { _ in ended.append(1) }
        await ended.wait(count: 1)
        await expectEqual(task.response.value?.count, 2)
    }

    @Test("Cancelling the awaiting task cancels the request, unless it is told otherwise", arguments: [true, false])
    func cancellation(automatically: Bool) async {
        let gate = TestGate()
        transport.on(.get, url, respond: .script([.waitUntil(gate), .head(200), .bytes("x")]))
        let session = Session(transport: transport)
        let request = session.request(url)
        let awaiting = Task { await request.serializingData(automaticallyCancelling: automatically).response }
        await gate.reached()
        awaiting.cancel()
        if !automatically { gate.open() }
        let response = await awaiting.value
        expectEqual(response.error?.isExplicitlyCancelledError == true, automatically)
        expectEqual(request.isCancelled, automatically)
        gate.open()
    }

    @Test("A task that is cancelled before it awaits gets explicitlyCancelled; cancel() of the data task does the same")
    func cancelledBefore() async {
        transport.on(.get, url, respond: .never)
        let session = Session(transport: transport)
        let task = session.request(url).serializingData()
        let response = await withTaskGroup(of: DataResponse<Data, AFError>.self) { group in
            group.cancelAll()
            group.addTask { await task.response }
            return await group.next()!
        }
        expectEqual(response.error?.isExplicitlyCancelledError, true)
        let other = session.request(url).serializingString()
        other.cancel()
        await expectEqual(other.result.error?.isExplicitlyCancelledError, true)
    }

    @Test("Data tasks suspend and resume their request")
    func steering() async {
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(startRequestsImmediately: false, transport: transport)
        let request = session.request(url)
        let task = request.serializingData()
        expect(request.isInitialized)
        task.suspend()
        expect(request.isSuspended)
        task.resume()
        expect(await task.response.error == nil)
    }

    @Test("A thousand requests at once are all answered")
    func many() async throws {
        transport.on(.get, "https://example.com/:n") { .json(#"{"n": \#($0.parameters["n"]!)}"#) }
        let session = Session(transport: transport)
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    try await session.request("https://example.com/\(number)")
                        .serializingDecodable([String: Int].self).value["n"] ?? -1
                }
            }
            return try await group.reduce(0, +)
        }
        expectEqual(sum, 499_500)
        expectEqual(session.activeRequestCount, 0)
    }

    @Test("A session that is dropped ends what is awaited")
    func droppedSession() async {
        transport.on(.get, url, respond: .never)
        var session: Session? = Session(transport: transport)
        let task = session!.request(url).serializingData()
        async let response = task.response
        await transport.waitForRequests(1)
        session = nil
        await expectEqual(response.error?.isSessionDeinitializedError, true)
    }
}

extension Session {
    /// A session that lives as long as the process, for requests whose end no test waits for.
    static func forTests(_ transport: any Transport) -> Session {
        let session = Session(transport: transport)
        kept.append(session)
        return session
    }

    private static let kept = EventLog<Session>()
}

@Suite("Streams of what happens to requests", .ownThreads, .hangLimit)
struct RequestStreamTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    @Test("Streams that are no longer read are forgotten by their request")
    func forgotten() async {
        transport.on(.get, url, respond: .script([.head(200), .stall]))
        let request = Session.forTests(transport).request(url)
        request.response { _ in }
        for _ in 0..<3 {
            for await _ in request.urlRequests() { break }
            for await _ in request.urlSessionTasks() { break }
            for await _ in request.cURLDescriptions() { break }
        }
        expect(
            await eventually {
                request.withOptions {
                    $0.requestObservers.all.isEmpty && $0.taskObservers.all.isEmpty && $0.finishObservers.all.isEmpty
                }
            })
        request.cancel()
    }

    @Test("Each stream brings what happens, also of retries, and ends with the request")
    func streams() async {
        transport.on(.post, url, times: 1, respond: .failure(.connectionLost))
        transport.on(
            .post, url,
            respond: .script([.head(200, headers: ["Content-Length": "4"]), .bytes("ab"), .bytes("cd")]))
        let session = Session(startRequestsImmediately: false, transport: transport)
        var sent = try! URLRequest(url: url, method: .post)
        sent.httpBody = Data("body".utf8)
        let request = session.request(
            sent,
            interceptor: Retrier { request, _, _, completion in
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
            })
        let iterators = (
            request.urlRequests().makeAsyncIterator(), request.urlSessionTasks().makeAsyncIterator(),
            request.cURLDescriptions().makeAsyncIterator(), request.httpResponses().makeAsyncIterator(),
            request.downloadProgress().makeAsyncIterator(), request.uploadProgress().makeAsyncIterator()
        )
        request.resume()
        await expectEqual(collect(iterators.0).map(\.url?.absoluteString), [url, url])
        await expectEqual(collect(iterators.1).count, 2)
        expect(await collect(iterators.2).allSatisfy { $0.hasPrefix("$ curl") })
        await expectEqual(collect(iterators.3).map(\.statusCode), [200])
        await expectEqual(collect(iterators.4).map(\.fractionCompleted), [0.5, 1])
        await expectEqual(collect(iterators.5).map(\.completedUnitCount), [4, 4])
        expect(request.isFinished)
        await expectEqual(
            collect(request.urlRequests().makeAsyncIterator()).count, 1, "Late ones get the last, and end")
    }

    private func collect<Element>(_ iterator: StreamOf<Element>.Iterator) async -> [Element] {
        var iterator = iterator
        var elements: [Element] = []
        while let element = await iterator.next() { elements.append(element) }
        return elements
    }

    @Test("An async closure decides about the body")
    func asyncHooks() async {
        transport.on(.get, url, respond: .script([.head(200), .bytes("body")]))
        let session = Session(transport: transport)
        let refused = await session.request(url).onHTTPResponse { _ async -> Request.ResponseDisposition in
            await Task.yield()
            return .cancel
        }.serializingData().response
        expect(refused.error?.isExplicitlyCancelledError == true && refused.data == nil)
        let statuses = EventLog<Int>()
        let allowed = await session.request(url).onHTTPResponse { response async in
            await Task.yield()
            statuses.append(response.statusCode)
        }.serializingData().response
        expectEqual(allowed.value, Data("body".utf8))
        expectEqual(statuses.all, [200])
    }
}
