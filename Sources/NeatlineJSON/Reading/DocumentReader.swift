/// Read access to a parsed text for decoders and mappers: by positions on its tape, without a `JSON` for each container.
///
/// A position is `root`, or was returned by `member`, `firstElement` or `next`. Position 0 is the root of the document,
/// which is never a member of an object, so `member` returns 0 if there is no such member.
package struct DocumentReader: Sendable {
    let document: Document
    /// The position of the value that the reader was created for.
    package let root: Int
    /// Whether the document is a text of the user's, so that its lines and columns can be shown; false for a document
    /// that was serialized from a value.
    package let isSource: Bool

    /// The kinds of values.
    package enum Kind: Sendable {
        case null, bool, number, string, array, object
    }

    /// A reader of a null that is in no text.
    package static let null: DocumentReader = {
        // `null` can be written.
        guard let reader = try? DocumentReader(JSON.null) else { preconditionFailure("null is not written") }
        return reader
    }()

    /// Parses a text, whose root becomes the reader's.
    ///
    /// - Throws: ``JSONError`` if the text is not valid under `options`.
    /// - Complexity: O(*n*). The text is retained, not copied.
    package init(parsing bytes: [UInt8], options: JSONParsingOptions) throws(JSONError) {
        document = try Document.parse(bytes, options: options)
        root = 0
        isSource = true
    }

    /// Creates a reader of a value in the document of a text.
    init(_ document: Document, root: Int) {
        self.document = document
        self.root = root
        isSource = true
    }

    /// Creates a reader of a value: of a view in its own document, of any other value in a document of its serialized text.
    ///
    /// - Throws: the ``JSONError`` that the value is, or that serializing it throws.
    /// - Complexity: O(1) for a view, otherwise O(*n*) in the size of the value.
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

    /// The kind of the value at `position`.
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

    /// The number of bytes of the whole text.
    package var textCount: Int { document.byteCount }

    /// Whether the value at `position` is null.
    @inline(__always)
    package func isNull(_ position: Int) -> Bool { document[position].kind == TapeWord.Kind.null }

    /// The value at `position`.
    package func json(_ position: Int) -> JSON { JSON(document, position) }
}

// MARK: Scalars

extension DocumentReader {
    /// The boolean at `position`; nil if the value is of another kind.
    package func bool(_ position: Int) -> Bool? {
        switch document[position].kind {
        case TapeWord.Kind.true: true
        case TapeWord.Kind.false: false
        default: nil
        }
    }

    /// The string at `position`; nil if the value is of another kind.
    package func string(_ position: Int) -> String? {
        guard document[position].kind == TapeWord.Kind.string else { return nil }
        return document.string(position)
    }

    /// The number at `position`; nil if the value is of another kind.
    package func number(_ position: Int) -> JSONNumber? {
        guard document[position].kind == TapeWord.Kind.number else { return nil }
        return JSONNumber(document, position)
    }

    /// The number at `position`; nil if it is no integer (`1`, `1.0`, `1e2`) or outside the range of `Int64`.
    package func int64(_ position: Int) -> Int64? { view.int64(position) ?? number(position)?.exactInt64 }

    /// The number at `position`; nil if it is no integer or outside the range of `UInt64`.
    package func uint64(_ position: Int) -> UInt64? {
        if let value = int64(position) { return UInt64(exactly: value) }
        return number(position)?.exactUInt64
    }

    /// `JSONNumber.parts` of the number at `position`; nil if the value is of another kind.
    package func parts(_ position: Int) -> JSONNumber.Parts? { view.parts(position) ?? number(position)?.parts }

    /// The double nearest to the number at `position`, infinite beyond the range of `Double`; nil if the value is of
    /// another kind.
    package func double(_ position: Int) -> Double? { view.double(position) ?? number(position)?.doubleValue }

    /// Whether the number at `position` is finite, however large.
    package func isFiniteNumber(_ position: Int) -> Bool { !document[position].has(TapeWord.nonFiniteFlag) }
}

// MARK: Containers

extension DocumentReader {
    /// The number of elements or members of the container at `position`.
    package func count(_ position: Int) -> Int { document.count(position) }

    /// The position of the first element of the array at `position`, or its `end` if it is empty.
    ///
    /// In an object it is the position of the first key.
    @inline(__always)
    package func firstElement(_ position: Int) -> Int { position &+ 1 }

    /// The position after the last element or member of the container at `position`.
    @inline(__always)
    package func end(_ position: Int) -> Int { document.contentEnd(position) }

    /// The position after the value or key at `position`.
    @inline(__always)
    package func next(_ position: Int) -> Int { document.next(position) }

    /// A cursor over the entries of the container at `position`. The caller keeps the document alive while it uses it.
    package func entries(_ position: Int) -> JSONCursor { JSONCursor(document, entriesOf: position) }

