import NeatlineJSON

/// A mistake in a program, the error that it leads to, and what to do about it.
struct Mistake: Sendable {
    /// The input or the code, in Markdown.
    let input: String
    /// What to do, in Markdown.
    let remedy: String
    /// Makes the mistake, which throws the error.
    let make: @Sendable () async throws -> Void

    init(_ input: String, _ remedy: String, make: @escaping @Sendable () async throws -> Void) {
        self.input = input
        self.remedy = remedy
        self.make = make
    }

    /// A mistake that results in a value with an error.
    static func value(_ code: String, _ remedy: String, _ value: @escaping @Sendable () -> JSON) -> Mistake {
        Mistake(quoted(code), remedy) { if let error = value().error { throw error } }
    }

    /// A text that is not JSON.
    static func parsing(
        _ text: String, _ remedy: String, options: JSONParsingOptions = JSONParsingOptions(), named name: String? = nil
    ) -> Mistake {
        Mistake(name ?? quoted(text), remedy) { _ = try JSON(parsing: text, options: options) }
    }
}

/// A heading and a table.
struct Section: Sendable {
    let title: String
    let text: String
    let mistakes: [Mistake]

    /// Makes the mistakes; returns the section in Markdown, and the codes of the errors that are errors of JSON.
    func written() async -> (markdown: String, codes: Set<JSONError.Code>) {
        var lines = [
            "## \(title)", "", text, "", "| input or code | error message | what to do |", "|---|---|---|",
        ]
        var codes: Set<JSONError.Code> = []
        for mistake in mistakes {
            var message = "no error"
            do {
                try await mistake.make()
            } catch {
                message = String("\(error)".prefix { $0 != "\n" })
                if let error = error as? JSONError { codes.insert(error.code) }
                if let error = error as? JSONPatchError { codes.insert(error.reason.code) }
            }
            lines.append("| \(mistake.input) | \(quoted(message)) | \(mistake.remedy) |")
        }
        return (lines.joined(separator: "\n"), codes)
    }
}

/// Returns a text as code in a table.
func quoted(_ text: String) -> String {
    "`" + text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") + "`"
}
