import Foundation
import NeatlineSystem
import NeatlineTestSupport
import Testing

/// Paths, what is known of files, and their replacement.
struct FileTests {
    private struct Refusal: Error, Equatable {}

    @Test(
        "The folder of a path",
        arguments: [
            ("a", "."), ("./a", "./"), ("/a", "/"), ("/", "/"), ("x/a", "x/"), ("x//a", "x//"), ("x/a/", "x/"),
            ("a//", "."), ("", "."), ("..", "."),
        ])
    func theFolderOfAPath(_ path: String, _ folder: String) {
        expectEqual(SystemPath(path).folder, SystemPath(folder))
        let sibling = String(decoding: SystemPath(path).temporarySibling(".t-").bytes, as: UTF8.self)
        expect(sibling.hasPrefix((folder == "." ? "" : folder) + ".t-"))
    }

    @Test("The name of a file need not be UTF-8")
    func theNameOfAFileNeedNotBeUTF8() throws {
        let folder = try TestFolder()
        let path = SystemPath(bytes: folder.path("a").bytes + [0xFF, 0x80])
        expect(!path.isUsed)
        try Descriptor(opening: path, O_WRONLY | O_CREAT, permissions: 0o600).closeFile()
        expect(path.isUsed)
        try expectEqual(path.resolved().bytes.suffix(3), [UInt8(ascii: "a"), 0xFF, 0x80])
        try path.move(to: folder.path("b"))
        expectEqual(folder.names, ["b"])
        expectEqual(path.appending("c").bytes, path.bytes + [UInt8(ascii: "c")])
    }

    @Test("Which file it is, and whether it has changed")
    func whichFileItIsAndWhetherItHasChanged() throws {
        let folder = try TestFolder()
        try folder.write("12", to: "a")
        try folder.path("a").addName(folder.path("b"))
        #expect(throws: SystemError(code: EEXIST)) { try folder.path("a").addName(folder.path("b")) }
        let old = try FileStatus(folder.path("a"))
        expect(old.isRegular && old.size == 2 && old.links == 2 && !old.isLink && !old.isDirectory)
        try expectEqual(FileStatus(folder.path("b")), old)
        let file = try Descriptor(opening: folder.path("b"), O_WRONLY | O_APPEND)
        try file.writeAll([0x33])
        try file.closeFile()
        let new = try FileStatus(folder.path("a"))
        expect(new != old && new.isSameFile(as: old) && new.modified >= old.modified)
        expect(new.isCopy(of: new) && !new.isCopy(of: old))
        let copy = String(decoding: folder.path("d").bytes, as: UTF8.self)
        try FileManager.default.copyItem(atPath: String(decoding: folder.path("a").bytes, as: UTF8.self), toPath: copy)
        expectEqual(chmod(copy, new.mode & 0o7777), 0)
        expect(setModified(copy, to: new.modified))
        let copied = try FileStatus(folder.path("d"))
        expect(copied.isCopy(of: new) && copied != new)
        expectEqual(chmod(copy, 0o400), 0)
        expect(try !FileStatus(folder.path("d")).isCopy(of: new))
        expectEqual(symlink("a", String(decoding: folder.path("c").bytes, as: UTF8.self)), 0)
        try expectEqual(FileStatus(folder.path("c")), new)
        expect(try FileStatus(folder.path("c"), followsLinks: false).isLink)
        expect(try !FileStatus(folder.path("c"), followsLinks: false).isSameFile(as: new))
        expect(try FileStatus(folder.path("a").folder).isDirectory)
    }

    private func setModified(_ path: String, to time: Duration) -> Bool {
        let (seconds, attoseconds) = time.components
        let modified = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        return utimensat(AT_FDCWD, path, [modified, modified], 0) == 0
    }

    @Test("In a sticky folder only owners, and root, may remove a file")
    func inAStickyFolderOnlyOwnersMayRemoveAFile() throws {
        let folder = try TestFolder()
        try folder.write("", to: "a")
        let file = try FileStatus(folder.path("a"))
        let path = folder.path("a").folder
        for (mode, others) in [(0o777 as mode_t, true), (0o1777, false)] {
            expectEqual(chmod(String(decoding: path.bytes, as: UTF8.self), mode), 0)
            let status = try FileStatus(path)
            expect([0, file.owner, status.owner].allSatisfy { file.isRemovable(from: status, by: $0) })
            expectEqual(file.isRemovable(from: status, by: file.owner + 1), others)
        }
    }

