public import Foundation

/// When what happened to a request, from the side of the one who made it: the type of Alamofire 3 and 4.
///
/// ```swift
/// AF.request("https://httpbin.org/get").responseJSON { response in
///     print(response.timeline)
/// }
/// ```
public struct Timeline: Sendable, Hashable {
    /// When the request was started.
    public let requestStartTime: TimeInterval
    /// When the first bytes came, or the end of the request if none did.
    public let initialResponseTime: TimeInterval
    /// When the request was complete.
    public let requestCompletedTime: TimeInterval
    /// When the response was serialized.
    public let serializationCompletedTime: TimeInterval
    /// Seconds from the start of the request to the first bytes.
    public let latency: TimeInterval
    /// Seconds from the start of the request to its completion.
    public let requestDuration: TimeInterval
    /// Seconds from the completion of the request to the end of serialization.
    public let serializationDuration: TimeInterval
    /// Seconds from the start of the request to the end of serialization.
    public let totalDuration: TimeInterval

    /// Times are seconds since the beginning of 2001, as `Date.timeIntervalSinceReferenceDate` has them.
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
    /// The four durations, a line each.
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

    /// The four times, then the four durations, a line each.
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
