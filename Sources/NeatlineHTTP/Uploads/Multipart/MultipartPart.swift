internal import Foundation
internal import NeatlineSystem

/// A part of a form.
struct MultipartPart {
    enum Content {
        case data(Data)
        case file(URL)
        /// A stream, and the flag of its first reader.
        case stream(InputStream, OnceFlag)
    }

    let headers: HTTPHeaders
    let content: Content
    /// The announced number of bytes of the content.
    let length: UInt64

    /// The header fields, one per line, and the empty line that ends them.
    var head: String {
        headers.map { "\(Self.line($0.name)): \(Self.line($0.value))\r\n" }.joined() + "\r\n"
    }

    /// Returns a text as one line: line breaks, which would begin another field, and zero bytes become spaces.
    private static func line(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return text }
        return String(decoding: text.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns the header fields of a part.
    static func headers(name: String, fileName: String?, mimeType: String?) -> HTTPHeaders {
        var disposition = "form-data; name=\"\(escaped(name))\""
        if let fileName { disposition += "; filename=\"\(escaped(fileName))\"" }
        var headers: HTTPHeaders = [.contentDisposition(disposition)]
        if let mimeType { headers.add(.contentType(mimeType)) }
        return headers
    }

    /// Returns a name escaped for quotes as browsers do it (HTML, section 4.10.21.8), because RFC 7578 does not define
    /// it.
    private static func escaped(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension [MultipartPart] {
    /// The sum of the lengths of all contents, clamped if the announced lengths of streams overflow.
    var contentLength: UInt64 {
        reduce(0) { sum, part in
            let (sum, overflows) = sum.addingReportingOverflow(part.length)
            return overflows ? .max : sum
        }
    }
}
