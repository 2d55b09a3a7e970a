import Foundation
import Neatline
import NeatlineTesting

// Serves what the projects in Migrating ask for until its standard input ends. The first line it prints is where to ask.
let server = try LoopbackServer { _ in .json(#"{"code": "missing", "message": "no such resource"}"#, status: 404) }

/// Answers only those who have the second token: the first one is refused, as one that has expired.
func withToken(
    _ handler: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse
) -> @Sendable (LoopbackRequest) -> LoopbackResponse {
    { $0[header: "Authorization"] == "Bearer second" ? handler($0) : .status(401) }
}

/// How the parts of a multipart body are called, with the names of their files.
func parts(of request: LoopbackRequest) -> JSON {
    var fields: [String: JSON] = [:]
    for line in request.text.components(separatedBy: "\r\n") where line.hasPrefix("Content-Disposition: form-data;") {
        let words = line.components(separatedBy: "\"")
        fields[words.count > 3 ? words[3] : words[1]] = JSON(words[1])
    }
    return ["fields": JSON(fields), "byte_count": JSON(request.body.count { $0 == 0 })]
}

server.on(.post, "/login") {
    $0.text.contains("password=secret") ? .json(#"{"access_token": "first", "refresh_token": "r1"}"#) : .status(401)
}
server.on(.post, "/refresh") {
    $0.text == #"{"refresh_token":"r1"}"#
        ? .json(#"{"access_token": "second", "refresh_token": "r1"}"#) : .status(403)
}
server.on(
    .get, "/albums",
    handler: withToken { request in
        switch request[query: "page"] {
        case "1":
            let title = request.query.filter { $0.name == "tag" }.map(\.value).joined(separator: " and ")
            return .json([["id": 1, "title": JSON(title), "photo_count": 3, "created_at": "2022-01-31T12:00:00Z"]])
        case "2":
            return .json(#"[{"id": 2, "title": "Rivers", "photo_count": 0, "created_at": "2022-02-01T12:00:00Z"}]"#)
        default: return .json(#"[{"id": "three"}]"#)
        }
    })
server.on(
    .post, "/albums",
    handler: withToken { request in
        request.text == #"{"is_public":true,"title":"Autumn"}"#
            ? .json(
                #"{"id": 7, "title": "Autumn", "photo_count": 0, "created_at": "2022-03-01T12:00:00Z"}"#, status: 201)
            : .json(#"{"code": "blank", "message": "an album needs a title"}"#, status: 422)
    })
server.on(.delete, "/albums/7", handler: withToken { _ in .status(204) })
server.on(.post, "/albums/7/photos", handler: withToken { .json(parts(of: $0)) })
server.on(
    .get, "/albums/7/archive",
    handler: withToken { _ in
        LoopbackResponse(headers: ["Content-Type": "application/zip"], text: String(repeating: "z", count: 300_000))
    })
server.on(
    .get, "/statistics.csv",
    handler: withToken { _ in
        LoopbackResponse(headers: ["Content-Type": "text/csv"], text: "album,photos\nAutumn,12\nRivers,0;1\n")
    })
server.on(.get, "/forecast") { request in
    .json(
        [
            "data": [
                "location": JSON(request[query: "city"] ?? "Bern"),
                "days": [
                    ["day": "Monday", "conditions": "sunny", "temperature": 20.5, "wind": ["speed": 12]],
                    ["day": "Tuesday", "conditions": "frogs", "temperature": -2],
                ],
            ], "meta": ["source": "station 7"],
        ])
}
server.on(.get, "/empty") { _ in .status(204) }

FileHandle.standardOutput.write(Data("\(server.url.absoluteString)\n".utf8))
while readLine() != nil {}
