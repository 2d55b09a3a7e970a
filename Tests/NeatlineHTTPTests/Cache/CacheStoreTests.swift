import Foundation
import NeatlineSystem
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Cache: memory")
struct MemoryCacheStoreTests {
    private func response(_ name: String, size: Int = 488, _ fields: [(String, String)] = []) throws -> StoredResponse {
        try storedResponse(
            "Vary: X", body: String(repeating: "x", count: size), to: cacheRequest(fields, url: "http://a/\(name)"))
    }

    @Test("What was used least recently goes first, and the capacity is never exceeded")
    func leastRecentlyUsed() throws {
        let cost = try response("0").cost
        let store = MemoryCacheStore(capacity: cost * 10)
        for number in 0..<10 { store.store(try response("\(number)")) }
        expectEqual(store.cost, cost * 10)
        _ = store.responses(for: "http://a/0")
        store.store(try response("x"))
        expect(store.cost <= cost * 10)
        expect(!store.responses(for: "http://a/0").isEmpty && !store.responses(for: "http://a/x").isEmpty)
        expect(store.responses(for: "http://a/1").isEmpty)
    }

    @Test("A smaller capacity removes at once, and one of 0 stores nothing")
    func capacity() throws {
        let store = MemoryCacheStore(capacity: 1 << 20)
        for number in 0..<20 { store.store(try response("\(number)")) }
        store.capacity = 3000
        expect(store.cost <= 3000 && store.cost > 0)
        store.capacity = -1
        expect(store.cost == 0 && store.capacity == 0)
        store.store(try response("a"))
        expect(store.responses(for: "http://a/a").isEmpty)
    }

    @Test("A URL has a few responses; the oldest is replaced, and one for the same requests")
    func variants() throws {
        let store = MemoryCacheStore(capacity: 1 << 20)
        for number in 0..<9 { store.store(try response("a", [("X", "\(number)")])) }
        expectEqual(store.responses(for: "http://a/a").count, MemoryCacheStore.variantLimit)
        let last = try response("a", size: 7, [("X", "8")])
        store.store(last)
        expectEqual(store.responses(for: "http://a/a").count, MemoryCacheStore.variantLimit)
        expect(store.responses(for: "http://a/a").last === last)
        store.remove("http://a/a") { $0 === last }
        expectEqual(store.responses(for: "http://a/a").count, MemoryCacheStore.variantLimit - 1)
        store.remove("http://a/a")
        expect(store.cost == 0 && store.responses(for: "http://a/a").isEmpty)
    }
}

