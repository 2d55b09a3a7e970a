import NeatlineJSON

/// Formats one input with sorted keys: the memory is that of its largest value, because sorting needs a tree.
///
/// A first formatter validates the input and puts each value on a line of its own; each line is parsed, and written in
/// order to a second formatter, which gives it its form.
struct SortedFormatting {
    let settings: FormatterSettings
    let output: Output

    /// Reads the input to its end; what is complete is written before an error is thrown.
    func format(_ input: borrowing Input) throws {
        let lines = LineBuffer()
        var splitter = settings.makeSplitter(sink: lines.append)
        var formatter = settings.makeFormatter(sink: output.write)
        do {
            while try splitter.withInputSpace({ try input.read(into: $0) }) > 0 {
                try splitter.process()
                let isIdle = input.isIdle
                if isIdle { try splitter.flush() }
                try lines.takeAll { try write($0, to: &formatter) }
                if isIdle { try formatter.flush() }
            }
            try splitter.finish()
            try splitter.requireValue()
        } catch let ended as Output.Ended {
            throw ended
        } catch {
            try splitter.flush()
            try finish(lines, &formatter)
            throw error
        }
        try finish(lines, &formatter)
    }

    /// Writes the values that are complete.
    private func finish(_ lines: LineBuffer, _ formatter: inout JSONStreamFormatter) throws {
        try lines.takeAll { try write($0, to: &formatter) }
        try formatter.finish()
    }

    /// Writes one value, which is valid, in the order of its keys.
    private func write(_ line: ArraySlice<UInt8>, to formatter: inout JSONStreamFormatter) throws {
        let value = try JSON(parsing: line, options: settings.parsing)
        var sorted = try value.serialized(JSONWritingOptions(sortsKeys: true, endsWithNewline: true))[...]
        while !sorted.isEmpty {
            let count = formatter.withInputSpace { space in
                let count = Swift.min(space.count, sorted.count)
                space.copyBytes(from: sorted.prefix(count))
                return count
            }
            sorted = sorted.dropFirst(count)
            try formatter.process()
        }
    }
}

/// Collects text until its lines are complete.
private final class LineBuffer {
    private var bytes: [UInt8] = []
    /// No line ends before it.
    private var searched = 0

    func append(_ more: UnsafeRawBufferPointer) { bytes += more }

    /// Calls `body` with each complete line, and keeps the rest.
    func takeAll(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
        var start = 0
        while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            try body(bytes[start..<end])
            start = end + 1
            searched = start
        }
        bytes.removeSubrange(..<start)
        searched = bytes.count
    }
}
