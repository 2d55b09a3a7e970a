public import NeatlineJSON

/// What holds for a text that the partial parser gets byte by byte, and in two pieces for each cut.
public enum PartialChecks {
    /// The options without those that have no effect on partial texts.
    public static func supported(_ options: JSONParsingOptions) -> JSONParsingOptions {
        var supported = JSONParsingOptions()
        supported.maximumDepth = options.maximumDepth
        supported.duplicateKeys = options.duplicateKeys
        supported.loneSurrogates = options.loneSurrogates
        supported.allowsTopLevelScalars = options.allowsTopLevelScalars
        supported.allowsComments = options.allowsComments
        supported.allowsTrailingCommas = options.allowsTrailingCommas
        return supported
    }

    /// What is wrong with how the partial parser reads a text; nil if nothing is.
    public static func failure(_ text: [UInt8], options: JSONParsingOptions = JSONParsingOptions()) -> String? {
        var parser = JSONPartialParser(options: options, reportsEvents: true)
        var shown: [(json: JSON, text: [UInt8])] = []
        var snapshots: [JSON?] = [nil]
        var strings: [[JSONKey]: String] = [:]
        var finals: [[JSONKey]] = []
        var end = text.count
        for (index, byte) in text.enumerated() {
            let expected = refusal(of: text[...index], options)
            do {
                try parser.feed(CollectionOfOne(byte))
                if let expected { return "byte \(index) is accepted: \(expected)" }
            } catch {
                guard let expected else { return "byte \(index) is refused: \(error)" }
                if "\(error)" != "\(expected)" { return "byte \(index): \(error), not \(expected)" }
                end = index
                break
            }
            var ended: [JSONKey]?
            for event in parser.takeEvents() {
                switch event {
                case .grew(let path, let by): strings[path, default: ""] += by
                case .final(let path):
                    finals.append(path)
                    ended = path
                }
            }
            let json = parser.snapshot
            if let before = snapshots.last ?? nil {
                guard let json, isBeginning(before, of: json) else {
                    return "byte \(index): \(before) is not the beginning of \(json ?? .null)"
                }
            }
            snapshots.append(json)
            guard let json else { continue }
            if let failure = json._checkInvariants() { return "byte \(index): \(failure)" }
            shown.append((json, written(json)))
            if let failure = disagreement(&parser, ended: ended, finals) { return "byte \(index): \(failure)" }
        }
        for (json, text) in shown where written(json) != text { return "a snapshot has changed: \(json)" }
        if let failure = failure(keepingSomeOf: text[..<end], snapshots, options) { return "keeping some: \(failure)" }
        // Of long texts, as many cuts as take a moment.
        for cut in stride(from: 0, through: end, by: 1 + end / 300) {
            var pieces = JSONPartialParser(options: options)
            do {
                try pieces.feed(text[..<cut])
            } catch {
                return "\(cut) bytes are refused: \(error)"
            }
            if pieces.snapshot != snapshots[cut] {
                return "\(cut) bytes at once: \(pieces.snapshot ?? .null), not \(snapshots[cut] ?? .null)"
            }
            if let failure = disagreement(&pieces, text, from: cut, options) { return "cut at \(cut): \(failure)" }
        }
        return end == text.count ? failure(atEndOf: &parser, text, strings, finals, options) : nil
    }

    /// What is wrong with snapshots of which some are kept, of others the last entry, and of the rest nothing, so that their
    /// memory is used again: each is that of `expected`, and what is kept does not change.
    private static func failure(
        keepingSomeOf text: ArraySlice<UInt8>, _ expected: [JSON?], _ options: JSONParsingOptions
    ) -> String? {
        var parser = JSONPartialParser(options: options)
        var kept: [(json: JSON, text: [UInt8])] = []
        for (index, byte) in text.enumerated() {
            guard (try? parser.feed(CollectionOfOne(byte))) != nil else { return "byte \(index) is refused" }
            let failure = parser.withSnapshot { json -> String? in
                guard let json else { return expected[index + 1].map { "nothing, not \($0)" } }
                let text = written(json)
                if text != expected[index + 1].map(written) {
                    return "\(json), not \(expected[index + 1] ?? .null)"
                }
                if index % 3 == 0 { kept.append((json, text)) }
                if index % 3 == 1, let last = entries(of: json).last { kept.append((last, written(last))) }
                return index % 3 == 2 ? json._checkInvariants() : nil
            }
            if let failure { return "byte \(index): \(failure)" }
            // It is released some bytes later.
            guard kept.count > 4 else { continue }
            let (json, text) = kept.removeFirst()
            if written(json) != text { return "byte \(index): \(json) has changed" }
        }
        return kept.contains { written($0.json) != $0.text } ? "what was kept has changed" : nil
    }

    /// The elements of an array, or the values of an object.
    private static func entries(of json: JSON) -> [JSON] {
        switch json {
        case .array(let array): Array(array)
        case .object(let object): Array(object.values)
        default: []
        }
    }

