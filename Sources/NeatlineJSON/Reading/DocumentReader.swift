/// A parsed text as the layers above read it: by positions on its tape, so that no `JSON` is made of a container.
///
/// A position is that of a value: `root`, or one that `member`, `firstElement` or `next` has given. 0 is the position of
/// the document's own root, which is nobody's member; for `member` it means that there is none.
package struct DocumentReader: Sendable {
    let document: Document
    /// Where the value stands that this reader was made of.
    package let root: Int
    /// Whether lines and columns of the document mean something to the user: it was not made from a value.
    package let isSource: Bool

    /// What kind of value stands somewhere.
    package enum Kind: Sendable {
        case null, bool, number, string, array, object
    }

    /// Of the text `null`.
    package static let null: DocumentReader = {
        // `null` is JSON.
        guard let reader = try? DocumentReader(parsing: Array("null".utf8), options: JSONParsingOptions()) else {
            preconditionFailure("null does not parse")
        }
        return reader
    }()

    /// Parses a text.
    package init(parsing bytes: [UInt8], options: JSONParsingOptions) throws(JSONError) {
        document = try Document.parse(bytes, options: options)
        root = 0
        isSource = true
    }

    /// Reads a value: a view in its document, any other in a document that is made of it.
    ///
    /// - Throws: the error of a value that is missing or has no form in JSON.
    package init(_ json: JSON) throws(JSONError) {
        switch json {
        case .object(let object):
            if case .view(let document, let index) = object.storage {
                (self.document, root, isSource) = (document, index, true)
                return
            }
        case .array(let array):
            if case .view(let document, let index) = array.storage {
                (self.document, root, isSource) = (document, index, true)
                return
            }
        case .error(let error):
            throw error
        default:
            break
        }
        var writing = JSONWritingOptions.compact
        writing.nonFiniteNumbers = .literal
        document = try Document.parse(written: try json.utf8(writing))
        root = 0
        isSource = false
    }

    /// What stands at `position`.
    @inline(__always)
    package func kind(_ position: Int) -> Kind {
        switch document[position].kind {
        case TapeWord.Kind.null: .null
        case TapeWord.Kind.false, TapeWord.Kind.true: .bool
        case TapeWord.Kind.number: .number
        case TapeWord.Kind.string: .string
        case TapeWord.Kind.array: .array
        default: .object
        }
    }

    /// Whether null stands at `position`.
    @inline(__always)
    package func isNull(_ position: Int) -> Bool { document[position].kind == TapeWord.Kind.null }

    /// The value at `position`.
    package func json(_ position: Int) -> JSON { JSON(document, position) }
}

// MARK: Scalars

extension DocumentReader {
    /// The boolean at `position`, or nil.
    package func bool(_ position: Int) -> Bool? {
        switch document[position].kind {
        case TapeWord.Kind.true: true
        case TapeWord.Kind.false: false
        default: nil
        }
    }

    /// The string at `position`, or nil.
    package func string(_ position: Int) -> String? {
        guard document[position].kind == TapeWord.Kind.string else { return nil }
        return document.string(position)
    }

    /// The number at `position`, or nil.
    package func number(_ position: Int) -> JSONNumber? {
        guard document[position].kind == TapeWord.Kind.number else { return nil }
        return JSONNumber(document, position)
    }

    /// The number at `position` if it is an integer (`1`, `1.0`, `1e2`) that `Int64` holds, or nil.
    package func int64(_ position: Int) -> Int64? {
        let word = document[position]
        guard word.kind == TapeWord.Kind.number else { return nil }
        if word.has(TapeWord.integerFlag) {
            let text = document.text(position)
            let readable = document.readableCount &- word.textOffset &- text.count
            if let value = DecimalParser.shortInt64(text, followedBy: readable) { return value }
        }
        return JSONNumber(document, position).exactInt64
    }

    /// The number at `position` if it is an integer that `UInt64` holds, or nil.
    package func uint64(_ position: Int) -> UInt64? {
        if let value = int64(position) { return UInt64(exactly: value) }
        return number(position)?.exactUInt64
    }

