import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Exchange: challenges", .ownThreads)
struct ExchangeChallengeTests {
    let basic = CredentialAuthentication(credential: URLCredential(user: "u", password: "p", persistence: .none))

    /// Answers each challenge with its number and what it was asked, whatever that is.
    final class Answering: ChallengeAnswering, @unchecked Sendable {
        private let before: String?
        private var answers: [HTTPHeader] = []
        private(set) var statuses: [Int] = []

        init(before: String? = nil) { self.before = before }

        func authorize(
            _ request: inout TransportRequest, for target: RequestURL, urlCredentials: URLCredentials?,
            isWithinOrigin: Bool
        ) {
            if let before, !request.headers.contains("authorization") {
                request.headers.add(name: "Authorization", value: before)
            }
            for answer in answers { request.headers.update(answer) }
        }

        func answers(_ challenge: Challenge) -> Bool {
            let name = challenge.status == 407 ? "Proxy-Authorization" : "authorization"
            let text = "\(challenge.values.joined(separator: "|")) \(answers.count)"
            answers.append(HTTPHeader(name: name, value: text))
            return true
        }

        func received(_ head: ResponseHead) { statuses.append(head.status) }
    }

    @Test("a 401 that asks for Basic is answered once, and its body goes to nobody")
    func answered() {
        let (log, hops) = run(request("http://a/x", "POST", body: "b"), authentication: basic) { hop, number in
            if number == 1 {
                hop.respond(401, "WWW-Authenticate: Basic realm=\"r\"", body: "who?")
            } else {
                hop.respond(200, body: "hello")
            }
        }
        expectEqual(log.events, ["head 200", "body hello", "done"])
        expectEqual(hops.map { $0.request.field("Authorization") }, [nil, "Basic dTpw"])
        expectEqual(hops.map(\.request.bodyText), ["b", "b"])
        expectEqual(log.outcome?.metrics.redirectCount, 0)
        expectEqual(log.outcome?.metrics.transactionMetrics.map { $0.response?.statusCode }, [401, 200])
    }

    @Test("a second 401 stands, with its body")
    func wrong() {
        let (log, hops) = run(request("http://a/x"), authentication: basic) { hop, number in
            hop.respond(401, "WWW-Authenticate: Basic realm=\"r\"", body: "no \(number)")
        }
        expectEqual(log.events, ["head 401", "body no 2", "done"])
        expectEqual(hops.count, 2)
    }

    @Test(
        "without anyone to answer, or with another scheme, the 401 stands",
        arguments: [
            "WWW-Authenticate: Basic realm=\"r\"", "WWW-Authenticate: Digest realm=\"r\"", "X: y",
        ])
    func unanswered(_ line: String) {
        let authentication = line.contains("Basic") ? nil : basic
        let (log, hops) = run(request("http://a/x"), authentication: authentication) { hop, _ in
            hop.respond(401, line, body: "no")
        }
        expectEqual(log.events, ["head 401", "body no", "done"])
        expectEqual(hops.count, 1)
    }

    @Test("a wrong field set by hand gives way to the answer")
    func replaced() {
        let (_, hops) = run(request("http://a/x", "GET", ["Authorization": "old"]), authentication: basic) {
            hop, number in
            hop.respond(number == 1 ? 401 : 200, "WWW-Authenticate: Basic")
        }
        expectEqual(hops.map { $0.request.field("Authorization") }, ["old", "Basic dTpw"])
    }

    @Test("what is said before the server asks goes along from the start, but not over a field set by hand")
    func before() {
        let (_, hops) = run(request("http://a/x"), authentication: Answering(before: "first")) { hop, _ in
            hop.respond(200)
        }
        expectEqual(hops.map { $0.request.field("Authorization") }, ["first"])
        let own = request("http://a/x", "GET", ["Authorization": "own"])
        let (_, others) = run(own, authentication: Answering(before: "first")) { hop, _ in hop.respond(200) }
        expectEqual(others.map { $0.request.field("Authorization") }, ["own"])
    }

    @Test("the one who answers sees every line, a proxy's too, and is asked five times at most")
    func asked() {
        let (log, hops) = run(request("http://a/x"), authentication: Answering()) { hop, number in
            if number == 1 {
                hop.respond(407, "Proxy-Authenticate: P")
            } else {
                hop.respond(401, "WWW-Authenticate: A", "www-authenticate: B")
            }
        }
        expectEqual(hops.count, 6)
        expectEqual(hops[1].request.field("Proxy-Authorization"), "P 0")
        expectEqual(hops[2].request.field("Authorization"), "A|B 1")
        expectEqual(log.events, ["head 401", "done"])
    }

    @Test("an answer goes along within the origin, and challenges of another origin are not answered")
    func origins() {
        let (log, hops) = run(request("http://a/x"), authentication: basic) { hop, number in
            switch number {
            case 1, 4: hop.respond(401, "WWW-Authenticate: Basic")
            case 2: hop.respond(302, "Location: /y")
            case 3: hop.respond(302, "Location: http://b/z")
            default: hop.respond(200)
            }
        }
        expectEqual(hops.map { $0.request.field("Authorization") }, [nil, "Basic dTpw", "Basic dTpw", nil])
        expectEqual(log.events.suffix(2), ["head 401", "done"])
    }

    @Test("a body that cannot begin anew fails the answer")
    func unrepeatable() {
        let (log, hops) = run(
            request("http://a/x", "POST"), body: .stream(CountingStream(fails: true), length: nil),
            authentication: basic
        ) { hop, _ in hop.respond(401, "WWW-Authenticate: Basic") }
        expectEqual(log.events, ["done -1021"])
        expectEqual(hops.count, 1)
    }
}
