public import Foundation

extension CharacterSet {
    /// The characters that are not escaped in names and values of a query: ASCII letters, digits and `-._~?/`.
    ///
    /// These are the characters that RFC 3986, section 3.4, allows in a query, without the delimiters of section 2.2
    /// except `?` and `/`.
    public static let afURLQueryAllowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~?/")
}
