import NeatlineJSON
import NeatlineSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open input.
struct Input: ~Copyable {
    private let descriptor: Descriptor
    private let comparison: StreamComparison?
    /// Repairs invalid UTF-8, if that is requested.
    private let repair: UTF8Repair?
    /// Shows how far the inputs have been read.
    private let progress: ProgressLine?
    /// Reads blocks of the input ahead, on other threads.
    private let blocks: BlockReading?

    /// Opens a file; standard input is already open.
    ///
    /// - Parameters:
    ///   - source: the file, or standard input.
    ///   - repairsUTF8: whether bytes that are not UTF-8 become U+FFFD.
    ///   - comparison: receives the bytes that are read.
    ///   - progress: is told how many bytes are read.
    ///   - blocks: reads blocks of the input ahead, on other threads.
    /// - Throws: the error of the system.
    init(
        _ source: Arguments.Source, repairsUTF8: Bool = false, comparison: StreamComparison? = nil,
        progress: ProgressLine? = nil, blocks: BlockReading? = nil
    ) throws(SystemError) {
        descriptor =
            switch source {
            case .standardInput: .standardInput
            case .file(let name): try Descriptor(opening: name.path, O_RDONLY)
            }
        repair = repairsUTF8 ? UTF8Repair() : nil
        self.comparison = comparison
        self.progress = progress
        self.blocks = blocks
    }

    deinit {
        blocks?.stop()
        // Nothing was written to it, so closing it cannot lose bytes.
        if descriptor != .standardInput { try? descriptor.closeFile() }
    }

    /// Whether the output makes the input longer, so that it would not end.
    func isExtended(by output: Output) -> Bool { output.extends(descriptor) }

    /// Whether reading would wait.
    var isIdle: Bool { blocks?.isIdle != false && !descriptor.isReadable }

    /// Returns what was found in the next block of the input, if its reader does not have to read it; nil otherwise.
    ///
    /// - Parameter place: where the reader is.
    /// - Throws: the error of the system.
    func next(at place: StreamPlace) throws(SystemError) -> Finding? {
        guard let blocks else { return nil }
        return try blocks.next(at: place, isIdle: { !descriptor.isReadable(within: $0) }) { space throws(SystemError) in
            try readSource(into: space)
        }
    }

    /// Reads available bytes into `space`; returns 0 at the end.
    ///
    /// - Throws: the error of the system.
    func read(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        if let blocks { return blocks.read(into: space) }
        guard let repair else { return try readSource(into: space) }
        while true {
            let source = UnsafeMutableRawBufferPointer(rebasing: space[..<(space.count / 4)])
            let count = try readSource(into: source)
            let text = repair.text(of: UnsafeRawBufferPointer(rebasing: source[..<count]), isLast: count == 0)
            // Only a part of a character may have been read.
            if text.isEmpty, count > 0 { continue }
            space.copyBytes(from: text)
            return text.count
        }
    }

    private func readSource(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        let count = try descriptor.readAvailable(into: space)
        comparison?.add(read: UnsafeRawBufferPointer(rebasing: space[..<count]))
        progress?.add(count)
        return count
    }
}

/// Repairs UTF-8 in parts of a stream: each maximal part of an invalid sequence becomes U+FFFD.
private final class UTF8Repair {
    /// The beginning of an incomplete character.
    private var rest: [UInt8] = []

    func text(of bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var source = rest + bytes
        rest = []
        if !isLast {
            let cut = UTF8Repair.incompleteCount(source)
            rest = Array(source.suffix(cut))
            source.removeLast(cut)
        }
        return Array(String(decoding: source, as: UTF8.self).utf8)
    }

    /// Returns the number of bytes at the end that may be the beginning of a longer character.
    private static func incompleteCount(_ bytes: [UInt8]) -> Int {
        for count in 1...3 where count <= bytes.count {
            let byte = bytes[bytes.count - count]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > count ? count : 0
        }
        return 0
    }
}

extension Arguments.Source {
    /// The name in messages.
    var name: String {
        switch self {
        case .standardInput: "<stdin>"
        case .file(let path): path.text
        }
    }

    /// The bytes of the name, for programs: a file name need not be UTF-8.
    var nameBytes: [UInt8] {
        switch self {
        case .standardInput: Array(name.utf8)
        case .file(let path): path.bytes
        }
    }
}
