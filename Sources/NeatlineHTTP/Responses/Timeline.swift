public import Foundation

/// The timing of a request from the caller's point of view, as in Alamofire 3 and 4.
///
/// ```swift
/// AF.request("https://httpbin.org/get").responseJSON { response in
///     print(response.timeline)
/// }
/// ```
public struct Timeline: Sendable, Hashable {
    /// The time when the request was started.
    public let requestStartTime: TimeInterval
    /// The time when the first bytes were received, or the request ended.
    public let initialResponseTime: TimeInterval
    /// The time when the request was complete.
    public let requestCompletedTime: TimeInterval
    /// The time when the response was serialized.
    public let serializationCompletedTime: TimeInterval
    /// The time from the start of the request to the first bytes, in seconds.
    public let latency: TimeInterval
    /// The time from the start of the request to its completion, in seconds.
    public let requestDuration: TimeInterval
    /// The time from the completion of the request to the end of serialization, in seconds.
    public let serializationDuration: TimeInterval
    /// The time from the start of the request to the end of serialization, in seconds.
    public let totalDuration: TimeInterval

    /// Creates a timeline from times in seconds since the beginning of 2001, as `Date.timeIntervalSinceReferenceDate`.
    /// The parameters are the properties of the same names.
    public init(
        requestStartTime: TimeInterval = 0, initialResponseTime: TimeInterval = 0,
        requestCompletedTime: TimeInterval = 0, serializationCompletedTime: TimeInterval = 0
    ) {
        self.requestStartTime = requestStartTime
        self.initialResponseTime = initialResponseTime
        self.requestCompletedTime = requestCompletedTime
        self.serializationCompletedTime = serializationCompletedTime
        latency = initialResponseTime - requestStartTime
        requestDuration = requestCompletedTime - requestStartTime
        serializationDuration = serializationCompletedTime - requestCompletedTime
        totalDuration = serializationCompletedTime - requestStartTime
    }
}

extension Timeline: CustomStringConvertible, CustomDebugStringConvertible {
    /// The four durations, one per line.
    ///
    /// ```
    /// Latency: 0.428 seconds
    /// Request Duration: 0.428 seconds
    /// Serialization Duration: 0.001 seconds
    /// Total Duration: 0.429 seconds
    /// ```
    public var description: String {
        """
        Latency: \(seconds(latency))
        Request Duration: \(seconds(requestDuration))
        Serialization Duration: \(seconds(serializationDuration))
        Total Duration: \(seconds(totalDuration))
        """
    }

    /// The four times and the four durations, one per line.
    public var debugDescription: String {
        """
        Request Start Time: \(seconds(requestStartTime))
        Initial Response Time: \(seconds(initialResponseTime))
        Request Completed Time: \(seconds(requestCompletedTime))
        Serialization Completed Time: \(seconds(serializationCompletedTime))
        \(description)
        """
    }
}

extension Timeline {
    init(_ metrics: HTTPMetrics?, serializationDuration: TimeInterval) {
        guard let metrics else {
            self.init(serializationCompletedTime: serializationDuration)
            return
        }
        let interval = metrics.taskInterval
        let end = interval.end.timeIntervalSinceReferenceDate
        let firstBytes = metrics.transactionMetrics.last?.responseStartDate?.timeIntervalSinceReferenceDate
        self.init(
            requestStartTime: interval.start.timeIntervalSinceReferenceDate, initialResponseTime: firstBytes ?? end,
            requestCompletedTime: end, serializationCompletedTime: end + serializationDuration)
    }
}
