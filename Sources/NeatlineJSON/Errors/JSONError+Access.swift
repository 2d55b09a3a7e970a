extension JSONError {
    /// An error of a step into a value, of a typed read, or of writing.
    ///
    /// The path is derived when it is asked for: from the root of the document to where the steps began, then `steps`.
    final class AccessDetails: Details, @unchecked Sendable {
        // Unchecked as its superclass is.
        /// Where the steps began; nil for a value that is not from a document. The value itself is not kept: an error
        /// must not keep alive, or free, a value that was built by code.
        fileprivate let start: Document.Place?
        fileprivate let steps: [JSONKey]
        /// Whether it is an error of merging.
        fileprivate let isMerging: Bool

        init(
            _ code: Code, start: Document.Place?, steps: [JSONKey], expected: String, found: String,
            isMerging: Bool = false
        ) {
            self.start = start
            self.steps = steps
            self.isMerging = isMerging
            super.init(code, expected: expected, found: found, position: nil)
        }

        fileprivate func with(_ code: Code) -> AccessDetails {
            AccessDetails(code, start: start, steps: steps, expected: expected ?? "", found: found ?? "")
        }

        override var path: String? {
            JSONKey.describe((start.map { $0.document.steps(to: $0.index) } ?? []) + steps)
        }
    }

    private init(_ code: Code, _ base: JSON, _ steps: [JSONKey], expected: String, found: String) {
        self.init(code, base.place, steps, expected: expected, found: found)
    }

    private init(_ code: Code, _ start: Document.Place?, _ steps: [JSONKey], expected: String, found: String) {
        details = AccessDetails(code, start: start, steps: steps, expected: expected, found: found)
    }

    /// The last of `steps`, from `base` on, failed at `value`.
    static func step(from base: JSON, _ steps: [JSONKey], at value: JSON) -> JSONError {
        step(from: base.place, steps, at: value)
    }

    /// The last of `steps`, from a value on that stands at `base`, failed at `value`.
    static func step(from base: Document.Place?, _ steps: [JSONKey], at value: JSON) -> JSONError {
        switch (steps.last, value) {
        case (_, .error(let error)):
            return error
        case (.key(let key), .object):
            return JSONError(.missingKey, base, steps, expected: "a member \(JSONKey.quoted(key))", found: "none")
        case (.index(let index), .array(let array)):
            return outOfBounds(index, count: array.count, from: base, steps)
        case (.key, _):
            return JSONError(.wrongType, base, Array(steps.dropLast()), expected: "an object", found: value.kindName)
        default:
            return JSONError(.wrongType, base, Array(steps.dropLast()), expected: "an array", found: value.kindName)
        }
    }

    static func outOfBounds(_ index: Int, count: Int, from base: JSON, _ steps: [JSONKey]) -> JSONError {
        outOfBounds(index, count: count, from: base.place, steps)
    }

    private static func outOfBounds(
        _ index: Int, count: Int, from base: Document.Place?, _ steps: [JSONKey]
    ) -> JSONError {
        let elements = count == 0 ? "an empty array" : JSONError.count(count, "element")
        return JSONError(
            .indexOutOfBounds, base, steps, expected: index < 0 ? "an index from 0 on" : "an element \(index)",
            found: index < 0 ? String(index) : elements)
    }

    /// What the steps lead to from `base` is not what is `expected`.
    static func wrongType(from base: JSON, _ steps: [JSONKey], expected: String, found: JSON) -> JSONError {
        if case .error(let error) = found { return error }
        return JSONError(.wrongType, base, steps, expected: expected, found: found.kindName)
    }

    /// Two values that cannot be merged, because their types differ.
    static func unmergeable(_ base: JSON, with other: JSON) -> JSONError {
        if case .error(let error) = other { return error }
        return JSONError(
            details: AccessDetails(
                .wrongType, start: base.place, steps: [],
                expected: "\(base.kindName), as the value it is merged into", found: other.kindName, isMerging: true))
    }

    /// Whether two values could not be merged.
    package var isMerging: Bool { (details as? AccessDetails)?.isMerging ?? false }

    /// Steps that should end with an element's number.
    static func noIndex(from base: JSON, _ steps: [JSONKey]) -> JSONError {
        var found = "no step"
        if case .key(let key)? = steps.last { found = "the name \(JSONKey.quoted(key))" }
        return JSONError(
            .wrongType, base, Array(steps.dropLast()), expected: "an index as the last step", found: found)
    }

    /// No steps where there should be at least one.
    static func noStep(from base: JSON) -> JSONError {
        JSONError(.wrongType, base, [], expected: "a step to what is removed", found: "none")
    }

    /// A NaN or infinity that was to be written.
    static func nonFinite(_ number: JSONNumber) -> JSONError {
        JSONError(.nonFiniteNumber, .number(number), [], expected: "a finite number", found: number.text)
    }

    /// The error, met in `part` of a value, where `part` stands at the end of `steps`, with its path from `base`, or
    /// from the root of the document if `base` is a view.
    func inside(_ part: JSON, at steps: [JSONKey], from base: JSON = .null) -> JSONError {
        let place = base.place
        guard !steps.isEmpty || place != nil, let own = details as? AccessDetails, let expected, let found else {
            return self
        }
        var rest: ArraySlice<JSONKey> = []
        if let start = own.start, let root = part.place, start.document.object === root.document.object {
            rest = start.document.steps(to: start.index).dropFirst(root.document.steps(to: root.index).count)
        }
        let way = steps + rest + own.steps
        return JSONError(details: AccessDetails(code, start: place, steps: way, expected: expected, found: found))
    }

    /// A value that cannot be read as what is `expected`; its path is for whoever knows it to add.
    @usableFromInline
    static func mismatch(expected: String, _ json: JSON) -> JSONError {
        switch json {
        case .error(let error):
            return error
        case .number(let number):
            let digits = number.text
            let shown = digits.utf8.count <= 40 ? digits : "\(digits.prefix(39))…"
            return JSONError(.wrongType, .null, [], expected: expected, found: "the number \(shown)")
        default:
            return JSONError(.wrongType, .null, [], expected: expected, found: json.kindName)
        }
    }

    /// A JSON Pointer, or its fragment form, that breaks the grammar.
    static func invalidPointer(_ text: String, expected: String) -> JSONError {
        let shown = text.utf8.count <= 60 ? text : "\(text.prefix(59))…"
        return JSONError(
            details: Details(
                .invalidPointer, expected: expected, found: JSONKey.quoted(shown), position: nil))
    }

    /// A part of a JSON Patch or Merge Patch that is not as it has to be.
    static func invalidPatch(at steps: [JSONKey] = [], expected: String, found: String) -> JSONError {
        JSONError(.invalidPatch, .null, steps, expected: expected, found: found)
    }

    /// A token of a JSON Pointer that is no element's number.
    static func noElement(_ token: String, from base: JSON, _ steps: [JSONKey]) -> JSONError {
        JSONError(.wrongType, base, steps, expected: "an element's number", found: JSONKey.quoted(token))
    }

    /// A test of a JSON Patch that found another value.
    static func testFailed(from base: JSON, _ steps: [JSONKey], expected: JSON, found: JSON) -> JSONError {
        JSONError(.testFailed, base, steps, expected: expected.beginning, found: found.beginning)
    }

    /// A `copy` of a JSON Patch, of what is at the end of the steps, that adds more than the limit allows.
    static func copiesTooMuch(from base: JSON, _ steps: [JSONKey]) -> JSONError {
        JSONError(.tooLarge, base, steps, expected: "copies within the limit of the patch", found: "more text")
    }

    /// An error of a value, for the modules above.
    package init(_ code: Code, path: [JSONKey], expected: String, found: String) {
        details = AccessDetails(code, start: nil, steps: path, expected: expected, found: found)
    }

    /// An error that is a code and a text, without a place.
    package init(_ code: Code, message: String) {
        details = Details(code, expected: nil, found: nil, position: nil, message: message)
    }

    /// The same error under another code, at its place.
    package func with(_ code: Code) -> JSONError {
        JSONError(
            details: (details as? AccessDetails)?.with(code)
                ?? Details(code, expected: expected, found: found, position: details.position, message: message))
    }

    /// A Swift value that has no form in JSON.
    static func unsupported(_ value: Any) -> JSONError {
        JSONError(.unsupportedType, .null, [], expected: "a type that JSON can hold", found: "\(Swift.type(of: value))")
    }

    /// An array or dictionary that contains itself.
    static func reference(to object: Any) -> JSONError {
        JSONError(
            .tooDeep, .null, [], expected: "values that end",
            found: "\(Swift.type(of: object)) inside itself")
    }
}

extension JSON {
    /// The beginning of the value's text, for messages.
    fileprivate var beginning: String {
        struct Enough: Error {}
        var options = JSONWritingOptions.compact
        options.nonFiniteNumbers = .literal
        var text = ""
        // What the sink throws ends the writing: no more than the beginning is wanted.
        try? write(options) { chunk in
            text = String(decoding: chunk.prefix(200), as: UTF8.self)
            throw Enough()
        }
        return text.count <= 40 ? text : "\(text.prefix(39))…"
    }

    /// Where in a document the value stands; nil for a value that does not know, and for one built by code.
    var place: Document.Place? {
        switch self {
        case .array(let array):
            if case .view(let document, let index) = array.storage { return .init(document: document, index: index) }
        case .object(let object):
            if case .view(let document, let index) = object.storage { return .init(document: document, index: index) }
        case .number(let number):
            if case .text(let document, let index) = number.storage { return .init(document: document, index: index) }
        default:
            break
        }
        return nil
    }
}