    /// The error of the parser for a text that no valid text begins with.
    private static func refusal(of text: ArraySlice<UInt8>, _ options: JSONParsingOptions) -> JSONError? {
        let error: JSONError
        do {
            _ = try JSON(parsing: Array(text), options: options)
            return nil
        } catch let found as JSONError {
            error = found
        } catch { return nil }
        if text.count < 3, [0xEF, 0xBB, 0xBF].starts(with: text) { return nil }
        switch error.code {
        case .unexpectedEnd, .unterminatedComment, .duplicateKey: return nil
        case .invalidUTF8:
            // Whether more bytes can complete the last scalar.
            let rest = Array(text[(text.startIndex + (error.byteOffset ?? 0))...])
            let more: [[UInt8]] = [0x80, 0x90, 0xA0].flatMap { [[$0], [$0, 0x80], [$0, 0x80, 0x80]] }
            return more.contains { String(validating: rest + $0, as: UTF8.self) != nil } ? nil : error
        default:
            // A slash may begin a comment, but not inside a number or literal.
            let isSlash =
                options.allowsComments && text.last == 0x2F && error.byteOffset == text.count - 1
                && error.code != .invalidNumber && error.code != .invalidLiteral
            return isSlash ? nil : error
        }
    }

    /// How the rest of a text ends, compared with the parser.
    private static func disagreement(
        _ parser: inout JSONPartialParser, _ text: [UInt8], from cut: Int, _ options: JSONParsingOptions
    ) -> String? {
        let expected = Result { try JSON(parsing: text, options: options) }
        var found: Result<JSON, any Error>
        do {
            try parser.feed(text[cut...])
            found = .success(try parser.finish())
        } catch {
            found = .failure(error)
        }
        switch (found, expected) {
        case (.success(let found), .success(let expected)):
            return found == expected && written(found) == written(expected) ? nil : "\(found), not \(expected)"
        case (.failure(let found as JSONError), .failure(let expected as JSONError)):
            let same =
                found.code == expected.code && found.byteOffset == expected.byteOffset
                && found.line == expected.line && found.column == expected.column
            return same && "\(found)" == "\(expected)" ? nil : "\(found), not \(expected)"
        default: return "\(found), not \(expected)"
        }
    }

    /// How the completeness of values disagrees with the events.
    private static func disagreement(
        _ parser: inout JSONPartialParser, ended: [JSONKey]?, _ finals: [[JSONKey]]
    ) -> String? {
        if let ended, parser.completeness(at: ended) != .final { return "\(ended) is not final" }
        if parser.completeness(at: [.key("no such name")]) != .missing { return "what is missing is not" }
        let isFinal = finals.contains([])
        return (parser.completeness(at: []) == .final) == isFinal ? nil : "the root is final: \(!isFinal)"
    }

    /// What is wrong after all bytes of a text that is not refused before its end.
    private static func failure(
        atEndOf parser: inout JSONPartialParser, _ text: [UInt8], _ strings: [[JSONKey]: String], _ finals: [[JSONKey]],
        _ options: JSONParsingOptions
    ) -> String? {
        let last = parser.snapshot
        guard let json = try? parser.finish() else { return nil }
        if let last, !isBeginning(last, of: json) { return "\(last) is not the beginning of \(json)" }
        if let failure = json._checkInvariants() { return failure }
        var finals = finals
        for event in parser.takeEvents() { if case .final(let path) = event { finals.append(path) } }
        // Names that repeat have one path.
        guard Set(finals).count == finals.count else { return nil }
        var count = 0
        var failure: String?
        visit(json, []) { path, value in
            count += 1
            if case .string(let text) = value, strings[path, default: ""] != text {
                failure = "\(path) grew to \(strings[path, default: ""]), not \(text)"
            }
        }
        return failure ?? (count == finals.count ? nil : "\(finals.count) events for \(count) values")
    }

    private static func visit(_ json: JSON, _ path: [JSONKey], _ body: ([JSONKey], JSON) -> Void) {
        switch json {
        case .array(let array):
            for (index, element) in array.enumerated() { visit(element, path + [.index(index)], body) }
        case .object(let object):
            for (name, value) in object { visit(value, path + [.key(name)], body) }
        default: break
        }
        body(path, json)
    }

    private static func written(_ json: JSON) -> [UInt8] { (try? json.serialized()) ?? [] }

    /// Whether a snapshot is the beginning of a later one: equal, but for the last entry of each container, and for the
    /// end of a string.
    public static func isBeginning(_ a: JSON, of b: JSON) -> Bool {
        switch (a, b) {
        case (.string(let a), .string(let b)): return b.utf8.starts(with: a.utf8)
        case (.array(let a), .array(let b)):
            guard a.count <= b.count, a.dropLast().elementsEqual(b.prefix(max(a.count - 1, 0))) else { return false }
            return a.last.map { isBeginning($0, of: b[a.count - 1]) } ?? true
        case (.object(let a), .object(let b)):
            let a = Array(a)
            let b = Array(b)
            guard a.count <= b.count, zip(a, b).allSatisfy({ $0.key == $1.key }) else { return false }
            guard let last = a.last else { return true }
            return zip(a.dropLast(), b).allSatisfy { $0.value == $1.value }
                && isBeginning(last.value, of: b[a.count - 1].value)
        default: return a == b
        }
    }
}
