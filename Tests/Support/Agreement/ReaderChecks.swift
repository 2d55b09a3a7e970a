import NeatlineJSON

/// Compares what all readers make of a text, in every cut, with what the reference parser makes of it.
public struct ReaderChecks {
    /// A reader of whole texts.
    public struct Reader {
        let name: String
        let member: String?
        let read: ([UInt8]) throws -> JSON

        /// A reader that throws a `JSONError`.
        ///
        /// - Parameters:
        ///   - name: for reports.
        ///   - member: the name of the member that contains the text, if it reads members of objects only.
        ///   - read: reads a text, or its member.
        public init(_ name: String, ofMember member: String? = nil, read: @escaping ([UInt8]) throws -> JSON) {
            self.name = name
            self.member = member
            self.read = read
        }
    }

    /// What the reference parser says about a text.
    public struct Outcome {
        let value: Result<ReferenceValue, ReferenceError>
        /// The error that whatever follows cannot change.
        let finalError: ReferenceError?

        init(_ bytes: [UInt8], _ options: JSONParsingOptions) {
            value = Result { () throws(ReferenceError) in try ReferenceParser.parse(bytes, options: options) }
            guard case .failure(let error) = value, let offset = error.offset, offset < bytes.count,
                error.code != .unterminatedComment
            else {
                finalError = nil
                return
            }
            // The last byte may be the first one of a comment.
            let isOpen = options.allowsComments && offset == bytes.count - 1 && bytes[offset] == UInt8(ascii: "/")
            finalError = isOpen ? nil : error
        }
    }

    /// What differs, at most 20 of all.
    public private(set) var differences: [String] = []
    private let options: JSONParsingOptions
    private let readers: [Reader]
    private let writing: JSONWritingOptions
    /// Has the memory of the text before.
    private var parser: JSONParser
    private static let paths: [[JSONSelector.Step]] = [[], [.member("a")], [.element(0)]]

    /// Checks of texts that are read with `options`, by the readers of this module and by others.
    public init(_ options: JSONParsingOptions, others readers: [Reader] = []) {
        self.options = options
        self.readers = readers
        parser = JSONParser(options: options)
        var writing = JSONWritingOptions.compact
        writing.nonFiniteNumbers = .literal
        self.writing = writing
    }

    private mutating func note(_ difference: String?, _ reader: String, _ bytes: [UInt8]) {
        if let difference { differences.append("\(reader): \(difference) in \(Disagreement.show(bytes))") }
    }

    /// Checks that a text has the error that a beginning of it has.
    mutating func checkStillFails(_ bytes: [UInt8], _ error: ReferenceError) {
        let parsed = Result { () throws(JSONError) in try JSON(utf8: bytes, options: options) }
        note(Disagreement.of(parsed, .failure(error), options: options), "parser", bytes)
        if error.code == .trailingContent { return }
        let formatted = Formatted(parts: [bytes[...]], writing: writing, parsing: options)
        note(Self.differs(formatted.error, error), "formatter", bytes)
    }

    /// Checks all readers.
    mutating func check(_ bytes: [UInt8]) -> Outcome {
        let outcome = Outcome(bytes, options)
        let parsed = Result { () throws(JSONError) in try JSON(utf8: bytes, options: options) }
        note(Disagreement.of(parsed, outcome.value, options: options), "parser", bytes)
        checkParserOfMany(bytes, outcome)
        note(Disagreement.ofFormatter(bytes, options: options), "formatter", bytes)
        checkCuts(bytes, outcome)
        if case .success(let value) = outcome.value, case .success(let json) = parsed {
            checkPointers(json, value, bytes)
            let isKept = options.loneSurrogates == .keep && bytes.contains(UInt8(ascii: "\\"))
            if !isKept, (try? json.utf8(writing)) != value.compactText { note("written otherwise", "writer", bytes) }
        }
        for reader in readers {
            var text = bytes
            var expected = outcome.value
            if let member = reader.member {
                text = Array("{\"\(member)\":".utf8) + bytes + Array("}".utf8)
                expected = Outcome(text, options).value.map { $0.value(at: [.key(member)]) ?? .null }
            }
            do {
                note(Disagreement.of(.success(try reader.read(text)), expected, options: options), reader.name, text)
            } catch let error as JSONError {
                note(Disagreement.of(.failure(error), expected, options: options), reader.name, text)
            } catch {
                note("fails with another error: \(error)", reader.name, text)
            }
        }
        return outcome
    }

    private mutating func checkParserOfMany(_ bytes: [UInt8], _ outcome: Outcome) {
        do {
            let difference = try parser.withJSON(parsing: bytes) {
                Disagreement.of(.success($0), outcome.value, options: options)
            }
            note(difference, "parser of many texts", bytes)
        } catch let error as JSONError {
            note(Disagreement.of(.failure(error), outcome.value, options: options), "parser of many texts", bytes)
        } catch {
            note("fails with another error: \(error)", "parser of many texts", bytes)
        }
    }

    private static func differs(_ error: JSONError?, _ expected: ReferenceError) -> String? {
        guard let offset = expected.offset else { return error == nil ? "accepted" : nil }
        if let error, error.code.rawValue == expected.code.rawValue, error.byteOffset == offset { return nil }
        return "\(error.map { "\($0.code) at \($0.byteOffset ?? -1)" } ?? "accepted") instead of \(expected)"
    }

