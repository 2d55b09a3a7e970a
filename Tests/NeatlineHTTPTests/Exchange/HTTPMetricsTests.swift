import Foundation
@testable import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Metrics", .ownThreads)
struct HTTPMetricsTests {
    /// A hop of 100 ms that began at a time of the year 2023.
    private var timings: TransportTimings {
        var timings = TransportTimings()
        timings.start = 1_700_000_000_000_000_000
        timings.lookupEnd = 1_000_000
        timings.connectEnd = 3_000_000
        timings.secureConnectionEnd = 7_000_000
        timings.requestStart = 8_000_000
        timings.responseStart = 50_000_000
        timings.end = 100_000_000
        timings.protocolVersion = .http2
        timings.isProxyConnection = true
        timings.headerBytesSent = 10
        timings.bodyBytesSent = 20
        timings.headerBytesReceived = 30
        timings.bodyBytesReceived = 40
        timings.localAddress = "127.0.0.1"
        timings.localPort = 50_000
        timings.remoteAddress = "::1"
        timings.remotePort = 443
        return timings
    }

    private func metrics(_ timings: [TransportTimings]) throws -> HTTPMetrics {
        let last = timings.count
        let (log, _) = run(request("https://a/0")) { hop, number in
            hop.head(number < last ? 302 : 200, "Location: /\(number)")
            hop.body("four")
            hop.complete(timings: timings[number - 1])
        }
        return try #require(log.outcome?.metrics)
    }

    private func milliseconds(_ date: Date?) -> Int? {
        date.map { Int((($0.timeIntervalSince1970 - 1_700_000_000) * 1000).rounded()) }
    }

    @Test("the dates of a hop are its start and what passed since")
    func dates() throws {
        let metrics = try metrics([timings])
        let hop = try #require(metrics.transactionMetrics.first)
        expectEqual(metrics.transactionMetrics.count, 1)
        expectEqual(milliseconds(hop.fetchStartDate), 0)
        expectEqual(milliseconds(hop.domainLookupStartDate), 0)
        expectEqual(milliseconds(hop.domainLookupEndDate), 1)
        expectEqual(milliseconds(hop.connectStartDate), 1)
        expectEqual(milliseconds(hop.secureConnectionStartDate), 3)
        expectEqual(milliseconds(hop.secureConnectionEndDate), 7)
        expectEqual(milliseconds(hop.connectEndDate), 7)
        expectEqual(milliseconds(hop.requestStartDate), 8)
        expectEqual(milliseconds(hop.responseStartDate), 50)
        expectEqual(milliseconds(hop.responseEndDate), 100)
        expectEqual(milliseconds(metrics.taskInterval.start), 0)
        expectEqual(milliseconds(metrics.taskInterval.end), 100)
        expect(abs(metrics.duration - 0.1) < 1e-9)
    }

    @Test("counts, addresses and what the connection is")
    func counts() throws {
        let hop = try #require(try metrics([timings]).transactionMetrics.first)
        expectEqual(hop.countOfRequestHeaderBytesSent, 10)
        expectEqual(hop.countOfRequestBodyBytesSent, 20)
        expectEqual(hop.countOfResponseHeaderBytesReceived, 30)
        expectEqual(hop.countOfResponseBodyBytesReceived, 40)
        expectEqual(hop.countOfResponseBodyBytesAfterDecoding, 4)
        expect(hop.localAddress == "127.0.0.1" && hop.localPort == 50_000)
        expect(hop.remoteAddress == "::1" && hop.remotePort == 443)
        expect(hop.isProxyConnection && !hop.isReusedConnection)
        expectEqual(hop.networkProtocolName, "h2")
        expectEqual(hop.request.url?.absoluteString, "https://a/0")
        expectEqual(hop.response?.statusCode, 200)
    }

    @Test("what did not happen has no date")
    func reused() throws {
        var reused = TransportTimings()
        reused.isReusedConnection = true
        reused.end = 5
        let hop = try #require(try metrics([reused]).transactionMetrics.first)
        expect(hop.domainLookupStartDate == nil && hop.domainLookupEndDate == nil)
        expect(hop.connectStartDate == nil && hop.connectEndDate == nil)
        expect(hop.secureConnectionStartDate == nil && hop.secureConnectionEndDate == nil)
        expect(hop.requestStartDate == nil && hop.responseStartDate == nil && hop.responseEndDate == nil)
        expect(hop.networkProtocolName == nil)
        expect(hop.isReusedConnection)
    }

    @Test(
        "a name for each version",
        arguments: [
            (TransportTimings.ProtocolVersion.http1_0, "http/1.0"), (.http1_1, "http/1.1"), (.http2, "h2"),
            (.http3, "h3"),
        ])
    func names(_ version: TransportTimings.ProtocolVersion, _ name: String) throws {
        var timings = timings
        timings.protocolVersion = version
        try expectEqual(metrics([timings]).transactionMetrics.first?.networkProtocolName, name)
    }

    @Test("the interval goes over all hops")
    func hops() throws {
        var second = timings
        second.start += 250_000_000
        let metrics = try metrics([timings, second])
        expectEqual(metrics.redirectCount, 1)
        expectEqual(metrics.transactionMetrics.map { $0.response?.statusCode }, [302, 200])
        expectEqual(milliseconds(metrics.taskInterval.start), 0)
        expectEqual(milliseconds(metrics.taskInterval.end), 350)
        expectEqual(
            metrics.description,
            """
            Duration: 0.350 seconds, redirects: 1
            GET https://a/0: 302, h2, 0.100 seconds
            GET https://a/1: 200, h2, 0.100 seconds
            """)
    }

    @Test("a clock that was set back makes no negative duration")
    func clockSetBack() throws {
        var second = timings
        second.start -= 10_000_000_000
        try expectEqual(metrics([timings, second]).duration, 0)
    }
}

@Suite("Timeline", .ownThreads)
struct TimelineTests {
    let timeline = Timeline(
        requestStartTime: 100, initialResponseTime: 100.428, requestCompletedTime: 100.5,
        serializationCompletedTime: 100.501)

    @Test("durations are what lies between the times")
    func durations() {
        expect(abs(timeline.latency - 0.428) < 1e-9)
        expect(abs(timeline.requestDuration - 0.5) < 1e-9)
        expect(abs(timeline.serializationDuration - 0.001) < 1e-9)
        expect(abs(timeline.totalDuration - 0.501) < 1e-9)
        expectEqual(Timeline(), Timeline(requestStartTime: 0))
    }

    @Test("its texts")
    func texts() {
        let durations = """
            Latency: 0.428 seconds
            Request Duration: 0.500 seconds
            Serialization Duration: 0.001 seconds
            Total Duration: 0.501 seconds
            """
        expectEqual(timeline.description, durations)
        expectEqual(
            timeline.debugDescription,
            """
            Request Start Time: 100.000 seconds
            Initial Response Time: 100.428 seconds
            Request Completed Time: 100.500 seconds
            Serialization Completed Time: 100.501 seconds
            \(durations)
            """)
    }
}
