/// Lays out the text of an encoder as Foundation's `JSONEncoder` does.
///
/// ```
/// {
///   "names" : [
///     "a"
///   ],
///   "none" : {
///
///   }
/// }
/// ```
///
/// Strings and numbers are copied; only what stands between them changes, and the order of members.
package struct EncodingLayout {
    private let breaksLines: Bool
    private let sortsKeys: Bool
    private let dropsRepeatedNames: Bool

    /// - Parameters:
    ///   - breaksLines: whether elements and members stand on lines of their own.
    ///   - sortsKeys: whether members stand in the order of their names' bytes.
    ///   - dropsRepeatedNames: whether of several members with one name only the last value is written, in the place of
    ///     the first.
    package init(breaksLines: Bool, sortsKeys: Bool, dropsRepeatedNames: Bool) {
        self.breaksLines = breaksLines
        self.sortsKeys = sortsKeys
        self.dropsRepeatedNames = dropsRepeatedNames
    }

    /// A container being written.
    private struct Frame {
        let isObject: Bool
        /// The entries still to be written, if their order is not that of the text: elements or keys, the last first.
        var remaining: [Int]?
        /// Otherwise where the next one is, and where they end.
        var next: Int
        let end: Int
        var isEmpty = true

        /// The next element or key.
        mutating func popNext(_ document: Document) -> Int? {
            if remaining != nil { return remaining?.popLast() }
            guard next < end else { return nil }
            let index = next
            next = document.next(index)
            if isObject { next = document.next(next) }
            return index
        }
    }

    /// The text of the value in `bytes`, laid out.
    ///
    /// - Throws: `JSONError`, if there is no value.
    /// - Complexity: O(*n*), and O(*k* log *k*) for *k* members that are sorted.
    package func apply(to bytes: [UInt8]) throws(JSONError) -> [UInt8] {
        let document = try Document.parse(bytes, options: .written)
        let estimate = breaksLines ? bytes.count * 2 : bytes.count
        return OutputBuffer.bytes(estimatedCount: estimate) { buffer in
            write(document, into: &buffer)
        }
    }

    private func write(_ document: Document, into buffer: inout OutputBuffer) {
        var frames: [Frame] = []
        var pending: Int? = 0
        while true {
            if let index = pending {
                pending = nil
                if document[index].isContainer {
                    let frame = frame(index, in: document)
                    buffer.append(frame.isObject ? Byte.openBrace : Byte.openBracket)
                    frames.append(frame)
                } else {
                    writeScalar(index, of: document, into: &buffer)
                }
            }
            guard var frame = frames.popLast() else { return }
            if let index = frame.popNext(document) {
                if !frame.isEmpty { buffer.append(Byte.comma) }
                frame.isEmpty = false
                breakLine(frames.count + 1, into: &buffer)
                if frame.isObject {
                    writeScalar(index, of: document, into: &buffer)
                    if breaksLines { buffer.append(" : " as StaticString) } else { buffer.append(Byte.colon) }
                    pending = document.next(index)
                } else {
                    pending = index
                }
                frames.append(frame)
            } else {
                if frame.isEmpty, breaksLines { buffer.append(Byte.lineFeed) }
                breakLine(frames.count, into: &buffer)
                buffer.append(frame.isObject ? Byte.closeBrace : Byte.closeBracket)
            }
        }
    }

    private func writeScalar(_ index: Int, of document: Document, into buffer: inout OutputBuffer) {
        let isString = document[index].kind == TapeWord.Kind.string
        if isString { buffer.append(Byte.quote) }
        buffer.append(document.text(index))
        if isString { buffer.append(Byte.quote) }
    }

    private func breakLine(_ level: Int, into buffer: inout OutputBuffer) {
        if breaksLines { Indentation(.spaces(2)).breakLine(&buffer, level: level) }
    }

    private func frame(_ container: Int, in document: Document) -> Frame {
        let isObject = document[container].kind == TapeWord.Kind.object
        var frame = Frame(
            isObject: isObject, remaining: nil, next: container + 1, end: document.contentEnd(container))
        guard isObject, sortsKeys || dropsRepeatedNames, document.count(container) > 1 else { return frame }
        var keys: [(name: [UInt8], position: Int)] = []
        keys.reserveCapacity(document.count(container))
        document.forEachKey(ofObjectAt: container) { key in
            keys.append((document.withDecodedText(key) { Array($0) }, key))
            return true
        }
        if dropsRepeatedNames {
            var places: [[UInt8]: Int] = [:]
            var kept: [(name: [UInt8], position: Int)] = []
            for key in keys {
                if let place = places[key.name] {
                    kept[place].position = key.position
                } else {
                    places[key.name] = kept.count
                    kept.append(key)
                }
            }
            keys = kept
        }
        if sortsKeys {
            keys.sort { a, b in a.name.lexicographicallyPrecedes(b.name) }
        }
        frame.remaining = keys.reversed().map(\.position)
        return frame
    }
}
