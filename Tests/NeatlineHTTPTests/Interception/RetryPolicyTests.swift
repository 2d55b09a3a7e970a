import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `RetryPolicy`: which requests are sent again, and when.
@Suite(.ownThreads)
struct RetryPolicyTests {
    private func policy(_ pacing: RetryPacing = .none) -> RetryPolicy { RetryPolicy(pacing: pacing) }

    @Test("The defaults are Alamofire's")
    func theDefaultsAreAlamofireS() {
        let policy = RetryPolicy()
        expectEqual(policy.retryLimit, 2)
        expectEqual(policy.exponentialBackoffBase, 2)
        expectEqual(policy.exponentialBackoffScale, 0.5)
        expectEqual(policy.retryableHTTPMethods, [.delete, .get, .head, .options, .put, .trace])
        expectEqual(policy.retryableHTTPStatusCodes, [408, 500, 502, 503, 504])
        expectEqual(policy.retryableURLErrorCodes.count, 18)
        expectEqual(policy.pacing, .none)
    }

    @Test(
        "Methods that may be repeated are retried", arguments: [HTTPMethod.delete, .get, .head, .options, .put, .trace])
    func methodsThatMayBeRepeatedAre(method: HTTPMethod) {
        expect(policy().isRetryable(method: method, statusCode: 503, errorCode: nil))
    }

    @Test(
        "Other methods are not retried", arguments: [HTTPMethod.post, .patch, .connect, .query, nil] as [HTTPMethod?])
    func otherMethodsAreNotRetried(method: HTTPMethod?) {
        expect(!policy().isRetryable(method: method, statusCode: 503, errorCode: .timedOut))
    }

    @Test("The statuses that pass are retried, and no others")
    func theStatusesThatPassAreRetried() {
        let retried = (100...599).filter { policy().isRetryable(method: .get, statusCode: $0, errorCode: nil) }
        expectEqual(retried, [408, 500, 502, 503, 504])
    }

    @Test("The errors that pass are retried, and no others")
    func theErrorsThatPassAreRetried() {
        for code in RetryPolicy.defaultRetryableURLErrorCodes {
            expect(policy().isRetryable(method: .get, statusCode: nil, errorCode: code))
        }
        for code in [URLError.Code.cancelled, .badURL, .unsupportedURL, .userAuthenticationRequired, .zeroByteResource]
        {
            expect(!policy().isRetryable(method: .get, statusCode: nil, errorCode: code))
        }
        expect(!policy().isRetryable(method: .get, statusCode: nil, errorCode: nil))
    }

    @Test("An error counts where the status does not")
    func anErrorCountsWhereTheStatus() {
        expect(policy().isRetryable(method: .get, statusCode: 200, errorCode: .networkConnectionLost))
        expect(!policy().isRetryable(method: .get, statusCode: 200, errorCode: nil))
    }

    @Test("Lost connections have a policy of their own")
    func lostConnectionsHaveAPolicyOf() {
        let policy = ConnectionLostRetryPolicy(retryLimit: 5)
        expectEqual(policy.retryLimit, 5)
        expect(policy.isRetryable(method: .get, statusCode: nil, errorCode: .networkConnectionLost))
        expect(!policy.isRetryable(method: .get, statusCode: nil, errorCode: .timedOut))
        expect(!policy.isRetryable(method: .get, statusCode: 503, errorCode: nil))
        expect(!policy.isRetryable(method: .post, statusCode: nil, errorCode: .networkConnectionLost))
    }

    @Test("Delays double")
    func delaysDouble() {
        expectEqual((0...4).map(policy().backoff), [0.5, 1, 2, 4, 8])
        let slow = RetryPolicy(exponentialBackoffBase: 3, exponentialBackoffScale: 2)
        expectEqual((0...3).map(slow.backoff), [2, 6, 18, 54])
    }

    @Test("A base that would not grow is taken as 2")
    func aBaseThatWouldNotGrow() {
        expectEqual(RetryPolicy(exponentialBackoffBase: 0).exponentialBackoffBase, 2)
        expectEqual(RetryPolicy(exponentialBackoffBase: 1).exponentialBackoffBase, 2)
    }

    @Test("Policies are found by their short names")
    func policiesAreFoundByTheirShort() {
        let interceptors: [any RequestInterceptor] = [
            .retryPolicy, .retryPolicy(retryLimit: 7, pacing: .considerate), .connectionLostRetryPolicy,
            .connectionLostRetryPolicy(retryLimit: 8),
        ]
        expectEqual(interceptors.map { ($0 as? RetryPolicy)?.retryLimit }, [2, 7, 2, 8])
        expect(interceptors[3] is ConnectionLostRetryPolicy)
    }

    // MARK: Pacing

