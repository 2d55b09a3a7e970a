import NeatlineJSON

/// What the results of a filter would replace in a file, so that a mistyped name does not empty it.
struct ReplacementReview {
    /// The number of values that the filter was applied to.
    var values = 0
    private var results = 0
    /// The first result that is null or empty, and the position of the input value that it was computed from.
    private var emptied: (String, ValueOrigin.Position?)?
    /// The beginning of a result's text, without whitespace.
    private var text: [UInt8] = []

    /// Adds a result.
    ///
    /// - Parameters:
    ///   - result: the result.
    ///   - value: what the filter was applied to; nil if that is only a part of the value in the file.
    ///   - position: returns where the value in the file begins.
    mutating func add(_ result: JSON, of value: JSON?, position: () -> ValueOrigin.Position?) {
        results += 1
        guard emptied == nil, let name = result.nameIfEmpty, value?.nameIfEmpty == nil else { return }
        emptied = (name, position())
    }

    /// Begins the text of a result.
    mutating func beginText() { text = [] }

    /// Adds a part of the text.
    mutating func addText(_ bytes: UnsafeRawBufferPointer) {
        // As long as the text of a value without contents, and a byte.
        for byte in bytes where text.count < 5 && byte > 0x20 { text.append(byte) }
    }

    /// Ends the text of a result, which is a part of the value in the file.
    mutating func endText(position: () -> ValueOrigin.Position?) {
        let value = text.count < 5 ? try? JSON(parsing: text) : nil
        add(value ?? JSON(true), of: nil, position: position)
    }

    /// Why the results must not replace the file; nil if they may.
    var objection: FilterError? {
        let consequence = "the file stays as it is; --force replaces it"
        if results == 0 { return FilterError(message: "nothing is selected, \(consequence)") }
        if let (name, position) = emptied {
            return FilterError(message: "the filter gives \(name) here, \(consequence)", position: position)
        }
        if results == values { return nil }
        return FilterError(
            message: "the filter gives \(results) result\(results == 1 ? "" : "s") for \(values) "
                + "value\(values == 1 ? "" : "s"), \(consequence)")
    }
}

extension JSON {
    /// The name of a value without contents; nil for all others.
    fileprivate var nameIfEmpty: String? {
        switch self {
        case .null: "null"
        case .string(""): "an empty string"
        case .array(let elements) where elements.isEmpty: "an empty array"
        case .object(let members) where members.isEmpty: "an empty object"
        default: nil
        }
    }
}
