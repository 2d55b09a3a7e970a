import NeatlineJSON

/// What the streaming formatter makes of a text.
public struct Formatted {
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
        let written = Written()
        var formatter = JSONStreamFormatter(
            options: writing, parsing: parsing, validatesOnly: validatesOnly, sink: { written.bytes += $0 })
        var offset = 0
        do {
            while offset < bytes.count {
                offset += formatter.withInputSpace { space in
                    let count = min(chunkSize, space.count, bytes.count - offset)
                    bytes.withUnsafeBytes { space.copyBytes(from: $0[offset..<offset + count]) }
                    return count
                }
                try formatter.process()
            }
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
