/// Makes names of Swift out of names of JSON.
enum SwiftName {
    /// Words that are written in capitals, unless a name begins with them.
    private static let acronyms: Set<String> = [
        "api", "css", "html", "http", "https", "id", "ip", "json", "pdf", "sql", "uri", "url", "utc", "utf", "uuid",
        "xml",
    ]

    /// Words of Swift that need backticks as the name of a property or a case.
    private static let keywords: Set<String> = [
        "as", "associatedtype", "async", "await", "any", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "do", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "some", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "unsafe", "var", "where", "while", "yield",
    ]

    /// Names that a property or a case cannot have, or that the models have already.
    private static let takenMembers: Set<String> = [
        "self", "init", "deinit", "mapping", "rawValue", "allCases", "_",
    ]

    /// Names that a type must not have, because Swift, or the source of the models, means something else by them.
    static let takenTypes: Set<String> = [
        "Any", "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "CodingKeys", "Data", "Date", "Decodable",
        "Decoder",
        "Dictionary", "Double", "Encodable", "Encoder", "Error", "Foundation", "ISO8601DateTransform",
        "ImmutableMappable", "Int", "JSON", "Map", "Mappable", "Neatline", "NeatlineMacros", "NeatlineMapping", "Never",
        "Optional", "Protocol", "Self",
        "Set",
        "String", "Swift", "TimeZone", "Type", "UInt64", "URL", "URLTransform", "Void",
    ]

    /// Returns a name for a property or a case, without backticks; it is added to the names that are used.
    static func member(_ text: String, used: inout Set<String>) -> String {
        var name = isPlain(text) ? text : camelCase(words(of: text), startsUppercase: false)
        if name.isEmpty { name = text.isEmpty ? "empty" : "value" }
        if takenMembers.contains(name) { name += "Value" }
        return unique(name, used: &used)
    }

    /// Returns a name for a type; it is added to the names that are used.
    ///
    /// - Parameters:
    ///   - text: the name of the member that the values are in.
    ///   - isElement: whether the type is that of one of several.
    ///   - used: the names of other types.
    static func type(_ text: String, isElement: Bool, used: inout Set<String>) -> String {
        var words = words(of: text)
        if isElement, let last = words.popLast() { words.append(singular(last)) }
        var name = camelCase(words, startsUppercase: true)
        if name.isEmpty { name = isElement ? "Element" : "Value" }
        // What has no lowercase letter for its capital, or no capital, would be the name of the property, too.
        if let first = name.unicodeScalars.first?.properties, !first.isUppercase || !first.changesWhenLowercased {
            name = "Model" + name.drop { $0 == "_" }
        }
        if takenTypes.contains(name) { name += "Model" }
        return unique(name, used: &used)
    }

    /// Returns the name as it is declared: in backticks if it is a word of Swift.
    static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns whether a text is the name of a type that a declaration can have.
    static func isTypeName(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, isLetter(first) || first == "_", text != "_" else { return false }
        return scalars.allSatisfy { isLetter($0) || isDigit($0) || $0 == "_" } && !keywords.contains(text)
            && !takenMembers.contains(text) && !takenTypes.contains(text)
    }

    /// Returns a literal of Swift with a text.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            default:
                if isVisible(scalar) {
                    literal.unicodeScalars.append(scalar)
                } else {
                    literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                }
            }
        }
        return literal + "\""
    }

    private static func unique(_ name: String, used: inout Set<String>) -> String {
        var result = name
        var number = 2
        while !used.insert(result).inserted {
            result = name + (name.unicodeScalars.last.map(isDigit) == true ? "_" : "") + String(number)
            number += 1
        }
        return result
    }
}

// MARK: Words

extension SwiftName {
    /// Whether a name of JSON is a name of Swift as it is.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, ("a"..."z").contains(first) else { return false }
        return text.unicodeScalars.allSatisfy { $0.isASCII && (isLetter($0) || isDigit($0)) }
    }

    /// Returns the words of a name: what is between characters other than letters and digits, and, in `camelCase`, what
    /// begins with a capital.
    private static func words(of text: String) -> [String] {
        let scalars = Array(text.unicodeScalars)
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
        }
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            if !isLetter(scalar), !isDigit(scalar) {
                end()
                // Otherwise "+1" and "-1" would have the same name.
                if words.isEmpty, isDigit(next), scalar == "+" || scalar == "-" {
                    words.append(scalar == "+" ? "plus" : "minus")
                }
                continue
            }
            if let last = word.last, scalar.properties.isUppercase,
                !last.properties.isUppercase || next.properties.isLowercase
            {
                end()
            }
            word.append(scalar)
        }
        end()
        return words
    }

    private static func camelCase(_ words: [String], startsUppercase: Bool) -> String {
        var name = ""
        for word in words {
            let lowercase = identifierText(word.lowercased())
            if name.isEmpty, !startsUppercase {
                name = lowercase
            } else if acronyms.contains(lowercase) {
                name += lowercase.uppercased()
            } else {
                name += identifierText(lowercase.prefix(1).uppercased()) + lowercase.dropFirst()
            }
        }
        if let first = name.unicodeScalars.first, !isLetter(first) { name = "_" + name }
        return name
    }

    /// Returns the text without what changing its case may have added: characters that names of Swift do not have.
    private static func identifierText(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        result.append(contentsOf: text.unicodeScalars.filter { isLetter($0) || isDigit($0) })
        return String(result)
    }

    /// Returns the singular of an English plural, as far as endings tell.
    private static func singular(_ word: String) -> String {
        let lowercase = word.lowercased()
        for (plural, singular) in irregular where lowercase.hasSuffix(plural) {
            return String(word.dropLast(plural.count)) + singular
        }
        if unchanged.contains(where: lowercase.hasSuffix) { return word }
        if lowercase.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        for ending in ["sses", "ches", "shes", "xes", "zzes"] where lowercase.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        return lowercase.hasSuffix("s") && word.count > 2 ? String(word.dropLast()) : word
    }

    private static let irregular = [
        ("people", "person"), ("children", "child"), ("indices", "index"), ("vertices", "vertex"),
        ("statuses", "status"),
        ("aliases", "alias"), ("buses", "bus"), ("viruses", "virus"), ("bonuses", "bonus"), ("analyses", "analysis"),
        ("movies", "movie"), ("cookies", "cookie"), ("matrices", "matrix"),
    ]
    private static let unchanged = ["ss", "us", "is", "series", "species", "news"]
}

// MARK: Characters

extension SwiftName {
    /// Whether a name can begin with the character, as far as letters go.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x61...0x7A).contains(scalar.value | 0x20) }
        guard scalar.properties.isAlphabetic, scalar.properties.canonicalCombiningClass == .notReordered,
            scalar.properties.isXIDStart
        else { return false }
        // The part of "The Swift Programming Language", Lexical Structure, `identifier-head` that has letters.
        return switch scalar.value {
        case 0xAA, 0xB5, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF,
            0x1E00...0x1FFF, 0x2C00...0x2DFF, 0x3004...0x3007, 0x3040...0xD7FF, 0xF900...0xFD3D, 0xFD50...0xFDCF,
            0xFDF0...0xFDFC, 0xFE70...0xFEFC, 0xFF21...0xFFDC, 0x10000...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
            true
        default: false
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Whether a character of a literal is written as it is: all that is seen, and stays as it is in editors.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
            false
        default: true
        }
    }
}