    /// The parts of the number at `position`, as `JSONNumber.parts` has them, or nil.
    package func parts(_ position: Int) -> JSONNumber.Parts? {
        let word = document[position]
        guard word.kind == TapeWord.Kind.number else { return nil }
        let text = document.text(position)
        let readable = document.readableCount &- word.textOffset &- text.count
        if word.has(TapeWord.integerFlag) {
            guard let value = DecimalParser.shortInt64(text, followedBy: readable), value != 0 || text.count == 1 else {
                return number(position)?.parts
            }
            return (value.magnitude, 0, value < 0)
        }
        return ShortDecimal(text, followedBy: readable)?.parts
    }

    /// The double nearest to the number at `position`, which is infinite beyond the range of `Double`, or nil.
    package func double(_ position: Int) -> Double? {
        let word = document[position]
        guard word.kind == TapeWord.Kind.number else { return nil }
        if word.has(TapeWord.nonFiniteFlag) { return JSONNumber(document, position).doubleValue }
        let text = document.text(position)
        return DecimalParser.double(text, followedBy: document.readableCount &- word.textOffset &- text.count)
    }

    /// Whether the number at `position` is finite, however large.
    package func isFiniteNumber(_ position: Int) -> Bool { !document[position].has(TapeWord.nonFiniteFlag) }
}

// MARK: Containers

extension DocumentReader {
    /// The number of elements or members of the container at `position`.
    package func count(_ position: Int) -> Int { document.count(position) }

    /// The position of the first element of the array at `position`, or its `end` if it is empty.
    ///
    /// In an object the same place holds the first key.
    @inline(__always)
    package func firstElement(_ position: Int) -> Int { position &+ 1 }

    /// The position behind the last element or member of the container at `position`.
    @inline(__always)
    package func end(_ position: Int) -> Int { document.contentEnd(position) }

    /// The position of what stands after the value, or key, at `position`.
    @inline(__always)
    package func next(_ position: Int) -> Int { document.next(position) }

    /// The positions of the elements of the array at `position`, for as long as the document lives.
    package func elements(_ position: Int) -> ElementPositions {
        ElementPositions(tape: document.tape, next: firstElement(position), end: end(position))
    }

    /// The position of element `ordinal` of the array at `position`, or nil.
    package func element(_ ordinal: Int, ofArrayAt position: Int) -> Int? {
        guard ordinal >= 0, ordinal < document.count(position) else { return nil }
        return document.element(ordinal, ofArrayAt: position)
    }

    /// The position of the value of the member that counts under `name`; 0 if there is none.
    ///
    /// - Complexity: O(members) up to 63 members, then O(1). For many lookups in one object see `MemberTables`.
    package func member(_ name: String, ofObjectAt object: Int) -> Int {
        document.member(name, ofObjectAt: object)
    }

    /// The name whose key stands at `key`.
    package func name(_ key: Int) -> String { document.name(key) }

    /// Whether the member whose key stands at `key` is the one that lookup finds under its name.
    package func isEffective(_ key: Int, ofObjectAt object: Int) -> Bool {
        document.isEffective(key, ofObjectAt: object)
    }
}

/// The positions of an array's elements, one after the other.
///
/// It does not keep the document alive, so that stepping on counts no reference.
package struct ElementPositions {
    fileprivate let tape: UnsafePointer<UInt64>
    fileprivate var next: Int
    fileprivate let end: Int

    /// The position of the next element; nil behind the last.
    package mutating func step() -> Int? {
        if next >= end { return nil }
        let found = next
        // SAFETY: the document lives, as the caller has to see to, and values stand one after the other up to the end.
        let word = TapeWord(bits: tape[found])
        next = found &+ (word.isContainer ? word.skip : word.isExtended ? 2 : 1)
        return found
    }
}

// MARK: Places

extension DocumentReader {
    /// The steps that lead to `position` from the root of the document.
    ///
    /// - Complexity: O(*n*) in the size of the tape.
    package func path(to position: Int) -> [JSONKey] { document.steps(to: position) }

