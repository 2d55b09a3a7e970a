internal import Foundation
internal import NeatlineJSON

/// A request as httpbin tells it back.
enum RequestEcho {
    /// `args`, `data`, `files`, `form`, `headers`, `json`, `method`, `origin` and `url`, as much as there is.
    static func of(_ request: LoopbackRequest) -> JSON {
        let body = BodyParts(request)
        return object([
            ("args", grouped(request.query)),
            ("data", .string(body.data)),
            ("files", grouped(body.files)),
            ("form", grouped(body.form)),
            ("headers", headers(request)),
            ("json", body.json),
            ("method", .string(request.method)),
            ("origin", "127.0.0.1"),
            ("url", .string(url(request))),
        ])
    }

    /// As one that asks would write it: the host is the one that the request names.
    static func url(_ request: LoopbackRequest) -> String {
        request.target.hasPrefix("/")
            ? "http://\(request[header: "Host"] ?? "localhost")\(request.target)" : request.target
    }

    /// Names in httpbin's form (`X-Some-Name`), values of one name joined.
    static func headers(_ request: LoopbackRequest) -> JSON {
        var names: [String] = []
        var values: [String: String] = [:]
        for (name, value) in request.headers {
            let name = name.split(separator: "-", omittingEmptySubsequences: false)
                .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "-")
            if let earlier = values[name] {
                values[name] = earlier + "," + value
            } else {
                names.append(name)
                values[name] = value
            }
        }
        return object(names.map { ($0, .string(values[$0] ?? "")) })
    }

    /// A name with several values has them in an array.
    static func grouped(_ pairs: [(name: String, value: String)]) -> JSON {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for (name, value) in pairs {
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(value)
        }
        return object(
            names.map { name in
                let values = values[name] ?? []
                return (name, values.count == 1 ? .string(values[0]) : JSON(values.map { JSON.string($0) }))
            })
    }

    static func object(_ members: [(String, JSON)]) -> JSON {
        .object(JSONObject(members.map { (key: $0.0, value: $0.1) }))
    }
}

/// What a body says, by its content type.
private struct BodyParts {
    var data = ""
    var form: [(name: String, value: String)] = []
    var files: [(name: String, value: String)] = []
    var json = JSON.null

    init(_ request: LoopbackRequest) {
        let type = request[header: "Content-Type"] ?? ""
        let kind = type.prefix { $0 != ";" }.lowercased()
        if kind == "application/x-www-form-urlencoded" {
            form = FormText.decode(request.text)
            return
        }
        if kind == "multipart/form-data", let boundary = Self.parameter("boundary", of: type) {
            for part in MultipartReader.parts(of: Array(request.body), boundary: boundary) {
                guard let disposition = part.headers.first(where: { $0.name.lowercased() == "content-disposition" }),
                    let name = Self.parameter("name", of: disposition.value)
                else { continue }
                if Self.parameter("filename", of: disposition.value) == nil {
                    form.append((name, String(decoding: part.body, as: UTF8.self)))
                } else {
                    files.append((name, Self.text(Data(part.body), type: "application/octet-stream")))
                }
            }
            return
        }
        data = Self.text(request.body, type: kind.isEmpty ? "application/octet-stream" : kind)
        json = (try? JSON(parsing: Array(request.body))) ?? .null
    }

    /// The text itself, or for other bytes a `data:` URL.
    private static func text(_ bytes: Data, type: String) -> String {
        String(data: bytes, encoding: .utf8) ?? "data:\(type);base64,\(bytes.base64EncodedString())"
    }

    /// The value of a parameter of a header such as `form-data; name="x"`.
    private static func parameter(_ name: String, of value: String) -> String? {
        for part in value.split(separator: ";").dropFirst() {
            let part = part.trimmingCharacters(in: .whitespaces)
            guard part.lowercased().hasPrefix(name + "=") else { continue }
            return part.dropFirst(name.count + 1).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        return nil
    }
}

/// Takes a multipart body apart (RFC 2046, section 5.1.1).
enum MultipartReader {
    struct Part {
        var headers: [(name: String, value: String)]
        var body: ArraySlice<UInt8>
    }

    /// The parts up to the closing boundary; those that are cut off are left out.
    static func parts(of bytes: [UInt8], boundary: String) -> [Part] {
        // A boundary stands at the beginning of a line, and the line break before it belongs to it.
        let delimiter = Array("\r\n--\(boundary)".utf8)
        let text = [0x0D, 0x0A] + bytes
        var starts: [Int] = []
        var search = 0
        while let found = text[search...].firstRange(of: delimiter) {
            starts.append(found.lowerBound)
            search = found.upperBound
        }
        return zip(starts, starts.dropFirst()).compactMap { start, end in
            let part = text[(start + delimiter.count)..<end]
            guard part.starts(with: [0x0D, 0x0A]),
                let headEnd = part.firstRange(of: Array("\r\n\r\n".utf8))
            else { return nil }
            let head = part[..<headEnd.lowerBound].dropFirst(2)
            let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
            let headers = lines.compactMap { line -> (name: String, value: String)? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
            }
            return Part(headers: headers, body: part[headEnd.upperBound...])
        }
    }
}
