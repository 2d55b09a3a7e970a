/// Names of several words, joined by `_` or another separator.
package enum SnakeCase {
    /// The words of a name in lower case, as Foundation finds them: `myURLName` becomes `my_url_name`.
    ///
    /// A word ends before each capital letter, except the first character of the name; several capital letters are one
    /// word, without the last one if a small letter follows.
    package static func name(_ name: String, separator: String = "_") -> String {
        let scalars = name.unicodeScalars
        var words: [Substring] = []
        var start = name.startIndex
        var index = name.isEmpty ? start : name.index(after: start)
        while let upper = scalars[index...].firstIndex(where: isUppercase) {
            words.append(name[start..<upper])
            start = upper
            guard let lower = scalars[upper...].firstIndex(where: isLowercase) else { break }
            // Letters are looked for among scalars, but stepped over as characters, which may have accents of their own.
            if lower != name.index(after: upper) {
                start = max(name.index(before: lower), upper)
                words.append(name[upper..<start])
            }
            index = scalars.index(after: lower)
        }
        words.append(name[start...])
        return words.map { $0.lowercased() }.joined(separator: separator)
    }

    private static func isUppercase(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .uppercaseLetter || category == .titlecaseLetter
    }

    private static func isLowercase(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .lowercaseLetter
    }
}
