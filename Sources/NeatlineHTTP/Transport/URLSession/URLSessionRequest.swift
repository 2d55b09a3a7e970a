internal import Foundation

/// Creates the requests for `URLSession`.
enum URLSessionRequest {
    static func make(_ request: TransportRequest) throws(TransportError) -> URLRequest {
        try request.check()
        // The exchange sends the credentials in header fields.
        var result = URLRequest(url: try RequestURL(request.url).credentials?.url ?? request.url)
        result.httpMethod = request.method
        result.httpShouldHandleCookies = false
        for field in request.headers.fields {
            // Foundation has no other octets than those of texts.
            result.setValue(field.value.readable, forHTTPHeaderField: field.name)
        }
        switch request.body {
        case .none: break
        case .bytes(let data): result.httpBody = data
        case .stream:
            // A server that does not know of it keeps the client waiting for a second.
            if !request.headers.contains("expect") { result.setValue("", forHTTPHeaderField: "Expect") }
        }
        if case .none = request.body { return result }
        // Without this field, `URLSession` declares the body as a form.
        if !request.headers.contains("content-type") {
            result.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        return result
    }
}

extension TransportResponseHead {
    /// The head of a response as Foundation has it: one field for each name, so lines of one name come joined.
    init(_ response: HTTPURLResponse) {
        var lines: [UInt8] = []
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            let values = name.isFieldName("set-cookie") ? JoinedCookies.split(value) : [value]
            for value in values {
                lines += "\(name): \(value)\r\n".utf8
            }
        }
        self.init(status: response.statusCode, lines: lines)
    }
}

/// `Set-Cookie` lines that were joined by commas, which they may have within.
enum JoinedCookies {
    /// A comma begins another cookie if a name and an equals sign follow, before any semicolon or comma: the one in a date
    /// is followed by a number and a month.
    static func split(_ text: String) -> [String] {
        var parts: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.prefix { $0 != ";" }
            if let sign = pair.firstIndex(of: "="), !parts.isEmpty || !pair.isEmpty,
                pair[..<sign].trimmingCharacters(in: .whitespaces).isToken
            {
                parts.append(part.trimmingCharacters(in: .whitespaces))
            } else if let last = parts.indices.last {
                parts[last] += "," + part
            } else {
                parts.append(String(part))
            }
        }
        return parts
    }
}
