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
        case elements(JSONArray.Iterator, isFirst: Bool)
        case members(IndexingIterator<[(key: String, value: JSON)]>, isFirst: Bool)
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
                case .number(let number): try writeNumber(number, into: &buffer)
                case .array(let array):
                    switch array.storage {
                    case .view(let document, let index):
                        try TapeSerializer(document, options).write(index, level: frames.count, into: &buffer)
                    case .owned:
                        buffer.append(Byte.openBracket)
                        frames.append(.elements(array.makeIterator(), isFirst: true))
                    }
                case .object(let object):
                    switch object.storage {
                    case .view(let document, let index):
                        try TapeSerializer(document, options).write(index, level: frames.count, into: &buffer)
                    case .owned:
                        buffer.append(Byte.openBrace)
                        frames.append(.members(sorted(object).makeIterator(), isFirst: true))
                    }
                case .error(let error):
                    if error.code == .unsupportedType { throw error }
                    buffer.append("null")
                }
            }
            guard let frame = frames.popLast() else { return }
            switch frame {
            case .elements(var elements, let isFirst):
                guard let element = elements.next() else {
                    close(Byte.closeBracket, isEmpty: isFirst, level: frames.count, into: &buffer)
                    continue
                }
                startItem(isFirst: isFirst, level: frames.count, into: &buffer)
                pending = element
                frames.append(.elements(elements, isFirst: false))
            case .members(var members, let isFirst):
                guard let member = members.next() else {
                    close(Byte.closeBrace, isEmpty: isFirst, level: frames.count, into: &buffer)
                    continue
                }
                startItem(isFirst: isFirst, level: frames.count, into: &buffer)
                writeString(member.key, into: &buffer)
                buffer.append(Byte.colon)
                if !indentation.isNone { buffer.append(Byte.space) }
                pending = member.value
                frames.append(.members(members, isFirst: false))
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
