public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What became of a request whose body is kept in memory.
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
/// The body is there whatever the result is, so a server's own words about an error are not lost.
public struct DataResponse<Success, Failure: Error> {
    /// The last request that was sent, or was to be sent; nil if none was made.
    public let request: URLRequest?
    let reply: ReceivedHead?
    /// The body; nil if the response had none or did not come.
    public let data: Data?
    /// When what happened to the last attempt; nil if there was none.
    public let metrics: HTTPMetrics?
    /// Seconds that the serializer took.
    public let serializationDuration: TimeInterval
    /// The serialized value, or why there is none.
    public let result: Result<Success, Failure>
    /// What did not fit in the value, if the serializer has said so.
    package let issues: (any SerializationIssues)?

    /// A response made by code, such as a test.
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

    /// The head of the last response; nil if none came whole. It is made when it is first asked for, once for all who ask.
    public var response: HTTPURLResponse? { reply?.response }

    /// The serialized value, or nil.
    public var value: Success? { result.value }

    /// Why there is no value, or nil.
    public var error: Failure? { result.error }
}

extension DataResponse: Sendable where Success: Sendable {}

/// What became of a request, with an `AFError` if it failed.
public typealias AFDataResponse<Success> = DataResponse<Success, AFError>

/// What became of a request whose body nobody serialized: the name it had in Alamofire 4.
public typealias DefaultDataResponse = DataResponse<Data?, AFError>

extension DataResponse {
    /// The same response with another value. A failure stays.
    public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> DataResponse<NewSuccess, Failure> {
        with(result.map(transform))
    }

    /// The same response with another value, or with what `transform` throws as its error.
    public func tryMap<NewSuccess>(
        _ transform: (Success) throws -> NewSuccess
    ) -> DataResponse<NewSuccess, any Error> {
        with(result.tryMap(transform))
    }

    /// The same response with another error. A value stays.
    public func mapError<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> DataResponse<Success, NewFailure> {
        with(result.mapError(transform))
    }

    /// The same response with another error, or with what `transform` throws.
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
