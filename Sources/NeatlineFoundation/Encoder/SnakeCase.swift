/// Names of several words, joined by `_`.
enum SnakeCase {
    /// The words of a name in lower case, as Foundation finds them: `myURLName` becomes `my_url_name`.
    ///
    /// A word ends before each capital letter, except the first character of the name; several capital letters are one
    /// word, without the last one if a small letter follows.
    static func name(_ name: String) -> String {
        let characters = Array(name)
        var words: [ArraySlice<Character>] = []
        var start = 0
        var index = 1
        while let upper = characters[min(index, characters.count)...].firstIndex(where: \.isUppercase) {
            words.append(characters[start..<upper])
            start = upper
            guard let lower = characters[upper...].firstIndex(where: \.isLowercase) else { break }
            if lower > upper + 1 {
                start = lower - 1
                words.append(characters[upper..<start])
            }
            index = lower + 1
        }
        words.append(characters[start...])
        return words.map { String($0).lowercased() }.joined(separator: "_")
    }
}