    /// The position of element `ordinal` of the array at `position`; nil if it has no such element.
    package func element(_ ordinal: Int, ofArrayAt position: Int) -> Int? {
        guard ordinal >= 0, ordinal < document.count(position) else { return nil }
        return document.element(ordinal, ofArrayAt: position)
    }

    /// The position of the value of the effective member called `name`; 0 if there is none.
    ///
    /// - Complexity: O(members) up to 63 members, then O(1). For many lookups in one object see `MemberTables`.
    package func member(_ name: String, ofObjectAt object: Int) -> Int {
        document.member(name, ofObjectAt: object)
    }

    /// The name of the member whose key is at `key`.
    package func name(_ key: Int) -> String { document.string(key) }

    /// Whether the member whose key is at `key` is the effective one among members of the same name: the one that a
    /// lookup finds.
    package func isEffective(_ key: Int, ofObjectAt object: Int) -> Bool {
        document.isEffective(key, ofObjectAt: object)
    }
}

// MARK: Locations

extension DocumentReader {
    /// The steps that lead to `position` from the root of the document.
    ///
    /// - Complexity: O(*n*) in the size of the tape.
    package func path(to position: Int) -> [JSONKey] { document.steps(to: position) }

    /// The location in the text at which the value at `position` begins; nil if the text was serialized from a value.
    ///
    /// - Complexity: O(*n*) in the offset.
    package func location(of position: Int) -> TextLocation? { locations(of: [position]).first?.location }

    /// The paths and locations of several positions.
    ///
    /// - Parameter positions: in ascending order; may contain duplicates.
    /// - Complexity: O(*n*) in the size of the document, for all of them together.
    package func locations(of positions: [Int]) -> [(path: [JSONKey], location: TextLocation?)] {
        var result: [(path: [JSONKey], location: TextLocation?)] = []
        result.reserveCapacity(positions.count)
        let document = document.closed
        var wanted = positions.makeIterator()
        var target = wanted.next()
        var offsets = ValueOffsets(document)
        var scale = LineScale(document)
        var walk = TapeWalk(document)
        while target != nil, walk.next() {
            while let position = target, position == walk.value {
                result.append((walk.path, isSource ? scale.location(at: offsets.offset(of: position)) : nil))
                target = wanted.next()
            }
            if let position = target, position < walk.end { walk.enter() }
        }
        return result
    }

    /// Converts ascending offsets to lines and columns; counting continues from the offset before.
    private struct LineScale {
        private let document: Document
        private var consumed = SourcePosition.Consumed()

        init(_ document: Document) { self.document = document }

        mutating func location(at offset: Int) -> TextLocation {
            let start = document.streamStart
            if offset < consumed.bytes - start.bytes || consumed.bytes < start.bytes { consumed = start }
            consumed.add(UnsafeBufferPointer(rebasing: document.text[(consumed.bytes - start.bytes)..<offset]))
            return TextLocation(
                document, byteOffset: consumed.bytes, line: consumed.lines + 1, column: consumed.columns + 1)
        }
    }
}

/// A location in a text, for the errors of decoders and mappers.
package struct TextLocation: Sendable {
    /// The text, from which `excerpt` is created on demand; nil if it was created before.
    private let document: Document?
    private let kept: String
    /// The number of bytes before it in the text, or in the stream.
    package let byteOffset: Int
    /// The number of the line; the first is 1.
    package let line: Int
    /// The column in Unicode scalars; the first is 1.
    package let column: Int

    init(_ document: Document, byteOffset: Int, line: Int, column: Int) {
        self.document = document
        kept = ""
        self.byteOffset = byteOffset
        self.line = line
        self.column = column
    }

    private init(keepingExcerptOf other: TextLocation) {
        document = nil
        kept = other.excerpt
        (byteOffset, line, column) = (other.byteOffset, other.line, other.column)
    }

    /// The same, without a reference to the text.
    package var withoutText: TextLocation { TextLocation(keepingExcerptOf: self) }

    /// At most 76 characters of the line, and below them a caret at the column.
    package var excerpt: String {
        guard let document else { return kept }
        let start = document.streamStart.bytes
        let (text, caret) = SourcePosition.excerpt(at: byteOffset - start, in: document.text, isWhole: start == 0)
        return text + "\n" + String(repeating: " ", count: caret) + "^"
    }
}

extension JSONKey {
    /// The description of a path, such as `$.users[3].name`.
    package static func path(_ steps: [JSONKey]) -> String { describe(steps) }

    /// Returns the step of a name in a path such as `users.3`: an index for a number as it is usually written, otherwise a key.
    package static func step(named name: String) -> JSONKey {
        guard let index = Int(name), index >= 0, "\(index)" == name else { return .key(name) }
        return .index(index)
    }
}

extension JSONKey {
    /// The text as a JSON string, with quotes and escapes, for messages.
    package static func quotedText(_ text: String) -> String { quoted(text) }
}
