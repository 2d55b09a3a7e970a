public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

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

    /// Creates a response, for example in a test.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - metrics: The metrics of the last attempt.
    ///   - serializationDuration: The time that the serializer took, in seconds.
    ///   - result: The result of the serializer.
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
    ///
    /// - Parameter transform: Transforms the value.
    public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> DataResponse<NewSuccess, Failure> {
        with(result.map(transform))
    }

    /// Returns the response with a transformed value; an error that `transform` throws becomes the result's error.
    ///
    /// - Parameter transform: Transforms the value.
    public func tryMap<NewSuccess>(
        _ transform: (Success) throws -> NewSuccess
    ) -> DataResponse<NewSuccess, any Error> {
        with(result.tryMap(transform))
    }

    /// Returns the response with a transformed error; a value is unchanged.
    ///
    /// - Parameter transform: Transforms the error.
    public func mapError<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> DataResponse<Success, NewFailure> {
        with(result.mapError(transform))
    }

    /// Returns the response with a transformed error; an error that `transform` throws replaces it.
    ///
    /// - Parameter transform: Transforms the error.
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
