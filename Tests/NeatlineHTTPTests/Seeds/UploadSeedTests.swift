import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Alamofire's Usage: uploading data to a server", .ownThreads, .hangLimit)
struct UploadSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()
    private let folder: TemporaryFolder
    private let fileURL: URL
    private let unicornImageURL: URL
    private let rainbowImageURL: URL

    init() throws {
        server = try .httpbin()
        folder = try TemporaryFolder()
        fileURL = try folder.file("video.mov", PatternBytes.data(300_000))
        unicornImageURL = try folder.file("unicorn.png", "🦄")
        rainbowImageURL = try folder.file("rainbow.jpg", "🌈")
    }

    private func expectPost(_ body: Data) async throws {
        await printout.wait(for: 1)
        expect(printout.text.contains("[Status Code]: 200"))
        expect(printout.text.contains("[Result]: success("))
        let request = try #require(server.requests.last)
        expectEqual(request.method, "POST")
        expectEqual(request.body, body)
    }

    @Test("Bytes")
    func data() async throws {
        let imageData = Data("not quite a PNG".utf8)

        AF.upload(imageData, to: "\(httpbin)/post").responseJSON { response in
            debugPrint(response)
        }
        try await expectPost(imageData)
    }

    @Test("Bytes, as version 4 has it")
    func olderData() async throws {
        let imageData = Data("not quite a PNG".utf8)

        Alamofire.upload(imageData, to: "\(httpbin)/post").responseJSON { response in
            debugPrint(response)
        }
        try await expectPost(imageData)
    }

    @Test("A file")
    func file() async throws {
        AF.upload(fileURL, to: "\(httpbin)/post").responseJSON { response in
            debugPrint(response)
        }
        try await expectPost(PatternBytes.data(300_000))
    }

    @Test("A file, as version 4 has it")
    func olderFile() async throws {
        Alamofire.upload(fileURL, to: "\(httpbin)/post").responseJSON { response in
            debugPrint(response)
        }
        try await expectPost(PatternBytes.data(300_000))
    }

    @Test("A form")
    func form() async throws {
        AF.upload(
            multipartFormData: { multipartFormData in
                multipartFormData.append(unicornImageURL, withName: "unicorn")
                multipartFormData.append(rainbowImageURL, withName: "rainbow")
            },
            to: "\(httpbin)/post"
        ).responseJSON { response in
            debugPrint(response)
        }
        await printout.wait(for: 1)
        expect(printout.text.contains("🦄"))
        expect(printout.text.contains("🌈"))
    }

    @Test("A form, as version 4 has it")
    func olderForm() async throws {
        Alamofire.upload(
            multipartFormData: { multipartFormData in
                multipartFormData.append(unicornImageURL, withName: "unicorn")
                multipartFormData.append(rainbowImageURL, withName: "rainbow")
            },
            to: "\(httpbin)/post",
            encodingCompletion: { encodingResult in
                switch encodingResult {
                case .success(let upload, _, _):
                    upload.responseJSON { response in
                        debugPrint(response)
                    }
                case .failure(let encodingError):
                    print(encodingError)
                }
            }
        )
        await printout.wait(for: 1)
        expect(printout.text.contains("🦄"))
        expect(printout.text.contains("🌈"))
    }

    @Test("A form that cannot be put together, as version 4 has it")
    func olderFormFailure() async throws {
        Alamofire.upload(
            multipartFormData: { multipartFormData in
                multipartFormData.append(folder.file("missing.png"), withName: "unicorn")
            },
            to: "\(httpbin)/post",
            encodingCompletion: { encodingResult in
                switch encodingResult {
                case .success(let upload, _, _):
                    upload.responseJSON { response in
                        debugPrint(response)
                    }
                case .failure(let encodingError):
                    print(encodingError)
                }
            }
        )
        await printout.wait(for: 1)
        expect(printout.text.hasPrefix("Body part's file is not reachable: file://"))
        expect(server.requests.isEmpty)
    }

    @Test("Progress")
    func progress() async throws {
        AF.upload(fileURL, to: "\(httpbin)/post")
            .uploadProgress { progress in  // main queue by default
                print("Upload Progress: \(progress.fractionCompleted)")
            }
            .downloadProgress { progress in  // main queue by default
                print("Download Progress: \(progress.fractionCompleted)")
            }
            .responseJSON { response in
                debugPrint(response)
            }
        expect(await eventually { printout.text.contains("[Result]: success(") })
        expect(printout.text.contains("Upload Progress: 1.0"))
        expect(printout.text.contains("Download Progress: 1.0"))
    }
}
