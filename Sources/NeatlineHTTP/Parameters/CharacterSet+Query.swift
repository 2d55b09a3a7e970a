public import Foundation

extension CharacterSet {
    /// What stands unescaped in names and values of a query: letters, digits and `-._~?/` of ASCII.
    ///
    /// These are the characters that a query may have (RFC 3986, section 3.4) without the delimiters of section 2.2, which
    /// could be taken for something else; `?` and `/` stay.
    public static let afURLQueryAllowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~?/")
}
