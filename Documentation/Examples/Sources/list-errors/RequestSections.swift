import Foundation
import NeatlineDefaults
import NeatlineHTTPMapping
import NeatlineTesting

private struct Hut: Mappable {
    var name = ""
    init?(map: Map) {}
    mutating func mapping(map: Map) { name <- map["name"] }
}

/// Returns the section on requests; the mistakes are made with a server on this machine.
func requests() throws -> Section {
    let server = try LoopbackServer()
    server.on(.get, "/missing") { _ in LoopbackResponse(status: 404, text: "no such hut") }
    server.on(.get, "/page") { _ in LoopbackResponse(headers: ["Content-Type": "text/html"], text: "<html>") }
    server.on(.get, "/empty") { _ in .json("") }
    server.on(.get, "/list") { _ in .json(#"[{"name": "Dossen"}]"#) }
    server.on(.get, "/hut") { _ in .json(#"{"name": "Dossen"}"#) }

    return Section(
        title: "Requests",
        text: """
            Handlers and tasks receive an `AFError`. Below is its `localizedDescription`; the error that it was made of is its
            `underlyingError`. `url` is that of a service.
            """,
        mistakes: [
            .request(
                "`AF.request(\"http://a b/\")`", "Encode what is put into a URL: `URLComponents`, or `parameters`."
            ) { AF.request("http://a b/") },
            .request("a port on which nobody listens", "The service is not running, or the port is wrong.") {
                AF.request("http://127.0.0.1:1/")
            },
            .request("status 404 with `validate()`", "`response.data` is the body, which often says why.") {
                AF.request(server.url("missing")).validate()
            },
            .request("status 404 without `validate()`", "Call `validate()`: the status is the reason, not the body.") {
                AF.request(server.url("missing"))
            },
            .request("a page in place of JSON, with `validate()`", "A wrong path, or a page to log in.") {
                AF.request(server.url("page"), headers: [.accept("application/json")]).validate()
            },
            .request("a page in place of JSON", "Call `validate()`, with the header `Accept`.") {
                AF.request(server.url("page"))
            },
            .request("an empty body", "`emptyResponseCodes: [200]`, if the service means it.") {
                AF.request(server.url("empty"))
            },
            .request("an array for a model", "`serializingArray`, or a `keyPath`.") { AF.request(server.url("list")) },
            .request("a body in a GET request", "`POST`, or parameters in the URL: `URLEncoding.queryString`.") {
                AF.request(server.url("hut"), parameters: ["a": 1], encoding: JSONEncoding.default)
            },
            .request(
                "`[\"at\": Date()]` with `JSONEncoding`",
                "JSON has no dates: write it as text, or use an `Encodable` type."
            ) {
                AF.request(server.url("hut"), method: .post, parameters: ["at": Date()], encoding: JSONEncoding.default)
            },
            .request("a session that nobody holds", "Keep a session as long as its requests: a property, or `AF`.") {
                Session().request(server.url("hut"))
            },
            .request(
                "`request.cancel()`", "This is no fault: look for `isExplicitlyCancelledError` before you report it."
            ) { AF.request(server.url("hut")).cancel() },
            .request(
                "upload of a file that is not there",
                "Look for the path; a relative one begins where the program was started."
            ) { AF.upload(URL(fileURLWithPath: "/no/such/file"), to: server.url("hut")) },
        ])
}

extension Mistake {
    /// A mistake in a request for a hut; the message is the one for a person.
    fileprivate static func request(
        _ code: String, _ remedy: String, _ request: @escaping @Sendable () -> DataRequest
    ) -> Mistake {
        Mistake(code, remedy) {
            let response = await request().serializingObject(Hut.self).response
            if let error = response.error { throw Described(error.localizedDescription) }
        }
    }
}

/// A message in one line, without an excerpt of the body and without the words of the libcurl that is installed.
private struct Described: Error, CustomStringConvertible {
    let description: String

    init(_ message: String) {
        var text = message.split(whereSeparator: \.isNewline).prefix { !$0.hasPrefix("    ") }.joined(separator: " ")
        if let code = text.range(of: #"\(-[0-9]+\): "#, options: .regularExpression) {
            text = text[..<code.upperBound] + "…"
        }
        description = text
    }
}

/// Returns the section on settings; the mistakes are made with files of a folder.
func settings(in folder: URL) throws -> Section {
    let file = folder.appendingPathComponent("settings.json")
    let count = DefaultsKey<Int>("count", defaultValue: 0)
    return Section(
        title: "Settings",
        text: """
            The methods whose names begin with `try` throw a `DefaultsError`. A subscript reads the default value in its place, and what could
            not be written is in the `failures` of the store.
            """,
        mistakes: [
            Mistake(
                "a stored text where the key is an `Int`",
                "Another key had this name, or the type was changed: write it anew, or another name."
            ) {
                let settings = DefaultsAdapter(store: MemoryDefaultsStore())
                try settings.trySet(DefaultsKey<String>("count", defaultValue: ""), to: "five")
                _ = try settings.tryGet(count)
            },
            Mistake("a directory for a file", "The name of a file in it.") {
                try DefaultsAdapter(store: FileDefaultsStore(url: folder)).trySet(count, to: 1)
            },
            Mistake(
                "a file that another program has written",
                "It is never overwritten: move it away, or take another name."
            ) {
                try Data("[1, 2".utf8).write(to: file)
                try DefaultsAdapter(store: FileDefaultsStore(url: file)).trySet(count, to: 1)
            },
        ])
}
