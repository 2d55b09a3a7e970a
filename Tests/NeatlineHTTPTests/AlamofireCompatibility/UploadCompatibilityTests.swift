import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Uploads in the spelling of Alamofire 4", .ownThreads, .hangLimit)
struct UploadCompatibilityTests {
    private let server: LoopbackServer
    private let folder: TemporaryFolder
    private let manager = SessionManager()

    init() throws {
        server = try .httpbin()
        folder = try TemporaryFolder()
    }

    private func result(
        threshold: UInt64 = SessionManager.multipartFormDataEncodingMemoryThreshold,
        _ fill: @escaping (MultipartFormData) -> Void
    ) async -> SessionManager.MultipartFormDataEncodingResult {
        await awaited { completion in
            let queue = DispatchQueue(label: "here")
            manager.upload(
                multipartFormData: fill, usingThreshold: threshold, to: server.url("/post"), method: .post,
                headers: ["X-Own": "1"], queue: queue
            ) { result in
                dispatchPrecondition(condition: .onQueue(queue))
                completion(result)
            }
        }
    }

    /// Not a continuation alone: the thread sanitizer does not see what comes before one that is resumed early.
    private func awaited(
        _ start: (@escaping @Sendable (SessionManager.MultipartFormDataEncodingResult) -> Void) -> Void
    ) async -> SessionManager.MultipartFormDataEncodingResult {
        let results = EventLog<SessionManager.MultipartFormDataEncodingResult>()
        start { results.append($0) }
        await results.wait(count: 1)
        return results.all[0]
    }

    @Test("A small form lies in memory, a large one in a file that goes when the request is over")
    func places() async throws {
        guard case .success(let small, false, nil) = await result({ $0.append(Data("x".utf8), withName: "a") }) else {
            Issue.record("not in memory")
            return
        }
        expect(await small.validate().serializingData().response.error == nil)
        expectEqual(server.requests.last?[header: "X-Own"], "1")

        let large = await result(threshold: 0) { $0.append(Data("x".utf8), withName: "a") }
        guard case .success(let request, true, let url?) = large else {
            Issue.record("not in a file")
            return
        }
        expect(FileManager.default.fileExists(atPath: url.path))
        expect(await request.validate().serializingData().response.error == nil)
        expect(!FileManager.default.fileExists(atPath: url.path))
        expectEqual(server.requests.map { $0.text.contains("name=\"a\"") }, [true, true])
    }

    @Test("A file that nobody sends goes with its request")
    func unused() async throws {
        var place: URL?
        do {
            let result = await result(threshold: 0) { $0.append(Data("x".utf8), withName: "a") }
            guard case .success(_, true, let url?) = result else {
                Issue.record("not in a file")
                return
            }
            place = url
        }
        let url = try #require(place)
        expect(await eventually { !FileManager.default.fileExists(atPath: url.path) })
    }

    @Test("What is wrong with the form, or with the URL, is a failure")
    func failures() async throws {
        let result = await result { $0.append(folder.file("missing.png"), withName: "a") }
        guard case .failure(let error as AFError) = result else {
            Issue.record("no failure")
            return
        }
        expect(error.isMultipartEncodingError)
        let badURL = await awaited { completion in
            manager.upload(
                multipartFormData: { _ in }, to: "", queue: DispatchQueue.global(), encodingCompletion: completion)
        }
        guard case .failure(let error as AFError) = badURL else {
            Issue.record("no failure")
            return
        }
        expect(error.isInvalidURLError)
    }

    @Test("With a request, and nobody who wants to know")
    func withRequest() async throws {
        let request = try URLRequest(url: server.url("/put"), method: .put)
        let result = await awaited { completion in
            manager.upload(
                multipartFormData: { $0.append("x", withName: "a") }, with: request, queue: DispatchQueue.global(),
                encodingCompletion: completion)
        }
        guard case .success(let upload, false, nil) = result else {
            Issue.record("no success")
            return
        }
        _ = await upload.serializingData().response
        expectEqual(server.requests.last?.method, "PUT")
        manager.upload(multipartFormData: { $0.append("x", withName: "a") }, with: request, encodingCompletion: nil)
    }

    @Test("A trailing closure belongs to the function whose closure it can be")
    func trailingClosures() async throws {
        let file = try folder.file("a.txt", "x")
        let older = EventLog<UploadRequest>()
        manager.upload(multipartFormData: { $0.append(file, withName: "a") }, to: server.url("/post")) { result in
            switch result {
            case .success(let upload, _, _): older.append(upload)
            case .failure(let error): Issue.record(error)
            }
        }
        await older.wait(count: 1)
        _ = await older.all[0].serializingData().response
        let newer = manager.upload(multipartFormData: { $0.append(file, withName: "a") }, to: server.url("/post")) {
            $0.setValue("1", forHTTPHeaderField: "X-Own")
        }
        _ = await newer.serializingData().response
        expectEqual(server.requests.map { $0[header: "X-Own"] }, [nil, "1"])
    }

    @Test("The functions of the module")
    func functions() async throws {
        let file = try folder.file("a.txt", "x")
        let put = try URLRequest(url: server.url("/put"), method: .put)
        let requests = [
            Alamofire.upload(Data("x".utf8), to: server.url("/put"), method: .put, headers: ["X-Own": "1"]),
            Alamofire.upload(Data("x".utf8), with: put),
            Alamofire.upload(file, to: server.url("/put"), method: .put),
            Alamofire.upload(file, with: put),
            Alamofire.upload(InputStream(data: Data("x".utf8)), to: server.url("/put"), method: .put),
            Alamofire.upload(InputStream(data: Data("x".utf8)), with: put),
        ]
        for request in requests {
            expect(await request.validate().serializingData().response.error == nil)
        }
        expectEqual(server.requests.map { "\($0.method) \($0.text)" }, Array(repeating: "PUT x", count: 6))
    }
}
