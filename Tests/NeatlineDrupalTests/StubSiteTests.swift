import Foundation
import NeatlineDrupal
import NeatlineDrupalTesting
import NeatlineFoundation
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Against a stub of a site", .ownThreads, .hangLimit)
struct StubSiteTests {
    private let site: StubDrupalSite

    init() throws { site = try StubDrupalSite() }

    private func loggedIn(
        _ name: String = "alice", credentials: DrupalClient.CredentialsProvider? = nil
    ) async throws -> DrupalClient {
        let client = try DrupalClient(baseURL: site.url, credentials: credentials)
        try await client.login(username: name, password: "\(name)-pass")
        return client
    }

    private let article: JSON = ["type": [["target_id": "article"]], "title": [["value": "Posted"]]]

    @Test("Login, status, logout")
    func session() async throws {
        let client = try DrupalClient(baseURL: site.url)
        expect(try await !client.loginStatus())
        let user = try await client.login(username: "alice", password: "alice-pass")
        expect(user?.name == "alice" && user?.id == "2" && site.sessionCount == 1)
        expect(try await client.loginStatus())
        try await client.logout()
        expectEqual(site.sessionCount, 0)
        expect(try await !client.loginStatus())
        for (name, password) in [("alice", "wrong"), ("bob", "bob-pass"), ("unknown", "x"), ("", "")] {
            let error = try await drupalError { try await client.login(username: name, password: password) }
            expect(error.reason == .loginRefused && error.message != nil)
        }
        // A second login in a live session.
        try await client.login(username: "alice", password: "alice-pass")
        try await client.login(username: "carol", password: "carol-pass")
        expectEqual(client.currentUser?.name, "carol")
    }

    @Test("A flood")
    func flood() async throws {
        let client = try DrupalClient(baseURL: site.url)
        for attempt in 1...6 {
            let error = try await drupalError { try await client.login(username: "erin", password: "wrong") }
            expectEqual(error.reason, attempt < 6 ? .loginRefused : .flood(retryAfter: nil))
        }
        site.resetLoginLimits()
        try await client.login(username: "erin", password: "erin-pass")
    }

    @Test("An entity's life with a session, and with Basic authentication", arguments: [false, true])
    func entities(isBasic: Bool) async throws {
        let client: DrupalClient
        if isBasic {
            client = try DrupalClient(baseURL: site.url)
            client.useBasicAuthentication(username: "alice", password: "alice-pass")
            expect(try await client.loginStatus())
        } else {
            client = try await loggedIn()
        }
        let created = DrupalEntity(try await client.createNode(article))
        let id = try #require(created.id)
        expect(created.value(of: "title") == "Posted" && created.references(of: "uid") == ["2"])
        try await client.updateNode(id, ["type": [["target_id": "article"]], "title": [["value": "Changed"]]])
        try await expectEqual(client.node(id)["title", 0, "value"], "Changed")
        // The whole entity as it was read.
        try await client.updateNode(id, try await client.node(id))
        let mapped = try await client.read(.node, id: id, as: MappedArticle.self)
        expect(mapped.title == "Changed" && "\(mapped.id ?? 0)" == id)
        let decoded = try await client.read(.node, id: id, as: CodableArticle.self)
        expectEqual(decoded.title.value, "Changed")
        try await client.deleteNode(id)
        let error = try await drupalError { _ = try await client.node(id) }
        expect(error.reason == .notFound && error.status == 404)
        let made = try await client.create(.node, MappedArticle(title: "Mapped"))
        expect(made.title == "Mapped" && made.id != nil)
        let term = try await client.create(.taxonomyTerm, ["vid": [["target_id": "tags"]], "name": [["value": "New"]]])
        expect(DrupalEntity(term).id != nil)
        try await expectEqual(client.read(.user, id: 2)["name", 0, "value"], "alice")
    }

    @Test("A wrong Basic password is found by loginStatus only")
    func basicPassword() async throws {
        let client = try DrupalClient(baseURL: site.url)
        client.useBasicAuthentication(username: "alice", password: "wrong")
        _ = try await client.node(1)
        expect(try await !client.loginStatus())
        let error = try await drupalError { try await client.createNode(article) }
        expect(error.reason == .forbidden && error.message == nil)
    }

