/// Writes any value entry by entry: containers that code has created or changed, and parsed ones in another order or layout.
/// Other parsed containers, and parsed strings and numbers, are written by `TapeSerializer`.
struct ValueSerializer {
    private let options: JSONWritingOptions
    private let style: TextStyle
    private let strings: StringWriter
    private let indentation: Indentation
    /// Whether only the last value of several members with the same name is written, at the position of the first.
    private let dropsRepeatedNames: Bool
    /// Whether `TapeSerializer` writes parsed containers.
    private let copiesParsedContainers: Bool
    /// The strings that are written for numbers that are not finite, instead of what the options say.
    private let nonFiniteTexts: NonFiniteTexts?

    /// Creates a serializer.
    ///
    /// - Parameters:
    ///   - options: how the text is written.
    ///   - style: the form of the text where the options leave it open.
    ///   - dropsRepeatedNames: whether only the last value of several members with the same name is written, at the position
    ///     of the first; for parsed containers, as no others have such members.
    ///   - nonFiniteTexts: the strings that are written for numbers that are not finite, instead of what the options
    ///     say.
    init(
        _ options: JSONWritingOptions, style: TextStyle = .neatline, dropsRepeatedNames: Bool = false,
        nonFiniteTexts: NonFiniteTexts? = nil
    ) {
        self.options = options
        self.style = style
        self.dropsRepeatedNames = dropsRepeatedNames
        strings = StringWriter(options, style: style)
        indentation = Indentation(options.indentation)
        self.nonFiniteTexts = nonFiniteTexts
        copiesParsedContainers =
            !options.sortsKeys && !dropsRepeatedNames && (style == .neatline || indentation.isNone)
    }

    /// Writes `value`, which is at `source` in a document if it was parsed, and, if the options say so, a final line feed.
    ///
    /// Creates no `ValueSerializer` if it can: that takes as many instructions as writing a short text.
    ///
    /// - Throws: as `write(_: JSON, into:)`.
    @inline(__always)
    static func write(
        _ value: JSON, _ source: Document.Location?, _ options: JSONWritingOptions, into buffer: inout OutputBuffer
    ) throws(JSONError) {
        guard let source, !options.sortsKeys else { return try ValueSerializer(options).write(value, into: &buffer) }
        do throws(JSONError) {
            try TapeSerializer(source.document, options, style: .neatline).write(source.index, level: 0, into: &buffer)
        } catch {
            throw error.inside(value, at: [])
        }
        if options.endsWithNewline { buffer.append(Byte.lineFeed) }
    }

    /// A container that is being written.
    private struct Frame {
        enum Entries {
            case elements(ArrayStorage)
            case members(ObjectStorage)
            /// The entries of a parsed container; `order` has the positions of its elements or keys on the tape.
            case parsed(Document, container: Int)
        }

        let entries: Entries
        let isObject: Bool
        /// The slots of the members, or positions on the tape, in the order in which they are written; nil for all slots in
        /// their order.
        let order: [Int]?
        let count: Int
        /// The number of entries that have been written.
        var written = 0

        /// The position on the tape of a parsed container; nil for others.
        var parsedPosition: Int? {
            if case .parsed(_, let position) = entries { return position }
            return nil
        }

        /// The step to the element or member that was written last, of a container that was not parsed.
        var step: JSONKey {
            if case .members(let members) = entries { return .key(members.name(order?[written - 1] ?? written - 1)) }
            return .index(written - 1)
        }
    }

    /// A value that is to be written next.
    private enum Pending {
        case value(JSON)
        /// The value at a position on the tape.
        case parsed(Document, Int)
    }

    /// Writes `value` and, if the options say so, a final line feed.
    ///
    /// - Throws: `JSONError.Code.nonFiniteNumber`, if the options refuse such numbers, and the error of a value that is
    ///   an unsupported type.
    /// - Complexity: O(*n*), and O(*k* log *k*) for *k* members that are sorted.
    func write(_ value: JSON, into buffer: inout OutputBuffer) throws(JSONError) {
        try write(.value(value), into: &buffer)
        if options.endsWithNewline { buffer.append(Byte.lineFeed) }
    }

