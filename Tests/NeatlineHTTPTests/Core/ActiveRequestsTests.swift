import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite
struct ActiveRequestsTests {
    private let requests: [Request] = {
        let session = Session(startRequestsImmediately: false)
        return (0..<40).map { session.request("http://localhost/\($0)") }
    }()

    /// Any order of coming and going, twice or not, leaves what a set would have.
    @Test("Come and go")
    func comeAndGo() {
        var active = ActiveRequests()
        var expected: Set<Request> = []
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let request = requests[Int.random(in: 0..<requests.count, using: &random)]
            if Bool.random(using: &random) {
                active.insert(request)
                expected.insert(request)
            } else {
                active.remove(request)
                expected.remove(request)
            }
            expectEqual(active.all, expected)
        }
        for request in requests { active.remove(request) }
        expect(active.all.isEmpty)
    }
}
