public import Foundation

/// When what happened to a request, hop by hop.
///
/// It has the members of `URLSessionTaskMetrics`, but is a value that the library measures itself, so it is there on
/// every platform. What is kept are the transport's numbers; dates are computed when they are asked for.
///
/// ```swift
/// AF.request("https://example.com").response { response in
///     guard let metrics = response.metrics else { return }
///     print(metrics.taskInterval.duration, metrics.redirectCount)
///     for hop in metrics.transactionMetrics {
///         print(hop.networkProtocolName ?? "?", hop.isReusedConnection)
///     }
/// }
/// ```
public struct HTTPMetrics: Sendable {
    let record: ExchangeRecord

    init(_ record: ExchangeRecord) { self.record = record }

    /// From the start of the first hop to the end of the last one.
    public var taskInterval: DateInterval {
        DateInterval(start: Date(nanoseconds: record.start), duration: duration)
    }

    /// Seconds from the start of the first hop to the end of the last one.
    public var duration: TimeInterval { Double(max(record.end &- record.start, 0)) / 1_000_000_000 }

    /// How many redirects were followed.
    public var redirectCount: Int { record.redirectCount }

    /// One for each request that went over the wire, the first one first: redirects and answers to challenges have
    /// their own. Empty if none did. O(n)
    public var transactionMetrics: [HTTPTransactionMetrics] { record.hops.map(HTTPTransactionMetrics.init) }
}

/// What an exchange keeps of what happened, in one allocation.
final class ExchangeRecord: Sendable {
    /// Nanoseconds of the system's real-time clock since 1970.
    let start: Int64
    let end: Int64
    let redirectCount: Int
    let hops: [ExchangeHop]

    init(start: Int64, end: Int64, redirectCount: Int, hops: [ExchangeHop]) {
        self.start = start
        self.end = end
        self.redirectCount = redirectCount
        self.hops = hops
    }
}

extension HTTPMetrics: CustomStringConvertible {
    /// The interval, the number of redirects, and a line for each hop.
    public var description: String {
        var text = "Duration: \(seconds(duration)), redirects: \(redirectCount)"
        for transaction in transactionMetrics { text += "\n\(transaction)" }
        return text
    }
}

extension Date {
    /// The moment so many nanoseconds after the beginning of 1970.
    init(nanoseconds: Int64) { self.init(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000) }
}

/// Seconds with three decimals and their unit.
func seconds(_ value: TimeInterval) -> String { String(format: "%.3f", value) + " seconds" }

#if canImport(FoundationNetworking)
/// Where `URLSession` measures nothing: code that names its type, such as a monitor written for Alamofire, is told these.
///
/// In a file that imports `FoundationNetworking` itself the name means two types; write ``HTTPMetrics`` there.
public typealias URLSessionTaskMetrics = HTTPMetrics

/// See `URLSessionTaskMetrics`.
public typealias URLSessionTaskTransactionMetrics = HTTPTransactionMetrics
#endif
