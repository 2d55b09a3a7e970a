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
            Completion handlers and tasks receive an `AFError`. The table shows its `localizedDescription`; `underlyingError` is the error that it
            wraps.
            """,
        mistakes: [
            .request(
                "`AF.request(\"http://a b/\")`", "Percent-encode the URL: `URLComponents`, or `parameters`."
            ) { AF.request("http://a b/") },
            .request("a port without a listening server", "The service is not running, or the port is wrong.") {
                AF.request("http://127.0.0.1:1/")
            },
            .request("status 404 with `validate()`", "`response.data` is the body, which often has the reason.") {
                AF.request(server.url("missing")).validate()
            },
            .request("status 404 without `validate()`", "Call `validate()`, so that the status is the error.") {
                AF.request(server.url("missing"))
            },
            .request(
                "an HTML page instead of JSON, with `validate()`",
                "Check the path, and whether the service wants a login."
            ) {
                AF.request(server.url("page"), headers: [.accept("application/json")]).validate()
            },
            .request("an HTML page instead of JSON", "Call `validate()`, with the header `Accept`.") {
                AF.request(server.url("page"))
            },
            .request("an empty body", "`serializingData(emptyResponseCodes: [200])`, if the body may be empty.") {
                AF.request(server.url("empty"))
            },
            .request("an array instead of an object", "`serializingArray`, or a `keyPath`.") {
                AF.request(server.url("list"))
            },
            .request("a body in a GET request", "`POST`, or parameters in the URL: `URLEncoding.queryString`.") {
                AF.request(server.url("hut"), parameters: ["a": 1], encoding: JSONEncoding.default)
            },
            .request(
                "`[\"at\": Date()]` with `JSONEncoding`",
                "JSON has no dates: write it as text, or use an `Encodable` type."
            ) {
                AF.request(server.url("hut"), method: .post, parameters: ["at": Date()], encoding: JSONEncoding.default)
            },
            .request("a session that is released at once", "Store the session in a property, or use `AF`.") {
                Session().request(server.url("hut"))
            },
            .request(
                "`request.cancel()`", "Not a failure: check `isExplicitlyCancelledError` before you report an error."
            ) { AF.request(server.url("hut")).cancel() },
            .request(
                "upload of a missing file",
                "Check the path; a relative path begins in the working directory."
            ) { AF.upload(URL(fileURLWithPath: "/no/such/file"), to: server.url("hut")) },
        ])
}

extension Mistake {
    /// A mistake in a request for a hut; the message is the `localizedDescription` of its error.
    fileprivate static func request(
        _ input: String, _ remedy: String, _ request: @escaping @Sendable () -> DataRequest
    ) -> Mistake {
        Mistake(input, remedy) {
            let response = await request().serializingObject(Hut.self).response
            if let error = response.error { throw Described(error.localizedDescription) }
        }
    }
}

/// A message in one line, without an excerpt of the body and without the text of libcurl, which depends on its version.
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

private struct Stay: Codable, DefaultsSerializable {
    let hut: String
    let nights: Int
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
                "a stored string for a key of type `Int`",
                "Another key has this name, or its type was changed: set it again, or rename the key."
            ) {
                let settings = DefaultsAdapter(store: MemoryDefaultsStore())
                try settings.trySet(DefaultsKey<String>("count", defaultValue: ""), to: "five")
                _ = try settings.tryGet(count)
            },
            Mistake(
                "stored models, of which one has a member of another type",
                "Give a property that changes its type another name, or store the models again."
            ) {
                let settings = DefaultsAdapter(store: MemoryDefaultsStore())
                let stored = [["hut": "Lakeside", "nights": "2"]]
                try settings.trySet(DefaultsKey<[[String: String]]>("stays", defaultValue: []), to: stored)
                _ = try settings.tryGet(DefaultsKey<[Stay]>("stays", defaultValue: []))
            },
            Mistake("a directory instead of a file", "Append the name of a file.") {
                try DefaultsAdapter(store: FileDefaultsStore(url: folder)).trySet(count, to: 1)
            },
            Mistake(
                "a file that another program has written",
                "It is never overwritten: move it, or choose another name."
            ) {
                try Data("[1, 2".utf8).write(to: file)
                try DefaultsAdapter(store: FileDefaultsStore(url: file)).trySet(count, to: 1)
            },
        ])
}