    /// Writes the value of a document, without a final line feed.
    ///
    /// - Throws: as `write(_: JSON, into:)`.
    /// - Complexity: as `write(_: JSON, into:)`.
    func write(_ document: Document, into buffer: inout OutputBuffer) throws(JSONError) {
        try write(.parsed(document, 0), into: &buffer)
    }

    private func write(_ root: Pending, into buffer: inout OutputBuffer) throws(JSONError) {
        var frames: [Frame] = []
        var pending: Pending? = root
        while true {
            if let value = pending {
                pending = nil
                if let frame = try begin(value, inside: frames, into: &buffer) {
                    buffer.append(frame.isObject ? Byte.openBrace : Byte.openBracket)
                    frames.append(frame)
                }
            }
            guard let level = frames.indices.last else { return }
            if frames[level].written < frames[level].count {
                pending = beginNext(&frames[level], level: level, into: &buffer)
            } else {
                close(frames[level], level: level, into: &buffer)
                frames.removeLast()
            }
        }
    }

    /// Writes a value, unless it is a container whose entries are to be written one by one.
    ///
    /// - Returns: that container.
    private func begin(
        _ value: Pending, inside frames: [Frame], into buffer: inout OutputBuffer
    ) throws(JSONError) -> Frame? {
        switch value {
        case .value(.null): buffer.append("null")
        case .value(.bool(let value)): buffer.append(value ? "true" : "false")
        case .value(.string(let text)): strings.writeQuoted(text, into: &buffer)
        case .value(.number(let number)):
            do throws(JSONError) {
                try writeNumber(number, into: &buffer)
            } catch {
                throw error.inside(.number(number), at: frames.map(\.step))
            }
        case .value(.array(let array)):
            switch array.storage {
            case .view(let document, let index):
                return try begin(.parsed(document, index), inside: frames, into: &buffer)
            case .owned(let elements):
                return Frame(entries: .elements(elements), isObject: false, order: nil, count: elements.count)
            }
        case .value(.object(let object)):
            switch object.storage {
            case .view(let document, let index):
                return try begin(.parsed(document, index), inside: frames, into: &buffer)
            case .owned(let members):
                return Frame(entries: .members(members), isObject: true, order: order(members), count: members.count)
            }
        case .value(.error(let error)):
            if error.code == .unsupportedType { throw error.inside(.error(error), at: frames.map(\.step)) }
            buffer.append("null")
        case .parsed(let document, let index):
            if !copiesParsedContainers, document[index].isContainer {
                let isObject = document[index].kind == TapeWord.Kind.object
                let order =
                    isObject ? order(ofObjectAt: index, in: document) : elements(ofArrayAt: index, in: document)
                return Frame(
                    entries: .parsed(document, container: index), isObject: isObject, order: order, count: order.count)
            }
            do throws(JSONError) {
                try tapeSerializer(document).write(index, level: frames.count, into: &buffer)
            } catch {
                // Frames of containers that were parsed are the innermost: the error finds the path from the first one.
                let outer = frames.prefix { $0.parsedPosition == nil }
                let root = frames.dropFirst(outer.count).first?.parsedPosition ?? index
                throw error.inside(JSON(document, root), at: outer.map(\.step))
            }
        }
        return nil
    }

    /// Writes what is before the next entry's value.
    private func beginNext(_ frame: inout Frame, level: Int, into buffer: inout OutputBuffer) -> Pending {
        if frame.written > 0 { buffer.append(Byte.comma) }
        indentation.breakLine(&buffer, level: level + 1)
        let slot = frame.order?[frame.written] ?? frame.written
        frame.written += 1
        switch frame.entries {
        case .elements(let elements):
            if let document = elements.document, let position = elements.position(slot) {
                return .parsed(document, position)
            }
            return .value(elements[slot])
        case .members(let members):
            if let document = members.document, let position = members.namePosition(slot) {
                tapeSerializer(document).writeString(position, into: &buffer)
            } else {
                strings.writeQuoted(members.name(slot), into: &buffer)
            }
            writeColon(into: &buffer)
            if let document = members.document, let position = members.valuePosition(slot) {
                return .parsed(document, position)
            }
            return .value(members.value(slot))
        case .parsed(let document, _):
            if !frame.isObject { return .parsed(document, slot) }
            tapeSerializer(document).writeString(slot, into: &buffer)
            writeColon(into: &buffer)
            return .parsed(document, document.next(slot))
        }
    }

