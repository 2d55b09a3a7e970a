internal import Foundation

/// One part of a form.
struct MultipartPart {
    enum Content {
        case data(Data)
        case file(URL)
        /// A stream, and who may read it.
        case stream(InputStream, OnceFlag)
    }

    let headers: HTTPHeaders
    let content: Content
    /// How many bytes the content has, as was said when it was appended.
    let length: UInt64

    /// The fields, a line each, and the empty line behind them.
    var head: String {
        headers.map { "\(Self.line($0.name)): \(Self.line($0.value))\r\n" }.joined() + "\r\n"
    }

    /// A text in one line: line breaks, which would begin another field, and zeroes become spaces.
    private static func line(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return text }
        return String(decoding: text.utf8.map { $0 == 0x0D || $0 == 0x0A || $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
    }

    /// The fields of a part with a name.
    static func headers(name: String, fileName: String?, mimeType: String?) -> HTTPHeaders {
        var disposition = "form-data; name=\"\(escaped(name))\""
        if let fileName { disposition += "; filename=\"\(escaped(fileName))\"" }
        var headers: HTTPHeaders = [.contentDisposition(disposition)]
        if let mimeType { headers.add(.contentType(mimeType)) }
        return headers
    }

    /// A name between quotes, as browsers write it (HTML, section 4.10.21.8): RFC 7578 leaves this open.
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
    /// Bytes of all contents; as many as can be counted, if streams are said to have more.
    var contentLength: UInt64 {
        reduce(0) { sum, part in
            let (sum, overflows) = sum.addingReportingOverflow(part.length)
            return overflows ? .max : sum
        }
    }
}
