import NeatlineJSON

/// The written value of what `parse` returns, or the description of what it throws.
func outcome(_ parse: () throws -> JSON) -> String {
    do {
        return try parse().serializedString()
    } catch {
        return "\(error)"
    }
}
