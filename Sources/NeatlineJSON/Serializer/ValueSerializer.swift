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
        /// The elements to come, and how many were written.
        case elements(JSONArray.Iterator, written: Int)
        /// The members, and how many were written.
        case members([(key: String, value: JSON)], written: Int)

        /// The step to the last element or member written.
        var step: JSONKey {
            switch self {
            case .elements(_, let written): .index(written - 1)
            case .members(let members, let written): .key(members[written - 1].key)
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
                    case .owned:
                        buffer.append(Byte.openBracket)
                        frames.append(.elements(array.makeIterator(), written: 0))
                    }
                case .object(let object):
                    switch object.storage {
                    case .view(let document, let index):
                        do throws(JSONError) {
                            try TapeSerializer(document, options).write(index, level: frames.count, into: &buffer)
                        } catch {
                            throw error.inside(value, at: frames.map(\.step))
                        }
                    case .owned:
                        buffer.append(Byte.openBrace)
                        frames.append(.members(sorted(object), written: 0))
                    }
                case .error(let error):
                    if error.code == .unsupportedType { throw error.inside(value, at: frames.map(\.step)) }
                    buffer.append("null")
                }
            }
            guard let frame = frames.popLast() else { return }
            switch frame {
            case .elements(var elements, let written):
                guard let element = elements.next() else {
                    close(Byte.closeBracket, isEmpty: written == 0, level: frames.count, into: &buffer)
                    continue
                }
                startItem(isFirst: written == 0, level: frames.count, into: &buffer)
                pending = element
                frames.append(.elements(elements, written: written + 1))
            case .members(let members, let written):
                guard written < members.count else {
                    close(Byte.closeBrace, isEmpty: written == 0, level: frames.count, into: &buffer)
                    continue
                }
                startItem(isFirst: written == 0, level: frames.count, into: &buffer)
                writeString(members[written].key, into: &buffer)
                buffer.append(Byte.colon)
                if !indentation.isNone { buffer.append(Byte.space) }
                pending = members[written].value
                frames.append(.members(members, written: written + 1))
            }
        }
    }

    private func sorted(_ object: JSONObject) -> [(key: String, value: JSON)] {
        let members = Array(object)
        guard options.sortsKeys else { return members }
        // Bytes of UTF-8 are ordered as their code points are; equal names keep their order.
        return members.enumerated().sorted { a, b in
            if a.element.key.utf8.elementsEqual(b.element.key.utf8) { return a.offset < b.offset }
            return a.element.key.utf8.lexicographicallyPrecedes(b.element.key.utf8)
        }.map(\.element)
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