    private func writeColon(into buffer: inout OutputBuffer) {
        if style == .foundation, !indentation.isNone { buffer.append(Byte.space) }
        buffer.append(Byte.colon)
        if !indentation.isNone { buffer.append(Byte.space) }
    }

    private func close(_ frame: Frame, level: Int, into buffer: inout OutputBuffer) {
        if frame.count == 0, style == .foundation, !indentation.isNone { buffer.append(Byte.lineFeed) }
        if frame.count > 0 || style == .foundation { indentation.breakLine(&buffer, level: level) }
        buffer.append(frame.isObject ? Byte.closeBrace : Byte.closeBracket)
    }

    private func writeNumber(_ number: JSONNumber, into buffer: inout OutputBuffer) throws(JSONError) {
        if !number.isFinite {
            if let nonFiniteTexts { return strings.writeQuoted(nonFiniteTexts[number.doubleValue], into: &buffer) }
            switch options.nonFiniteNumbers {
            case .reject: throw .nonFinite(number)
            case .null:
                buffer.append("null")
                return
            case .literal: break
            }
        }
        buffer.append(number, style)
    }

    private func tapeSerializer(_ document: Document) -> TapeSerializer {
        TapeSerializer(document, options, style: style, nonFiniteTexts: nonFiniteTexts)
    }
}

// MARK: The order of entries

extension ValueSerializer {
    /// A member's name, and its slot or its position on the tape.
    private typealias Member = (name: [UInt8], position: Int)

    /// The slots of the members in the order in which they are written; nil if that is each slot in turn.
    private func order(_ object: ObjectStorage) -> [Int]? {
        guard options.sortsKeys else { return object.hasRemovedSlots ? Array(object.slots) : nil }
        return sorted(object.slots.map { slot in (object.withName(slot) { Array($0) }, slot) })
    }

    /// The positions of the keys of an object on the tape in the order in which they are written.
    private func order(ofObjectAt index: Int, in document: Document) -> [Int] {
        var members: [Member] = []
        members.reserveCapacity(document.count(index))
        let needsNames = options.sortsKeys || dropsRepeatedNames
        var entries = JSONCursor(document, entriesOf: index)
        while let (key, _) = entries.nextMember() {
            members.append((needsNames ? document.withDecodedText(key) { Array($0) } : [], key))
        }
        if dropsRepeatedNames { members = withoutRepeatedNames(members) }
        return options.sortsKeys ? sorted(members) : members.map(\.position)
    }

    private func elements(ofArrayAt index: Int, in document: Document) -> [Int] {
        var positions: [Int] = []
        positions.reserveCapacity(document.count(index))
        var entries = JSONCursor(document, entriesOf: index)
        while let element = entries.next() { positions.append(element) }
        return positions
    }

    private func withoutRepeatedNames(_ members: [Member]) -> [Member] {
        var numbers: [[UInt8]: Int] = [:]
        var kept: [Member] = []
        for member in members {
            if let number = numbers[member.name] {
                kept[number].position = member.position
            } else {
                numbers[member.name] = kept.count
                kept.append(member)
            }
        }
        return kept
    }

    /// The positions in the order of the names. Bytes of UTF-8 are ordered as their code points are; equal names keep
    /// their order.
    private func sorted(_ members: [Member]) -> [Int] {
        members.sorted { a, b in
            if a.name == b.name { return a.position < b.position }
            return a.name.lexicographicallyPrecedes(b.name)
        }.map(\.position)
    }
}