    @Test("A new file has the old one's name only when it is complete", arguments: [false, true])
    func aNewFileHasTheOldOnesNameOnlyWhenItIsComplete(_ isSynchronized: Bool) throws {
        let folder = try TestFolder()
        try folder.write("old", to: "a")
        let path = folder.path("a")
        expectEqual(chmod(String(decoding: path.bytes, as: UTF8.self), 0o640), 0)
        let old = try FileStatus(path)
        #expect(throws: Refusal()) {
            try FileReplacement.perform(path, permissions: 0o600, isSynchronized: isSynchronized) { descriptor in
                try descriptor.writeAll("half".utf8)
                expectEqual(folder.names.count, folder.supportsUnnamedFiles ? 1 : 2)
                throw Refusal()
            }
        }
        #expect(throws: SystemError(code: EEXIST)) {
            try FileReplacement.perform(
                path, temporaryPath: path, permissions: 0o600, isSynchronized: isSynchronized
            ) { _ in }
        }
        try expectEqual(FileStatus(path), old)
        let status = try FileReplacement.perform(
            path, permissions: 0o600, adopting: old, isSynchronized: isSynchronized
        ) { descriptor in
            try descriptor.writeAll("new".utf8)
            try expectEqual(folder.text("a"), "old")
        }
        try expectEqual(folder.text("a"), "new")
        expectEqual(folder.names, ["a"])
        expect(try FileStatus(path).isSameFile(as: status))
        expect(status.mode & 0o777 == 0o640 && status.size == 3)
    }

    @Test("A replacement that is given up leaves the old file and nothing else")
    func aReplacementThatIsGivenUpLeavesTheOldFileAndNothingElse() throws {
        let folder = try TestFolder()
        try folder.write("old", to: "a")
        func giveUp(finishes: Bool) throws -> Descriptor {
            var replacement = try FileReplacement(
                of: folder.path("a"), temporaryPath: folder.path("b"), permissions: 0o600, isSynchronized: false)
            try replacement.descriptor.writeAll("new".utf8)
            if finishes { try replacement.finish() }
            expectEqual(folder.names, finishes || !folder.supportsUnnamedFiles ? ["a", "b"] : ["a"])
            return replacement.descriptor
        }
        for finishes in [false, true] {
            let descriptor = try giveUp(finishes: finishes)
            expect(fcntl(descriptor.number, F_GETFD) == -1 || finishes)
            expectEqual(folder.names, ["a"])
        }
        try expectEqual(folder.text("a"), "old")
    }

    @Test("A file without a name is gone when it is closed, unless it gets one")
    func aFileWithoutANameIsGoneWhenItIsClosedUnlessItGetsOne() throws {
        let folder = try TestFolder()
        expect(Descriptor(unnamedFileIn: folder.path("missing"), permissions: 0o600) == nil)
        guard folder.supportsUnnamedFiles else { return }
        expect(folder.names.isEmpty)
        let file = try #require(Descriptor(unnamedFileIn: folder.path(""), permissions: 0o600))
        try file.writeAll("new".utf8)
        expect(folder.names.isEmpty)
        try file.addName(folder.path("a"))
        #expect(throws: SystemError(code: EEXIST)) { try file.addName(folder.path("a")) }
        try file.closeFile()
        try expectEqual(folder.text("a"), "new")
        try expectEqual(FileStatus(folder.path("a")).mode & 0o777, 0o600)
    }

    @Test("What is no regular file is named")
    func whatIsNoRegularFileIsNamed() throws {
        let folder = try TestFolder()
        func path(_ name: String) -> String { String(decoding: folder.path(name).bytes, as: UTF8.self) }
        expectEqual(mkfifo(path("pipe"), 0o600), 0)
        expectEqual(symlink("a", path("link")), 0)
        try folder.write("12345", to: "a")
        #expect(throws: SystemError(code: EINVAL)) { try InputFile(path("pipe"), requiresRegularFile: true) }
        #expect(throws: SystemError(code: EISDIR)) { try InputFile(path(""), requiresRegularFile: true) }
        #expect(throws: SystemError(code: ELOOP)) { try InputFile(path("link"), followsLinks: false) }
        try expectEqual(InputFile(path("link")).contents(maximumSize: 6), Array("12345".utf8))
        #expect(throws: SystemError(code: EFBIG)) { try InputFile(path("link")).contents(maximumSize: 5) }
        let file = try InputFile(path("a"), requiresRegularFile: true, followsLinks: false)
        try expectEqual(file.read(2), Array("12".utf8))
        try expectEqual(file.readAvailable(9), Array("345".utf8))
        expect(try file.read(2).isEmpty)
    }

    #if os(Linux)
    /// The list of a file that its owner may read and write, and one other user may.
    private static let list: AccessControlList = {
        let entries: [(tag: UInt16, rights: UInt16, user: UInt32)] = [
            (0x01, 6, .max), (0x02, 6, 12_345), (0x04, 0, .max), (0x10, 6, .max), (0x20, 0, .max),
        ]
        var bytes: [UInt8] = [2, 0, 0, 0]
        for entry in entries {
            for number in [entry.tag, entry.rights] { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
            withUnsafeBytes(of: entry.user.littleEndian) { bytes += $0 }
        }
        return AccessControlList(bytes: bytes)
    }()

    @Test(
        "A file that is replaced keeps the list of users who may read it, and does not get one",
        arguments: [true, false])
    func aFileThatIsReplacedKeepsItsList(_ hasList: Bool) throws {
        let folder = try TestFolder()
        let path = folder.path("a")
        let file = try Descriptor(opening: path, O_WRONLY | O_CREAT, permissions: 0o600)
        // Where the file system has no lists, no file gets one.
        let expected = hasList && Self.list.assign(to: file) ? Self.list : nil
        try file.closeFile()
        expectEqual(AccessControlList(of: path), expected)
        let old = try FileStatus(path)
        expectEqual(old.mode & 0o777, expected == nil ? 0o600 : 0o660)
        let new = try FileReplacement.perform(path, permissions: 0o600, adopting: old, isSynchronized: false) {
            try $0.writeAll("new".utf8)
            // As a new file has from some directories.
            if !hasList { _ = Self.list.assign(to: $0) }
        }
        expect(new.mode == old.mode && AccessControlList(of: path) == expected)
    }
    #endif
}
