import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Stands for the type of UIKit.
private struct UIImage: Sendable {
    let bytes: Data

    init?(data: Data) { bytes = data }

    init?(contentsOfFile path: String) {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        self.bytes = bytes
    }
}

@Suite("Alamofire's Usage: downloading data to a file", .ownThreads, .hangLimit)
struct DownloadingSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()
    /// What stands for the user's documents.
    let folder: DownloadFolder

    init() throws {
        server = try .httpbin()
        folder = try DownloadFolder()
    }

    private var png: Data {
        get async throws { try await AF.request("\(httpbin)/image/png").serializingData().value }
    }

    @Test("To a temporary file")
    func temporary() async throws {
        Alamofire.download("\(httpbin)/image/png").responseData { response in
            if let data = response.result.value {
                let image = UIImage(data: data)
                print(image?.bytes.count ?? 0)
            }
            if let file = response.fileURL { try? FileManager.default.removeItem(at: file) }
        }
        await printout.wait(for: 1)
        expectEqual(printout.text, "\(try await png.count)")
    }

    @Test("To a destination")
    func destination() async throws {
        let folder = folder
        let destination: DownloadRequest.DownloadFileDestination = { _, _ in
            let documentsURL = folder.url
            let fileURL = documentsURL.appendingPathComponent("pig.png")

            return (fileURL, [.removePreviousFile, .createIntermediateDirectories])
        }

        for _ in 1...2 {
            let urlString = "\(httpbin)/image/png"
            Alamofire.download(urlString, to: destination).response { response in
                print(response)

                if response.error == nil, let imagePath = response.destinationURL?.path {
                    let image = UIImage(contentsOfFile: imagePath)
                    print(image?.bytes.count ?? 0)
                }
            }
        }
        await printout.wait(for: 4)
        expectEqual(printout.texts.filter { $0.contains("pig.png") }.count, 2)
        try expectEqual(Data(contentsOf: folder.file("pig.png")), try await png)
    }

    @Test("To the destination that is suggested")
    func suggested() async throws {
        let destination = DownloadRequest.suggestedDownloadDestination(for: .documentDirectory)
        let request = Alamofire.download("\(httpbin)/image/png", to: destination)
        // Not started, because a test is not to write among the user's documents.
        expect(request.isInitialized)
    }

    @Test("Progress is told, on a queue of one's own, too")
    func progress() async throws {
        Alamofire.download("\(httpbin)/image/png")
            .downloadProgress { progress in
                print("Download Progress: \(progress.fractionCompleted)")
            }
            .responseData { response in
                if let data = response.result.value {
                    let image = UIImage(data: data)
                    print("image \(image != nil)")
                }
                if let file = response.fileURL { try? FileManager.default.removeItem(at: file) }
            }
        await printout.wait(for: 2)
        expect(printout.texts.contains("Download Progress: 1.0"))

        let utilityQueue = DispatchQueue.global(qos: .utility)

        Alamofire.download("\(httpbin)/image/png")
            .downloadProgress(queue: utilityQueue) { progress in
                print("Download Progress: \(progress.fractionCompleted)")
            }
            .responseData { response in
                if let data = response.result.value {
                    let image = UIImage(data: data)
                    print("image \(image != nil)")
                }
                if let file = response.fileURL { try? FileManager.default.removeItem(at: file) }
            }
        await printout.wait(for: 4)
        expectEqual(printout.texts.filter { $0 == "Download Progress: 1.0" }.count, 2)
        expectEqual(printout.texts.filter { $0 == "image true" }.count, 2)
    }

    /// As in the document; the class is Sendable because its closure is, and its URL is the test's.
    private final class ImageRequestor: @unchecked Sendable {
        private var resumeData: Data?
        private var image: UIImage?
        private let url: URL
        private let folder: DownloadFolder
        var hasResumeData: Bool { resumeData != nil }

        init(_ url: URL, _ folder: DownloadFolder) {
            self.url = url
            self.folder = folder
        }

        func fetchImage(completion: @escaping @Sendable (UIImage?) -> Void) {
            guard image == nil else { completion(image); return }

            let folder = folder
            let destination: DownloadRequest.DownloadFileDestination = { _, _ in
                let documentsURL = folder.url
                let fileURL = documentsURL.appendingPathComponent("pig.png")

                return (fileURL, [.removePreviousFile, .createIntermediateDirectories])
            }

            let request: DownloadRequest

            if let resumeData = resumeData {
                request = Alamofire.download(resumingWith: resumeData, to: destination)
            } else {
                request = Alamofire.download(url, to: destination)
            }

            request.responseData { response in
                switch response.result {
                case .success(let data):
                    self.image = UIImage(data: data)
                case .failure:
                    self.resumeData = response.resumeData
                }
                completion(self.image)
            }
        }
    }

    @Test("A download that was cut off is resumed")
    func resuming() async throws {
        let server = try RangeServer()
        let requestor = ImageRequestor(server.url, folder)
        let first = await withCheckedContinuation { continuation in
            requestor.fetchImage { continuation.resume(returning: $0) }
        }
        expect(first == nil)
        expect(requestor.hasResumeData)
        server.heal()
        let second = await withCheckedContinuation { continuation in
            requestor.fetchImage { continuation.resume(returning: $0) }
        }
        expectEqual(second?.bytes, server.body)
        expectEqual(server.ranges, [nil, "bytes=60000-"])
        let third = await withCheckedContinuation { continuation in
            requestor.fetchImage { continuation.resume(returning: $0) }
        }
        expectEqual(third?.bytes, server.body)
        expectEqual(server.server.requestCount, 2)
    }
}
