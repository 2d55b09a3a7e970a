import Foundation
import NeatlineDrupalTesting
import NeatlineJSON

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The response to one request.
struct SiteAnswer {
    var status = 0
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    init() {}

    init(_ bytes: [UInt8]) {
        let end = bytes.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) ?? bytes.endIndex..<bytes.endIndex
        body = Array(bytes[end.upperBound...])
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        status = Int((lines.first ?? "").split(separator: " ").dropFirst().first ?? "") ?? 0
        headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (String(line[..<colon]), line[colon...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
    }

    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    var json: JSON { (try? JSON(parsing: body)) ?? .null }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The session cookie as `Cookie` takes it.
    var cookie: String? { header("Set-Cookie").map { String($0.prefix { $0 != ";" }) } }
}

/// A client that sends bytes as a test says, one connection for each request, and waits for the response.
struct SiteClient {
    struct Failure: Error { let message: String }

    let site: StubDrupalSite

    func send(
        _ method: String, _ target: String, _ headers: [String] = [], body: String = ""
    ) throws -> SiteAnswer {
        try send(method, target, headers, body: Array(body.utf8))
    }

    func send(_ method: String, _ target: String, _ headers: [String] = [], body: [UInt8]) throws -> SiteAnswer {
        var lines = ["\(method) \(target) HTTP/1.1"] + headers
        if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: 127.0.0.1:\(site.server.port)") }
        if !body.isEmpty || method == "POST" || method == "PATCH" { lines.append("Content-Length: \(body.count)") }
        lines.append("Connection: close")
        return SiteAnswer(try exchange(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body))
    }

    private func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(site.server.port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status != 0 { throw Failure(message: "connect: \(errno)") }
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if sent <= 0 { throw Failure(message: "write: \(errno)") }
            rest = rest.dropFirst(sent)
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 { throw Failure(message: "read: \(errno)") }
            if count == 0 { return received }
            received += buffer[..<count]
        }
    }
}

extension StubDrupalSession {
    /// The header fields of a request with this session that changes something.
    var headers: [String] { ["Cookie: \(cookie)", "X-CSRF-Token: \(csrfToken)"] }
}

/// The field of Basic authentication.
func basic(_ name: String, _ password: String) -> String {
    "Authorization: Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
}
