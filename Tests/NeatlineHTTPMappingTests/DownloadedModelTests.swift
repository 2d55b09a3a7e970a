import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Models that were downloaded", .ownThreads, .hangLimit)
struct DownloadedModelTests {
    struct Item: ImmutableMappable, Equatable {
        let id: Int
        init(map: Map) throws { id = try map.value("id") }
    }

    @Test("A file is mapped to a model, and to an array of them")
    func models() async throws {
        let server = try LoopbackServer { _ in .json(#"{"items": [{"id": 1}, {"id": 2}], "id": 3}"#) }
        let one = await AF.download(server.url).serializingDownload(using: MappableResponseSerializer<Item>()).response
        expectEqual(one.value?.id, 3)
        let all = await AF.download(server.url)
            .serializingDownload(using: MappableArrayResponseSerializer<Item>("items")).response
        expectEqual(all.value?.map(\.id), [1, 2])
        for file in [one.fileURL, all.fileURL] { try FileManager.default.removeItem(at: #require(file)) }
    }
}
