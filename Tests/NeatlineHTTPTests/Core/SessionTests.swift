import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Session {
    /// How many requests the session keeps.
    var activeRequestCount: Int {
        rootQueue.sync {}
        let count = EventLog<Int>()
        withAllRequests { count.append($0.count) }
        rootQueue.sync {}
        return count.all[0]
    }
}

@Suite("Sessions", .ownThreads, .hangLimit)
struct SessionTests {
    let transport = MockTransport()
    let url = "https://example.com/"

    @Test("A session has the members it was made with, and defaults that are documented")
    func members() {
        let queue = DispatchQueue(label: "root")
        let session = Session(
            rootQueue: queue, startRequestsImmediately: false, requestSetup: .eager, transport: transport)
        expectEqual(session.rootQueue.label, "root")
        expect(!session.startRequestsImmediately)
        expectEqual(session.requestSetup, .eager)
        expect(session.interceptor == nil && session.redirectHandler == nil && session.cachedResponseHandler == nil)
        expect(Session.default === AF)
        expect(AF.startRequestsImmediately && AF.requestSetup == .lazy)
        expectEqual(AFInfo.version, "5.12.0")
        expectEqual(session.session.configuration.headers["User-Agent"], HTTPHeaders.default["User-Agent"])
    }

    @Test("A session made of a URLSession does what that is configured to do")
    func fromURLSession() async {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.headers.update(name: "X-Mine", value: "yes")
        let session = Session(
            session: URLSession(configuration: configuration), delegate: SessionDelegate(),
            rootQueue: DispatchQueue(label: "root", attributes: .concurrent), transport: transport)
        transport.on(.get, url) { request in .json(#"{"mine": "\#(request.headers["X-Mine"] ?? "")"}"#) }
        await expectEqual(session.request(url).unserialized().data, Data(#"{"mine": "yes"}"#.utf8))
    }

    @Test("Default headers go along unless the request says otherwise", arguments: [true, false])
    func defaultHeaders(ephemeral: Bool) async {
        let configuration = ephemeral ? URLSessionConfiguration.af.ephemeral : .af.default
        let session = Session(configuration: configuration, transport: transport)
        transport.on(.get, url, respond: .json("{}"))
        _ = await session.request(url).unserialized()
        _ = await session.request(url, headers: ["User-Agent": "mine", "Accept": "text/plain"]).unserialized()
        let (first, second) = (transport.requests[0].headers, transport.requests[1].headers)
        for header in HTTPHeaders.default { expectEqual(first[header.name], header.value) }
        expect(second["User-Agent"] == "mine" && second["Accept"] == "text/plain")
        expectEqual(second["Accept-Language"], first["Accept-Language"])
    }

    struct Form: Encodable, Sendable {
        let name: String
        let age: Int
    }

    @Test("Parameters go into the query or the body, from dictionaries and from Encodable values")
    func parameters() async {
        transport.on(nil, "https://example.com/*", respond: .json("{}"))
        let session = Session(transport: transport)
        let form = Form(name: "Ada", age: 36)
        _ = await session.request(url, parameters: ["a": 1]).unserialized()
        _ = await session.request(url, method: .post, parameters: ["a": 1], encoding: JSONEncoding.default)
            .unserialized()
        _ = await session.request(url, method: .post, parameters: form).unserialized()
        _ = await session.request(url, method: .put, parameters: form, encoder: JSONParameterEncoder.default)
            .unserialized()
        _ = await session.request(url, parameters: form, encoder: .urlEncodedForm(destination: .queryString))
            .unserialized()
        let asked = transport.requests
        expectEqual(asked.map(\.method), ["GET", "POST", "POST", "PUT", "GET"])
        expectEqual(asked[0].url.absoluteString, "https://example.com/?a=1")
        expectEqual(asked[1].text, #"{"a":1}"#)
        expectEqual(asked[2].text, "age=36&name=Ada")
        expectEqual(asked[3].headers["Content-Type"], "application/json")
        expectEqual(asked[4].url.query, "age=36&name=Ada")
    }

    @Test("A modifier changes the request before its parameters are encoded, again for each attempt")
    func modifier() async {
        transport.on(.post, url, times: 1, respond: .failure(.connectionLost))
        transport.on(.post, url, respond: .json("{}"))
        let session = Session(transport: transport)
        let modified = EventLog<TimeInterval>()
        let response = await session.request(
            url, method: .post, parameters: ["a": "b"],
            interceptor: Retrier { request, _, _, completion in
                completion(request.retryCount == 0 ? .retry : .doNotRetry)
            },
            requestModifier: { request in
                modified.append(request.timeoutInterval)
                request.timeoutInterval = 5
                expect(request.httpBody == nil)
            }
        ).unserialized()
        expect(response.error == nil)
        expectEqual(response.request?.timeoutInterval, 5)
        expectEqual(modified.count, 2)
        expectEqual(transport.requests.map(\.text), ["a=b", "a=b"])
    }

    enum Kind: CaseIterable, Sendable { case automatic, manual, eager, perRequest, awaited }

    @Test("All requests can be seen and cancelled, however they start", arguments: Kind.allCases)
    func massActions(kind: Kind) async {
        transport.on(.get, url, respond: .never)
        let session = Session(
            startRequestsImmediately: kind != .manual, requestSetup: kind == .eager ? .eager : .lazy,
            transport: transport)
        let errors = EventLog<Bool?>()
        let waiting = EventLog<Int>()
        for number in 0..<10 {
            let request = session.request(url, shouldAutomaticallyResume: kind == .perRequest ? false : nil)
            if kind == .awaited {
                let task = request.serializingData()
                Task {
                    waiting.append(number)
                    errors.append(await task.response.error?.isExplicitlyCancelledError)
                }
            } else {
                request.response(queue: .global()) { errors.append($0.error?.isExplicitlyCancelledError) }
            }
        }
        expectEqual(session.activeRequestCount, 10)
        let done = EventLog<Int>()
        session.cancelAllRequests(completingOnQueue: .global()) { done.append(1) }
        await errors.wait(count: 10)
        await done.wait(count: 1)
        expectEqual(errors.all, Array(repeating: true, count: 10))
    }

    @Test("A request queue, a serialization queue and a concurrent root queue are used", arguments: [true, false])
    func queues(areConcurrent: Bool) async {
        let attributes: DispatchQueue.Attributes = areConcurrent ? .concurrent : []
        let key = DispatchSpecificKey<String>()
        func queue(_ name: String) -> DispatchQueue {
            let queue = DispatchQueue(label: name, attributes: attributes)
            queue.setSpecific(key: key, value: name)
            return queue
        }
        struct Serializer: DataResponseSerializerProtocol {
            let key: DispatchSpecificKey<String>
            func serialize(
                request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
            ) throws -> String {
                DispatchQueue.getSpecific(key: key) ?? "none"
            }
        }
        transport.on(.get, url, respond: .json("{}"))
        let session = Session(
            rootQueue: queue("root"), requestQueue: queue("request"), serializationQueue: queue("serialization"),
            transport: transport)
        let places = EventLog<String>()
        session.request(url, requestModifier: { _ in places.append(DispatchQueue.getSpecific(key: key) ?? "none") })
            .response(queue: .global(), responseSerializer: Serializer(key: key)) { places.append($0.value ?? "-") }
        await places.wait(count: 2)
        expectEqual(places.all, ["request", "serialization"])
    }

    @Test("A credential answers a challenge once, and a wrong one leaves the 401")
    func authentication() async throws {
        let server = try LoopbackServer.httpbin()
        defer { server.stop() }
        let session = Session(configuration: .af.ephemeral)
        let url = server.url("/basic-auth/ada/secret")
        let right = await session.request(url).authenticate(username: "ada", password: "secret", persistence: .none)
            .unserialized()
        expectEqual(right.response?.statusCode, 200)
        let wrong = await session.request(url).authenticate(
            with: URLCredential(user: "ada", password: "wrong", persistence: .none)
        ).validate().unserialized()
        expectEqual(wrong.error?.responseCode, 401)
        let none = await session.request(url).unserialized()
        expectEqual(none.response?.statusCode, 401)
    }

    @Test("Redirects are followed, refused or changed: the request's handler beats the session's")
    func redirects() async {
        transport.on(.get, "https://example.com/a", respond: .redirect(to: "/b"))
        transport.on(.get, "https://example.com/b", respond: .json(#""b""#))
        transport.on(.get, "https://example.com/c", respond: .json(#""c""#))
        let following = Session(transport: transport)
        let followed = following.request("https://example.com/a")
        await expectEqual(followed.unserialized().data, Data(#""b""#.utf8))
        expectEqual(followed.performedRequests.map(\.url?.path), ["/b"])
        expectEqual(followed.requests.map(\.url?.path), ["/a"])

        let refusing = Session(redirectHandler: .doNotFollow, transport: transport)
        await expectEqual(refusing.request("https://example.com/a").unserialized().response?.statusCode, 302)
        let changed = refusing.request("https://example.com/a").redirect(
            using: .modify { task, request, response in
                expect(response.statusCode == 302 && request.url?.path == "/b")
                expectEqual(task.originalRequest?.url?.path, "/a")
                return URLRequest(url: URL(string: "https://example.com/c")!)
            }
        ).redirect(using: .doNotFollow)
        await expectEqual(changed.unserialized().data, Data(#""c""#.utf8), "The first handler that is set stays")
    }
}