@Suite("Cache: disk")
struct DiskCacheStoreTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("cache").path }

    init() throws { folder = try TemporaryFolder() }

    private func store(capacity: Int = 1 << 20) throws -> DiskCacheStore {
        try DiskCacheStore(path, capacity: capacity, fileLimit: 1 << 20)
    }

    private func response(_ name: String, body: String = "body", _ fields: [(String, String)] = []) throws
        -> StoredResponse
    {
        try storedResponse(
            "Vary: X", "Cache-Control: max-age=9", "ETag: \"é\"", body: body,
            to: cacheRequest(fields, url: "http://a/\(name)"))
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    private func permissions(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("A response is found by another store of the same directory, with everything but what is for memory only")
    func roundTrip() throws {
        let stored = try response("a", body: "täxt", [("X", "1")])
        try store().store(stored)
        let found = try #require(try store().responses(for: "http://a/a").first)
        expect(found.parts.key == stored.parts.key && found.parts.selection == stored.parts.selection)
        expect(found.parts.lines == stored.parts.lines && found.parts.body == stored.parts.body)
        expect(found.parts.status == 200 && found.parts.version == .http1_1)
        expect(found.parts.requestTime == receivedAt && found.parts.responseTime == receivedAt)
        expect(found.entityTag == "\"é\"" && found.lifetime == 9)
        expect(try store().responses(for: "http://a/b").isEmpty)
    }

    @Test("Only the user can read the directory and the files")
    func access() throws {
        try store().store(response("a"))
        try expectEqual(permissions(path), 0o700)
        for file in try files() { try expectEqual(permissions(path + "/" + file), 0o600) }
    }

    @Test("A directory that others may write to, a file, and a path that cannot be created are refused")
    func unusable() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        #expect(throws: HTTPCacheError.directoryUnusable(path: path, reason: "Other users may write to it.")) {
            try store()
        }
        let file = try folder.file("file", "text")
        for (path, reason) in [(file.path, "File exists"), (file.path + "/below", "Not a directory")] {
            #expect(throws: HTTPCacheError.directoryUnusable(path: path, reason: reason)) {
                try DiskCacheStore(path, capacity: 1, fileLimit: 1)
            }
        }
    }

    @Test("Variants of a URL, their replacement and their removal")
    func variants() throws {
        let store = try store()
        for number in 0..<6 { store.store(try response("a", body: "\(number)", [("X", "\(number)")])) }
        expectEqual(store.responses(for: "http://a/a").count, DiskCacheStore.variantLimit)
        store.store(try response("a", body: "new", [("X", "5")]))
        let found = store.responses(for: "http://a/a")
        expectEqual(found.count, DiskCacheStore.variantLimit)
        expectEqual(found.filter { $0.parts.body == Array("new".utf8) }.count, 1)
        let first = try #require(found.first)
        store.remove(first)
        expectEqual(store.responses(for: "http://a/a").count, DiskCacheStore.variantLimit - 1)
        store.remove("http://a/a")
        expect(try files().isEmpty)
    }

    @Test("A file that was cut, changed or is another URL's is not used, and removed")
    func damaged() throws {
        let store = try store()
        let whole = CacheFile.bytes(of: try response("a"))
        let other = CacheFile.bytes(of: try response("b"))
        store.store(try response("a"))
        let file = try path + "/" + #require(files().first)
        var damaged: [[UInt8]] = [[], other, whole + [0], Array(repeating: 0, count: whole.count)]
        for length in stride(from: 0, to: whole.count, by: 7) { damaged.append(Array(whole.prefix(length))) }
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x41
            damaged.append(bytes)
        }
        for bytes in damaged {
            try Data(bytes).write(to: URL(fileURLWithPath: file))
            expect(store.responses(for: "http://a/a").isEmpty)
            expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test(
        "A file that cannot be read now is kept, unless it is no file",
        arguments: [
            (EMFILE, false), (ENFILE, false), (ENOMEM, false), (EIO, false), (ENOENT, false), (ELOOP, true),
            (EINVAL, true),
        ])
    func unreadable(code: Int32, isRemoved: Bool) {
        expectEqual(DiskCacheStore.isOtherFile(SystemError(code: code)), isRemoved)
    }

    @Test("Lengths of any size in a file are an error and nothing else")
    func hostileLengths() throws {
        var bytes = CacheFile.bytes(of: try response("a"))
        for offset in stride(from: 8, to: bytes.count - 8, by: 1) {
            let saved = Array(bytes[offset..<offset + 8])
            bytes.replaceSubrange(offset..<offset + 8, with: repeatElement(0xFF, count: 8))
            expect(CacheFile.response(from: bytes) == nil)
            bytes.replaceSubrange(offset..<offset + 8, with: saved)
        }
        expect(CacheFile.response(from: bytes) != nil)
    }

    @Test("A link in the directory is not followed")
    func link() throws {
        let store = try store()
        store.store(try response("a"))
        let file = try path + "/" + #require(files().first)
        let target = folder.file("target").path
        try FileManager.default.moveItem(atPath: file, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
        expect(store.responses(for: "http://a/a").isEmpty)
        expect(FileManager.default.fileExists(atPath: target))
        expect(try files().isEmpty)
    }

    @Test("Other files are left alone; what an ended process left half written is removed, once it is old")
    func foreign() throws {
        let store = try store(capacity: 100)
        let digest = String(repeating: "a", count: 32)
        for name in ["notes.txt", "\(digest)-1-1.writing", "\(digest)-2-2.writing", "x.response"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path + "/\(digest)-1-1.writing")
        store.store(try response("a"))
        store.removeAll()
        try expectEqual(files(), ["\(digest)-2-2.writing", "notes.txt", "x.response"])
    }

    @Test("The files that were used least recently are removed when there are too many")
    func eviction() throws {
        let size = CacheFile.bytes(of: try response("0")).count
        let store = try store(capacity: size * 10)
        for number in 0..<10 { store.store(try response("\(number)")) }
        // Nothing else distinguishes files of the same moment.
        for (age, name) in try files().enumerated() {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100 - Double(age))], ofItemAtPath: path + "/" + name)
        }
        expectEqual(store.responses(for: "http://a/3").count, 1)
        store.store(try response("x"))
        expect(store.used <= size * 10)
        expect(store.responses(for: "http://a/3").count == 1 && store.responses(for: "http://a/x").count == 1)
    }

    @Test("Two stores of a directory see what the other has stored, replaced and removed")
    func shared() throws {
        let (one, two) = (try store(), try store())
        one.store(try response("a", body: "1"))
        expectEqual(two.responses(for: "http://a/a").first?.parts.body, Array("1".utf8))
        two.store(try response("a", body: "2"))
        expectEqual(one.responses(for: "http://a/a").map(\.parts.body), [Array("2".utf8)])
        two.remove("http://a/a")
        expect(one.responses(for: "http://a/a").isEmpty)
    }

    @Test("Threads with two stores read only whole responses")
    func concurrent() async throws {
        let stores = [try store(), try store()]
        let bodies = (0..<4).map { String(repeating: "\($0)", count: 20_000) }
        let responses = try bodies.map { try response("a", body: $0) }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<50 {
                        let store = stores[(worker + round) % 2]
                        store.store(responses[(worker + round) % 4])
                        for found in store.responses(for: "http://a/a") {
                            let body = String(decoding: found.parts.body, as: UTF8.self)
                            expect(bodies.contains(body))
                        }
                    }
                }
            }
        }
        expect(try !files().contains { $0.hasSuffix(".writing") })
        try expectEqual(store().responses(for: "http://a/a").count, 1)
    }

    @Test("A directory that was removed meanwhile costs the responses and nothing else")
    func removedDirectory() throws {
        let store = try store()
        try FileManager.default.removeItem(atPath: path)
        store.store(try response("a"))
        expect(store.responses(for: "http://a/a").isEmpty && store.used == 0)
        store.removeAll()
    }

    @Test("Responses since a date are removed")
    func since() throws {
        let store = try store()
        var parts = try response("late").parts
        parts.responseTime = receivedAt + 10
        store.store(StoredResponse(parts))
        store.store(try response("early"))
        store.removeAll(since: receivedAt + 5)
        expect(store.responses(for: "http://a/late").isEmpty && store.responses(for: "http://a/early").count == 1)
    }

    @Test("A response that was removed or is out of date is not served, though its file cannot be removed")
    func unremovableFiles() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            // For the superuser, there are no permissions.
            if geteuid() == 0 {
                expect(chown(folder.url.path, 65_534, 65_534) == 0 && setuid(65_534) == 0)
            }
            let store = try DiskCacheStore(folder.file("cache").path, capacity: 1 << 20, fileLimit: 1 << 20)
            func response(_ name: String, _ field: String, body: String = "old") throws -> StoredResponse {
                try storedResponse("Vary: X", body: body, to: cacheRequest([("X", field)], url: "http://a/\(name)"))
            }
            func bodies(_ name: String) -> [String] {
                store.responses(for: "http://a/\(name)").map { String(decoding: $0.parts.body, as: UTF8.self) }
            }
            func isWritable(_ isWritable: Bool) { chmod(store.directory, isWritable ? 0o700 : 0o500) }
            for name in ["kept", "removed", "replaced", "invalidated"] { store.store(try response(name, "1")) }

            isWritable(false)
            store.remove(try response("removed", "1"))
            store.store(try response("replaced", "1", body: "new"))
            store.remove("http://a/invalidated")
            let names = ["kept", "removed", "replaced", "invalidated"]
            expectEqual(names.map(bodies), [["old"], [], [], []])
            store.removeAll()
            expect(bodies("kept").isEmpty)

            isWritable(true)
            store.store(try response("replaced", "1", body: "new"))
            expectEqual(names.map(bodies), [[], [], ["new"], []])
            try expectEqual(FileManager.default.contentsOfDirectory(atPath: store.directory).count, 1)
            store.store(try response("kept", "1"))
            expectEqual(names.map(bodies), [["old"], [], ["new"], []])
        }
    }

    @Test("A process without free descriptors serves no response that was removed or is out of date")
    func withoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let store = try DiskCacheStore(folder.file("cache").path, capacity: 1 << 20, fileLimit: 1 << 20)
            func response(_ name: String, _ field: String, body: String = "old") throws -> StoredResponse {
                try storedResponse("Vary: X", body: body, to: cacheRequest([("X", field)], url: "http://a/\(name)"))
            }
            func bodies(_ name: String) -> [String] {
                store.responses(for: "http://a/\(name)").map { String(decoding: $0.parts.body, as: UTF8.self) }
            }
            for name in ["kept", "removed", "replaced"] { store.store(try response(name, "1")) }
            let removed = try response("removed", "1")
            let replacement = try response("replaced", "1", body: "new")

            try await withoutFreeDescriptors {
                expect(bodies("kept").isEmpty)
                store.remove(removed)
                store.store(replacement)
            }
            expectEqual(["kept", "removed", "replaced"].map(bodies), [["old"], [], []])

            try await withoutFreeDescriptors {
                store.removeAll()
                expect(bodies("kept").isEmpty)
            }
            expect(bodies("kept").isEmpty && store.used == 0)
            store.store(replacement)
            expectEqual(bodies("replaced"), ["new"])
        }
    }
}
