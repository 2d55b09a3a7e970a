import Foundation
import NeatlineHTTPMapping
import NeatlineTesting

// Lists the repositories of an organization, of all pages, from a server with GitHub's REST interface:
//
//     list-repositories                    from a server in this process
//     list-repositories ORGANIZATION [URL] from https://api.github.com, or another server
//
// The variable GITHUB_TOKEN has a token, which is sent along.

struct Repository: ImmutableMappable, Sendable {
    enum Visibility: String, CaseIterable { case `public`, `private`, `internal` }

    let name: String
    let stars: Int
    let visibility: Visibility
    let pushed: Date
    let license: String?

    init(map: Map) throws {
        name = try map.value("name")
        stars = try map.value("stargazers_count")
        visibility = try map.value("visibility", default: .public)
        pushed = try map.value("pushed_at", using: ISO8601DateTransform())
        license = try map.valueIfPresent("license.spdx_id")
    }
}

/// What the server says when it refuses.
struct Refusal: ImmutableMappable, Sendable {
    let message: String
    init(map: Map) throws { message = try map.value("message") }
}

@main
enum ListRepositories {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            let stub = words.isEmpty ? try stubServer() : nil
            let server = stub?.url.absoluteString ?? (words.count > 1 ? words[1] : "https://api.github.com")
            try await list(words.first ?? "alps", from: server)
            withExtendedLifetime(stub) {}
        } catch ResponseFailure<Refusal>.server(let refusal, let status) {
            fail("the server answers \(status): \(refusal.message)")
        } catch ResponseFailure<Refusal>.request(let error) {
            fail("\(error)")
        } catch {
            fail("\(error)")
        }
    }

    static func list(_ organization: String, from server: String) async throws {
        var headers: HTTPHeaders = [.accept("application/json"), .userAgent("list-repositories")]
        if let token = ProcessInfo.processInfo.environment["GITHUB_TOKEN"] {
            headers.add(.authorization(bearerToken: token))
        }
        let base = server.hasSuffix("/") ? String(server.dropLast()) : server
        var next: String? = "\(base)/orgs/\(organization)/repos?per_page=100"
        var repositories: [Repository] = []
        while let page = next {
            let request = AF.request(page, headers: headers, interceptor: .retryPolicy) { $0.timeoutInterval = 10 }
            repositories += try await request.validate()
                .serializingArray(Repository.self, orFailure: Refusal.self).value
            next = request.response?.value(forHTTPHeaderField: "Link").flatMap(nextPage)
        }
        for repository in repositories.sorted(by: { $0.stars > $1.stars }) {
            let day = repository.pushed.formatted(.iso8601.year().month().day())
            print("\(repository.stars) stars  \(day)  \(repository.name), \(repository.license ?? "no license")")
        }
    }

    /// Returns the URL of the next page, as the field `Link` says it: `<https://…?page=2>; rel="next"`.
    static func nextPage(_ links: String) -> String? {
        links.split(separator: ",").first { $0.contains("rel=\"next\"") }
            .flatMap { $0.firstMatch(of: /<(.+)>/).map { String($0.1) } }
    }

    static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data("list-repositories: \(text)\n".utf8))
        exit(1)
    }

    /// A server with three repositories on two pages.
    static func stubServer() throws -> LoopbackServer {
        let server = try LoopbackServer { _ in .json(#"{"message": "Not Found"}"#, status: 404) }
        server.on(.get, "/orgs/alps/repos") { request in
            let isFirst = request[query: "page"] == nil
            let text =
                isFirst
                ? """
                [{"name": "maps", "stargazers_count": 12, "visibility": "public", "pushed_at": "2026-01-31T12:00:00Z",
                  "license": {"spdx_id": "MIT"}},
                 {"name": "tracks", "stargazers_count": 40, "visibility": "public", "pushed_at": "2026-02-01T08:30:00Z",
                  "license": null}]
                """
                : """
                [{"name": "huts", "stargazers_count": 25, "pushed_at": "2025-12-24T18:00:00+01:00",
                  "license": {"spdx_id": "Apache-2.0"}}]
                """
            let host = request[header: "Host"] ?? ""
            let next = "<http://\(host)/orgs/alps/repos?page=2>; rel=\"next\""
            return isFirst
                ? LoopbackResponse(headers: ["Content-Type": "application/json", "Link": next], body: text.utf8)
                : .json(text)
        }
        return server
    }
}
