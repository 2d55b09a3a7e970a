import NeatlineJSON

/// A mistake of a program, what it is told, and what helps.
struct Mistake: Sendable {
    /// The code, or what is done, in Markdown.
    let deed: String
    /// What helps.
    let remedy: String
    /// Makes the mistake; returns what the program is told.
    let make: @Sendable () async throws -> Answer

    /// What a program is told.
    struct Answer: Sendable {
        let message: String
        /// The code of the error, if it is one of JSON.
        let code: JSONError.Code?

        /// What an error says.
        init(_ error: any Error) {
            message = "\(error)"
            switch error {
            case let error as JSONError: code = error.code
            case let error as JSONPatchError: code = error.reason.code
            default: code = nil
            }
        }

        init(_ message: String) {
            self.message = message
            code = nil
        }
    }

    /// A mistake that throws an error.
    init(_ deed: String, _ remedy: String, throwing body: @escaping @Sendable () async throws -> Void) {
        self.deed = deed
        self.remedy = remedy
        make = {
            do {
                try await body()
                return Answer("nothing")
            } catch {
                return Answer(error)
            }
        }
    }

    /// A mistake that makes a value with an error.
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

    /// Makes the mistakes; returns the table and the codes of the errors.
    func written() async throws -> (markdown: String, codes: Set<JSONError.Code>) {
        var lines = ["## \(title)", "", text, "", "| you write | you are told | what helps |", "|---|---|---|"]
        var codes: Set<JSONError.Code> = []
        for mistake in mistakes {
            let answer = try await mistake.make()
            let message = String(answer.message.prefix { $0 != "\n" })
            lines.append("| \(mistake.deed) | \(quoted(message)) | \(mistake.remedy) |")
            if let code = answer.code { codes.insert(code) }
        }
        return (lines.joined(separator: "\n"), codes)
    }
}

/// Returns a text as code in a table.
func quoted(_ text: String) -> String {
    "`" + text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") + "`"
}
