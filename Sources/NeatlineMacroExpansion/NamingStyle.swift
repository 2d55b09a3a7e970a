// The names in JSON that follow from the names of properties.

enum NamingStyle: String {
    case asWritten, camelCase, pascalCase, snakeCase, screamingSnakeCase, kebabCase, screamingKebabCase, trainCase,
        flatCase

    /// The name in this style: `userID` is `user_id` in snake case, `URLPath` `url_path`.
    func name(_ name: String) -> String {
        let words = NamingStyle.words(name)
        if words.isEmpty { return name }
        let lower = words.map { $0.lowercased() }
        let capitalized = lower.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        switch self {
        case .asWritten: return name
        case .camelCase: return lower[0] + capitalized.dropFirst().joined()
        case .pascalCase: return capitalized.joined()
        case .snakeCase: return lower.joined(separator: "_")
        case .screamingSnakeCase: return lower.joined(separator: "_").uppercased()
        case .kebabCase: return lower.joined(separator: "-")
        case .screamingKebabCase: return lower.joined(separator: "-").uppercased()
        case .trainCase: return capitalized.joined(separator: "-")
        case .flatCase: return lower.joined()
        }
    }

    /// The words of a name: they begin with a capital after a small letter or a digit, at the last capital of several
    /// before a small letter, and after an underscore.
    static func words(_ name: String) -> [String] {
        let letters = Array(name)
        var words: [String] = []
        var word = ""
        for (index, letter) in letters.enumerated() {
            if letter == "_" {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            if letter.isUppercase, let last = word.last {
                let isFollowedBySmall = index + 1 < letters.count && letters[index + 1].isLowercase
                if !last.isUppercase || isFollowedBySmall {
                    words.append(word)
                    word = ""
                }
            }
            word.append(letter)
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
