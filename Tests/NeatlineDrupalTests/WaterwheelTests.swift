import Foundation
import NeatlineDrupal
import NeatlineFoundation
import NeatlineSystem
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// Recognizes the main queue, which need not run on the main thread on Linux.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}

/// What a completion handler received.
struct Outcome: Sendable {
    var success: Bool
    var status: Int?
    var json: JSON?
    var error: String?
    var isOnMain: Bool
}

/// Waits for a completion handler.
func outcome(_ start: (@escaping completion) -> Void) async -> Outcome {
    await withCheckedContinuation { continuation in
        start { success, response, json, error in
            continuation.resume(
                returning: Outcome(
                    success: success, status: response?.response?.statusCode, json: json,
                    error: error?.localizedDescription, isOnMain: MainQueue.isCurrent))
        }
    }
}

/// The shared site: the functions have one, so these tests run one after the other.
@Suite("Waterwheel 4", .serialized, .hangLimit)
struct WaterwheelTests {
    private let site = MockSite()

    init() throws {
        waterwheel.sharedInstance.store = nil
        waterwheel.sharedInstance.client = try site.client()
    }

    private let body = [
        "type": [["target_id": "article"]], "title": [["value": "Hello World"]], "body": [["value": "How are you?"]],
    ]
    private let bodyJSON: JSON = [
        "type": [["target_id": "article"]], "title": [["value": "Hello World"]], "body": [["value": "How are you?"]],
    ]

    @Test("setDrupalURL sends nothing; a URL that is not valid fails each request")
    func drupalURL() async throws {
        waterwheel.setDrupalURL("http://waterwheel-swift.com")
        expectEqual(waterwheel.sharedInstance.client?.baseURL.absoluteString, "http://waterwheel-swift.com")
        expect(!waterwheel.isLoggedIn())
        waterwheel.setDrupalURL("no site")
        _ = MainQueue.isCurrent
        let outcome = await outcome { waterwheel.nodeGet(nodeId: "1", params: nil, completionHandler: $0) }
        expect(!outcome.success && outcome.error?.contains("no site") ?? false && outcome.isOnMain)
        expectEqual(waterwheelManager.sharedInstance.lastError?.reason, .invalidURL("no site"))
    }

    @Test("Basic authentication: the form of the READMEs, and that of 4.3.4")
    func basic() async throws {
        site.respond(.get, "/node/36", "{}")
        waterwheel.setBasicAuthUsernameAndPassword("test", password: "test2")
        expect(waterwheel.isLoggedIn())
        _ = await outcome { waterwheel.nodeGet(nodeId: "36", params: nil, completionHandler: $0) }
        expectEqual(site.transport.requests[0]["Authorization"], "Basic dGVzdDp0ZXN0Mg==")
        waterwheel.setBasicAuthUsernameAndPassword("test", password: "test2", sign: false)
        expect(!waterwheel.isLoggedIn())
        _ = await outcome { waterwheel.nodeGet(nodeId: "36", params: nil, completionHandler: $0) }
        expect(site.transport.requests[1]["Authorization"] == nil)
        // With Basic authentication, too, a logout completes.
        waterwheel.setBasicAuthUsernameAndPassword("test", password: "test2", sign: true)
        let logout = await outcome { waterwheel.logout(completionHandler: $0) }
        expect(logout.success && !waterwheel.isLoggedIn())
    }

    @Test("Login with both forms of labels, status, logout")
    func session() async throws {
        site.acceptLogin()
        site.respondText(.get, "/user/login_status", "1", times: 1)
        site.respondText(.get, "/user/login_status", "0")
        site.transport.on(.post, "/user/logout", respond: .status(204))
        let usernameField: String? = "test"
        var login = await outcome { handler in
            waterwheel.login(usernameField!, password: "test2") { (success, response, json, error) in
                handler(success, response, json, error)
            }
        }
        expect(login.success && login.status == 200 && login.isOnMain && login.error == nil)
        expect(login.json?["current_user", "name"] == "alice" && waterwheel.isLoggedIn())
        var status = await outcome { waterwheel.checkLoginStatus(completionHandler: $0) }
        expect(status.success)
        let logout = await outcome { waterwheel.logout(completionHandler: $0) }
        expect(logout.success && logout.status == 204 && !waterwheel.isLoggedIn())
        login = await outcome {
            waterwheel.login(username: usernameField, password: "test2", completionHandler: $0)
        }
        expect(login.success && waterwheel.isLoggedIn())
        status = await outcome { waterwheel.checkLoginStatus(completionHandler: $0) }
        expect(!status.success && status.error != nil && !waterwheel.isLoggedIn())
        waterwheel.checkLoginStatus()
    }

