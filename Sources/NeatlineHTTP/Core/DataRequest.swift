public import Foundation
internal import NeatlineSystem
internal import NeatlineJSON

/// A request whose response body is kept in memory.
///
/// ```swift
/// AF.request("https://httpbin.org/get").validate().responseDecodable(of: Reply.self) { response in
///     print(response.result)
/// }
/// ```
///
/// Unchecked Sendable as ``Request`` is: the body is accessed only while the request's lock is held.
open class DataRequest: Request, @unchecked Sendable {
    /// The value that the `URLRequest` is created from.
    public let convertible: any URLRequestConvertible
    private let isQuick: Bool
    private let body: MemoryBody

    init(
        core: SessionCore, convertible: any URLRequestConvertible, isQuick: Bool,
        interceptor: (any RequestInterceptor)?, shouldAutomaticallyResume: Bool?
    ) {
        self.convertible = convertible
        self.isQuick = isQuick
        body = MemoryBody(maximumSize: core.exchanges.settings.maximumBodySize)
        super.init(
            core: core, body: body, interceptor: interceptor, shouldAutomaticallyResume: shouldAutomaticallyResume)
    }

    /// The bytes of the response body that have been received; `nil` if there are none.
    public var data: Data? { mutableState.withLock { _ in body.soFar() } }

    /// The body parsed as JSON, cached after the first handler needed it.
    var parsedBody: Result<JSON, any Error>? {
        get { mutableState.withLock { _ in body.parsedJSON } }
        set { mutableState.withLock { _ in body.parsedJSON = newValue } }
    }

    /// Values that did not fit, noted by the serializer that is running.
    var issues: (any SerializationIssues)? {
        get { mutableState.withLock { _ in body.issues } }
        set { mutableState.withLock { _ in body.issues = newValue } }
    }

    override func makeURLRequest() throws -> URLRequest { try convertible.asURLRequest() }

    override var isQuicklyMade: Bool { isQuick }

    override func announceValidation(
        _ subject: ResponseValidator.Subject, _ response: HTTPURLResponse, _ result: Result<Void, any Error>,
        to listener: CompositeEventMonitor
    ) {
        listener.request(
            self, didValidateRequest: subject.request, response: response, data: subject.data, withResult: result)
    }

    /// The response to serialize, and its metrics.
    var received: (response: ReceivedResponse, metrics: HTTPMetrics?) {
        mutableState.withLock { state in
            let response = ReceivedResponse(
                request: state.lastRequest, reply: state.attempt?.head.map(ReceivedHead.head), data: body.soFar(),
                error: state.failure, owner: self)
            return (response, state.attempt?.metrics)
        }
    }
}

// MARK: - Validation

extension DataRequest {
    /// A closure that decides whether a response is valid.
    public typealias Validation =
        @Sendable (_ request: URLRequest?, _ response: HTTPURLResponse, _ data: Data?) -> ValidationResult

    /// Fails the request unless a closure accepts the response.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/get").validate { request, response, data in
    ///     data?.isEmpty == false ? .success(()) : .failure(EmptyBodyError())
    /// }
    /// ```
    ///
    /// Validators run when the response is complete, in the order in which they were added, until one fails, before
    /// retriers and response serializers. An `AFError` is used as it is; any other error is wrapped in
    /// `AFError.responseValidationFailed(reason: .customValidationFailed(error:))`.
    ///
    /// - Parameter validation: The closure. It is called on the session's serialization queue, or on a thread of the
    ///   pool if the session was created without such a queue.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(validation: { validation($0.request, $1, $0.data) })
    }
}

// MARK: - Reading

extension DataResponse: HandledResponse where Failure == AFError {
    func failed(with error: AFError) -> Self { mapError { _ in error } }

    static func failure(_ error: AFError) -> Self {
        DataResponse(
            request: nil, reply: nil, data: nil, metrics: nil, serializationDuration: 0, result: .failure(error))
    }
}

/// How handlers read the response of a data request.
extension DataRequest {
    /// Returns a function that serializes the response and informs the monitors.
    static func reading<Serializer: DataResponseSerializerProtocol>(
        by serializer: Serializer
    ) -> ReadingHandler<AFDataResponse<Serializer.SerializedObject>>.Reading {
        { request in
            guard let request = request as? DataRequest else { return nil }
            let (received, metrics) = request.received
            let value = SerializedValue { try serializer.serialize(received) }
            let issues = request.issues
            if issues != nil { request.issues = nil }
            let response = AFDataResponse<Serializer.SerializedObject>(
                request: received.request, reply: received.reply, data: received.data, metrics: metrics,
                serializationDuration: value.duration, result: value.result, issues: issues)
            request.listener?.request(request, didParseResponse: response)
            return response
        }
    }

    /// Returns the response without serializing it, and informs the monitors.
    static let readingNothing: ReadingHandler<AFDataResponse<Data?>>.Reading = { request in
        guard let request = request as? DataRequest else { return nil }
        let (received, metrics) = request.received
        let response = AFDataResponse<Data?>(
            request: received.request, reply: received.reply, data: received.data, metrics: metrics,
            serializationDuration: 0, result: request.error.map { .failure($0) } ?? .success(received.data))
        request.listener?.request(request, didParseResponse: response)
        return response
    }
}