    /// A text whole, in every two parts, and byte by byte.
    private static func cuts(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
        var cuts = [[bytes[...]]]
        for cut in bytes.indices.dropFirst() { cuts.append([bytes[..<cut], bytes[cut...]]) }
        if bytes.count > 2 { cuts.append(bytes.indices.map { bytes[$0...$0] }) }
        return cuts
    }

    private mutating func checkCuts(_ bytes: [UInt8], _ outcome: Outcome) {
        let cuts = Self.cuts(bytes)
        let whole = Formatted(parts: cuts[0], writing: writing, parsing: options)
        var strict = JSONParsingOptions()
        strict.maximumDepth = options.maximumDepth
        strict.loneSurrogates = options.loneSurrogates
        let selected = Self.paths.map { Selected(parts: cuts[0], path: $0, parsing: strict) }
        checkSelected(selected, bytes, strict)
        let framings: [JSONStreamOptions.Framing] = [.lines, .concatenated]
        let streams = framings.map { stream(cuts[0], $0) }
        checkStreams(streams, bytes, outcome)
        for cut in cuts {
            let checked = Formatted(parts: cut, writing: writing, parsing: options, validatesOnly: true)
            if checked.error != whole.error || checked.valueCount != whole.valueCount {
                note("differs from the formatter when cut into \(cut.map(Array.init))", "validating formatter", bytes)
            }
            if cut.count < 2 { continue }
            if Formatted(parts: cut, writing: writing, parsing: options) != whole {
                note("cut into \(cut.map(Array.init))", "formatter", bytes)
            }
            for (path, expected) in zip(Self.paths, selected)
            where Selected(parts: cut, path: path, parsing: strict) != expected {
                note("\(path), cut into \(cut.map(Array.init))", "selector", bytes)
            }
            for (framing, expected) in zip(framings, streams) where stream(cut, framing) != expected {
                note("\(framing), cut into \(cut.map(Array.init))", "stream", bytes)
            }
        }
    }

    private func stream(_ parts: [ArraySlice<UInt8>], _ framing: JSONStreamOptions.Framing) -> [Result<JSON, JSONError>]
    {
        var streamOptions = JSONStreamOptions(framing: framing)
        streamOptions.parsing = options
        return Array(JSONStream(parts.map(Array.init), options: streamOptions))
    }

    /// A text without line ends is a line: a stream of one value, or one error, or of nothing at all.
    private mutating func checkStreams(
        _ streams: [[Result<JSON, JSONError>]], _ bytes: [UInt8], _ outcome: Outcome
    ) {
        for (name, results) in zip(["lines", "concatenated values"], streams) {
            if case .failure(let error) = outcome.value {
                if error.code == .unexpectedEnd, results.isEmpty { continue }
                if name != "lines" {
                    // Only a line has to end after its value.
                    if error.code == .trailingContent || error.code == .unterminatedComment { continue }
                    // A scalar ends before a bracket, a quote or a space; this is what it lacks.
                    if case .failure(let found)? = results.first, found.code == .unexpectedEnd,
                        found.byteOffset == error.offset
                    {
                        continue
                    }
                }
            }
            if results.count != 1 { note("\(results.count) results", name, bytes) }
            if let first = results.first { note(Disagreement.of(first, outcome.value, options: options), name, bytes) }
        }
    }

    private mutating func checkSelected(_ selected: [Selected], _ bytes: [UInt8], _ strict: JSONParsingOptions) {
        let validated = Formatted(parts: [bytes[...]], writing: writing, parsing: strict, validatesOnly: true)
        for (path, selected) in zip(Self.paths, selected)
        where selected.error != validated.error || selected.valueCount != validated.valueCount {
            note("\(path): \(selected) instead of \(validated)", "selector", bytes)
        }
        guard validated.error == nil, validated.valueCount == 1,
            let json = try? JSON(utf8: bytes, options: strict)
        else { return }
        var expected: [JSON?] = [json, nil, nil]
        if let object = json.members { expected[1] = object["a"] ?? .null }
        if let array = json.elements { expected[2] = array.first ?? .null }
        for (value, selected) in zip(expected, selected) {
            guard let value else { continue }
            let results = selected.results.map { try? JSON(utf8: $0, options: strict) }
            if results != [value] { note("\(results) instead of \(value)", "selector", bytes) }
        }
    }

    /// Gets each child by its pointer, and sets it.
    private mutating func checkPointers(_ json: JSON, _ value: ReferenceValue, _ bytes: [UInt8]) {
        var steps: [(JSONKey, String)] = []
        switch value {
        case .array(let elements): steps = elements.indices.map { (.index($0), "\($0)") }
        case .object(let members): steps = members.map { (.key($0.key), $0.key) }
        default: return
        }
        for (step, token) in steps {
            let pointer = JSONPointer([token])
            guard let child = value.value(at: [step]) else { continue }
            note(Disagreement.between(json[pointer], child), "pointer", bytes)
            var changed = json
            var expected = value
            changed[pointer] = 7
            _ = expected.change([step]) { _ in .number("7") }
            note(Disagreement.between(changed, expected), "setting by pointer", bytes)
        }
    }
}
