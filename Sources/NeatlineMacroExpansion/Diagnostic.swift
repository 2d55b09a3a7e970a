// What the macros say about a declaration that they cannot expand, at its place and with a repair.

/// A message about a part of the source.
struct Diagnostic {
    enum Severity: String { case error, warning }

    /// A change of the source that makes the message go.
    struct Repair {
        let message: String
        let range: Range<Int>
        let text: String
    }

    let severity: Severity
    let message: String
    /// The range, in bytes from the beginning of the declaration's text.
    let range: Range<Int>
    var repairs: [Repair] = []
}

/// A text of the source and where it begins.
struct Syntax {
    let text: String
    let file: String
    let offset: Int

    init(text: String, file: String = "", offset: Int = 0) {
        self.text = text
        self.file = file
        self.offset = offset
    }

    /// Reads it from a message.
    init?(_ value: Any?) {
        guard let value = value as? [String: Any], let text = value["source"] as? String else { return nil }
        let location = value["location"] as? [String: Any]
        self.init(
            text: text, file: location?["fileName"] as? String ?? "", offset: location?["offset"] as? Int ?? 0)
    }

    /// A diagnostic in the form that the compiler expects.
    func message(_ diagnostic: Diagnostic) -> [String: Any] {
        func place(_ range: Range<Int>) -> [String: Any] {
            ["fileName": file, "startOffset": offset + range.lowerBound, "endOffset": offset + range.upperBound]
        }
        let repairs: [[String: Any]] = diagnostic.repairs.map {
            ["message": $0.message, "changes": [["range": place($0.range), "newText": $0.text]]]
        }
        return [
            "message": diagnostic.message, "severity": diagnostic.severity.rawValue,
            "position": ["fileName": file, "offset": offset + diagnostic.range.lowerBound],
            "highlights": [place(diagnostic.range)], "notes": [], "fixIts": repairs,
        ]
    }
}
