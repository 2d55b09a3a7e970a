import Foundation
import NeatlineDrupal
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Models of user interfaces", .hangLimit)
@MainActor
struct InterfaceTests {
    @Test("The button shows what is possible, and does it")
    func button() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.transport.on(.post, "/user/logout", respond: .status(204))
        let client = try site.client()
        let button = DrupalAuthButtonModel(client: client)
        var log: [String] = []
        button.didPressLogin = { log.append("login") }
        button.didPressLogout = { success, error in log.append("logout \(success) \(error == nil)") }
        button.didChange = { log.append(button.title) }
        expect(button.title == "Login" && !button.isLoggedIn)
        await button.press()
        try await client.login(username: "alice", password: "x")
        while button.title == "Login" { await Task.yield() }
        await button.press()
        expectEqual(log, ["login", "Logout", "Login", "logout true true"])
        expect(!client.isLoggedIn && !button.isBusy)
    }

    @Test("A logout that fails is reported")
    func failingButton() async throws {
        let site = MockSite()
        site.acceptLogin()
        site.transport.on(.post, "/user/logout", respond: .failure(.cannotConnect))
        let client = try site.client()
        try await client.login(username: "alice", password: "x")
        let button = DrupalAuthButtonModel(client: client)
        var failure: DrupalError?
        button.didPressLogout = { _, error in failure = error }
        await button.press()
        expect(failure?.reason == .noResponse && button.title == "Login")
    }

    @Test("The form: what can be submitted, errors, success, logout")
    func form() async throws {
        let site = MockSite()
        site.respond(.post, "/user/login", #"{"message":"Wrong"}"#, status: 400, times: 1)
        site.acceptLogin()
        site.transport.on(.post, "/user/logout", respond: .status(204))
        let form = DrupalLoginForm(client: try site.client())
        var log: [String] = []
        form.loginRequestCompleted = { log.append("login \($0) \($1?.message ?? "")") }
        form.logoutRequestCompleted = { log.append("logout \($0) \($1?.message ?? "")") }
        await form.submit()
        expect(!form.canSubmit && form.showsFields && site.transport.requests.isEmpty)
        form.username = "alice"
        form.password = "wrong"
        expect(form.canSubmit)
        await form.submit()
        expect(form.error?.reason == .loginRefused && form.password == "wrong" && form.showsFields)
        form.password = "right"
        await form.submit()
        expect(form.error == nil && form.password.isEmpty && !form.showsFields && !form.isBusy)
        await form.logout()
        expect(form.showsFields)
        expectEqual(log, ["login false Wrong", "login true ", "logout true "])
    }

    @Test("Cancelling a login")
    func cancel() async throws {
        let site = MockSite()
        site.transport.on(.post, "/user/login", respond: .never)
        let form = DrupalLoginForm(client: try site.client())
        var isCancelled = false
        form.cancelButtonHit = { isCancelled = true }
        form.username = "alice"
        form.password = "x"
        let task = Task { await form.submit() }
        await site.transport.waitForRequests(1)
        expect(form.isBusy && !form.canSubmit)
        form.cancel()
        await task.value
        expect(isCancelled && form.error?.underlyingError is CancellationError && !form.isBusy)
    }

    @Test("A list loads its rows in batches, over pages, to the end; and again")
    func list() async throws {
        let site = MockSite()
        site.transport.on(.get, "/api/articles") { request in
            let page = request.query.first { $0.name == "page" }.flatMap { Int($0.value) } ?? 0
            return .json(page < 3 ? #"[{"title":"\#(page)a"},{"title":"\#(page)b"}]"# : "[]")
        }
        let list = DrupalViewList<RowObject>(client: try site.client(), viewPath: "api/articles", batch: 3)
        var changes = 0
        list.didChange = { changes += 1 }
        expect(list.rows.isEmpty && list.hasMore)
        await list.load()
        expect(list.rows.map(\.title) == ["0a", "0b", "1a"] && list.hasMore)
        await list.load()
        await list.load()
        expect(list.rows.map(\.title) == ["0a", "0b", "1a", "1b", "2a", "2b"] && !list.hasMore)
        await list.load()
        expectEqual(changes, 3)
        await list.reload()
        expect(list.rows.count == 3 && list.hasMore && list.error == nil)
    }

    @Test("A list whose page fails keeps its rows, and begins again")
    func failingList() async throws {
        let site = MockSite()
        site.respond(.get, "/api/articles?page=1", "{}", status: 500, times: 1)
        site.respond(.get, "/api/articles?page=1", "[]")
        site.respond(.get, "/api/articles", #"[{"title":"a"},{"title":"b"}]"#)
        let list = DrupalViewList<ArticleRow>(client: try site.client(), viewPath: "api/articles", batch: 2)
        await list.load()
        await list.load()
        expect(list.error?.reason == .serverError && list.rows.count == 2 && list.hasMore)
        await list.load()
        expect(list.error == nil && list.rows.map(\.title) == ["a", "b"])
        await list.load()
        expect(!list.hasMore && list.rows.count == 2)
    }
}
