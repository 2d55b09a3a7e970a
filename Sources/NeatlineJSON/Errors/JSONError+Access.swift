// The errors of reading, changing, merging and patching values.

extension JSONError {
    /// An error of accessing, reading or writing a value.
    ///
    /// The path is derived when it is read: from the root of the document to the value at which the access began, then
    /// `steps`.
    final class AccessDetails: Details, @unchecked Sendable {
        // Unchecked as its superclass is.
        /// The value of a document at which the access began; nil for a value that is not from a document. The value
        /// itself is not stored: an error must not retain, or release, a value that code has built.
        fileprivate let start: Document.Location?
        fileprivate let steps: [JSONKey]
        /// Whether merging failed.
        fileprivate let isMerging: Bool

        init(
            _ code: Code, start: Document.Location?, steps: [JSONKey], expected: String, found: String,
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
        self.init(code, base.location, steps, expected: expected, found: found)
    }

    private init(_ code: Code, _ start: Document.Location?, _ steps: [JSONKey], expected: String, found: String) {
        details = AccessDetails(code, start: start, steps: steps, expected: expected, found: found)
    }

    /// Creates the error of the last of `steps`, from `base` on, which failed at `value`.
    static func step(from base: JSON, _ steps: [JSONKey], at value: JSON) -> JSONError {
        step(from: base.location, steps, at: value)
    }

    /// Creates the error of the last of `steps`, from the value at `base` on, which failed at `value`.
    static func step(from base: Document.Location?, _ steps: [JSONKey], at value: JSON) -> JSONError {
        switch (steps.last, value) {
        case (_, .error(let error)):
            return error
        case (.key(let key), .object(let object)):
            var found = "none"
            // Who comes from key paths may have written one.
            if key.utf8.contains(UInt8(ascii: ".")), case let names = key.split(separator: ".").map({ String($0) }),
                names.count > 1, object[names[0]] != nil
            {
                found += "; a path has a step for each name: [\(names.map(JSONKey.quoted).joined(separator: ", "))]"
            }
            return JSONError(.missingKey, base, steps, expected: "a member \(JSONKey.quoted(key))", found: found)
        case (.index(let index), .array(let array)):
            return outOfBounds(index, count: array.count, from: base, steps)
        case (.key, _):
            return JSONError(.wrongType, base, Array(steps.dropLast()), expected: "an object", found: value.kindName)
        default:
            return JSONError(.wrongType, base, Array(steps.dropLast()), expected: "an array", found: value.kindName)
        }
    }

    static func outOfBounds(_ index: Int, count: Int, from base: JSON, _ steps: [JSONKey]) -> JSONError {
        outOfBounds(index, count: count, from: base.location, steps)
    }

    private static func outOfBounds(
        _ index: Int, count: Int, from base: Document.Location?, _ steps: [JSONKey]
    ) -> JSONError {
        let elements = count == 0 ? "an empty array" : JSONError.count(count, "element")
        return JSONError(
            .indexOutOfBounds, base, steps, expected: index < 0 ? "an index from 0 on" : "an element \(index)",
            found: index < 0 ? String(index) : elements)
    }

    /// Creates the error of a value at a path that is not what is `expected`.
    static func wrongType(from base: JSON, _ steps: [JSONKey], expected: String, found: JSON) -> JSONError {
        if case .error(let error) = found { return error }
        return JSONError(.wrongType, base, steps, expected: expected, found: found.kindName)
    }

    /// Creates the error of two values that cannot be merged, because their types differ.
    static func unmergeable(_ base: JSON, with other: JSON) -> JSONError {
        if case .error(let error) = other { return error }
        return JSONError(
            details: AccessDetails(
                .wrongType, start: base.location, steps: [],
                expected: "\(base.kindName), as the value it is merged into", found: other.kindName, isMerging: true))
    }

    /// Whether two values could not be merged.
    package var isMerging: Bool { (details as? AccessDetails)?.isMerging ?? false }

    /// Creates the error of a path that should end with an element's number.
    static func noIndex(from base: JSON, _ steps: [JSONKey]) -> JSONError {
        var found = "no step"
        if case .key(let key)? = steps.last { found = "the name \(JSONKey.quoted(key))" }
        return JSONError(
            .wrongType, base, Array(steps.dropLast()), expected: "an index as the last step", found: found)
    }

    /// Creates the error of an empty path where at least one step is required.
    static func noStep(from base: JSON) -> JSONError {
        JSONError(.wrongType, base, [], expected: "a step to what is removed", found: "none")
    }

