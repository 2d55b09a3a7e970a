/// What jq's language has beyond these filters: it is recognized, so that an error can say that it is not supported.
enum UnsupportedSyntax {
    /// Functions and keywords of jq that there are not.
    static let names: Set<String> = [
        "add", "all", "any", "arrays", "ascii", "ascii_downcase", "ascii_upcase", "booleans", "builtins", "capture",
        "contains", "combinations", "debug", "def", "del", "delpaths", "endswith", "env", "error", "explode", "first",
        "flatten", "floor", "foreach", "from_entries", "fromjson", "fromdate", "getpath", "group_by", "gsub", "halt",
        "if",
        "implode", "in", "index", "indices", "input", "inputs", "inside", "isempty", "isvalid", "iterables", "join",
        "keys_unsorted", "label", "last", "leaf_paths", "limit", "ltrimstr", "map_values", "match", "max", "max_by",
        "min", "min_by", "now", "nth", "nulls", "numbers", "objects", "path", "pick", "pow", "range", "recurse",
        "reduce",
        "repeat", "reverse", "rindex", "round", "rtrimstr", "scalars", "scan", "setpath", "sort", "sort_by", "split",
        "splits", "sqrt", "startswith", "strings", "sub", "test", "to_number", "toboolean", "todate", "tojson",
        "tonumber", "tostring", "tostream", "transpose", "trim", "try", "unique", "unique_by", "until",
        "utf8bytelength",
        "values", "walk", "while", "with_entries",
    ]

    /// Returns whether a text that does not begin with a dot looks like a filter, and not like the name of a file.
    ///
    /// It does if it begins like a value, or with a name of jq's that an operator or nothing follows, or with any name
    /// and a parenthesis.
    static func looksLikeFilter(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first else { return false }
        if "(\"[{$@".unicodeScalars.contains(first) { return true }
        let word = scalars.prefix { FilterParser.startsName($0) || ("0"..."9").contains($0) }
        let next = scalars.dropFirst(word.count).first
        if next == "(", FilterParser.startsName(first) { return true }
        let name = String(word)
        return (FilterParser.names.contains(name) || names.contains(name))
            && (next.map { " \t\n|,[?=!<>+;".unicodeScalars.contains($0) } ?? true)
    }

    /// Returns how something of other languages is written in a filter; nil if it is not known.
    ///
    /// - Parameters:
    ///   - text: the rest of the filter, which makes no sense.
    ///   - previous: the character before it.
    static func hint(of text: some Collection<Unicode.Scalar>, after previous: Unicode.Scalar?) -> String? {
        switch text.first {
        case "'": "a string is in double quotes"
        case "&": "use 'and'"
        case "|" where previous == "|": "use 'or'"
        case "!": "use 'not', as in '.a | not'"
        default: nil
        }
    }

    /// Returns what jq takes the beginning of a text for, such as "arithmetic ('+')"; nil if it is something else.
    static func description(of text: some Collection<Unicode.Scalar>) -> String? {
        guard let first = text.first else { return nil }
        let second = text.dropFirst().first
        switch first {
        case "/" where second == "/": return "the alternative operator ('//')"
        case "+", "-", "*", "/", "%": return second == "=" ? "assignment ('\(first)=')" : "arithmetic ('\(first)')"
        case "=" where second != "=": return "assignment ('=')"
        case "$": return "a variable ('$')"
        case "@": return "a format ('@')"
        case "a" where second == "s" && text.dropFirst(2).first.map(FilterParser.startsName) != true:
            return "a variable ('as')"
        default: return nil
        }
    }
}
