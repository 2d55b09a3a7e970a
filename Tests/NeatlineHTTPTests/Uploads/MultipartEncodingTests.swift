import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

/// How a form is put together.
enum FormOutput: CaseIterable {
    case memory, file

    func encode(_ form: MultipartFormData) throws -> Data {
        switch self {
        case .memory: return try form.encode()
        case .file:
            let folder = try TemporaryFolder()
            try form.writeEncodedData(to: folder.file("form"))
            return try Data(contentsOf: folder.file("form"))
        }
    }
}

@Suite("Forms: what is written", .ownThreads)
struct MultipartEncodingTests {
    private let folder: TemporaryFolder
    private let form = MultipartFormData(boundary: "edge")

    init() throws { folder = try TemporaryFolder() }

    private func expectEncoded(
        _ output: FormOutput, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let expected = text.replacingOccurrences(of: "\n", with: "\r\n")
        expectEqual(
            String(decoding: try output.encode(form), as: UTF8.self), expected, sourceLocation: sourceLocation)
    }

    @Test("One part of bytes", arguments: FormOutput.allCases)
    func data(_ output: FormOutput) throws {
        form.append(.init("Lorem ipsum".utf8), withName: "data")
        try expectEncoded(
            output,
            """
            --edge
            Content-Disposition: form-data; name="data"

            Lorem ipsum
            --edge--

            """)
    }

    @Test("Several parts, with names and types as far as they are given", arguments: FormOutput.allCases)
    func several(_ output: FormOutput) throws {
        form.append(Data("Bonjour".utf8), withName: "french")
        form.append(Data("日本語".utf8), withName: "japanese", mimeType: "text/plain")
        form.append(Data("😀".utf8), withName: "emoji", fileName: "face.txt", mimeType: "text/plain")
        form.append(Data(), withName: "nothing", fileName: "nothing")
        try expectEncoded(
            output,
            """
            --edge
            Content-Disposition: form-data; name="french"

            Bonjour
            --edge
            Content-Disposition: form-data; name="japanese"
            Content-Type: text/plain

            日本語
            --edge
            Content-Disposition: form-data; name="emoji"; filename="face.txt"
            Content-Type: text/plain

            😀
            --edge
            Content-Disposition: form-data; name="nothing"; filename="nothing"


            --edge--

            """)
    }

    @Test("Files: under their own names, or others; streams; texts; JSON; all mixed", arguments: FormOutput.allCases)
    func mixed(_ output: FormOutput) throws {
        form.append(try folder.file("unicorn.png", "🦄"), withName: "unicorn")
        form.append(
            try folder.file("anything", "🌈"), withName: "rainbow", fileName: "rainbow.jpg", mimeType: "image/jpeg")
        form.append(
            InputStream(data: Data("stream".utf8)), withLength: 6, name: "s", fileName: "s.bin",
            mimeType: "application/octet-stream")
        form.append(
            InputStream(data: Data("own".utf8)), withLength: 3, headers: ["Content-Disposition": "x", "X-Own": "y"])
        form.append("Ada", withName: "name")
        try form.append(json: ["a": 1], withName: "json", fileName: "a.json")
        expectEqual(form.contentLength, 4 + 4 + 6 + 3 + 3 + 7)
        try expectEncoded(
            output,
            """
            --edge
            Content-Disposition: form-data; name="unicorn"; filename="unicorn.png"
            Content-Type: image/png

            🦄
            --edge
            Content-Disposition: form-data; name="rainbow"; filename="rainbow.jpg"
            Content-Type: image/jpeg

            🌈
            --edge
            Content-Disposition: form-data; name="s"; filename="s.bin"
            Content-Type: application/octet-stream

            stream
            --edge
            Content-Disposition: x
            X-Own: y

            own
            --edge
            Content-Disposition: form-data; name="name"

            Ada
            --edge
            Content-Disposition: form-data; name="json"; filename="a.json"
            Content-Type: application/json

            {"a":1}
            --edge--

            """)
    }

    @Test("A form without parts is its end", arguments: FormOutput.allCases)
    func empty(_ output: FormOutput) throws {
        expectEqual(form.contentLength, 0)
        try expectEncoded(output, "--edge--\n")
    }