    /// Where in the text the value at `position` begins; nil if the document was made of a value.
    ///
    /// - Complexity: O(*n*) in the offset.
    package func location(of position: Int) -> TextLocation? { locations(of: [position]).first?.location }

    /// Paths and locations of many positions.
    ///
    /// - Parameter positions: in ascending order; the same one may come again.
    /// - Complexity: O(*n*) in the size of the document, for all of them together.
    package func locations(of positions: [Int]) -> [(path: [JSONKey], location: TextLocation?)] {
        var result: [(path: [JSONKey], location: TextLocation?)] = []
        result.reserveCapacity(positions.count)
        var wanted = positions.makeIterator()
        var target = wanted.next()
        var offsets = ValueOffsets(document)
        var scale = LineScale(document)
        document.forEachValue { index, end, path in
            while let position = target, position == index {
                result.append((path(), isSource ? scale.location(at: offsets.offset(of: index)) : nil))
                target = wanted.next()
            }
            guard let position = target else { return .stop }
            return position < end ? .descend : .skip
        }
        return result
    }

    /// Lines and columns of ascending offsets: what lies before one of them is not counted again for the next.
    private struct LineScale {
        private let document: Document
        private var consumed = SourcePosition.Consumed()

        init(_ document: Document) { self.document = document }

        mutating func location(at offset: Int) -> TextLocation {
            if offset < consumed.bytes { consumed = SourcePosition.Consumed() }
            consumed.add(UnsafeBufferPointer(rebasing: document.text[consumed.bytes..<offset]))
            return TextLocation(
                document, byteOffset: offset, line: consumed.lines + 1, column: consumed.columns + 1)
        }
    }
}

extension Document {
    /// What a walk over the tape does after a value.
    fileprivate enum Walk {
        case descend, skip, stop
    }

    /// Calls `body` with the position of each value, the position behind it, and a function that tells its path. The records
    /// of a stream have a root each.
    fileprivate func forEachValue(_ body: (Int, Int, () -> [JSONKey]) -> Walk) {
        /// A container that is being walked over.
        struct Level {
            let end: Int
            let isObject: Bool
            /// The key of the present member.
            var key = 0
            var ordinal = -1
        }
        var levels: [Level] = []
        func path() -> [JSONKey] {
            levels.map { $0.isObject ? .key(string($0.key)) : .index($0.ordinal) }
        }
        var index = 0
        while true {
            while let level = levels.last, index >= level.end {
                index = level.end + (level.end < tapeCount && self[level.end].kind == TapeWord.Kind.extension ? 1 : 0)
                levels.removeLast()
            }
            if index >= tapeCount { return }
            if let last = levels.indices.last {
                levels[last].ordinal += 1
                if levels[last].isObject {
                    levels[last].key = index
                    index = next(index)
                }
            }
            let end = next(index)
            switch body(index, end, path) {
            case .stop:
                return
            case .descend where self[index].isContainer:
                levels.append(
                    Level(end: contentEnd(index), isObject: self[index].kind == TapeWord.Kind.object))
                index += 1
            case .descend, .skip:
                index = end
            }
        }
    }
}

/// A location in a text, for errors of the layers above.
package struct TextLocation: Sendable {
    /// Keeps the text, from which the excerpt is made when it is asked for.
    private let document: Document
    /// From the start of the text, in bytes.
    package let byteOffset: Int
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int

    init(_ document: Document, byteOffset: Int, line: Int, column: Int) {
        self.document = document
        self.byteOffset = byteOffset
        self.line = line
        self.column = column
    }

    /// At most 76 characters of the line, and below it a caret.
    package var excerpt: String {
        let (text, caret) = SourcePosition.excerpt(at: byteOffset, in: document.text, isWhole: true)
        return text + "\n" + String(repeating: " ", count: caret) + "^"
    }
}

extension JSONKey {
    /// How steps are shown, such as `$.users[3].name`.
    package static func path(_ steps: [JSONKey]) -> String { describe(steps) }
}

extension JSONKey {
    /// A text as a JSON string, for messages.
    package static func quotedText(_ text: String) -> String { quoted(text) }
}
