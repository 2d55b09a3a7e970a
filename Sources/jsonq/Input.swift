import NeatlineJSON

/// One input, open for reading.
struct Input: ~Copyable {
    private let descriptor: Descriptor
    private let comparison: StreamComparison?
    /// What repairs invalid UTF-8, if that is wanted.
    private let repair: UTF8Repair?

    /// Opens a file; standard input is open already.
    ///
    /// - Parameters:
    ///   - repairsUTF8: whether bytes that are not UTF-8 become U+FFFD.
    ///   - comparison: is told what is read.
    init(
        _ source: Arguments.Source, repairsUTF8: Bool = false, comparison: StreamComparison? = nil
    ) throws(SystemError) {
        descriptor =
            switch source {
            case .standardInput: .standardInput
            case .file(let path): try Descriptor.open(path)
            }
        repair = repairsUTF8 ? UTF8Repair() : nil
        self.comparison = comparison
    }

    deinit {
        // Nothing was written to it, so that closing it loses nothing.
        if descriptor != .standardInput { try? descriptor.close() }
    }

    /// Whether a read may take long: there is nothing to read yet.
    var isIdle: Bool { !descriptor.isReadable }

    /// Reads into `space` what there is; 0 at the end.
    func read(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        guard let repair else { return try readSource(into: space) }
        while true {
            let source = UnsafeMutableRawBufferPointer(rebasing: space[..<(space.count / 4)])
            let count = try readSource(into: source)
            let text = repair.text(of: UnsafeRawBufferPointer(rebasing: source[..<count]), isLast: count == 0)
            // Only part of a character may have come so far.
            if text.isEmpty, count > 0 { continue }
            space.copyBytes(from: text)
            return text.count
        }
    }

    private func readSource(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        let count = try descriptor.read(into: space)
        comparison?.add(read: UnsafeRawBufferPointer(rebasing: space[..<count]))
        return count
    }
}

/// Makes UTF-8 of parts of a stream: what is not becomes U+FFFD, one for each maximal part of a sequence.
private final class UTF8Repair {
    /// The beginning of a character whose end has not been read yet.
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

    /// How many bytes at the end may be the beginning of a longer character.
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
    /// What it is called in messages.
    var name: String {
        switch self {
        case .standardInput: "<stdin>"
        case .file(let path): path.text
        }
    }
}