    @Test("Files and streams that are larger than any piece are written whole", arguments: FormOutput.allCases)
    func large(_ output: FormOutput) throws {
        let bytes = PatternBytes.data(1_500_001)
        form.append(try folder.file("large.bin", bytes), withName: "file")
        form.append(
            InputStream(data: bytes), withLength: UInt64(bytes.count), name: "stream", fileName: "x", mimeType: "x/y")
        form.append(bytes, withName: "data")
        let encoded = try output.encode(form)
        let start = Data("name=\"data\"\r\n\r\n".utf8)
        let contents = try #require(encoded.range(of: start)).upperBound
        expectEqual(encoded[contents..<(contents + bytes.count)], bytes)
        expect(encoded.count > 3 * bytes.count)
        var rest = encoded
        for _ in 0..<3 {
            let head = try #require(rest.range(of: Data("\r\n\r\n".utf8)))
            expectEqual(rest[head.upperBound...].prefix(bytes.count), bytes)
            rest = rest[(head.upperBound + bytes.count)...]
        }
        expectEqual(String(decoding: rest, as: UTF8.self), "\r\n--edge--\r\n")
    }

    @Test("A form of bytes and files can be put together again, and added to meanwhile")
    func again() throws {
        form.append(try folder.file("a.txt", "a"), withName: "a")
        let once = try form.encode()
        try expectEqual(form.encode(), once)
        form.append("b", withName: "b")
        expect(try form.encode().count > once.count)
    }

    @Test("Names cannot end their field")
    func names() throws {
        form.append(
            Data("x".utf8), withName: "a\"b\r\nX-Evil: 1", fileName: "c\"\nd.txt", mimeType: "text/plain\r\nX-Evil: 2")
        form.append(
            InputStream(data: Data("y".utf8)), withLength: 1, headers: ["X-A\r\nX-Evil": "3\r\nX-Evil: 4\0"])
        try expectEncoded(
            .memory,
            """
            --edge
            Content-Disposition: form-data; name="a%22b%0D%0AX-Evil: 1"; filename="c%22%0Ad.txt"
            Content-Type: text/plain  X-Evil: 2

            x
            --edge
            X-A  X-Evil: 3  X-Evil: 4\u{20}

            y
            --edge--

            """)
    }

    @Test("The content type names the boundary, which is random unless it is given")
    func boundary() throws {
        let form = MultipartFormData()
        expect(form.boundary.wholeMatch(of: /alamofire\.boundary\.[0-9a-f]{16}/) != nil)
        expectEqual(form.contentType, "multipart/form-data; boundary=\(form.boundary)")
        expect(MultipartFormData().boundary != form.boundary)
        expectEqual(MultipartFormData(boundary: "a b").contentType, "multipart/form-data; boundary=\"a b\"")
        form.contentType = "multipart/related; boundary=\(form.boundary)"
        expect(form.contentType.hasPrefix("multipart/related"))
        expectEqual(MultipartFormData.encodingMemoryThreshold, 10_000_000)
    }

    @Test("Lengths that streams are only said to have are not counted beyond what can be")
    func hugeLengths() {
        for _ in 0..<2 {
            form.append(InputStream(data: Data()), withLength: .max, headers: [:])
        }
        expectEqual(form.contentLength, .max)
        #expect(throws: AFError.self) { try form.encode() }
    }

    @Test(
        "Extensions mean content types, in any case",
        arguments: [
            ("png", "image/png"), ("JPG", "image/jpeg"), ("jpeg", "image/jpeg"), ("json", "application/json"),
            ("txt", "text/plain"), ("mp4", "video/mp4"), ("mov", "video/quicktime"), ("pdf", "application/pdf"),
            ("zip", "application/zip"), ("html", "text/html"), ("svg", "image/svg+xml"),
            ("nobody", "application/octet-stream"),
        ])
    func types(_ pathExtension: String, _ type: String) throws {
        form.append(try folder.file("file.\(pathExtension)", "x"), withName: "file")
        let text = String(decoding: try form.encode(), as: UTF8.self)
        expect(text.contains("filename=\"file.\(pathExtension)\"\r\nContent-Type: \(type)\r\n"))
    }

    @Test("Many threads may fill a form and read it")
    func threads() async throws {
        let form = form
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    form.append("\(number)", withName: "n")
                    _ = form.contentType
                    _ = form.contentLength
                    _ = try? form.encode()
                }
            }
        }
        try expectEqual(String(decoding: form.encode(), as: UTF8.self).components(separatedBy: "name=\"n\"").count, 51)
    }
}
