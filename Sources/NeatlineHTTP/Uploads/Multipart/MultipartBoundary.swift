internal import NeatlineSystem

/// The delimiter between the parts of a form (RFC 2046, section 5.1.1).
enum MultipartBoundary {
    /// Returns a random boundary, so that nobody can write contents that contain it.
    static func random() -> String {
        "alamofire.boundary." + HexadecimalDigits.text((0..<8).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// Returns whether a text is a valid boundary: up to 70 of the allowed characters, without a space at the end.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the boundary.
    static func isValid(_ boundary: String) -> Bool {
        (1...70).contains(boundary.utf8.count) && boundary.utf8.last != UInt8(ascii: " ")
            && boundary.utf8.allSatisfy { isLetter($0) || isDigit($0) || "'()+_,-./:=? ".utf8.contains($0) }
    }

    /// Returns the content type with a boundary, which is quoted if it is not a token.
    static func contentType(_ boundary: String) -> String {
        let isToken = !boundary.isEmpty && boundary.utf8.allSatisfy(\.isTokenByte)
        return "multipart/form-data; boundary=\(isToken ? boundary : "\"\(boundary)\"")"
    }

    /// Returns the delimiter before a part.
    static func opening(_ boundary: String, isFirst: Bool) -> String { "\(isFirst ? "" : "\r\n")--\(boundary)\r\n" }

    /// Returns the delimiter after the last part.
    static func closing(_ boundary: String, isEmpty: Bool) -> String { "\(isEmpty ? "" : "\r\n")--\(boundary)--\r\n" }
}
