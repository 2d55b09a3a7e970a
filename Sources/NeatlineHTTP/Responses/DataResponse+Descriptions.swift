internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension DataResponse: CustomStringConvertible, CustomDebugStringConvertible {
    /// The result: `success(…)`, or `failure(…)` with the error's description, followed by method, URL, status code,
    /// content type, length and the first 200 bytes of the body, unless they are unknown or part of the error.
    ///
    /// User name, password and the query items of `HiddenSecrets.credentials` are replaced by `<hidden>`.
    public var description: String { ExchangeText.result(result, ExchangeSummary(request, reply, data)) }

    /// The request, response, durations and result, on several lines. Bodies are included if they are JSON, XML or
    /// other text of at most 100,000 bytes. Header fields are shown as they are, including credentials.
    public var debugDescription: String {
        guard let request else { return "[Request]: None\n[Result]: \(result)" }
        return [
            ExchangeText.request(request),
            ExchangeText.response(reply, lines: { [ExchangeText.body(data, contentType: $0)] }),
            "[Network Duration]: \(ExchangeText.duration(metrics))",
            "[Serialization Duration]: \(serializationDuration)s",
            "[Result]: \(result)",
        ].joined(separator: "\n")
    }
}

extension DownloadResponse: CustomStringConvertible, CustomDebugStringConvertible {
    /// The result: `success(…)`, or `failure(…)` with the error's description, followed by method, URL, status code and
    /// content type, unless they are unknown or part of the error.
    public var description: String { ExchangeText.result(result, ExchangeSummary(request, reply)) }

    /// The request, response, file, resume data, durations and result, on several lines. Header fields are shown as
    /// they are, including credentials.
    public var debugDescription: String {
        guard let request else { return "[Request]: None\n[Result]: \(result)" }
        return [
            ExchangeText.request(request),
            ExchangeText.response(reply, lines: { _ in [] }),
            "[File URL]: \(fileURL?.path ?? "None")",
            "[Resume Data]: \(resumeData.map { "\($0)" } ?? "None")",
            "[Network Duration]: \(ExchangeText.duration(metrics))",
            "[Serialization Duration]: \(serializationDuration)s",
            "[Result]: \(result)",
        ].joined(separator: "\n")
    }
}

extension DataResponse {
    /// The times of Alamofire 4's `Timeline`, in seconds since the beginning of 2001; all zero without metrics.
    public var timeline: Timeline { Timeline(metrics, serializationDuration: serializationDuration) }
}

extension DownloadResponse {
    /// The times of Alamofire 4's `Timeline`, in seconds since the beginning of 2001; all zero without metrics.
    public var timeline: Timeline { Timeline(metrics, serializationDuration: serializationDuration) }
}

extension Timeline {
    fileprivate init(_ metrics: HTTPMetrics?, serializationDuration: TimeInterval) {
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

/// The text of requests and responses in debug descriptions.
private enum ExchangeText {
    static func result<Success, Failure>(
        _ result: Result<Success, Failure>, _ summary: @autoclosure () -> ExchangeSummary
    ) -> String {
        guard let error = result.error else { return "\(result)" }
        let isTold = (error as? AFError)?.underlyingError?.exchangeText != nil
        return ["failure(\(error))", isTold ? nil : summary().lines].compactMap(\.self).joined(separator: "\n")
    }

    static func request(_ request: URLRequest) -> String {
        block(
            "[Request]: \(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "None")",
            [
                headers(request.headers),
                body(request.httpBody, contentType: request.value(forHTTPHeaderField: "Content-Type")),
            ])
    }

    static func response(_ reply: ReceivedHead?, lines: (_ contentType: String?) -> [String]) -> String {
        guard let reply else { return "[Response]: None" }
        return block(
            "[Response]:",
            ["[Status Code]: \(reply.status)", headers(reply.headers)] + lines(reply.value(for: "Content-Type")))
    }

    static func headers(_ headers: HTTPHeaders) -> String {
        headers.isEmpty ? "[Headers]: None" : block("[Headers]:", headers.sorted().map(\.description))
    }

    static func body(_ data: Data?, contentType: String?) -> String {
        guard let data, !data.isEmpty else { return "[Body]: None" }
        let type = contentType?.lowercased() ?? ""
        guard data.count <= 100_000, ["json", "xml", "text"].contains(where: type.contains) else {
            return "[Body]: \(data.count) bytes"
        }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return block("[Body]:", [text])
    }

    static func duration(_ metrics: HTTPMetrics?) -> String { metrics.map { "\($0.duration)s" } ?? "None" }

    /// Returns lines under a title, indented by four spaces.
    private static func block(_ title: String, _ lines: [String]) -> String {
        ([title] + lines).joined(separator: "\n").replacingOccurrences(of: "\n", with: "\n    ")
    }
}
