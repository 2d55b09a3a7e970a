internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// Writes the body of one attempt to a file.
///
/// Bytes are collected in blocks while the request's queue writes the blocks before, so that the transport's thread
/// never waits for file I/O; if too many wait, the transport is paused. Unchecked Sendable because the blocks are
/// accessed only while the lock is held, and the file only on the queue.
final class DownloadWriter: @unchecked Sendable {
    /// The maximum number of bytes that libcurl reads at once.
    private static let blockSize = 512 << 10

    /// Whether the file belongs to resume data that the request was created with.
    let continuesGivenFile: Bool
    private weak var request: DownloadRequest?
    private let queue: DispatchQueue
    private let waiting = WaitingBytes()
    private let blocks = BodyBlocks(size: blockSize, kept: 4)

    private let lock = Lock()
    private var filled: [BodyBlocks.Block] = []
    /// The last block, which still has room.
    private var last: BodyBlocks.Block?
    private var isWriting = false
    /// Whether further bytes are discarded.
    private var isOver = false

    /// The file; `nil` until something is written.
    private var file: PartialFile?
    private var failure: FileFailure?

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - request: The request, which is told what was written.
    ///   - queue: The queue on which the file is written.
    ///   - file: The file to append to; `nil` to create one.
    ///   - continuesGivenFile: Whether the file belongs to resume data that the request was created with.
    init(_ request: DownloadRequest?, queue: DispatchQueue, file: PartialFile?, continuesGivenFile: Bool) {
        self.continuesGivenFile = continuesGivenFile
        self.request = request
        self.queue = queue
        self.file = file
    }

    deinit { for block in takeAll() { block.free() } }
}

// MARK: - Collecting

extension DownloadWriter {
    /// Receives bytes. Called with the request's lock held.
    ///
    /// - Returns: Whether the attempt's flow may have to pause, because many bytes wait.
    func receive(_ bytes: RawSpan, of attempt: RequestAttempt) -> Bool {
        let hasFilled = bytes.withUnsafeBytes { collect($0) }
        if hasFilled { flush() }
        return waiting.add(bytes.byteCount, to: attempt)
    }

    /// Stores bytes in blocks, and returns whether a block is full.
    private func collect(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lock.withLock {
            var rest = bytes
            while !isOver && !rest.isEmpty {
                var block = last ?? blocks.take()
                let piece = rest.prefix(block.room)
                block.append(UnsafeRawBufferPointer(rebasing: piece))
                last = block
                rest = UnsafeRawBufferPointer(rebasing: rest[piece.endIndex...])
                if block.room == 0 { finishLast() }
            }
            return !filled.isEmpty
        }
    }

    private func finishLast() {
        guard let last else { return }
        filled.append(last)
        self.last = nil
    }

    /// Writes all bytes that were received.
    func flush() {
        let starts = lock.withLock {
            if isWriting || isOver { return false }
            isWriting = true
            return true
        }
        if starts { queue.async { self.writeAll() } }
    }

    /// Removes and returns all blocks, including the last.
    private func takeAll() -> [BodyBlocks.Block] {
        finishLast()
        defer { filled = [] }
        return filled
    }
}

// MARK: - Writing, on the queue

extension DownloadWriter {
    private func writeAll() {
        while true {
            let blocks = lock.withLock {
                let blocks = takeAll()
                if blocks.isEmpty { isWriting = false }
                return blocks
            }
            if blocks.isEmpty { return }
            for block in blocks { write(block) }
        }
    }

    private func write(_ block: BodyBlocks.Block) {
        let count = block.count
        var total: Int64?
        if failure == nil {
            do {
                let file = try openFile()
                try block.withBytes { bytes throws(FileFailure) in try file.write(bytes) }
                total = file.count
            } catch {
                failure = error
            }
        }
        block.free()
        guard let request else { return }
        if let total { request.announceWritten(count, total: total) } else { request.stopReceiving(for: self) }
        waiting.remove(count, of: request)
    }

    private func openFile() throws(FileFailure) -> PartialFile {
        if let file { return file }
        let made = try PartialFile.create()
        file = made
        return made
    }

    /// Returns the file after all bytes were written; creates an empty file if there were none.
    func finish() throws(FileFailure) -> PartialFile {
        writeAll()
        end()
        if let failure { throw failure }
        let file = try openFile()
        try file.check()
        return file
    }

    /// Removes the file, unless it belongs to resume data that the request was created with. Returns the name of the
    /// file that was removed.
    @discardableResult
    func abandon() -> String? {
        end()
        if continuesGivenFile {
            file?.close()
            return nil
        }
        file?.remove()
        return file?.name
    }

    private func end() {
        let unwanted = lock.withLock {
            isOver = true
            return takeAll()
        }
        for block in unwanted { block.free() }
    }
}
