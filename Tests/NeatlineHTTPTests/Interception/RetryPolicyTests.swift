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

    @Test func `the defaults are Alamofire's`() {
        let policy = RetryPolicy()
        #expect(policy.retryLimit == 2)
        #expect(policy.exponentialBackoffBase == 2)
        #expect(policy.exponentialBackoffScale == 0.5)
        #expect(policy.retryableHTTPMethods == [.delete, .get, .head, .options, .put, .trace])
        #expect(policy.retryableHTTPStatusCodes == [408, 500, 502, 503, 504])
        #expect(policy.retryableURLErrorCodes.count == 18)
        #expect(policy.pacing == .none)
    }

    @Test(arguments: [HTTPMethod.delete, .get, .head, .options, .put, .trace])
    func `methods that may be repeated are retried`(method: HTTPMethod) {
        #expect(policy().isRetryable(method: method, statusCode: 503, errorCode: nil))
    }

    @Test(arguments: [HTTPMethod.post, .patch, .connect, .query, nil] as [HTTPMethod?])
    func `other methods are not retried`(method: HTTPMethod?) {
        #expect(!policy().isRetryable(method: method, statusCode: 503, errorCode: .timedOut))
    }

    @Test func `the statuses that pass are retried, and no others`() {
        let retried = (100...599).filter { policy().isRetryable(method: .get, statusCode: $0, errorCode: nil) }
        #expect(retried == [408, 500, 502, 503, 504])
    }

    @Test func `the errors that pass are retried, and no others`() {
        for code in RetryPolicy.defaultRetryableURLErrorCodes {
            #expect(policy().isRetryable(method: .get, statusCode: nil, errorCode: code))
        }
        for code in [URLError.Code.cancelled, .badURL, .unsupportedURL, .userAuthenticationRequired, .zeroByteResource]
        {
            #expect(!policy().isRetryable(method: .get, statusCode: nil, errorCode: code))
        }
        #expect(!policy().isRetryable(method: .get, statusCode: nil, errorCode: nil))
    }

    @Test func `an error counts where the status does not`() {
        #expect(policy().isRetryable(method: .get, statusCode: 200, errorCode: .networkConnectionLost))
        #expect(!policy().isRetryable(method: .get, statusCode: 200, errorCode: nil))
    }

    @Test func `lost connections have a policy of their own`() {
        let policy = ConnectionLostRetryPolicy(retryLimit: 5)
        #expect(policy.retryLimit == 5)
        #expect(policy.isRetryable(method: .get, statusCode: nil, errorCode: .networkConnectionLost))
        #expect(!policy.isRetryable(method: .get, statusCode: nil, errorCode: .timedOut))
        #expect(!policy.isRetryable(method: .get, statusCode: 503, errorCode: nil))
        #expect(!policy.isRetryable(method: .post, statusCode: nil, errorCode: .networkConnectionLost))
    }

    @Test func `delays double`() {
        #expect((0...4).map(policy().backoff) == [0.5, 1, 2, 4, 8])
        let slow = RetryPolicy(exponentialBackoffBase: 3, exponentialBackoffScale: 2)
        #expect((0...3).map(slow.backoff) == [2, 6, 18, 54])
    }

    @Test func `a base that would not grow is taken as 2`() {
        #expect(RetryPolicy(exponentialBackoffBase: 0).exponentialBackoffBase == 2)
        #expect(RetryPolicy(exponentialBackoffBase: 1).exponentialBackoffBase == 2)
    }

    @Test func `policies are found by their short names`() {
        let interceptors: [any RequestInterceptor] = [
            .retryPolicy, .retryPolicy(retryLimit: 7, pacing: .considerate), .connectionLostRetryPolicy,
            .connectionLostRetryPolicy(retryLimit: 8),
        ]
        #expect(interceptors.map { ($0 as? RetryPolicy)?.retryLimit } == [2, 7, 2, 8])
        #expect(interceptors[3] is ConnectionLostRetryPolicy)
    }

    // MARK: Pacing

    @Test func `chance shortens delays by up to its share`() {
        let pacing = RetryPacing(jitter: 0.5)
        #expect(pacing.delay(backoff: 8, retryAfter: nil, chance: 0) == 8)
        #expect(pacing.delay(backoff: 8, retryAfter: nil, chance: 0.5) == 6)
        #expect(pacing.delay(backoff: 8, retryAfter: nil, chance: 1) == 4)
        #expect(RetryPacing(jitter: 7).delay(backoff: 8, retryAfter: nil, chance: 1) == 0)
        #expect(RetryPacing(jitter: -1).delay(backoff: 8, retryAfter: nil, chance: 1) == 8)
        #expect(RetryPacing(jitter: .nan).delay(backoff: 8, retryAfter: nil, chance: 1) == 8)
    }

    @Test func `a server's delay is the least`() {
        let pacing = RetryPacing(respectsRetryAfter: true, maximumDelay: 60)
        #expect(pacing.delay(backoff: 1, retryAfter: 30, chance: 0) == 30)
        #expect(pacing.delay(backoff: 40, retryAfter: 30, chance: 0) == 40)
        #expect(pacing.delay(backoff: 1, retryAfter: 60, chance: 0) == 60)
        #expect(pacing.delay(backoff: 1, retryAfter: 61, chance: 0) == nil)
    }

    @Test func `delays end somewhere`() {
        #expect(RetryPacing(maximumDelay: 10).delay(backoff: 11, retryAfter: nil, chance: 0) == 10)
        #expect(RetryPacing.none.delay(backoff: .infinity, retryAfter: nil, chance: 0) == RetryPacing.longestDelay)
        #expect(RetryPacing.none.delay(backoff: .nan, retryAfter: nil, chance: 0) == 0)
        #expect(RetryPacing.none.delay(backoff: -1, retryAfter: nil, chance: 0) == 0)
        #expect(RetryPacing(maximumDelay: .infinity).delay(backoff: .infinity, retryAfter: .infinity, chance: 0) == nil)
    }

    @Test func `too many requests is a reason to retry if the server is heard`() {
        #expect(!policy().isRetryable(method: .get, statusCode: 429, errorCode: nil))
        #expect(policy(.considerate).isRetryable(method: .get, statusCode: 429, errorCode: nil))
        #expect(!policy(.considerate).isRetryable(method: .post, statusCode: 429, errorCode: nil))
    }

    // MARK: Retry-After

    private let now = Date(timeIntervalSince1970: 784_111_770)

    @Test(arguments: [
        ("0", 0), ("120", 120), (" 7 ", 7), ("Sun, 06 Nov 1994 08:49:37 GMT", 7), ("Sunday, 06-Nov-94 08:49:37 GMT", 7),
        ("Sun Nov  6 08:49:37 1994", 7), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
    ])
    func `Retry-After is a number of seconds or a date`(field: String, seconds: TimeInterval) {
        #expect(RetryAfter.seconds(field, now: now) == seconds)
    }

    @Test(arguments: ["", " ", "-1", "1.5", "soon", "1e3", "Sun, 31 Feb 1994 08:49:37 GMT", "08:49:37", "٣"])
    func `Retry-After of another form is not heard`(field: String) {
        #expect(RetryAfter.seconds(field, now: now) == nil)
    }

    @Test func `a number without end is longer than any delay`() {
        #expect(RetryAfter.seconds(String(repeating: "9", count: 400), now: now) == .infinity)
    }
}

/// Dates in header fields.
struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "6 nov 1994 8:49:37",
        "1994 November 06 08:49:37", "08:49:37 06 NOV 94",
    ])
    func `dates are read in each form`(text: String) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        ("Thu, 01 Jan 70 00:00:00 GMT", 0), ("Sat, 01 Jan 00 00:00:00 GMT", 946_684_800),
        ("Sat, 29 Feb 2020 23:59:59 GMT", 1_583_020_799),
    ])
    func `years of two digits are of the 70 years around 2000`(text: String, seconds: TimeInterval) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "GMT", "Sun, 06 Nov 1994", "06 1994 08:49:37", "Nov 1994 08:49:37", "06 Nov 08:49:37",
        "06 Nov 1994 24:00:00",
        "06 Nov 1994 08:60:00", "06 Nov 1994 08:49:60", "29 Feb 2021 00:00:00", "00 Nov 1994 08:49:37",
        "06 Nov 1600 08:49:37",
        "06 Nov 19945 08:49:37", "06 Nov 1994 08:49", "06 Nov 1994 8:4x:37:",
    ])
    func `what is no date is none`(text: String) {
        #expect(HTTPDate.date(text) == nil)
    }
}
