import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Files of downloads")
struct DownloadFileTests {
    @Test(
        "A suggested name never leads out of a directory",
        arguments: [
            ("image.png", "image.png"), ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("", "download"),
            (".", "download"), ("..", "download"), ("...", "download"), ("a/..", "download"), ("../", "download"),
            ("C:\\Windows\\evil.exe", "evil.exe"), ("..\\..\\evil", "evil"), ("a\u{0}b", "ab"), ("\u{0}", "download"),
            (".bashrc", "bashrc"), ("a\r\nb.txt", "ab.txt"), ("  spaced name.txt ", "spaced name.txt"),
            ("été.pdf", "été.pdf"), ("a:b", "ab"), (" . .hidden", "hidden"),
            ("a/\u{301}b", "\u{301}b"), ("a\\\u{308}b", "\u{308}b"), (".\u{301}hidden", "\u{301}hidden"),
        ])
    func names(suggestion: String, name: String) {
        expectEqual(SafeFileName(suggestion).text, name)
    }

    @Test(
        "The name of a download is that of Content-Disposition, or the end of the URL",
        arguments: [
            ("https://example.com/a/photo.png?size=2", nil, "photo.png"),
            ("https://example.com/get", "attachment; filename=\"report.pdf\"", "report.pdf"),
            ("https://example.com/get", "attachment; filename=\"Unknown\"", "Unknown"),
            ("https://example.com/get", "Attachment; FileName = \"report.pdf\" ; size=1", "report.pdf"),
            ("https://example.com/get", "attachment; filename=two words.txt; x=y", "two words.txt"),
            ("https://example.com/get", #"attachment; filename="say \"yes\"; \\ it.txt""#, "it.txt"),
            (
                "https://example.com/get", "attachment; filename=\"e.txt\"; filename*=UTF-8''%e2%82%ac%20rates.txt",
                "€ rates.txt"
            ),
            (
                "https://example.com/get", "attachment; FILENAME*=utf-8'en'na%C3%AFve.txt; filename=plain.txt",
                "naïve.txt"
            ),
            ("https://example.com/get", "attachment; filename*=ISO-8859-1''%A3%20rates.txt", "£ rates.txt"),
            ("https://example.com/get", "attachment; filename=a.txt; filename*=UTF-8''%FF%FE", "a.txt"),
            ("https://example.com/get", "attachment; filename=a.txt; filename*=UTF-9''b.txt", "a.txt"),
            ("https://example.com/get", "attachment; filename=a.txt; filename*=b.txt", "a.txt"),
            ("https://example.com/get", "attachment; filename=a.txt; filename*=UTF-8''", "a.txt"),
            ("https://example.com/get", "attachment; filename*=UTF-8''%2E%2E%2F%2E%2E%2Fetc%2Fpasswd", "passwd"),
            ("https://example.com/get", "attachment; filename*=UTF-8''a%00%0D%0Ab%5Cc%E2%80%AE.txt", "c.txt"),
            ("https://example.com/get", "attachment; x=\"; filename=no\"; filename=yes", "yes"),
            ("https://example.com/get", "filename=a.txt", "get"),
            ("https://example.com/get", "attachment; filename=", "get"),
            ("https://example.com/get", "inline", "get"), ("https://example.com/", nil, "download"),
            ("https://example.com", nil, "download"), ("https://example.com/a%2F..%2F.ssh%2Fkeys", nil, "keys"),
        ] as [(String, String?, String)])
    func suggestedNames(url: String, disposition: String?, name: String) throws {
        let url = try #require(URL(string: url))
        let fields = disposition.map { ["Content-Disposition": $0] }
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields))
        let (target, _) = DownloadRequest.suggestedDownloadDestination(for: .documentDirectory)(url, response)
        expectEqual(target.lastPathComponent, name)
    }

    @Test("A long name keeps its extension and whole characters", arguments: ["é", "x", "漢"])
    func longNames(letter: String) {
        let name = SafeFileName(String(repeating: letter, count: 300) + ".tar").text
        expect(name.utf8.count <= 255 && name.utf8.count > 250)
        expect(name.hasSuffix("\(letter).tar"))
        expect(SafeFileName("a." + String(repeating: letter, count: 300)).text.utf8.count <= 255)
    }

    @Test(
        "Ranges of contents",
        arguments: [
            ("bytes 400-999/1000", [400, 999, 1000]), ("Bytes  0-0/1", [0, 0, 1]), ("bytes 5-9/*", [5, 9, -1]),
            ("bytes 0-9223372036854775806/9223372036854775807", [0, .max - 1, .max]),
        ] as [(String, [Int64])])
    func ranges(text: String, parts: [Int64]) throws {
        let range = try #require(ContentRange(text))
        expectEqual([range.first, range.last, range.total ?? -1], parts)
    }

    @Test(
        "What is no range of contents is none",
        arguments: [
            "", "bytes", "bytes */1000", "bytes 400-/1000", "bytes -400/1000", "bytes 9-5/10", "bytes 0-10/10",
            "bytes +1-2/10", "bytes 1-2", "items 1-2/10", "bytes 1-2/10/3", "bytes 1-2-3/10", "bytes 1 - 2/10",
            "bytes 0-99999999999999999999/*", "bytes 0-9223372036854775807/*", "bytes 0-1/x", "bytes=0-1/2",
        ])
    func noRanges(text: String) { expect(ContentRange(text) == nil) }

    @Test("A partial file is read by its owner only, and belongs to one download at a time")
    func partialFile() throws {
        let file = try PartialFile.create()
        defer { file.remove() }
        try Data("0123456789".utf8).withUnsafeBytes { try file.write($0) }
        let permissions = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
        expectEqual(permissions, 0o600)
        try file.check()
        expect(try PartialFile.reopen(file.name, count: 5) == nil)
        file.close()
        expect(try PartialFile.reopen(file.name, count: 11) == nil)
        let again = try #require(try PartialFile.reopen(file.name, count: 5))
        expect(try PartialFile.reopen(file.name, count: 5) == nil)
        try Data("abc".utf8).withUnsafeBytes { try again.write($0) }
        again.close()
        expectEqual(again.count, 8)
        try expectEqual(Data(contentsOf: file.url), Data("01234abc".utf8))
    }

    @Test("A complete file is kept by a process without free descriptors")
    func checkWithoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            let file = try PartialFile.create()
            defer { file.remove() }
            try Data("0123456789".utf8).withUnsafeBytes { try file.write($0) }
            try await withoutFreeDescriptors { try file.check() }
        }
    }

    @Test("Nothing but a partial file is ever opened or removed")
    func foreignFiles() throws {
        let folder = try DownloadFolder()
        let target = folder.file("precious")
        try "precious".write(to: target, atomically: true, encoding: .utf8)
        for name in [target.path, "../" + target.path, "", "Neatline_x.part", "Neatline_\(UUID())/../x.part"] {
            expect(!PartialFile.isName(name))
            expect(try PartialFile.reopen(name, count: 1) == nil)
            PartialFile.remove(name)
        }
        // Nor does a link lead anywhere.
        let link = PartialFile.url(of: "Neatline_\(UUID().uuidString).part")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        defer { try? FileManager.default.removeItem(at: link) }
        expect(try PartialFile.reopen(link.lastPathComponent, count: 1) == nil)
        try expectEqual(folder.text("precious"), "precious")
    }

    @Test("A file goes to another file system whole, and replaces only what it may", .enabled(if: Self.isOtherDisk))
    func otherFileSystem() throws {
        let folder = try DownloadFolder()
        let other = URL(fileURLWithPath: Self.otherDisk).appendingPathComponent("NeatlineTests_\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: other) }
        let target = other.appendingPathComponent("file")
        func move(_ text: String, _ options: DownloadRequest.Options) throws {
            try text.write(to: folder.file("source"), atomically: true, encoding: .utf8)
            try FileMove(source: folder.file("source"), destination: target, options: options).run()
        }
        try move("one", [])
        try expectEqual(String(contentsOf: target, encoding: .utf8), "one")
        expect(try folder.names.isEmpty)
        #expect(throws: CocoaError.self) { try move("two", []) }
        try expectEqual(String(contentsOf: target, encoding: .utf8), "one")
        try move("three", .removePreviousFile)
        try expectEqual(String(contentsOf: target, encoding: .utf8), "three")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: other.path), ["file"])
    }

    @Test("A pipe, as a device, is not replaced", arguments: [[], .removePreviousFile] as [DownloadRequest.Options])
    func special(options: DownloadRequest.Options) throws {
        let folder = try DownloadFolder()
        let target = folder.file("pipe")
        expectEqual(mkfifo(target.path, 0o600), 0)
        let source = try PartialFile.create()
        defer { source.remove() }
        let error = #expect(throws: CocoaError.self) {
            try FileMove(source: source.url, destination: target, options: options).run()
        }
        expectEqual(error?.code, .fileWriteFileExists)
        expectEqual(error?.localizedDescription.hasSuffix("it is no regular file, and nothing else is replaced"), true)
        let type = try FileManager.default.attributesOfItem(atPath: target.path)[.type] as? FileAttributeType
        expect(type != .typeRegular)
        try expectEqual(folder.names, ["pipe"])
    }

    /// Where Linux has a file system in memory.
    private static let otherDisk = "/dev/shm"

    private static var isOtherDisk: Bool {
        func device(_ path: String) -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: path)[.systemNumber] as? NSNumber)?.intValue
        }
        guard FileManager.default.isWritableFile(atPath: otherDisk), let here = device(NSTemporaryDirectory()) else {
            return false
        }
        return device(otherDisk) != here
    }

    @Test("What the system refuses is said with its words, its number and the path")
    func failures() {
        let failure = FileFailure(operation: .write, path: "/a/b", code: ENOSPC)
        expectEqual(failure.message, "could not write /a/b: No space left on device (\(ENOSPC))")
        expectEqual(failure.urlError.code, .cannotWriteToFile)
        expectEqual(failure.cocoaError.code, .fileWriteOutOfSpace)
        expect(AFError.sessionTaskFailed(error: failure.urlError).localizedDescription.contains(failure.message))
        let codes: [(Int32, CocoaError.Code)] = [
            (ENOENT, .fileNoSuchFile), (EEXIST, .fileWriteFileExists), (EACCES, .fileWriteNoPermission),
            (EROFS, .fileWriteVolumeReadOnly), (ENAMETOOLONG, .fileWriteInvalidFileName), (EIO, .fileWriteUnknown),
        ]
        for (number, code) in codes {
            expectEqual(FileFailure(operation: .move, path: "/a", code: number).cocoaError.code, code)
        }
        let operations: [(FileFailure.Operation, URLError.Code)] = [
            (.create, .cannotCreateFile), (.open, .cannotOpenFile), (.close, .cannotCloseFile),
            (.move, .cannotMoveFile),
        ]
        for (operation, code) in operations {
            expectEqual(FileFailure(operation: operation, path: "/a", code: EIO).urlError.code, code)
        }
    }
}