    @Test("A login that fails has the response and its body")
    func failedLogin() async throws {
        site.respond(.post, "/user/login", #"{"message":"Wrong"}"#, status: 400)
        let login = await outcome { waterwheel.login(nil, password: nil, completionHandler: $0) }
        expect(!login.success && login.status == 400 && login.json?["message"] == "Wrong")
        expect(login.error?.contains("Wrong") ?? false && !waterwheel.isLoggedIn())
        expectEqual(site.transport.requests[0].text, #"{"name":"","pass":""}"#)
    }

    @Test("State setters")
    func setters() async throws {
        site.acceptLogin()
        site.respond(.post, "/node", "{}", status: 201)
        site.transport.on(.post, "/user/logout", respond: .status(204))
        waterwheel.setIsLoggedIn(true)
        expect(waterwheel.isLoggedIn())
        waterwheel.setIsLoggedIn(false)
        expect(!waterwheel.isLoggedIn())
        _ = await outcome { waterwheel.login("alice", password: "x", completionHandler: $0) }
        waterwheel.setCSRF("mine", sign: true)
        waterwheel.setLogoutToken("out")
        _ = await outcome { waterwheel.nodePost(body, $0) }
        expectEqual(site.transport.requests.last?["X-CSRF-Token"], "mine")
        waterwheel.setCSRF("mine", sign: false)
        site.respondText(.get, "/session/token", "fetched")
        _ = await outcome { waterwheel.nodePost(body, $0) }
        expectEqual(site.transport.requests.last?["X-CSRF-Token"], "fetched")
        _ = await outcome { waterwheel.logout(completionHandler: $0) }
        expectEqual(site.summaries.last, "POST /user/logout?token=out&_format=json")
    }

    @Test("Nodes, as the READMEs have them")
    func nodes() async throws {
        for method in [HTTPMethod.get, .patch] { site.respond(method, "/node/36", #"{"nid":[{"value":36}]}"#) }
        site.respond(.post, "/node", #"{"nid":[{"value":37}]}"#, status: 201)
        site.transport.on(.delete, "/node/36", respond: .status(204))
        let body = body
        let get = await outcome { handler in
            waterwheel.nodeGet(
                nodeId: "36", params: nil,
                completionHandler: { (success, response, json, error) in handler(success, response, json, error) })
        }
        expect(get.success && get.json?["nid", 0, "value"] == 36)
        let post = await outcome { handler in
            waterwheel.entityPost(entityType: .Node, params: body) { (success, response, json, error) in
                handler(success, response, json, error)
            }
        }
        expect(post.success && post.status == 201 && site.summaries[1] == "POST /node?_format=json")
        let patch = await outcome { handler in
            waterwheel.nodePatch(nodeId: "36", node: body) { (success, response, json, error) in
                handler(success, response, json, error)
            }
        }
        expect(patch.success)
        for request in site.transport.requests[1...2] { try expectEqual(JSON(parsing: request.text), bodyJSON) }
        let delete = await outcome { waterwheel.nodeDelete(nodeId: "36", params: nil, completionHandler: $0) }
        expect(delete.success && delete.status == 204 && delete.json == .null && delete.error == nil)
        let closure = await outcome { handler in waterwheel.nodePost(body) { handler($0, $1, $2, $3) } }
        expect(closure.success && closure.json?["nid", 0, "value"] == 37)
    }

    @Test("Entities, as the READMEs have them, also through sharedInstance")
    func entities() async throws {
        for method in [HTTPMethod.get, .patch, .delete] { site.respond(method, "/*", "{}") }
        site.respond(.post, "/*", "{}", status: 201)
        let params: paramType = ["view": "full", "n": 5, "flag": true, "s p": "a&b"]
        let entityId = "36"
        _ = await outcome {
            waterwheel.entityGet(entityType: .Node, entityId: "36", params: params, completionHandler: $0)
        }
        expectEqual(site.summaries[0], "GET /node/36?flag=true&n=5&s%20p=a%26b&view=full&_format=json")
        _ = await outcome {
            waterwheel.sharedInstance.entityPost(entityType: .Node, params: body, completionHandler: $0)
        }
        _ = await outcome {
            waterwheel.entityPatch(entityType: .Node, entityId: "36", params: body, completionHandler: $0)
        }
        _ = await outcome {
            waterwheel.entityDelete(entityType: .Node, entityId: entityId, params: nil, completionHandler: $0)
        }
        _ = await outcome {
            waterwheel.entityGet(entityType: .Comment, entityId: "1", params: nil, completionHandler: $0)
        }
        _ = await outcome {
            waterwheel.entityPost(
                entityType: EntityType(rawValue: "taxonomy_term"), params: ["a": 1], completionHandler: $0)
        }
        expectEqual(
            site.summaries.dropFirst().map { $0.replacing("?_format=json", with: "") },
            [
                "POST /node", "PATCH /node/36", "DELETE /node/36", "GET /comment/1", "POST /taxonomy/term",
            ])
    }

    @Test("Generic requests, verbs and views")
    func requests() async throws {
        for method in [HTTPMethod.get, .post, .patch, .delete] { site.respond(method, "/*", "[]") }
        _ = await outcome {
            waterwheel.sendRequest("api/a b?x=1", method: .get, params: ["q": "é"], completionHandler: $0)
        }
        _ = await outcome {
            waterwheel.sendRequest("/node/1?_format=xml", method: .get, params: nil, completionHandler: $0)
        }
        _ = await outcome {
            waterwheel.sendRequestWithUrl(
                MockSite.url + "/node/1", method: .patch, params: ["a": [1, 2]], completionHandler: $0)
        }
        _ = await outcome { waterwheel.get("node/1", params: ["a": "b c"], completionHandler: $0) }
        _ = await outcome { waterwheel.post("node", params: ["a": "b"], completionHandler: $0) }
        _ = await outcome { waterwheel.patch("node/1", params: ["a": "b"], completionHandler: $0) }
        _ = await outcome { waterwheel.delete("node/1", params: nil, completionHandler: $0) }
        let view = await outcome { waterwheel.viewGet(viewPath: "api/articles", completionHandler: $0) }
        expect(view.success && view.json == [])
        expectEqual(
            site.summaries,
            [
                "GET /api/a%20b?x=1&q=%C3%A9&_format=json", "GET /node/1?_format=xml", "PATCH /node/1?_format=json",
                "GET /node/1?a=b%20c&_format=json", "POST /node?_format=json", "PATCH /node/1?_format=json",
                "DELETE /node/1?_format=json", "GET /api/articles?_format=json",
            ])
        expectEqual(site.transport.requests[2].text, #"{"a":[1,2]}"#)
        for url in ["http://[", "nothing", ""] {
            let outcome = await outcome {
                waterwheel.sendRequestWithUrl(url, method: .get, params: nil, completionHandler: $0)
            }
            expect(!outcome.success && outcome.error != nil)
        }
        let outcome = await outcome { waterwheel.post("node", params: ["a": Double.nan], completionHandler: $0) }
        expect(!outcome.success && waterwheel.sharedInstance.lastError?.reason == .unencodableBody)
    }

    @Test("A fragment is not sent, and does not hide the parameters")
    func fragments() async throws {
        site.respond(.get, "/*", "[]")
        for url in ["/node/1#top", "/node/1?x=1#top", "/node/1#top?x=1", "/node/1?x=1?#top"] {
            _ = await outcome {
                waterwheel.sendRequestWithUrl(
                    MockSite.url + url, method: .get, params: ["a": "b"], completionHandler: $0)
            }
        }
        _ = await outcome {
            waterwheel.sendRequest("node/#1?x=1#top", method: .get, params: ["a": "b"], completionHandler: $0)
        }
        expectEqual(
            site.summaries,
            [
                "GET /node/1?a=b&_format=json", "GET /node/1?x=1&a=b&_format=json", "GET /node/1?a=b&_format=json",
                "GET /node/1?x=1?&a=b&_format=json", "GET /node/%231?x=1&a=b&_format=json",
            ])
    }

    @Test("Requests without a handler, and each handler once")
    func handlers() async throws {
        site.respond(.get, "/node/1", "{}")
        waterwheel.nodeGet(nodeId: "1", params: nil)
        let count = Locked(0)
        for _ in 0..<10 {
            _ = await outcome { handler in
                waterwheel.nodeGet(nodeId: "1", params: nil) { a, b, c, d in
                    count.withLock { $0 += 1 }
                    handler(a, b, c, d)
                }
            }
        }
        expectEqual(count.withLock { $0 }, 10)
    }

    @Test("Notifications, on the main queue")
    func notifications() async throws {
        site.acceptLogin()
        site.transport.on(.post, "/user/logout", respond: .status(204))
        let names = Locked<[String]>([])
        let observers = waterwheelNotifications.allCases.map { notification in
            NotificationCenter.default.addObserver(forName: notification.name, object: nil, queue: nil) { note in
                let request = note.userInfo?["requestName"] as? String ?? ""
                names.withLock { $0.append("\(note.name.rawValue) \(request) \(MainQueue.isCurrent)") }
            }
        }
        _ = await outcome { waterwheel.login("alice", password: "x", completionHandler: $0) }
        _ = await outcome { waterwheel.logout(completionHandler: $0) }
        let posted = names.withLock { $0 }
        expectEqual(
            posted,
            [
                "waterwheelDidStartRequest login true", "waterwheelDidFinishRequest login true",
                "waterwheelDidLogin login true", "waterwheelDidStartRequest logout true",
                "waterwheelDidFinishRequest logout true", "waterwheelDidLogout logout true",
            ])
        waterwheel.postNotification(.waterwheelDidLogin, requestName: .checkLoginStatus)
        expect(names.withLock { $0 }.last?.hasPrefix("waterwheelDidLogin checkLoginStatus") ?? false)
        expectEqual(
            waterwheelNotificationsTypes.allCases.map(\.rawValue),
            ["checkLoginStatus", "login", "logout", "getCSRF", "normalRequest"])
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    @Test("A login at a site that was replaced meanwhile is not reported as one at the new site")
    func notificationsOfAnEarlierSite() async throws {
        let next = try MockSite().client()
        site.transport.on(.post, "/user/login?_format=json") { _ in
            waterwheel.sharedInstance.client = next
            return MockResponse(
                headers: ["Content-Type": "application/json", "Set-Cookie": "\(MockSite.cookieName)=live; path=/"],
                text: #"{"current_user":{"uid":"2","name":"alice"},"csrf_token":"c","logout_token":"l"}"#)
        }
        let names = Locked<[String]>([])
        let observers = waterwheelNotifications.allCases.map { notification in
            NotificationCenter.default.addObserver(forName: notification.name, object: nil, queue: nil) { note in
                names.withLock { $0.append(note.name.rawValue) }
            }
        }
        let login = await outcome { waterwheel.login("alice", password: "x", completionHandler: $0) }
        expect(login.success && !waterwheel.isLoggedIn())
        // Each request that was reported as started is reported as finished.
        expectEqual(names.withLock { $0 }, ["waterwheelDidStartRequest", "waterwheelDidFinishRequest"])
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    @Test("The session is restored by the next run")
    func restored() async throws {
        let store = MemoryDefaultsStore()
        let manager = waterwheelManager()
        manager.store = store
        manager.client = try site.client(store: store)
        site.acceptLogin()
        _ = await outcome { manager.login("alice", password: "x", completionHandler: $0) }
        let next = waterwheelManager()
        next.store = store
        next.setDrupalURL(MockSite.url)
        expect(next.isLoggedIn())
        next.setBasicAuthUsernameAndPassword("a", password: "b")
        expect(store.keys.isEmpty)
    }

    @Test("A new instance keeps its session in the standard user defaults, unless it is told otherwise")
    func defaultStore() {
        let manager = waterwheelManager()
        expect(manager.store is UserDefaultsStore)
        manager.store = nil
        expect(manager.store == nil)
    }
}
