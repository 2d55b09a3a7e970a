import Dispatch
import Foundation
import NeatlineSystem
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Downloads", .ownThreads, .hangLimit)
struct DownloadRequestTests {
    private struct Point: Codable, Equatable { let x: Int }

    let session = Session()
    let folder: DownloadFolder

    init() throws { folder = try DownloadFolder() }

    private func server(_ response: LoopbackResponse) throws -> LoopbackServer { try LoopbackServer { _ in response } }

    // MARK: - Files

    @Test("The body is in a file at the destination, and nothing else is left")
    func destination() async throws {
        let body = UUID().uuidString
        let server = try server(LoopbackResponse(text: body))
        let request = session.download(server.url, to: folder.destination())
        let response = await request.unserialized()
        expect(response.error == nil)
        expectEqual(response.fileURL, folder.file("file"))
        expectEqual(response.value, .some(folder.file("file")))
        expect(response.destinationURL == response.fileURL && response.temporaryURL == response.fileURL)
        expectEqual(response.response?.statusCode, 200)
        expectEqual(response.request?.url, server.url)
        expect(response.metrics != nil)
        expect(response.resumeData == nil && request.resumeData == nil)
        expectEqual(request.fileURL, response.fileURL)
        expect(request.isFinished)
        try expectEqual(folder.text(), body)
        try expectEqual(folder.names, ["file"])
        expect(LeftFiles.beginning(with: body).isEmpty)
    }

    @Test("Without a destination the file is in the temporary directory and belongs to whoever asked for it")
    func noDestination() async throws {
        let server = try server(LoopbackResponse(text: "mine"))
        let response = await session.download(server.url).unserialized()
        let file = try #require(response.fileURL)
        expect(
            file.deletingLastPathComponent().path == FileManager.default.temporaryDirectory.standardizedFileURL.path
                || file.path.hasPrefix(FileManager.default.temporaryDirectory.path))
        expect(file.lastPathComponent.hasPrefix("Neatline_"))
        expectEqual(response.take(), Data("mine".utf8))
    }

    @Test("The destination is asked once, about a whole file, on none of the transport's threads")
    func askedOnce() async throws {
        let server = try server(LoopbackResponse(status: 202, text: "whole"))
        let asked = EventLog<String>()
        let file = folder.file("file")
        let response = await session.download(
            server.url,
            to: { temporaryURL, response in
                let text = (try? String(contentsOf: temporaryURL, encoding: .utf8)) ?? "?"
                asked.append("\(response.statusCode) \(text)")
                return (file, [])
            }
        ).unserialized()
        expectEqual(response.fileURL, file)
        expectEqual(asked.all, ["202 whole"])
    }

    @Test("A destination may block its own download as long as it likes, and no other")
    func slowDestination() async throws {
        let server = try server(LoopbackResponse(text: "body"))
        let gate = DispatchSemaphore(value: 0)
        let file = folder.file("slow")
        async let slow = session.download(
            server.url,
            to: { _, _ in
                gate.wait()
                return (file, [])
            }
        ).unserialized()
        let quick = await session.download(server.url, to: folder.destination("quick")).unserialized()
        expect(quick.error == nil)
        gate.signal()
        await expectEqual(slow.fileURL, file)
    }

    @Test("Directories are made if that is an option, and it fails otherwise")
    func directories() async throws {
        let server = try server(LoopbackResponse(text: "body"))
        let failed = await session.download(server.url, to: folder.destination("a/b/file")).unserialized()
        let error = try #require(failed.error)
        expect(error.isDownloadedFileMoveError)
        expectEqual(error.destinationURL, folder.file("a/b/file"))
        expect(error.sourceURL != nil)
        expectEqual((error.underlyingError as? CocoaError)?.code, .fileNoSuchFile)
        expect(error.localizedDescription.contains("a/b/file"))
        expect(error.localizedDescription.contains("No such file or directory"))
        expect(
            error.localizedDescription.hasSuffix(
                "the folder \(folder.file("a").path) does not exist; the option .createIntermediateDirectories creates it"
            ))
        expect(failed.fileURL == nil && failed.resumeData == nil)
        expectEqual(failed.response?.statusCode, 200)
        let made = await session.download(
            server.url, to: folder.destination("a/b/file", .createIntermediateDirectories)
        )
        .unserialized()
        expect(made.error == nil)
        try expectEqual(folder.text("a/b/file"), "body")
    }

