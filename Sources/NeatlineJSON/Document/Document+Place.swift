// From a position on the tape back to the text: where a value stands, and by which steps it is reached.
extension Document {
    /// Where a value stands.
    struct Place: Sendable {
        let document: Document
        /// On the tape.
        let index: Int
    }

    /// The steps from its root to the value at `target`.
    ///
    /// - Complexity: O(*n*) in the size of the tape; asked for by errors only.
    func steps(to target: Int) -> [JSONKey] {
        var steps: [JSONKey] = []
        var container = 0
        // The records of a stream have a root each.
        while next(container) <= target { container = next(container) }
        while container != target {
            let isObject = self[container].kind == TapeWord.Kind.object
            var index = container + 1
            var ordinal = 0
            let end = contentEnd(container)
            while index < end {
                let value = isObject ? next(index) : index
                let after = next(value)
                if target >= value, target < after {
                    steps.append(isObject ? .key(string(index)) : .index(ordinal))
                    container = value
                    break
                }
                index = after
                ordinal += 1
            }
            if index >= end { return steps }
        }
        return steps
    }

    /// The offset in the text of the value at `target`.
    ///
    /// A container's word has no offset; it is found by reading on from the last entry before it that has one.
    func offset(of target: Int) -> Int {
        let word = self[target]
        if !word.isContainer {
            return word.kind == TapeWord.Kind.string ? stringOffset(target) : source(target).lowerBound
        }
        var anchor = target
        repeat { anchor -= 1 } while anchor >= 0 && self[anchor].isContainer
        var openers = 0
        for index in (anchor + 1)...target where self[index].kind != TapeWord.Kind.extension { openers += 1 }
        var offset = 0
        if anchor >= 0 {
            // A closing quote is stepped over below.
            offset = source(anchor).upperBound
        }
        // Only punctuation, whitespace and comments stand between the anchor and the container.
        let byteCount = text.count
        while offset < byteCount {
            let byte = bytes[offset]
            if byte == Byte.openBrace || byte == Byte.openBracket {
                openers -= 1
                if openers == 0 { return offset }
            } else if byte == Byte.slash, offset + 1 < byteCount {
                let isLine = bytes[offset + 1] == Byte.slash
                // `/*/` opens a comment and does not close it.
                offset += isLine ? 2 : 3
                while offset < byteCount {
                    if isLine, bytes[offset] == Byte.lineFeed || bytes[offset] == Byte.carriageReturn { break }
                    if !isLine, bytes[offset] == Byte.slash, bytes[offset - 1] == UInt8(ascii: "*") { break }
                    offset += 1
                }
            }
            offset += 1
        }
        return byteCount
    }
}