    @Test("Chance shortens delays by up to its share")
    func chanceShortensDelaysByUpTo() {
        let pacing = RetryPacing(jitter: 0.5)
        expectEqual(pacing.delay(backoff: 8, retryAfter: nil, chance: 0), 8)
        expectEqual(pacing.delay(backoff: 8, retryAfter: nil, chance: 0.5), 6)
        expectEqual(pacing.delay(backoff: 8, retryAfter: nil, chance: 1), 4)
        expectEqual(RetryPacing(jitter: 7).delay(backoff: 8, retryAfter: nil, chance: 1), 0)
        expectEqual(RetryPacing(jitter: -1).delay(backoff: 8, retryAfter: nil, chance: 1), 8)
        expectEqual(RetryPacing(jitter: .nan).delay(backoff: 8, retryAfter: nil, chance: 1), 8)
    }

    @Test("A server's delay is the least")
    func aServerSDelayIsThe() {
        let pacing = RetryPacing(respectsRetryAfter: true, maximumDelay: 60)
        expectEqual(pacing.delay(backoff: 1, retryAfter: 30, chance: 0), 30)
        expectEqual(pacing.delay(backoff: 40, retryAfter: 30, chance: 0), 40)
        expectEqual(pacing.delay(backoff: 1, retryAfter: 60, chance: 0), 60)
        expect(pacing.delay(backoff: 1, retryAfter: 61, chance: 0) == nil)
    }

    @Test("Delays end somewhere")
    func delaysEndSomewhere() {
        expectEqual(RetryPacing(maximumDelay: 10).delay(backoff: 11, retryAfter: nil, chance: 0), 10)
        expectEqual(RetryPacing.none.delay(backoff: .infinity, retryAfter: nil, chance: 0), RetryPacing.longestDelay)
        expectEqual(RetryPacing.none.delay(backoff: .nan, retryAfter: nil, chance: 0), 0)
        expectEqual(RetryPacing.none.delay(backoff: -1, retryAfter: nil, chance: 0), 0)
        expect(RetryPacing(maximumDelay: .infinity).delay(backoff: .infinity, retryAfter: .infinity, chance: 0) == nil)
    }

    @Test("Too many requests is a reason to retry if the server is heard")
    func tooManyRequestsIsAReason() {
        expect(!policy().isRetryable(method: .get, statusCode: 429, errorCode: nil))
        expect(policy(.considerate).isRetryable(method: .get, statusCode: 429, errorCode: nil))
        expect(!policy(.considerate).isRetryable(method: .post, statusCode: 429, errorCode: nil))
    }

    // MARK: Retry-After

    private let now = Date(timeIntervalSince1970: 784_111_770)

    @Test(
        "Retry-After is a number of seconds or a date",
        arguments: [
            ("0", 0), ("120", 120), (" 7 ", 7), ("Sun, 06 Nov 1994 08:49:37 GMT", 7),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 7),
            ("Sun Nov  6 08:49:37 1994", 7), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
        ])
    func retryAfterIsANumberOf(field: String, seconds: TimeInterval) {
        expectEqual(RetryAfter.seconds(field, now: now), seconds)
    }

    @Test(
        "Retry-After of another form is not heard",
        arguments: ["", " ", "-1", "1.5", "soon", "1e3", "Sun, 31 Feb 1994 08:49:37 GMT", "08:49:37", "٣"])
    func retryAfterOfAnotherFormIs(field: String) {
        expect(RetryAfter.seconds(field, now: now) == nil)
    }

    @Test("A number without end is longer than any delay")
    func aNumberWithoutEndIsLonger() {
        expectEqual(RetryAfter.seconds(String(repeating: "9", count: 400), now: now), .infinity)
    }
}

/// Dates in header fields.
struct HTTPDateTests {
    @Test(
        "Dates are read in each form",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "6 nov 1994 8:49:37",
            "1994 November 06 08:49:37", "08:49:37 06 NOV 94",
        ])
    func datesAreReadInEachForm(text: String) {
        expectEqual(HTTPDate.date(text), Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(
        "Years of two digits are of the 70 years around 2000",
        arguments: [
            ("Thu, 01 Jan 70 00:00:00 GMT", 0), ("Sat, 01 Jan 00 00:00:00 GMT", 946_684_800),
            ("Sat, 29 Feb 2020 23:59:59 GMT", 1_583_020_799),
        ])
    func yearsOfTwoDigitsAreOf(text: String, seconds: TimeInterval) {
        expectEqual(HTTPDate.date(text), Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "What is no date is none",
        arguments: [
            "", "GMT", "Sun, 06 Nov 1994", "06 1994 08:49:37", "Nov 1994 08:49:37", "06 Nov 08:49:37",
            "06 Nov 1994 24:00:00",
            "06 Nov 1994 08:60:00", "06 Nov 1994 08:49:60", "29 Feb 2021 00:00:00", "00 Nov 1994 08:49:37",
            "06 Nov 1600 08:49:37",
            "06 Nov 19945 08:49:37", "06 Nov 1994 08:49", "06 Nov 1994 8:4x:37:",
        ])
    func whatIsNoDateIsNone(text: String) {
        expect(HTTPDate.date(text) == nil)
    }
}
