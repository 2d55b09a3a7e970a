/// The tokens of a JSON Pointer, as the beginning of a filter.
enum Pointer {
    /// - Throws: `UsageError.invalidPointer`, see RFC 6901, section 3.
    static func parse(_ text: String) throws(UsageError) -> [Instruction] {
        if text.isEmpty { return [] }
        guard text.utf8.first == UInt8(ascii: "/") else { throw .invalidPointer(text, "it must begin with '/'") }
        var instructions: [Instruction] = []
        var prefix = ""
        for part in text.unicodeScalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            prefix += "/" + String(part)
            instructions.append(.token(try token(part, in: text), pointer: prefix))
        }
        return instructions
    }

    private static func token(
        _ part: Substring.UnicodeScalarView, in text: String
    ) throws(UsageError) -> String {
        var token = String.UnicodeScalarView()
        var rest = part
        while let scalar = rest.popFirst() {
            if scalar != "~" {
                token.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "0": token.append("~")
            case "1": token.append("/")
            default: throw .invalidPointer(text, "'~' must be followed by 0 or 1")
            }
        }
        return String(token)
    }
}
