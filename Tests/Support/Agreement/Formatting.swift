import NeatlineJSON

/// What the streaming formatter makes of a text.
public struct Formatted: Equatable {
    /// What was written.
    public var output: [UInt8] = []
    /// How many values were complete.
    public var valueCount = 0
    /// What ended it; nil if all was well.
    public var error: JSONError?

    /// Runs `bytes` through the formatter in parts of `chunkSize` bytes.
    public init(
        _ bytes: [UInt8], writing: JSONWritingOptions = .compact, parsing: JSONParsingOptions = JSONParsingOptions(),
        validatesOnly: Bool = false, chunkSize: Int = .max
    ) {
        let size = min(chunkSize, max(bytes.count, 1))
        let parts = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
        self.init(parts: parts, writing: writing, parsing: parsing, validatesOnly: validatesOnly)
    }

    /// Runs the parts of a text through the formatter, one after another.
    public init(
        parts: [ArraySlice<UInt8>], writing: JSONWritingOptions, parsing: JSONParsingOptions,
        validatesOnly: Bool = false
    ) {
        let written = Written()
        var formatter = JSONStreamFormatter(
            options: writing, parsing: parsing, validatesOnly: validatesOnly, sink: { written.bytes += $0 })
        do {
            try feed(parts, into: { formatter.withInputSpace($0) }, process: { try formatter.process() })
            try formatter.finish()
        } catch {
            self.error = error as? JSONError
        }
        valueCount = formatter.valueCount
        output = written.bytes
    }

    private final class Written {
        var bytes: [UInt8] = []
    }
}

/// What the selector finds in a text.
struct Selected: Equatable {
    /// The source of each result.
    var results: [[UInt8]] = []
    /// How many values were complete.
    var valueCount = 0
    /// What ended it; nil if all was well.
    var error: JSONError?

    /// Runs the parts of a text through the selector, one after another.
    init(parts: [ArraySlice<UInt8>], path: [JSONSelector.Step], parsing: JSONParsingOptions) {
        let received = Received()
        var selector = JSONSelector(path: path, parsing: parsing) { event in
            switch event {
            case .begin: received.results.append([])
            case .bytes(let bytes): received.results[received.results.count - 1] += bytes
            case .end, .endOfValue: break
            }
        }
        do {
            try feed(parts, into: { selector.withInputSpace($0) }, process: { try selector.process() })
            try selector.finish()
        } catch {
            self.error = error as? JSONError
        }
        valueCount = selector.valueCount
        results = received.results
    }

    private final class Received {
        var results: [[UInt8]] = []
    }
}

/// Gives a reader the parts of a text, one after another, in pieces that its memory has room for.
private func feed(
    _ parts: [ArraySlice<UInt8>], into withInputSpace: ((UnsafeMutableRawBufferPointer) -> Int) -> Int,
    process: () throws -> Void
) rethrows {
    for var part in parts {
        while !part.isEmpty {
            let count = withInputSpace { space in
                let count = min(space.count, part.count)
                space.copyBytes(from: part.prefix(count))
                return count
            }
            part = part.dropFirst(count)
            try process()
        }
    }
}
