import Foundation
import NeatlineSystem
import NeatlineTestSupport
import Testing

@Suite("Descriptor", .ownThreads, .hangLimit)
struct DescriptorTests {
    private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    /// The ends of a pipe that do not block.
    private static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [-1, -1]
        try #require(Foundation.pipe(&ends) == 0)
        for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
    }

    @Test("What is written is read, as a whole and in parts")
    func whatIsWrittenIsRead() throws {
        let folder = try TestFolder()
        let path = folder.path("a")
        let writing = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
        var count: Int64 = 5
        try DescriptorTests.bytes.withUnsafeBytes { try writing.writeAll($0, countedBy: &count) }
        expectEqual(count, 300_005)
        try writing.writeAll(Data([1, 2]))
        // Without contiguous storage.
        try writing.writeAll((3...4).lazy.map { UInt8($0) })
        try writing.closeFile()
        #expect(throws: SystemError(code: EBADF)) { try writing.closeFile() }

        let reading = try Descriptor(opening: path, O_RDONLY)
        try expectEqual(reading.nextBytes(299_999), Array(DescriptorTests.bytes.dropLast()))
        try expectEqual(reading.nextBytes(100), [DescriptorTests.bytes[299_999], 1, 2, 3, 4])
        expect(try reading.nextBytes(100).isEmpty)
        var space = [UInt8](repeating: 0, count: 3)
        try expectEqual(space.withUnsafeMutableBytes { try reading.readAvailable(into: $0, at: 300_002) }, 2)
        expectEqual(space, [3, 4, 0])
        try expectEqual(FileStatus(reading).size, 300_004)
        try reading.closeFile()
    }

    @Test("A reader and a writer that are not ready wait for each other")
    func aReaderAndAWriterThatAreNotReadyWaitForEachOther() throws {
        let (reading, writing) = try DescriptorTests.pipe()
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // More than the pipe has room for.
            try? writing.writeAll(DescriptorTests.bytes)
            try? writing.closeFile()
            done.signal()
        }
        try expectEqual(reading.nextBytes(1_000_000), DescriptorTests.bytes)
        expect(reading.isReadable)
        done.wait()
        try reading.closeFile()
    }

    @Test("Of a pipe no more is awaited than it has, if so wanted")
    func ofAPipeNoMoreIsAwaitedThanItHas() throws {
        let (reading, writing) = try DescriptorTests.pipe()
        expect(!reading.isReadable)
        try writing.writeAll([1, 2, 3])
        expect(reading.isReadable)
        try expectEqual(reading.nextBytes(100, endsEarly: true), [1, 2, 3])
        try writing.closeFile()
        expect(try reading.nextBytes(100, endsEarly: true).isEmpty)
        try reading.closeFile()
    }

    @Test("A file is locked for one descriptor at a time")
    func aFileIsLockedForOneDescriptorAtATime() throws {
        let folder = try TestFolder()
        try folder.write("", to: "a")
        let first = try Descriptor(opening: folder.path("a"), O_RDWR)
        let second = try Descriptor(opening: folder.path("a"), O_RDWR)
        expect(try first.tryLock())
        expect(try !second.tryLock())
        first.unlock()
        expect(try second.tryLock())
        expect(try !first.tryLock())
        try second.closeFile()
        expect(try first.tryLock())
        try first.closeFile()
        #expect(throws: SystemError(code: EBADF)) { try first.tryLock() }
    }

    @Test("An error has the system's code and words")
    func anErrorHasTheSystemsCodeAndWords() throws {
        let folder = try TestFolder()
        #expect(throws: SystemError.notFound) { try Descriptor(opening: folder.path("none"), O_RDONLY) }
        expectEqual("\(SystemError.notFound)", "No such file or directory")
        let (reading, writing) = try DescriptorTests.pipe()
        // Pipes cannot be synchronized, which is no error.
        try writing.synchronize()
        try reading.closeFile()
        try writing.closeFile()
        #expect(throws: SystemError(code: EBADF)) { try writing.synchronize() }
    }

    #if os(Linux)
    @Test("A full disk is named")
    func aFullDiskIsNamed() throws {
        let descriptor = try Descriptor(opening: SystemPath("/dev/full"), O_WRONLY)
        var count: Int64 = 0
        #expect(throws: SystemError(code: ENOSPC)) {
            try [UInt8](1...3).withUnsafeBytes { try descriptor.writeAll($0, countedBy: &count) }
        }
        expectEqual(count, 0)
        #expect(throws: SystemError(code: ENOSPC)) { try descriptor.writeAll(Data([1])) }
        try descriptor.closeFile()
    }
    #endif
}
