public import Foundation

/// The timing of a request, with all its hops.
///
/// It has the members of `URLSessionTaskMetrics`, but is a value that this library measures on all platforms. Dates are
/// computed from the transport's numbers when they are accessed.
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

    /// The interval from the start of the first hop to the end of the last one.
    public var taskInterval: DateInterval {
        DateInterval(start: Date(nanoseconds: record.start), duration: duration)
    }

    /// The time from the start of the first hop to the end of the last one, in seconds.
    public var duration: TimeInterval { Double(max(record.end &- record.start, 0)) / 1_000_000_000 }

    /// The number of redirects that were followed.
    public var redirectCount: Int { record.redirectCount }

    /// The metrics of all hops, in order: each redirect and each answer to a challenge has its own. Empty if nothing
    /// was sent.
    ///
    /// - Complexity: O(*n*), where *n* is the number of hops.
    public var transactionMetrics: [HTTPTransactionMetrics] { record.hops.map(HTTPTransactionMetrics.init) }
}

/// The measurements of an exchange, in one allocation.
final class ExchangeRecord: Sendable {
    /// The time in nanoseconds since 1970, of the system's real-time clock.
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
    /// The interval, the number of redirects, and one line for each hop.
    public var description: String {
        var text = "Duration: \(seconds(duration)), redirects: \(redirectCount)"
        for transaction in transactionMetrics { text += "\n\(transaction)" }
        return text
    }
}

extension Date {
    /// Creates a date from nanoseconds since 1970.
    init(nanoseconds: Int64) { self.init(timeIntervalSince1970: Double(nanoseconds) / 1_000_000_000) }
}

/// Returns seconds with three decimals and their unit.
func seconds(_ value: TimeInterval) -> String { String(format: "%.3f", value) + " seconds" }

#if canImport(FoundationNetworking)
/// The type's name in Foundation, where `URLSession` does not measure: for code that names it, such as a monitor
/// written for Alamofire.
///
/// In a file that imports `FoundationNetworking`, the name is ambiguous; use ``HTTPMetrics`` there.
public typealias URLSessionTaskMetrics = HTTPMetrics

/// The type's name in Foundation: see `URLSessionTaskMetrics`.
public typealias URLSessionTaskTransactionMetrics = HTTPTransactionMetrics
#endif
