/// How a value is written into a text that has a layout.
struct ValueLayout {
    /// Whether entries are on lines of their own.
    var breaksLines = false
    var lineEnd: [UInt8] = [Byte.lineFeed]
    /// The indentation of the line on which the value begins.
    var margin: [UInt8] = []
    /// What is added to the margin in each container.
    var indentation: [UInt8] = [Byte.space, Byte.space]
    /// What follows the comma between two entries on one line.
    var separator: [UInt8] = []
    /// What is between a name and its value.
    var colon: [UInt8] = [Byte.colon]
    /// What is inside the brackets of arrays, and of objects, on one line.
    var padding: (array: [UInt8], object: [UInt8]) = ([], [])
    /// Whether a comma follows the last entry, if entries are on lines of their own.
    var endsWithComma = false
    var nonFiniteNumbers = JSONWritingOptions.NonFiniteNumbers.reject

    /// The deepest nesting that is indented: the size of the indentation grows with the square of the depth.
    private static let deepestIndented = 512

    /// The line end and the margin of an entry in a container that is at `level` in the value.
    private func line(_ level: Int) -> [UInt8] {
        var line = lineEnd + margin
        for _ in 0..<level { line += indentation }
        return line
    }

    /// Returns a value as text.
    ///
    /// Of several members with one name only the effective one is written, because the text may be read by another rule than
    /// the value was.
    ///
    /// - Throws: `JSONError.Code.nonFiniteNumber`, if such numbers are not allowed, and the error of a value that is an
    ///   unsupported type.
    /// - Complexity: O(*n*), and the indentation.
    func text(_ value: JSON) throws(JSONError) -> [UInt8] {
        var layout = self
        if breaksLines, value.nests(deeperThan: ValueLayout.deepestIndented) { layout.breaksLines = false }
        return try OutputBuffer.bytes(estimatedCount: 256) { buffer throws(JSONError) in
            try layout.write(value, into: &buffer)
        }
    }

    /// Returns a member's name as text.
    func text(name: String) -> [UInt8] {
        OutputBuffer.bytes(estimatedCount: 256) { buffer in
            StringWriter(JSONWritingOptions()).writeQuoted(name, into: &buffer)
        }
    }

    private func write(_ root: JSON, into buffer: inout OutputBuffer) throws(JSONError) {
        let options = JSONWritingOptions(nonFiniteNumbers: nonFiniteNumbers)
        let scalars = ValueSerializer(options)
        let strings = StringWriter(options)
        /// The containers that have been opened.
        var open: [(isObject: Bool, count: Int)] = []
        var walk = ValueWalk(root, effectiveMembers: true)
        while let event = walk.next() {
            guard case .value(let value) = event else {
                guard let closed = open.popLast() else { return }
                if closed.count > 0 {
                    if breaksLines, endsWithComma { buffer.append(Byte.comma) }
                    buffer.append(breaksLines ? line(open.count) : padding(closed.isObject))
                }
                buffer.append(closed.isObject ? Byte.closeBrace : Byte.closeBracket)
                continue
            }
            if let last = open.indices.last {
                let isFirst = open[last].count == 0
                if !isFirst { buffer.append(Byte.comma) }
                buffer.append(breaksLines ? line(open.count) : isFirst ? padding(open[last].isObject) : separator)
                open[last].count += 1
                if let name = walk.name {
                    strings.writeQuoted(name, into: &buffer)
                    buffer.append(colon)
                }
            }
            if value.isContainer {
                let isObject = value.isObject
                buffer.append(isObject ? Byte.openBrace : Byte.openBracket)
                open.append((isObject, 0))
            } else {
                do throws(JSONError) {
                    try scalars.write(value, into: &buffer)
                } catch {
                    throw error.inside(value, at: walk.path, from: root)
                }
            }
        }
    }

    func padding(_ isObject: Bool) -> [UInt8] { isObject ? padding.object : padding.array }
}

extension JSON {
    /// Whether the value is an object.
    var isObject: Bool {
        if case .object = self { return true }
        return false
    }
}

extension OutputBuffer {
    fileprivate mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }
}

/// What the layout of a text looks like where its parts say nothing: the first example of each property.
struct LayoutSample {
    private(set) var separator: [UInt8]?
    private(set) var colon: [UInt8]?
    private(set) var padding: (array: [UInt8]?, object: [UInt8]?)
    private(set) var indentation: [UInt8]?
    private(set) var lineEnd: [UInt8]?

    /// - Complexity: O(*n*).
    init(_ document: Document, _ source: TextSource, _ spans: ValueSpans) {
        var position = 0
        while position < document.tapeCount {
            let word = document[position]
            if !word.isContainer {
                position = document.next(position)
                continue
            }
            if word.kind != TapeWord.Kind.extension, document.count(position) > 0 {
                add(position, document, source, spans)
            }
            position += 1
        }
        if lineEnd == nil, let first = source.bytes.indices.first(where: { source.lineEndLength($0) != nil }),
            let length = source.lineEndLength(first)
        {
            lineEnd = Array(source.bytes[first..<first + length])
        }
    }

    /// Takes the first two entries of the container at `position` as examples.
    private mutating func add(_ position: Int, _ document: Document, _ source: TextSource, _ spans: ValueSpans) {
        let isObject = document[position].kind == TapeWord.Kind.object
        let first = position + 1
        let value = isObject ? document.next(first) : first
        let open = spans[position].start
        let gap = source.gap(open + 1..<spans[first].start, isBeforeEnd: false)
        if let line = source.lineStart(gap) {
            if lineEnd == nil { lineEnd = line.lineEnd }
            if indentation == nil {
                let outer = source.margin(at: open)
                if line.margin.count > outer.count, line.margin.starts(with: outer) {
                    indentation = Array(line.margin.dropFirst(outer.count))
                }
            }
        } else if !gap.hasComments {
            let blanks = Array(source.bytes[gap.lead])
            if isObject, padding.object == nil { padding.object = blanks }
            if !isObject, padding.array == nil { padding.array = blanks }
        }
        if isObject, colon == nil { colon = source.colon(spans[first].end..<spans[value].start) }
        let second = document.next(value)
        if separator == nil, second < document.contentEnd(position) {
            separator = source.separator(
                source.gap(spans[value].end..<spans[second].start, isBeforeEnd: false))
        }
    }
}

extension TextSource {
    /// The bytes between a name and its value; nil if they contain a comment or a line end.
    func colon(_ range: Range<Int>) -> [UInt8]? {
        let bytes = bytes[range]
        let isPlain = bytes.allSatisfy { $0 == Byte.colon || $0 == Byte.space || $0 == Byte.tab }
        return isPlain ? Array(bytes) : nil
    }

    /// The bytes between the comma and an entry on the same line; nil if there is a comment or a line end.
    func separator(_ gap: Gap) -> [UInt8]? {
        gap.hasComments || gap.lastBreak != nil || gap.tailEndsInLineComment ? nil : Array(bytes[gap.lead])
    }
}