    /// Creates the error of a NaN or infinity that cannot be written.
    static func nonFinite(_ number: JSONNumber) -> JSONError {
        JSONError(.nonFiniteNumber, .number(number), [], expected: "a finite number", found: number.text)
    }

    /// Returns the error of accessing `part`, which is at `steps`, with its path from `base`, or from the root of the
    /// document if `base` is a view.
    func inside(_ part: JSON, at steps: [JSONKey], from base: JSON = .null) -> JSONError {
        let location = base.location
        guard !steps.isEmpty || location != nil, let own = details as? AccessDetails, let expected, let found else {
            return self
        }
        var rest: ArraySlice<JSONKey> = []
        if let start = own.start, let root = part.location, start.document.object === root.document.object {
            rest = start.document.steps(to: start.index).dropFirst(root.document.steps(to: root.index).count)
        }
        let way = steps + rest + own.steps
        return JSONError(details: AccessDetails(code, start: location, steps: way, expected: expected, found: found))
    }

    /// The steps from `base`, in which the error is, to its value.
    package func steps(in base: JSON) -> [JSONKey] {
        (inside(base, at: [], from: base).details as? AccessDetails)?.steps ?? []
    }

    /// Creates the error of a value that cannot be read as what is `expected`; callers that know its path add it.
    @usableFromInline
    static func mismatch(expected: String, _ json: JSON) -> JSONError {
        switch json {
        case .error(let error):
            return error
        case .number(let number):
            return JSONError(
                .wrongType, .null, [], expected: expected, found: "the number \(number.text.shortened())")
        default:
            return JSONError(.wrongType, .null, [], expected: expected, found: json.kindName)
        }
    }

    /// Creates the error of an invalid JSON Pointer, or of its fragment form.
    static func invalidPointer(_ text: String, expected: String) -> JSONError {
        JSONError(
            details: Details(
                .invalidPointer, expected: expected, found: JSONKey.quoted(text.shortened(to: 60)), position: nil))
    }

    /// Creates the error of an invalid part of a JSON Patch or Merge Patch.
    static func invalidPatch(at steps: [JSONKey] = [], expected: String, found: String) -> JSONError {
        JSONError(.invalidPatch, .null, steps, expected: expected, found: found)
    }

    /// Creates the error of a JSON Pointer's token that is not an element's number.
    static func noElement(_ token: String, from base: JSON, _ steps: [JSONKey]) -> JSONError {
        JSONError(.wrongType, base, steps, expected: "an element's number", found: JSONKey.quoted(token))
    }

    /// Creates the error of a JSON Patch's test that found another value.
    static func testFailed(from base: JSON, _ steps: [JSONKey], expected: JSON, found: JSON) -> JSONError {
        JSONError(.testFailed, base, steps, expected: expected.beginning, found: found.beginning)
    }

    /// Creates the error of a JSON Patch's `copy` that exceeds the limit.
    static func copiesTooMuch(from base: JSON, _ steps: [JSONKey]) -> JSONError {
        JSONError(.tooLarge, base, steps, expected: "copies within the limit of the patch", found: "more text")
    }

    /// Creates an error of a value, for other modules.
    package init(_ code: Code, path: [JSONKey], expected: String, found: String) {
        details = AccessDetails(code, start: nil, steps: path, expected: expected, found: found)
    }

    /// Creates an error of a code and a text, without a position.
    package init(_ code: Code, message: String) {
        details = Details(code, expected: nil, found: nil, position: nil, message: message)
    }

    /// Returns the same error with another code.
    package func with(_ code: Code) -> JSONError {
        JSONError(
            details: (details as? AccessDetails)?.with(code)
                ?? Details(code, expected: expected, found: found, position: details.position, message: message))
    }

    /// Creates the error of a Swift value that JSON cannot represent.
    static func unsupported(_ value: Any) -> JSONError {
        JSONError(.unsupportedType, .null, [], expected: "a type that JSON can hold", found: "\(Swift.type(of: value))")
    }

    /// Creates the error of an array or dictionary that contains itself.
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
        // An error of the sink ends the writing: only the beginning is needed.
        try? write(options) { chunk in
            text = String(decoding: chunk.prefix(200), as: UTF8.self)
            throw Enough()
        }
        return text.shortened()
    }

    /// The location in a document; nil for a scalar, and for a value that code has built.
    var location: Document.Location? {
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