    @Test("Permissions and mistakes")
    func permissions() async throws {
        let visitor = try DrupalClient(baseURL: site.url)
        var error = try await drupalError { _ = try await visitor.node(6) }
        expectEqual(error.reason, .loginRequired)
        let client = try await loggedIn()
        error = try await drupalError { _ = try await client.node(6) }
        expect(error.reason == .forbidden && client.isLoggedIn)
        error = try await drupalError { try await client.updateNode(1, article) }
        expect(error.reason == .forbidden && client.isLoggedIn && site.sessionCount == 1)
        error = try await drupalError { try await client.createNode(["title": [["value": "x"]]]) }
        expect(error.reason == .invalid && error.fieldErrors.isEmpty)
        error = try await drupalError {
            try await client.createNode([
                "type": [["target_id": "article"]], "title": [["value": ""]], "field_tags": [["target_id": 999]],
            ])
        }
        expectEqual(error.fieldErrors.map(\.path), ["title", "field_tags.0.target_id"])
        error = try await drupalError {
            try await client.createNode(["type": [["target_id": "article"]], "bogus": [["value": 1]]])
        }
        expectEqual(error.reason, .serverError)
    }

    @Test("A session that expires: an error without credentials, a new login with them")
    func expiry() async throws {
        let client = try await loggedIn()
        site.expireSessions()
        var error = try await drupalError { try await client.createNode(article) }
        expect(error.reason == .sessionExpired && !client.isLoggedIn)
        error = try await drupalError { try await client.createNode(article) }
        expectEqual(error.reason, .loginRequired)

        let renewing = try await loggedIn { DrupalCredentials(username: "alice", password: "alice-pass") }
        for operation in [
            { try await renewing.createNode(["type": [["target_id": "article"]], "title": [["value": "x"]]]) },
            { try await renewing.read(.user, id: 2) },
            { try await renewing.jsonAPI.create("node--article", attributes: ["title": "y"]).json },
        ] as [@Sendable () async throws -> JSON] {
            site.expireSessions()
            _ = try await operation()
            expect(renewing.isLoggedIn && site.sessionCount == 1)
        }
        // Many at once.
        site.expireSessions()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 { group.addTask { _ = try await renewing.read(.user, id: 2) } }
            try await group.waitForAll()
        }
        expectEqual(site.sessionCount, 1)
    }

    @Test("Changing the password ends the session; the new login has the new password")
    func changedPassword() async throws {
        let password = Locked("alice-pass")
        let client = try await loggedIn { DrupalCredentials(username: "alice", password: password.withLock { $0 }) }
        try await client.update(.user, id: 2, ["pass": [["existing": "alice-pass", "value": "new-pass"]]])
        password.withLock { $0 = "new-pass" }
        try await expectEqual(client.createNode(article)["title", 0, "value"], "Posted")
        expect(client.isLoggedIn && site.sessionCount == 1)
    }

    @Test("Over TLS, behind a proxy, the cookie has another name")
    func secureCookie() async throws {
        site.settings.trustsForwardedProtocol = true
        let reply = try await DrupalClient(baseURL: site.url).request(
            "user/login", method: .post, body: ["name": "alice", "pass": "alice-pass"],
            headers: ["X-Forwarded-Proto": "https"])
        expect(reply.headers["Set-Cookie"]?.hasPrefix("SSESS") ?? false)
    }

    @Test("A token that the site refuses is fetched again, and the request is repeated once")
    func renewedTokens() async throws {
        let client = try await loggedIn()
        site.renewTokens()
        let created = DrupalEntity(try await client.createNode(article))
        site.renewTokens()
        try await client.jsonAPI.delete("node--article", id: try #require(created.uuid))
        expect(site.nodes.count == 7 && site.sessionCount == 1)
        let targets = site.server.requests.map { "\($0.method) \($0.path)" }
        expectEqual(targets.filter { $0 == "POST /node" }.count, 2)
        expectEqual(targets.filter { $0 == "GET /session/token" }.count, 2)
        // The token for logging out is another one, too: the session goes on at the site, and is forgotten here.
        site.renewTokens()
        let error = try await drupalError { try await client.logout() }
        expect(error.reason == .forbidden && !client.isLoggedIn && site.sessionCount == 1)
    }

    @Test("The session of the next run; another token is as good")
    func nextRun() async throws {
        let store = MemoryDefaultsStore()
        let first = try DrupalClient(baseURL: site.url, store: store)
        try await first.login(username: "alice", password: "alice-pass")
        let second = try DrupalClient(baseURL: site.url, store: store)
        expect(try await second.loginStatus())
        try await second.createNode(article)
        try await second.logout()
        expect(site.sessionCount == 0 && store.keys.isEmpty)
        // The session of the first client is over, and it finds out.
        _ = try await drupalError { try await first.createNode(article) }
        expect(!first.isLoggedIn)
    }

    @Test("Views of entities and of fields, over all pages")
    func views() async throws {
        let client = try DrupalClient(baseURL: site.url)
        let entities = try await client.viewRows("api/articles").all()
        expect(entities.count == 5 && entities[0]["nid", 0, "value"].exists())
        let rows = try await client.viewRows("api/article-fields", as: ArticleRow.self).all()
        expect(rows.count == 5 && rows[0].title.contains("Article number"))
        let found = try await client.viewRows("api/article-fields", query: ["title": "number 3"]).all()
        expectEqual(found.count, 1)
    }

    @Test("JSON:API: filters, order, included resources, short pages")
    func jsonAPIReading() async throws {
        let api = try DrupalClient(baseURL: site.url).jsonAPI
        let query = DrupalQuery(
            filter: .where("title", .contains, "number")
                && (.where("drupal_internal__nid", .isIn, 1, 3) || .where("drupal_internal__nid", .greater, 4)),
            sort: [.descending("drupal_internal__nid")], include: ["uid"], fields: ["node--article": ["title", "uid"]])
        let articles = try await api.resources("node--article", query).all()
        expectEqual(
            articles.map { $0["title"].stringValue }, ["Article number 5", "Article number 3", "Article number 1"])
        expectEqual(articles[0].related("uid")?["display_name"], "alice")
        try await expectEqual(api.resources("node--article", DrupalQuery(limit: 2)).all().count, 5)
        let one = try await api.resource("node--article", id: articles[0].id)
        expectEqual(one["title"], "Article number 5")
        var error = try await drupalError {
            _ = try await api.page("node--article", DrupalQuery(filter: .where("bogus", 1)))
        }
        expect(error.reason == .badRequest && error.message != nil)
        error = try await drupalError { _ = try await api.page("node--bogus") }
        expect(error.reason == .notFound && error.message == nil)
        error = try await drupalError { _ = try await api.resource("node--article", id: "1") }
        expectEqual(error.reason, .notFound)
    }

    @Test("JSON:API: creating, relationships, files, deleting")
    func jsonAPIWriting() async throws {
        let client = try await loggedIn()
        let api = client.jsonAPI
        let tags = try await api.resources("taxonomy_term--tags").all().map(\.resourceID)
        let image = try await api.upload([1, 2, 3], name: "dot.png", to: "field_image", of: "node--article")
        let article = try await api.create(
            "node--article", attributes: ["title": "Hello"],
            relationships: ["field_tags": .many([tags[0]]), "field_image": .one(image.resourceID)])
        expect(article["title"] == "Hello" && article.relationship("field_tags")?.ids.count == 1)
        try await api.add([tags[1], tags[0]], toRelationship: "field_tags", of: article.resourceID)
        try await expectEqual(api.relationship("field_tags", of: article.resourceID).ids.count, 2)
        try await api.remove([tags[0]], fromRelationship: "field_tags", of: article.resourceID)
        try await expectEqual(api.related("field_tags", of: article.resourceID).resources.map(\.id), [tags[1].id])
        try await api.replaceRelationship("field_tags", of: article.resourceID, with: .many([]))
        expect(try await api.related("field_tags", of: article.resourceID).resources.isEmpty)
        try await api.update("node--article", id: article.id, attributes: ["title": "Changed"])
        _ = try await api.upload([4], name: "Ünï \"x\".png", to: "field_image", of: article.resourceID)
        expectEqual(site.files.count, 2)
        var error = try await drupalError {
            try await api.create("node--article", attributes: ["title": String(repeating: "x", count: 256)])
        }
        expect(error.reason == .invalid && error.fieldErrors.first?.field == "title")
        expect(error.fieldErrors.first?.pointer?.hasPrefix("/data/attributes/title") ?? false)
        error = try await drupalError {
            try await api.create("node--article", id: article.id, attributes: ["title": "Again"])
        }
        expectEqual(error.reason, .conflict)
        try await api.delete("node--article", id: article.id)
        site.settings.isJSONAPIReadOnly = true
        error = try await drupalError { try await api.create("node--article", attributes: ["title": "x"]) }
        expectEqual(error.reason, .methodNotAllowed(allowed: ["GET"]))
    }

    @Test("What was written in an expired session, where visitors may write, is an error that says so")
    func writtenAsVisitor() async throws {
        let client = try await loggedIn()
        site.settings.visitorsMayCreate = true
        site.expireSessions()
        let error = try await drupalError { try await client.createNode(article) }
        expect(error.reason == .writtenAsVisitor && error.status == 201)
        expect(error.description.contains("on behalf of a visitor"))
        try expectEqual(JSON(data: error.body)["uid", 0, "target_id"], 0)
        expect(!client.isLoggedIn)
        try await client.login(username: "alice", password: "alice-pass")
        try await expectEqual(client.createNode(article)["uid", 0, "target_id"], 2)
    }

    @Test("A file is read by the URL that the site gives, relative and absolute", arguments: ["dot ☕.png", "50%.png"])
    func fileContents(name: String) async throws {
        let client = try await loggedIn()
        let file = try await client.uploadFile(
            [7, 0, 9], name: name, for: .node, bundle: "article", field: "field_image")
        let url = file["uri", 0, "url"].stringValue
        expect(url.hasPrefix("/") && url.contains("%"))
        let inFolder = try DrupalClient(baseURL: site.url.appendingPathComponent("index.php"))
        for client in [client, inFolder] {
            try await expectEqual(client.contents(of: url).data, Data([7, 0, 9]))
            try await expectEqual(client.contents(of: client.baseURL.scheme! + "://" + host + url).data.count, 3)
        }
        let missing = try await drupalError { _ = try await client.contents(of: "/no%20such%20file") }
        expect(missing.reason == .notFound && missing.request == "GET /no%20such%20file")
        for bad in ["", "public://x", "mailto:a@b.c"] {
            let error = try await drupalError { _ = try await client.contents(of: bad) }
            expectEqual(error.reason, .invalidURL(bad))
        }
    }

    private var host: String { "\(site.url.host ?? ""):\(site.url.port ?? 80)" }

    struct Dated: Codable {
        var created: DrupalField<Date>
        var changed: DrupalField<Date>?
        var title: DrupalField<String>
    }

    @Test("Dates of models are those of the site")
    func dates() async throws {
        let client = try await loggedIn()
        site.settings.clock = Date(timeIntervalSince1970: 1_700_000_001)
        let node = try await client.createNode(article)
        let read = try await client.read(.node, id: try #require(DrupalEntity(node).id), as: Dated.self)
        expectEqual(read.created.value, Date(timeIntervalSince1970: 1_700_000_001))
        expectEqual(node["created", 0, "value"], "2023-11-14T22:13:21+00:00")
    }

    @Test("Files of core REST")
    func files() async throws {
        let client = try await loggedIn()
        let file = try await client.uploadFile(
            [1, 2], name: "dot ☕.png", for: .node, bundle: "article", field: "field_image")
        let id = try #require(DrupalEntity(file).id)
        var fields = article
        fields["field_image"] = [["target_id": id, "alt": "A dot"] as JSON]
        expectEqual(DrupalEntity(try await client.createNode(fields)).references(of: "field_image"), [id])
        try await expectEqual(client.read(.file, id: id)["filename", 0, "value"], "dot ☕.png")
        let error = try await drupalError {
            _ = try await client.uploadFile([1], name: "x.exe", for: .node, bundle: "article", field: "field_image")
        }
        expect(error.reason == .invalid && error.fieldErrors.count == 1)
    }

    @Test("Maintenance, a web page, half a body, a redirect to the login form, 10,000 violations")
    func faults() async throws {
        let client = try await loggedIn()
        site.inject(.htmlPage, path: "/node")
        var error = try await drupalError { _ = try await client.node(1) }
        expectEqual(error.reason, .unexpectedContentType("text/html"))
        site.inject(.truncatedBody, path: "/node")
        error = try await drupalError { _ = try await client.node(1) }
        expectEqual(error.reason, .unreadableBody)
        site.inject(.redirectToLogin, path: "/node")
        error = try await drupalError { _ = try await client.node(1) }
        guard case .redirectedToLogin = error.reason else { throw error }
        site.inject(.unavailable(retryAfter: "120"), path: "/node")
        error = try await drupalError { _ = try await client.node(1) }
        expectEqual(error.reason, .maintenance(retryAfter: 120))
        for api in [false, true] {
            site.inject(.fieldErrors(10_000), path: api ? "/jsonapi" : "/node")
            error = try await drupalError {
                if api {
                    try await client.jsonAPI.create("node--article", attributes: ["title": "x"])
                } else {
                    try await client.createNode(article)
                }
            }
            expect(error.reason == .invalid && error.fieldErrors.count == 10_000)
        }
        expect(client.isLoggedIn)
        site.settings.isInMaintenance = true
        error = try await drupalError { _ = try await client.node(1) }
        expect(error.reason == .maintenance(retryAfter: nil) && error.message != nil, "\(error)")
        error = try await drupalError { _ = try await client.jsonAPI.page("node--article") }
        expectEqual(error.reason, .maintenance(retryAfter: 10))
        error = try await drupalError { try await client.login(username: "alice", password: "alice-pass") }
        expectEqual(error.reason, .maintenance(retryAfter: nil))
    }

    @Test("A login during maintenance, and a token that cannot be fetched, leave the state right")
    func faultsOfSessionRoutes() async throws {
        let store = MemoryDefaultsStore()
        let client = try DrupalClient(baseURL: site.url, store: store)
        site.inject(.htmlPage, path: "/user/login")
        let error = try await drupalError { try await client.login(username: "alice", password: "alice-pass") }
        expect(error.reason == .notDrupal && !client.isLoggedIn && store.keys.isEmpty)
        try await client.login(username: "alice", password: "alice-pass")
        site.inject(.unavailable(), path: "/user/logout")
        let second = try await drupalError { try await client.logout() }
        expect(second.reason == .maintenance(retryAfter: nil) && !client.isLoggedIn && store.keys.isEmpty)
    }

    @Test("Waterwheel's functions")
    func waterwheelFunctions() async throws {
        let manager = waterwheelManager()
        manager.store = MemoryDefaultsStore()
        manager.setDrupalURL(site.url.absoluteString)
        var outcome = await outcome { manager.login("alice", password: "alice-pass", completionHandler: $0) }
        expect(outcome.success && manager.isLoggedIn())
        let body = [
            "type": [["target_id": "article"]], "title": [["value": "Hello World"]], "body": [["value": "How?"]],
        ]
        outcome = await NeatlineDrupalTests.outcome { manager.nodePost(body, $0) }
        expect(outcome.success && outcome.status == 201)
        let id = DrupalEntity(outcome.json ?? .null).id ?? ""
        outcome = await NeatlineDrupalTests.outcome { manager.nodePatch(nodeId: id, node: body, completionHandler: $0) }
        expect(outcome.success)
        outcome = await NeatlineDrupalTests.outcome {
            manager.nodeDelete(nodeId: id, params: nil, completionHandler: $0)
        }
        expect(outcome.success && outcome.status == 204)
        outcome = await NeatlineDrupalTests.outcome { manager.viewGet(viewPath: "api/articles", completionHandler: $0) }
        expectEqual(outcome.json?.count, 2)
        outcome = await NeatlineDrupalTests.outcome { manager.checkLoginStatus(completionHandler: $0) }
        expect(outcome.success)
        outcome = await NeatlineDrupalTests.outcome { manager.logout(completionHandler: $0) }
        expect(outcome.success && site.sessionCount == 0)
    }

    @Test("Several sites at once")
    func severalSites() async throws {
        let other = try StubDrupalSite()
        let store = MemoryDefaultsStore()
        let clients = [
            try DrupalClient(baseURL: site.url, store: store), try DrupalClient(baseURL: other.url, store: store),
        ]
        try await clients[0].login(username: "alice", password: "alice-pass")
        try await clients[1].login(username: "carol", password: "carol-pass")
        for client in clients { try await client.createNode(article) }
        try await clients[0].logout()
        expect(clients[1].isLoggedIn && other.sessionCount == 1 && site.sessionCount == 0 && store.keys.count == 1)
    }
}
