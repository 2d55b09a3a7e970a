import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Serializers of downloads", .ownThreads) struct DownloadSerializerTests {
    /// Calls `body` with a file that has the text.
    private func withFile<T>(_ text: String, _ body: (URL) throws -> T) throws -> T {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("neatline-\(UUID().uuidString)")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url)
    }

    @Test("They read the file")
    func files() throws {
        let response = try madeResponse()
        try withFile("[1]") { (url: URL) throws in
            try expectEqual(
                DataResponseSerializer().serializeDownload(
                    request: nil, response: response, fileURL: url, error: nil), Data("[1]".utf8))
            try expectEqual(
                StringResponseSerializer().serializeDownload(
                    request: nil, response: response, fileURL: url, error: nil), "[1]")
            try expectEqual(
                DecodableResponseSerializer<[Int]>().serializeDownload(
                    request: nil, response: response, fileURL: url, error: nil), [1])
            try expectEqual(
                URLResponseSerializer().serializeDownload(
                    request: nil, response: response, fileURL: url, error: nil), url)
        }
    }

    @Test("No file, and one that cannot be read, are errors")
    func missingFiles() throws {
        let none = Result {
            try DataResponseSerializer().serializeDownload(request: nil, response: nil, fileURL: nil, error: nil)
        }
        guard case .inputFileNil = none.serializationFailure else {
            Issue.record("\(none)")
            return
        }
        let url = URL(fileURLWithPath: "/neatline/no such file")
        let unread = Result {
            try DataResponseSerializer().serializeDownload(request: nil, response: nil, fileURL: url, error: nil)
        }
        guard case .inputFileReadFailed(at: url) = unread.serializationFailure else {
            Issue.record("\(unread)")
            return
        }
        let location = Result {
            try URLResponseSerializer().serializeDownload(request: nil, response: nil, fileURL: nil, error: nil)
        }
        guard case .inputFileNil = location.serializationFailure else {
            Issue.record("\(location)")
            return
        }
    }

    @Test("An empty file is an empty body")
    func emptyFile() throws {
        try withFile("") { (url: URL) throws in
            let response = try madeResponse(204)
            let empty = try DecodableResponseSerializer<Empty>().serializeDownload(
                request: nil, response: response, fileURL: url, error: nil)
            expectEqual(empty, .value)
            let missing = Result {
                try DataResponseSerializer().serializeDownload(request: nil, response: nil, fileURL: url, error: nil)
            }
            expect(missing.isMissingBody)
        }
    }

    @Test("The error of a download goes through")
    func errors() throws {
        let result = Result {
            try DataResponseSerializer().serializeDownload(
                request: nil, response: nil, fileURL: nil, error: Trouble.here(1))
        }
        expect(result.error as? Trouble == .here(1))
        let location = Result {
            try URLResponseSerializer().serializeDownload(
                request: nil, response: nil, fileURL: URL(fileURLWithPath: "/"), error: Trouble.here(1))
        }
        expect(location.error as? Trouble == .here(1))
    }
}
