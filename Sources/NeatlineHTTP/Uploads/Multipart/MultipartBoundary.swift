/// What stands between the parts of a form (RFC 2046, section 5.1.1).
enum MultipartBoundary {
    /// A boundary that nobody can guess, so that nobody can write contents that end their part.
    static func random() -> String {
        "alamofire.boundary.\(digits(.random(in: .min ... .max)))\(digits(.random(in: .min ... .max)))"
    }

    /// Whether a text can stand between parts: up to 70 of some characters, and no space at the end. O(length)
    static func isValid(_ boundary: String) -> Bool {
        (1...70).contains(boundary.utf8.count) && boundary.utf8.last != UInt8(ascii: " ")
            && boundary.utf8.allSatisfy { isLetter($0) || isDigit($0) || "'()+_,-./:=? ".utf8.contains($0) }
    }

    /// Eight hexadecimal digits.
    private static func digits(_ number: UInt32) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 8 - text.count) + text
    }

    /// The content type that names a boundary, in quotes if it is no token.
    static func contentType(_ boundary: String) -> String {
        let isToken = !boundary.isEmpty && boundary.utf8.allSatisfy(\.isTokenByte)
        return "multipart/form-data; boundary=\(isToken ? boundary : "\"\(boundary)\"")"
    }

    /// What stands before a part.
    static func opening(_ boundary: String, isFirst: Bool) -> String { "\(isFirst ? "" : "\r\n")--\(boundary)\r\n" }

    /// What stands behind the last part.
    static func closing(_ boundary: String, isEmpty: Bool) -> String { "\(isEmpty ? "" : "\r\n")--\(boundary)--\r\n" }
}
