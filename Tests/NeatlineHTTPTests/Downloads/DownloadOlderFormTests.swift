import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Downloads in the spelling of Alamofire 2 to 4", .ownThreads, .hangLimit)
struct DownloadOlderFormTests {
    let folder: DownloadFolder

    init() throws { folder = try DownloadFolder() }

    @Test("The functions of version 4, and its names")
    func versionFour() async throws {
        let server = try LoopbackServer.httpbin()
        let file = folder.file("a/file")
        let destination: DownloadRequest.DownloadFileDestination = { _, _ in
            (file, [.removePreviousFile, .createIntermediateDirectories] as DownloadRequest.DownloadOptions)
        }
        let parameters: Parameters = ["foo": "bar"]
        let requests = [
            Alamofire.download(
                server.url("/post"), method: .post, parameters: parameters, encoding: JSONEncoding.default,
                headers: ["X-A": "b"], to: destination),
            Alamofire.download(URLRequest(url: server.url("/get")), to: destination),
            Alamofire.download(resumingWith: Data(), to: destination),
        ]
        let responses: [DefaultDownloadResponse] = [
            await requests[0].unserialized(), await requests[1].unserialized(), await requests[2].unserialized(),
        ]
        expect(responses[0].destinationURL == file && responses[0].temporaryURL == file)
        expect(responses[1].error == nil)
        expect(responses[2].error?.underlyingError is InvalidResumeData)
        expectEqual(server.requests.map(\.target), ["/post", "/get"])
    }

    @Test("The suggested destination, by each of its names")
    func suggestedDestination() throws {
        let server = try #require(URL(string: "https://example.com/files/pig.png"))
        let response = try #require(
            HTTPURLResponse(
                url: server, statusCode: 200, httpVersion: nil,
                headerFields: ["Content-Disposition": "attachment; filename=\"../../evil.png\""]))
        let documents = try #require(FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first)
        let destinations = [
            DownloadRequest.suggestedDownloadDestination(),
            DownloadRequest.suggestedDownloadDestination(for: .documentDirectory),
            Request.suggestedDownloadDestination(),
            Request.suggestedDownloadDestination(directory: .documentDirectory, domain: .userDomainMask),
        ]
        for destination in destinations {
            let (url, options) = destination(folder.file("temporary"), response)
            expectEqual(url.deletingLastPathComponent().standardizedFileURL.path, documents.standardizedFileURL.path)
            expect(url.lastPathComponent.hasSuffix("evil.png"))
            expect(!url.lastPathComponent.hasPrefix("."))
            expectEqual(options, [])
        }
        let (_, options) = DownloadRequest.suggestedDownloadDestination(
            for: .cachesDirectory, in: .userDomainMask, options: [.removePreviousFile])(folder.file("x"), response)
        expectEqual(options, .removePreviousFile)
    }

    @Test(
        "Whatever a server says, the suggested destination is a file right in the directory",
        arguments: [
            "../../etc/passwd", "/etc/passwd", "..", ".", "", "a%2F..%2F..%2Fb", "..\\..\\x", "~/x", "x\u{7F}y",
            ".profile", "con/..", "x/",
        ])
    func traversal(name: String) throws {
        let url = try #require(URL(string: "https://example.com/"))
        for disposition in [
            "attachment; filename=\"\(name)\"", "attachment; filename=\(name)", "inline; filename*=UTF-8''\(name)",
        ] {
            let response = try #require(
                HTTPURLResponse(
                    url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Disposition": disposition]))
            let (target, _) = DownloadRequest.suggestedDownloadDestination(for: .documentDirectory)(
                folder.file("x"), response)
            let documents = try #require(FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first)
            expectEqual(
                target.standardizedFileURL.path.split(separator: "/").dropLast(),
                documents.standardizedFileURL.path.split(separator: "/")[...])
            expect(!target.lastPathComponent.hasPrefix("."))
        }
    }
}
