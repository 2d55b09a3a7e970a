public import Foundation

/// The response of a data request, with the result of a serializer.
///
/// ```swift
/// AF.request(url).responseDecodable(of: User.self) { response in
///     switch response.result {
///     case .success(let user): print(user.name)
///     case .failure(let error): print(error.errorDescription ?? "", response.data ?? Data())
///     }
/// }
/// ```
///
/// The body is available regardless of the result, so a server's description of an error is not lost.
public struct DataResponse<Success, Failure: Error> {
    /// The last `URLRequest` that was created; `nil` if there is none.
    public let request: URLRequest?
    let reply: ReceivedHead?
    /// The body; `nil` if it is empty or was not received.
    public let data: Data?
    /// The metrics of the last attempt; `nil` if there was none.
    public let metrics: HTTPMetrics?
    /// The time that the serializer took, in seconds.
    public let serializationDuration: TimeInterval
    /// The result of the serializer: a value or an error.
    public let result: Result<Success, Failure>
    /// The issues of the value, if the serializer has reported some.
    package let issues: (any SerializationIssues)?

    /// Creates a response, for example in a test. The parameters are the properties of the same names.
    public init(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, metrics: HTTPMetrics?,
        serializationDuration: TimeInterval, result: Result<Success, Failure>
    ) {
        self.init(
            request: request, reply: response.map(ReceivedHead.made), data: data, metrics: metrics,
            serializationDuration: serializationDuration, result: result)
    }

    init(
        request: URLRequest?, reply: ReceivedHead?, data: Data?, metrics: HTTPMetrics?,
        serializationDuration: TimeInterval, result: Result<Success, Failure>,
        issues: (any SerializationIssues)? = nil
    ) {
        self.request = request
        self.reply = reply
        self.data = data
        self.metrics = metrics
        self.serializationDuration = serializationDuration
        self.result = result
        self.issues = issues
    }

    /// The head of the last response; `nil` if no complete head was received. The object is created at the first access
    /// and shared by all copies.
    public var response: HTTPURLResponse? { reply?.response }

    /// The values of the `Set-Cookie` fields.
    package var setCookieLines: [String] { reply?.values(for: "Set-Cookie") ?? [] }

    /// The value of the result; `nil` if it is a failure.
    public var value: Success? { result.value }

    /// The error of the result; `nil` if it is a success.
    public var error: Failure? { result.error }
}

extension DataResponse: Sendable where Success: Sendable {}

/// The response of a data request whose error is an ``AFError``.
public typealias AFDataResponse<Success> = DataResponse<Success, AFError>

/// The response of a data request without a serializer, as named in Alamofire 4.
public typealias DefaultDataResponse = DataResponse<Data?, AFError>

extension DataResponse {
    /// Returns the response with a transformed value; a failure is unchanged.
    public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> DataResponse<NewSuccess, Failure> {
        with(result.map(transform))
    }

    /// Returns the response with a transformed value; an error that `transform` throws becomes the result's error.
    public func tryMap<NewSuccess>(
        _ transform: (Success) throws -> NewSuccess
    ) -> DataResponse<NewSuccess, any Error> {
        with(result.tryMap(transform))
    }

    /// Returns the response with a transformed error; a value is unchanged.
    public func mapError<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> DataResponse<Success, NewFailure> {
        with(result.mapError(transform))
    }

    /// Returns the response with a transformed error; an error that `transform` throws replaces it.
    public func tryMapError<NewFailure: Error>(
        _ transform: (Failure) throws -> NewFailure
    ) -> DataResponse<Success, any Error> {
        with(result.tryMapError(transform))
    }

    private func with<NewSuccess, NewFailure>(
        _ result: Result<NewSuccess, NewFailure>
    ) -> DataResponse<NewSuccess, NewFailure> {
        DataResponse<NewSuccess, NewFailure>(
            request: request, reply: reply, data: data, metrics: metrics,
            serializationDuration: serializationDuration, result: result, issues: issues)
    }
}

extension DataResponse {
    /// The status code; `nil` if there is no response. Cheaper than `response?.statusCode`.
    public var statusCode: Int? { reply?.status }

    /// Returns the values of all header fields with a name.
    ///
    /// `HTTPURLResponse` joins them to one text, in which cookies, for example, cannot be separated.
    ///
    /// - Parameter name: The name of the fields, in any case.
    /// - Returns: The values, in the order in which they were received.
    public func headerValues(_ name: String) -> [String] { reply?.values(for: name) ?? [] }

    /// Decodes the body, regardless of the result: servers often describe errors in it.
    ///
    /// ```swift
    /// let response = await AF.request(url).validate().serializingDecodable(User.self).response
    /// if response.error?.responseCode == 422 {
    ///     let problem = try response.decodedBody(as: Problem.self)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder.
    /// - Returns: The decoded value.
    /// - Throws: `AFError.responseSerializationFailed`, with the reason `inputDataNilOrZeroLength` if there is no body,
    ///   or `decodingFailed(error:)`.
    public func decodedBody<T: Decodable>(
        as type: T.Type = T.self, decoder: any DataDecoder = DefaultDataDecoder()
    ) throws -> T {
        guard let data, !data.isEmpty else {
            throw AFError.responseSerializationFailed(reason: .inputDataNilOrZeroLength)
        }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw DecodingError.failure(
                error, decoding: ReceivedResponse(request: request, reply: reply, data: data, error: nil))
        }
    }
}

extension DataResponse: CustomStringConvertible, CustomDebugStringConvertible {
    /// The result: `success(…)`, or `failure(…)` with the error's description, followed by method, URL, status code,
    /// content type, length and the first 200 bytes of the body, unless they are unknown or part of the error.
    ///
    /// User name, password and the query items of `HiddenSecrets.credentials` are replaced by `<hidden>`.
    public var description: String { ExchangeText.result(result, summary) }

    /// The summary for descriptions of errors.
    var summary: ExchangeSummary { ExchangeSummary(request, reply, data) }

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

    /// The summary for descriptions of errors, with the beginning of the file, which is read.
    var summary: ExchangeSummary { ExchangeSummary(request, reply, file: fileURL) }

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
