extension JSONError {
    /// An error of a step into a value, or of a typed read.
    ///
    /// The path is derived when it is asked for: from the root of the document to `base`, then `steps`.
    final class AccessDetails: Details, @unchecked Sendable {
        // Unchecked as its superclass is; `base` changes only when a single reference is left.
        private var base: JSON
        private let steps: [JSONKey]

        init(_ code: Code, base: JSON, steps: [JSONKey], expected: String?, found: String?, message: String? = nil) {
            self.base = base
            self.steps = steps
            super.init(code, expected: expected, found: found, position: nil, message: message)
        }

        deinit {
            var values: ContiguousArray = [takeBase()]
            Teardown.release(&values)
        }

        /// Takes the value away that the error remembers, when the error is about to be freed.
        func takeBase() -> JSON {
            defer { base = .null }
            return base
        }

        override var path: String? {
            switch base {
            case .array(let array):
                if case .view(let document, let index) = array.storage { return describe(from: document, index) }
            case .object(let object):
                if case .view(let document, let index) = object.storage { return describe(from: document, index) }
            case .number(let number):
                if case .text(let document, let index) = number.storage { return describe(from: document, index) }
            default:
                break
            }
            return JSONKey.describe(steps)
        }

        private func describe(from document: Document, _ index: Int) -> String {
            JSONKey.describe(document.steps(to: index) + steps)
        }
    }

    private init(
        _ code: Code, _ base: JSON, _ steps: [JSONKey], expected: String? = nil, found: String? = nil, message: String? = nil
    ) {
        details = AccessDetails(code, base: base, steps: steps, expected: expected, found: found, message: message)
    }

    /// The last of `steps`, from `base` on, failed at `value`.
    static func step(from base: JSON, _ steps: [JSONKey], at value: JSON) -> JSONError {
        switch (steps.last, value) {
        case (_, .error(let error)):
            return error
        case (.key(let key), .object):
            return JSONError(.missingKey, base, steps, message: "there is no member \(JSONKey.quoted(key))")
        case (.index(let index), .array(let array)):
            let elements = array.count == 1 ? "1 element" : "\(array.count) elements"
            return JSONError(
                .indexOutOfBounds, base, steps, message: "there is no element \(index), the array has \(elements)")
        case (.key, _):
            return JSONError(
                .wrongType, base, Array(steps.dropLast()), expected: "an object", found: value.kindName)
        default:
            return JSONError(
                .wrongType, base, Array(steps.dropLast()), expected: "an array", found: value.kindName)
        }
    }

    /// A NaN or infinity that was to be written.
    static func nonFinite(_ number: JSONNumber) -> JSONError {
        JSONError(.nonFiniteNumber, .number(number), [], message: "\(number) has no form in JSON")
    }

    /// A Swift value that has no form in JSON.
    static func unsupported(_ value: Any) -> JSONError {
        JSONError(.unsupportedType, .null, [], message: "\(Swift.type(of: value)) has no form in JSON")
    }
}
