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

        init(_ code: Code, start: Document.Place?, steps: [JSONKey], expected: String, found: String) {
            self.start = start
            self.steps = steps
            super.init(code, expected: expected, found: found, position: nil)
        }

        override var path: String? {
            JSONKey.describe((start.map { $0.document.steps(to: $0.index) } ?? []) + steps)
        }
    }

    private init(_ code: Code, _ base: JSON, _ steps: [JSONKey], expected: String, found: String) {
        details = AccessDetails(code, start: base.place, steps: steps, expected: expected, found: found)
    }

    /// The last of `steps`, from `base` on, failed at `value`.
    static func step(from base: JSON, _ steps: [JSONKey], at value: JSON) -> JSONError {
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

    /// The error, met while a value was written in which `part` stands at the end of `steps`, with its path from there.
    func inside(_ part: JSON, at steps: [JSONKey]) -> JSONError {
        guard !steps.isEmpty, let own = details as? AccessDetails, let expected, let found else { return self }
        var rest: ArraySlice<JSONKey> = []
        if let start = own.start, let root = part.place, start.document.object === root.document.object {
            rest = start.document.steps(to: start.index).dropFirst(root.document.steps(to: root.index).count)
        }
        return JSONError(
            details: AccessDetails(code, start: nil, steps: steps + rest + own.steps, expected: expected, found: found))
    }

    /// A Swift value that has no form in JSON.
    static func unsupported(_ value: Any) -> JSONError {
        JSONError(.unsupportedType, .null, [], expected: "a type that JSON can hold", found: "\(Swift.type(of: value))")
    }
}

extension JSON {
    /// Where in a document the value stands; nil for a value that does not know, and for one built by code.
    fileprivate var place: Document.Place? {
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
