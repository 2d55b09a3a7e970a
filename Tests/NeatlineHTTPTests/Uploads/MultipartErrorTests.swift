import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

@Suite("Forms: what cannot be written", .ownThreads)
struct MultipartErrorTests {
    private let folder: TemporaryFolder
    private let form = MultipartFormData()

    init() throws { folder = try TemporaryFolder() }

    /// What putting the form together fails with, in memory and in a file, which must not stay.
    private func failure(
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (error: AFError, reason: AFError.MultipartEncodingFailureReason) {
        let inMemory = try #require(
            #expect(throws: AFError.self, sourceLocation: sourceLocation) { try form.encode() },
            sourceLocation: sourceLocation)
        let inFile = try #require(
            #expect(throws: AFError.self, sourceLocation: sourceLocation) {
                try form.writeEncodedData(to: folder.file("form"))
            }, sourceLocation: sourceLocation)
        expect(!FileManager.default.fileExists(atPath: folder.file("form").path), sourceLocation: sourceLocation)
        guard case .multipartEncodingFailed(let reason) = inMemory else { throw inMemory }
        expect(inMemory.isMultipartEncodingError && inFile.isMultipartEncodingError, sourceLocation: sourceLocation)
        expectEqual(inMemory.url, inFile.url, sourceLocation: sourceLocation)
        return (inMemory, reason)
    }

    @Test(
        "A boundary that is chosen must be one: up to 70 characters, of some kinds, no space at the end",
        arguments: [
            "", "a ", "a\"b", "a\r\nX: y", "a;b", "ä", "a\u{0}", "a\\b", "a@b", String(repeating: "a", count: 71),
        ])
    func boundary(_ boundary: String) throws {
        let form = MultipartFormData(boundary: boundary)
        form.append(Data("x".utf8), withName: "a")
        for encode in [{ _ = try form.encode() }, { try form.writeEncodedData(to: folder.file("form")) }] {
            let error = try #require(#expect(throws: AFError.self) { try encode() })
            expect(error.isMultipartEncodingError)
            expect(error.underlyingError as? AFError.InvalidMultipartBoundary == .init(boundary: boundary))
            expectEqual(error.errorDescription?.contains("boundary"), true)
        }
        expect(!FileManager.default.fileExists(atPath: folder.file("form").path))
    }

    @Test(
        "Any other boundary is used", arguments: ["a", "a b", "'()+_,-./:=?", String(repeating: "a", count: 70)])
    func validBoundary(_ boundary: String) throws {
        let form = MultipartFormData(boundary: boundary)
        form.append(Data("x".utf8), withName: "a")
        expect(try String(decoding: form.encode(), as: UTF8.self).hasPrefix("--\(boundary)\r\n"))
    }

    @Test("A file without an extension, or without a name, has to be given both", arguments: ["plain", ""])
    func fileName(_ name: String) throws {
        let url = name.isEmpty ? URL(fileURLWithPath: "/") : try folder.file(name, "x")
        form.append(url, withName: "file")
        let (error, reason) = try failure()
        guard case .bodyPartFilenameInvalid(in: url) = reason else { throw error }
        expectEqual(error.url, url)
    }

    @Test("A URL that is not a file's")
    func notFile() throws {
        let url = try #require(URL(string: "https://example.com/image.jpg"))
        form.append(url, withName: "file")
        let (error, reason) = try failure()
        guard case .bodyPartURLInvalid(url: url) = reason else { throw error }
        expectEqual(error.url, url)
    }

    @Test("A file that is not there, with its path and the system's reason")
    func missing() throws {
        let url = folder.file("missing.jpg")
        form.append(url, withName: "file")
        let (error, reason) = try failure()
        guard case .bodyPartFileNotReachableWithError(atURL: url, _) = reason else { throw error }
        expectEqual(error.url, url)
        expect(error.underlyingError as? UploadBodyError == .fileUnreadable(path: url.path, code: ENOENT))
        expectEqual(error.errorDescription?.contains("\(url.path) could not be read: No such file or directory."), true)
    }

    @Test("A directory")
    func directory() throws {
        let url = folder.file("folder.d")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        form.append(url, withName: "file")
        let (error, reason) = try failure()
        guard case .bodyPartFileIsDirectory(at: url) = reason else { throw error }
        expectEqual(error.url, url)
    }

    @Test("What has no length, such as a pipe, which keeps nobody waiting")
    func pipe() throws {
        let url = folder.file("pipe.txt")
        expectEqual(mkfifo(url.path, 0o600), 0)
        form.append(url, withName: "file")
        let (error, reason) = try failure()
        guard case .bodyPartFileSizeNotAvailable(at: url) = reason else { throw error }
        expectEqual(error.url, url)
    }

    @Test("A file that has gone since it was appended")
    func gone() throws {
        let url = try folder.file("a.txt", "a")
        form.append(url, withName: "file")
        try FileManager.default.removeItem(at: url)
        let (error, reason) = try failure()
        guard case .bodyPartFileNotReachableWithError(atURL: url, _) = reason else { throw error }
    }

    @Test("A file that has grown or shrunk since it was appended", arguments: ["", "a", "aaa"])
    func changed(_ text: String) throws {
        let url = try folder.file("a.txt", "aa")
        form.append(url, withName: "file")
        _ = try folder.file("a.txt", text)
        let (error, reason) = try failure()
        guard case .inputStreamReadFailed(let underlying) = reason else { throw error }
        expect(
            underlying as? AFError.UnexpectedInputStreamLength
                == AFError.UnexpectedInputStreamLength(bytesExpected: 2, bytesRead: UInt64(text.count), url: url))
        expectEqual(error.url, url)
        expectEqual(error.errorDescription?.contains(url.path), true)
    }

    @Test("A stream that gives fewer or more bytes than it should", arguments: [5, 7, 100])
    func streamLength(_ count: Int) throws {
        // Of one that gives more, a file gets as many as it should have.
        for output in FormOutput.allCases where count < 6 || output != .file {
            let form = MultipartFormData()
            form.append(
                InputStream(data: PatternBytes.data(count)), withLength: 6, name: "s", fileName: "s", mimeType: "x/y")
            let error = try #require(#expect(throws: AFError.self) { try output.encode(form) })
            expect(
                error.underlyingError as? AFError.UnexpectedInputStreamLength
                    == AFError.UnexpectedInputStreamLength(bytesExpected: 6, bytesRead: UInt64(count)))
        }
    }

    @Test(
        "A stream that gives more bytes than it should is cut where the form is written to a file",
        arguments: [7, 300_000])
    func longStream(_ count: Int) throws {
        let bytes = PatternBytes.data(count)
        for length in [6, count - 1] {
            let form = MultipartFormData(boundary: "b")
            let stream = InputStream(data: bytes)
            form.append(stream, withLength: UInt64(length), headers: ["X": "y"])
            form.append("next", withName: "n")
            let expected = MultipartFormData(boundary: "b")
            expected.append(InputStream(data: bytes.prefix(length)), withLength: UInt64(length), headers: ["X": "y"])
            expected.append("next", withName: "n")
            try expectEqual(FormOutput.file.encode(form), expected.encode())
        }
    }

    @Test("A stream that cannot be read, and one that was read")
    func streams() throws {
        form.append(
            try #require(InputStream(fileAtPath: folder.file("missing").path)), withLength: 6, headers: HTTPHeaders())
        let first = try #require(#expect(throws: AFError.self) { try form.encode() })
        expect(first.underlyingError as? UploadBodyError == .streamUnreadable)

        let once = MultipartFormData()
        once.append(InputStream(data: Data("six by".utf8)), withLength: 6, headers: HTTPHeaders())
        _ = try once.encode()
        let second = try #require(#expect(throws: AFError.self) { try once.encode() })
        expect(second.underlyingError as? UploadBodyError == .streamAlreadyRead)
    }

    @Test("The first error counts, and parts that come later change nothing")
    func first() throws {
        form.append("right", withName: "a")
        form.append(folder.file("missing.jpg"), withName: "b")
        form.append(URL(fileURLWithPath: "/tmp"), withName: "c")
        form.append("right", withName: "d")
        let (error, reason) = try failure()
        guard case .bodyPartFileNotReachableWithError = reason else { throw error }
    }

    @Test("A value that has no JSON is told at once, and leaves the form as it is")
    func json() throws {
        #expect(throws: EncodingError.self) { try form.append(json: [Double.nan], withName: "a") }
        form.append("x", withName: "b")
        expect(try !String(decoding: form.encode(), as: UTF8.self).contains("\"a\""))
    }

    // MARK: - The file to write

    @Test("A file that is there already is left as it is")
    func existing() throws {
        form.append("x", withName: "a")
        let url = try folder.file("form", "mine")
        let error = try #require(#expect(throws: AFError.self) { try form.writeEncodedData(to: url) })
        guard case .multipartEncodingFailed(.outputStreamFileAlreadyExists(at: url)) = error else { throw error }
        expectEqual(error.url, url)
        try expectEqual(Data(contentsOf: url), Data("mine".utf8))
        // A link to nowhere is in the way, too, though no file exists there.
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: folder.file("no").path)
        let second = try #require(#expect(throws: AFError.self) { try form.writeEncodedData(to: link) })
        guard case .multipartEncodingFailed(.outputStreamFileAlreadyExists(at: link)) = second else { throw second }
    }

    @Test("A URL that is not a file URL")
    func badURL() throws {
        form.append("x", withName: "a")
        let url = try #require(URL(string: "/this/is/not/a/valid/url"))
        let error = try #require(#expect(throws: AFError.self) { try form.writeEncodedData(to: url) })
        guard case .multipartEncodingFailed(.outputStreamURLInvalid(url: url)) = error else { throw error }
        expectEqual(error.url, url)
    }

    @Test("A file in a folder that does not exist, with its path and the system's reason")
    func noFolder() throws {
        form.append("x", withName: "a")
        let url = folder.file("no/form")
        let error = try #require(#expect(throws: AFError.self) { try form.writeEncodedData(to: url) })
        guard case .multipartEncodingFailed(.outputStreamWriteFailed) = error else { throw error }
        expect(error.underlyingError as? UploadBodyError == .fileUnwritable(path: url.path, code: ENOENT))
    }
}