    @Test("A file in the way of a directory that is to be made is named", arguments: ["file/b", "file/a/b"])
    func fileInTheWay(_ path: String) async throws {
        let server = try server(LoopbackResponse(text: "new"))
        try "old".write(to: folder.file("file"), atomically: true, encoding: .utf8)
        let response = await session.download(
            server.url, to: folder.destination(path, [.createIntermediateDirectories, .removePreviousFile])
        )
        .unserialized()
        let error = try #require(response.error)
        expect(error.isDownloadedFileMoveError)
        expect(error.underlyingError is CocoaError)
        expect(error.localizedDescription.contains("could not move \(folder.file(path).path): "))
        expect(error.localizedDescription.hasSuffix("\(folder.file("file").path) is no folder"))
        try expectEqual(folder.text(), "old")
    }

    @Test("A file that is there stays unless it is to be replaced")
    func occupied() async throws {
        let server = try server(LoopbackResponse(text: "new"))
        try "old".write(to: folder.file("file"), atomically: true, encoding: .utf8)
        let failed = await session.download(server.url, to: folder.destination()).unserialized()
        expectEqual((failed.error?.underlyingError as? CocoaError)?.code, .fileWriteFileExists)
        expectEqual(failed.error?.isDownloadedFileMoveError, true)
        expectEqual(
            failed.error?.localizedDescription.hasSuffix("the option .removePreviousFile replaces the file"), true)
        let below = await session.download(server.url, to: folder.destination("file/a/b")).unserialized()
        expectEqual(below.error?.localizedDescription.hasSuffix("\(folder.file("file").path) is no folder"), true)
        let here = folder.file("file").deletingLastPathComponent()
        let onto = await session.download(server.url, to: { _, _ in (here, .removePreviousFile) }).unserialized()
        expectEqual(onto.error?.localizedDescription.hasSuffix("it is a folder, which is never replaced"), true)
        expect(failed.fileURL == nil)
        try expectEqual(folder.text(), "old")
        let replaced = await session.download(server.url, to: folder.destination("file", .removePreviousFile))
            .unserialized()
        expect(replaced.error == nil)
        try expectEqual(folder.text(), "new")
        try expectEqual(folder.names, ["file"])
    }

    @Test("A directory is not replaced by a file")
    func directoryInTheWay() async throws {
        let server = try server(LoopbackResponse(text: "new"))
        try FileManager.default.createDirectory(at: folder.file("file/deep"), withIntermediateDirectories: true)
        let failed = await session.download(server.url, to: folder.destination("file", .removePreviousFile))
            .unserialized()
        expectEqual(failed.error?.isDownloadedFileMoveError, true)
        expect(FileManager.default.fileExists(atPath: folder.file("file/deep").path))
    }

    @Test(
        "A destination that cannot be is an error that says so",
        arguments: ["https://example.com/file", "file:///nobody\u{0}/file", "file:///proc/no/such", "data:,a"])
    func impossible(text: String) async throws {
        let server = try server(LoopbackResponse(text: "new"))
        let url = try #require(URL(string: text.replacingOccurrences(of: "\u{0}", with: "%00")))
        let failed = await session.download(server.url, to: { _, _ in (url, []) }).unserialized()
        expectEqual(failed.error?.isDownloadedFileMoveError, true)
        expect(failed.error?.underlyingError is CocoaError)
        expectEqual(failed.error?.destinationURL, url)
    }

    @Test("A destination that is where the file is leaves it there")
    func samePlace() async throws {
        let server = try server(LoopbackResponse(text: "here"))
        let response = await session.download(server.url, to: { temporaryURL, _ in (temporaryURL, []) }).unserialized()
        expect(response.error == nil)
        expectEqual(response.take(), Data("here".utf8))
    }

    @Test("A body without bytes is a file without bytes", arguments: [200, 204, 404])
    func emptyBody(status: Int) async throws {
        let server = try server(LoopbackResponse(status: status))
        let response = await session.download(server.url, to: folder.destination()).unserialized()
        expect(response.error == nil)
        expect(try folder.text().isEmpty)
    }

    @Test("HEAD makes a file without bytes")
    func head() async throws {
        let server = try server(LoopbackResponse(text: "not sent"))
        let response = await session.download(server.url, method: .head, to: folder.destination()).unserialized()
        expect(response.error == nil)
        expect(try folder.text().isEmpty)
    }

    @Test("A coded body is decoded, and one of unknown length is whole at its end")
    func codedAndChunked() async throws {
        let server = try LoopbackServer.httpbin()
        let coded = await session.download(server.url("/gzip"), to: folder.destination("coded")).unserialized()
        expect(coded.error == nil)
        expect(try folder.text("coded").contains("\"gzipped\":true"))
        let chunked = await session.download(server.url("/chunked/1000"), to: folder.destination("chunked"))
            .unserialized()
        expect(chunked.error == nil)
        expect(try folder.text("chunked").utf8.count > 0)
        try expectEqual(Data(contentsOf: folder.file("chunked")).count, 1000)
    }

