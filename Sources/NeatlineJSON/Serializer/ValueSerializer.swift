/// Writes any value; parts that are views on a document go through `TapeSerializer`.
struct ValueSerializer {
    private let options: JSONWritingOptions
    private let strings: StringWriter
    private let indentation: Indentation

    init(_ options: JSONWritingOptions) {
        self.options = options
        strings = StringWriter(options)
        indentation = Indentation(options.indentation)
    }

    /// A container being written.
    private enum Frame {
        /// An array and how many elements were written.
        case elements(ArrayStorage, written: Int)
        /// An object, the slots of its members in the order in which they are written, and how many were written.
        case members(ObjectStorage, order: [Int]?, written: Int)

        /// The step to the last element or member written.
        var step: JSONKey {
            switch self {
            case .elements(_, let written): .index(written - 1)
            case .members(let members, let order, let written): .key(members.name(order?[written - 1] ?? written - 1))
            }
        }
    }

    /// Writes `value` and, if the options say so, a final line feed.
    ///
    /// - Throws: `JSONError.Code.nonFiniteNumber`, if the options refuse such numbers, and the error of a value that is
    ///   an unsupported type.
    /// - Complexity: O(*n*), and O(*k* log *k*) for *k* members that are sorted.
    func write(_ value: JSON, into buffer: inout OutputBuffer) throws(JSONError) {
        try writeValue(value, into: &buffer)
        if options.endsWithNewline { buffer.append(Byte.lineFeed) }
    }

    private func writeValue(_ root: JSON, into buffer: inout OutputBuffer) throws(JSONError) {
        var frames: [Frame] = []
        var pending: JSON? = root
        while true {
            if let value = pending {
                pending = nil
                switch value {
                case .null: buffer.append("null")
                case .bool(let value): buffer.append(value ? "true" : "false")
                case .string(let text): writeString(text, into: &buffer)
                case .number(let number):
                    do throws(JSONError) {
                        try writeNumber(number, into: &buffer)
                    } catch {
                        throw error.inside(value, at: frames.map(\.step))
                    }
                case .array(let array):
                    switch array.storage {
                    case .view(let document, let index):
                        do throws(JSONError) {
                            try TapeSerializer(document, options).write(index, level: frames.count, into: &buffer)
                        } catch {
                            throw error.inside(value, at: frames.map(\.step))
                        }
                    case .owned(let elements):
                        buffer.append(Byte.openBracket)
                        frames.append(.elements(elements, written: 0))
                    }
                case .object(let object):
                    switch object.storage {
                    case .view(let document, let index):
                        do throws(JSONError) {
                            try TapeSerializer(document, options).write(index, level: frames.count, into: &buffer)
                        } catch {
                            throw error.inside(value, at: frames.map(\.step))
                        }
                    case .owned(let members):
                        buffer.append(Byte.openBrace)
                        frames.append(.members(members, order: order(members), written: 0))
                    }
                case .error(let error):
                    if error.code == .unsupportedType { throw error.inside(value, at: frames.map(\.step)) }
                    buffer.append("null")
                }
            }
            guard let frame = frames.popLast() else { return }
            switch frame {
            case .elements(let elements, let written):
                guard written < elements.count else {
                    close(Byte.closeBracket, isEmpty: written == 0, level: frames.count, into: &buffer)
                    continue
                }
                startItem(isFirst: written == 0, level: frames.count, into: &buffer)
                frames.append(.elements(elements, written: written + 1))
                if let document = elements.document, let place = elements.place(written) {
                    try writeParsed(document, place, frames, into: &buffer)
                } else {
                    pending = elements[written]
                }
            case .members(let members, let order, let written):
                guard written < members.count else {
                    close(Byte.closeBrace, isEmpty: written == 0, level: frames.count, into: &buffer)
                    continue
                }
                startItem(isFirst: written == 0, level: frames.count, into: &buffer)
                frames.append(.members(members, order: order, written: written + 1))
                let slot = order?[written] ?? written
                if let document = members.document, let place = members.namePlace(slot) {
                    tapeSerializer(document).writeString(place, into: &buffer)
                } else {
                    writeString(members.name(slot), into: &buffer)
                }
                buffer.append(Byte.colon)
                if !indentation.isNone { buffer.append(Byte.space) }
                if let document = members.document, let place = members.valuePlace(slot) {
                    try writeParsed(document, place, frames, into: &buffer)
                } else {
                    pending = members.value(slot)
                }
            }
        }
    }

    /// Writes what was parsed and stands unchanged in a container that was changed.
    private func writeParsed(
        _ document: Document, _ index: Int, _ frames: [Frame], into buffer: inout OutputBuffer
    ) throws(JSONError) {
        do throws(JSONError) {
            try tapeSerializer(document).write(index, level: frames.count, into: &buffer)
        } catch {
            throw error.inside(JSON(document, index), at: frames.map(\.step))
        }
    }

    private func tapeSerializer(_ document: Document) -> TapeSerializer { TapeSerializer(document, options) }

    /// The slots of the members in the order in which they are written; nil if that is each slot in turn.
    private func order(_ object: ObjectStorage) -> [Int]? {
        guard options.sortsKeys else { return object.hasRemovedSlots ? Array(object.slots) : nil }
        let slots = Array(object.slots)
        let names = slots.map(object.name)
        // Bytes of UTF-8 are ordered as their code points are; equal names keep their order.
        let order = names.indices.sorted { a, b in
            if names[a].utf8.elementsEqual(names[b].utf8) { return a < b }
            return names[a].utf8.lexicographicallyPrecedes(names[b].utf8)
        }
        return order.map { slots[$0] }
    }

    private func startItem(isFirst: Bool, level: Int, into buffer: inout OutputBuffer) {
        if !isFirst { buffer.append(Byte.comma) }
        indentation.breakLine(&buffer, level: level + 1)
    }

    private func close(_ bracket: UInt8, isEmpty: Bool, level: Int, into buffer: inout OutputBuffer) {
        if !isEmpty { indentation.breakLine(&buffer, level: level) }
        buffer.append(bracket)
    }

    private func writeString(_ text: String, into buffer: inout OutputBuffer) {
        buffer.append(Byte.quote)
        strings.writeText(text, into: &buffer)
        buffer.append(Byte.quote)
    }

    private func writeNumber(_ number: JSONNumber, into buffer: inout OutputBuffer) throws(JSONError) {
        if !number.isFinite {
            switch options.nonFiniteNumbers {
            case .reject: throw .nonFinite(number)
            case .null:
                buffer.append("null")
                return
            case .literal: break
            }
        }
        number.withText { buffer.append($0) }
    }
}
