import Foundation
import NeatlineHTTPJSON
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("JSON that was downloaded", .ownThreads, .hangLimit)
struct DownloadedJSONTests {
    @Test("A file is read as JSON")
    func json() async throws {
        let server = try LoopbackServer { _ in .json(#"{"name": "Ada"}"#) }
        let response = await AF.download(server.url).serializingDownload(using: .jsonValue).response
        expectEqual(response.value?["name"], "Ada")
        try FileManager.default.removeItem(at: #require(response.fileURL))
    }

    @Test("A file that is no JSON is an error that says where")
    func noJSON() async throws {
        let server = try LoopbackServer { _ in .json(#"{"name": Ada}"#) }
        let response = await AF.download(server.url).serializingDownload(using: .jsonValue).response
        expectEqual(response.error?.isResponseSerializationError, true)
        expectEqual(response.error?.localizedDescription.contains("column 10"), true)
        try FileManager.default.removeItem(at: #require(response.fileURL))
    }
}