    @Test("Bodies of redirects and of 401s that are answered are not in the file")
    func otherBodies() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "end") }
        server.on(.get, "/away") { _ in
            LoopbackResponse(status: 302, headers: ["Location": "/secret"], text: "go away")
        }
        server.on(.get, "/secret") { request in
            request[header: "Authorization"] == nil
                ? LoopbackResponse(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"r\""], text: "who?")
                : LoopbackResponse(text: "secret")
        }
        let refused = await session.download(server.url("/secret"), to: folder.destination("refused")).unserialized()
        expectEqual(refused.response?.statusCode, 401)
        try expectEqual(folder.text("refused"), "who?")
        let response = await session.download(server.url("/away"), to: folder.destination())
            .authenticate(username: "u", password: "p").unserialized()
        expectEqual(response.response?.statusCode, 200)
        try expectEqual(folder.text(), "secret")
        let stopped = await session.download(server.url("/away"), to: folder.destination("stopped"))
            .redirect(using: Redirector.doNotFollow).unserialized()
        expectEqual(stopped.response?.statusCode, 302)
        try expectEqual(folder.text("stopped"), "go away")
    }

    // MARK: - Requests

    @Test("Requests are made as for data")
    func requests() async throws {
        let server = try LoopbackServer.httpbin()
        let encodable = session.download(
            server.url("/post"), method: .post, parameters: Point(x: 1), encoder: JSONParameterEncoder.default,
            headers: ["X-A": "b"], requestModifier: { $0.timeoutInterval = 100 }, to: folder.destination("1"))
        let dictionary = session.download(server.url("/get"), parameters: ["foo": "bar"], to: folder.destination("2"))
        let made = session.download(
            URLRequest(url: server.url("/headers")),
            interceptor: Adapter { request, _, completion in
                var request = request
                request.headers.add(name: "X-Adapted", value: "yes")
                completion(.success(request))
            }, to: folder.destination("3"))
        for request in [encodable, dictionary, made] { expect(await request.unserialized().error == nil) }
        expectEqual(
            server.requests.map { "\($0.method) \($0.target)" }, ["POST /post", "GET /get?foo=bar", "GET /headers"])
        expectEqual(server.requests[0].text, #"{"x":1}"#)
        expectEqual(server.requests[0][header: "X-A"], "b")
        expectEqual(server.requests[2][header: "X-Adapted"], "yes")
        expectEqual(encodable.request?.timeoutInterval, 100)
        guard case .request(let convertible) = encodable.downloadable else { throw TestError() }
        try expectEqual(convertible.asURLRequest().url, server.url("/post"))
    }

    @Test("What cannot be made into a request is told to the handlers")
    func invalidURL() async {
        let response = await session.download("", to: folder.destination()).unserialized()
        expectEqual(response.error?.isInvalidURLError, true)
        expect(response.fileURL == nil && response.resumeData == nil && response.response == nil)
    }

    // MARK: - Reading

    @Test("Each serializer reads the file")
    func serializers() async throws {
        let server = try server(.json(#"{"x":7}"#))
        let url = server.url
        let data: Data = try await session.download(url, to: folder.destination("1")).serializingData().value
        expectEqual(data, Data(#"{"x":7}"#.utf8))
        try await expectEqual(session.download(url, to: folder.destination("2")).serializingString().value, #"{"x":7}"#)
        try await expectEqual(
            session.download(url, to: folder.destination("3")).serializingDecodable(Point.self).value, Point(x: 7)
        )
        try await expectEqual(
            session.download(url, to: folder.destination("4")).serializingDownloadedFileURL().value, folder.file("4"))
        let task = session.download(url, to: folder.destination("5")).serializingDownload(using: .data)
        await expectEqual(task.response.fileURL, folder.file("5"))
        try await expectEqual(task.result.get(), data)
        let other = session.download(url, to: folder.destination("6")).serializingDownload(
            using: URLResponseSerializer())
        try await expectEqual(other.value, folder.file("6"))
    }

    @Test("Closures get what serializers make, in the order in which they were added, on their queues")
    func closures() async throws {
        let server = try server(.json(#"{"x":7}"#))
        let queue = DispatchQueue(label: "here")
        let log = EventLog<String>()
        session.download(server.url, to: folder.destination())
            .response(queue: queue) { log.append("file \($0.value??.lastPathComponent ?? "-")") }
            .responseURL(queue: queue) { log.append("url \($0.value?.lastPathComponent ?? "-")") }
            .responseData(queue: queue) { log.append("data \($0.value?.count ?? 0)") }
            .responseString(queue: queue) { log.append("string \($0.value ?? "-")") }
            .responseJSON(queue: queue) { log.append("json \(($0.value as? [String: Any])?["x"] as? Int ?? 0)") }
            .responseDecodable(of: Point.self, queue: queue) {
                dispatchPrecondition(condition: .onQueue(queue))
                log.append("decodable \($0.value?.x ?? 0)")
            }
            .responsePropertyList(queue: queue) { log.append("plist \($0.error == nil)") }
            .response(queue: queue, responseSerializer: .string) { log.append("any \($0.value?.count ?? 0)") }
            .response(queue: queue, responseSerializer: .url) { log.append("any \($0.value?.lastPathComponent ?? "")") }
        await log.wait(count: 9)
        expectEqual(
            log.all,
            [
                "file file", "url file", "data 7", "string {\"x\":7}", "json 7", "decodable 7", "plist false", "any 7",
                "any file",
            ])
    }

    @Test("A handler that is added when all is over is served, too")
    func lateHandler() async throws {
        let server = try server(LoopbackResponse(text: "text"))
        let request = session.download(server.url, to: folder.destination())
        _ = await request.unserialized()
        try await expectEqual(request.serializingString().value, "text")
    }

    @Test("A file that is gone or cannot be read is an error that says which")
    func unreadable() async throws {
        let server = try server(LoopbackResponse(text: "text"))
        let request = session.download(server.url, to: folder.destination())
        _ = await request.unserialized()
        try FileManager.default.removeItem(at: folder.file("file"))
        let response = await request.serializingData().response
        guard case .responseSerializationFailed(.inputFileReadFailed(let url))? = response.error else {
            throw TestError()
        }
        expectEqual(url, folder.file("file"))
    }

    @Test("A body that is missing is an error for the serializer, unless the status says so")
    func missingBody() async throws {
        let missing = try server(LoopbackResponse(status: 200))
        let response = await session.download(missing.url, to: folder.destination("1")).serializingData().response
        guard case .responseSerializationFailed(.inputDataNilOrZeroLength)? = response.error else { throw TestError() }
        let allowed = try server(LoopbackResponse(status: 204))
        try await expectEqual(
            session.download(allowed.url, to: folder.destination("2")).serializingData().value, Data())
    }

    // MARK: - Validation

    @Test("A response that is not valid has its file all the same")
    func validation() async throws {
        let server = try server(LoopbackResponse(status: 404, text: "nothing here"))
        let response = await session.download(server.url, to: folder.destination()).validate().unserialized()
        expectEqual(response.error?.responseCode, 404)
        expectEqual(response.fileURL, folder.file("file"))
        try expectEqual(folder.text(), "nothing here")
        let type = await session.download(server.url, to: folder.destination("2")).validate(contentType: ["image/png"])
            .unserialized()
        expectEqual(type.error?.responseContentType, "text/plain")
        let code = await session.download(server.url, to: folder.destination("3")).validate(statusCode: [404])
            .unserialized()
        expect(code.error == nil)
    }

    @Test("A body without bytes needs no content type")
    func emptyValidation() async throws {
        let server = try server(LoopbackResponse(status: 200))
        let response = await session.download(server.url, to: folder.destination()).validate(contentType: ["image/png"])
            .unserialized()
        expect(response.error == nil)
    }

    @Test("A closure validates with the file's URL")
    func customValidation() async throws {
        let server = try server(LoopbackResponse(text: "short"))
        let response = await session.download(server.url, to: folder.destination())
            .validate { request, response, fileURL in
                guard request != nil, response.statusCode == 200, let fileURL,
                    let data = try? Data(contentsOf: fileURL), data.count > 10
                else { return .failure(TestError(5)) }
                return .success(())
            }.unserialized()
        expectEqual(response.error?.isResponseValidationError, true)
        expect(response.error?.underlyingError as? TestError == TestError(5))
    }

    // MARK: - Retrying

    @Test("A download that is retried begins anew, and takes away what the attempt before has brought")
    func retry() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return LoopbackResponse(status: number == 1 ? 500 : 200, text: "attempt \(number)")
        }
        let retrier = Retrier { request, _, _, completion in completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let request = session.download(
            server.url, interceptor: Interceptor(retriers: [retrier]), to: folder.destination())
        let response = await request.validate().unserialized()
        expect(response.error == nil)
        expectEqual(request.retryCount, 1)
        try expectEqual(folder.text(), "attempt 2")
    }

    @Test("An error of a serializer goes to the retriers, and the file that could not be read goes")
    func retryAfterSerializer() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            return .json(isFirst ? "{" : #"{"x":2}"#)
        }
        let retrier = Retrier { request, _, _, completion in completion(request.retryCount == 0 ? .retry : .doNotRetry)
        }
        let value = try await session.download(
            server.url, interceptor: Interceptor(retriers: [retrier]), to: folder.destination()
        ).serializingDecodable(Point.self).value
        expectEqual(value, Point(x: 2))
        try expectEqual(folder.text(), #"{"x":2}"#)
    }
}
