#if os(Linux)
import Foundation
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

@Suite("Fields behind a body, and before a response", .ownThreads, .hangLimit)
struct InterimFieldTests {
    private let server: LoopbackServer
    private let session = Session()

    init() throws {
        server = try LoopbackServer { request in
            switch request.path {
            case "/sum":
                return LoopbackResponse(
                    chunks: [Array("abc".utf8)], trailers: ["Sum": "294", "Set-Cookie": "a=1"])
            case "/again": return LoopbackResponse(status: 307, headers: ["Location": "/echo"])
            case "/hints":
                return .script([
                    .send("HTTP/1.1 100 Continue\r\n\r\n"), .send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
                    .send("HTTP/1.1 103 Early Hints\r\nLink: </b>\r\nLink: </c>\r\n\r\n"),
                    .head(200, headers: ["Content-Length": "0"]),
                ])
            default:
                let trailers = request.trailerLines.joined(separator: ";")
                return LoopbackResponse(text: "\(String(decoding: request.body, as: UTF8.self)) \(trailers)")
            }
        }
    }

    @Test("The trailers of a response are no header fields")
    func response() async {
        let response = await session.request(server.url("/sum")).serializingString().response
        expect(response.value == "abc" && response.response?.headers["Sum"] == nil)
        expectEqual(response.metrics?.trailers.dictionary, ["Sum": "294", "Set-Cookie": "a=1"])
        expect(session.sessionConfiguration.httpCookieStorage?.cookies(for: server.url("/"))?.isEmpty != false)
        let without = await session.request(server.url("/echo")).serializingString().response
        expectEqual(without.metrics?.trailers.fields.isEmpty, true)
    }

    @Test("The trailers of an upload are asked for at its end, and each time", arguments: ["/echo", "/again"])
    func upload(path: String) async {
        let calls = Locked(0)
        let fields: @Sendable () -> HTTPHeaders = {
            let number = calls.withLock { count in
                count += 1
                return count
            }
            return ["Number": "\(number)", "Empty": ""]
        }
        let data = await session.upload(Data("abc".utf8), to: server.url(path)).trailers(fields)
            .serializingString().response
        let number = path == "/echo" ? 1 : 2
        expectEqual(data.value, "abc Number: \(number);Empty: ")
        let stream = await session.upload(InputStream(data: Data("xyz".utf8)), to: server.url("/echo"))
            .trailers(fields).serializingString().response
        expectEqual(stream.value, "xyz Number: \(number + 1);Empty: ")
        let none = await session.request(server.url("/echo")).trailers(fields).serializingString().response
        expect(none.value == " " && calls.withLock { $0 } == number + 1)
    }

    @Test("Trailers that cannot be sent fail the request", arguments: [["A B": "c"], ["A": "b\r\nC: d"], ["": "a"]])
    func refused(fields: [String: String]) async {
        let response = await session.upload(Data("abc".utf8), to: server.url("/echo"))
            .trailers { HTTPHeaders(fields) }.serializingString().response
        let error = response.error?.underlyingError as? URLError
        expectEqual((error?.errorUserInfo[NSUnderlyingErrorKey] as? TransportError)?.code, .invalidRequest)
    }

    @Test("A length and trailers exclude each other, and a transport may have none")
    func impossible() async {
        let upload = session.upload(
            Data("abc".utf8), to: server.url("/echo"), headers: ["Content-Length": "3"])
        let response = await upload.trailers { ["A": "b"] }.serializingString().response
        expectEqual(response.error.map { "\($0)" }?.contains("trailers and Content-Length exclude each other"), true)
        let mock = Session(transport: MockTransport())
        let unable = await mock.upload(Data("abc".utf8), to: server.url("/echo")).trailers { ["A": "b"] }
            .serializingString().response
        expectEqual(unable.error.map { "\($0)" }?.contains("cannot send trailers"), true)
    }

    @Test("Early hints are events of a monitor")
    func hints() async {
        let monitor = ClosureEventMonitor(queue: DispatchQueue(label: "hints"))
        let links = Locked<[String?]>([])
        monitor.requestDidReceiveEarlyHints = { _, fields in links.withLock { $0.append(fields["Link"]) } }
        let request = session.request(server.url("/hints")).eventMonitor(monitor)
        let response = await request.serializingData(emptyResponseCodes: [200]).response
        monitor.queue.sync {}
        expect(response.error == nil)
        expectEqual(links.withLock { $0 }, ["</a>", "</b>, </c>"])
    }
}
#endif
