// Texts in messages.

extension String {
    /// Returns the text, or if it has more than `limit` characters its beginning and an ellipsis.
    ///
    /// - Complexity: O(`limit`)
    package func shortened(to limit: Int = 40) -> String {
        guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else { return self }
        return prefix(limit - 1) + "…"
    }
}
