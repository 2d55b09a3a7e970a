public import Dispatch
public import Foundation

/// Each of these methods adds a response handler, which starts the request unless it is not to start automatically.
///
/// Handlers can be added at any time; one that is added to a finished request is called at once. When the request has
/// ended, each serializer runs, on the session's serialization queue or in a pool of threads; then the handlers are
/// called in the order in which they were added, each on its queue.
extension DataRequest {
    /// Calls a closure with the body, unserialized.
    ///
    /// The result is a failure only if the request failed: a status such as 404 is no failure without
    /// ``Request/validate()``.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - completionHandler: Called once, whether the request succeeds or fails.
    @preconcurrency @discardableResult
    public func response(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDataResponse<Data?>) -> Void
    ) -> Self {
        add(UnserializedHandler(queue: queue, completion: completionHandler, reading: Self.readingNothing))
        return self
    }

    /// Calls a closure with the value that a serializer creates from the response.
    ///
    /// If the serializer throws an error, the request's retriers are called first.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - responseSerializer: Creates the value.
    ///   - completionHandler: Called once, whether the request succeeds or fails.
    @preconcurrency @discardableResult
    public func response<Serializer: DataResponseSerializerProtocol>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDataResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        respond(by: responseSerializer, Self.reading(by: responseSerializer), on: queue, completionHandler)
    }

    /// Calls a closure with the value that a serializer creates from the response.
    ///
    /// If the serializer throws an error, the request's retriers are called first.
    ///
    /// Besides the parameters of `responseData`:
    ///
    /// - `responseSerializer`: Creates the value.
    @preconcurrency @discardableResult
    public func response<Serializer: ResponseSerializer>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDataResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        respond(by: responseSerializer, Self.reading(by: responseSerializer), on: queue, completionHandler)
    }

    /// Calls a closure with the body.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - dataPreprocessor: Transforms the body before it is serialized.
    ///   - emptyResponseCodes: The status codes for which the body may be empty.
    ///   - emptyRequestMethods: The request methods for which the body may be empty.
    ///   - completionHandler: Called once, whether the request succeeds or fails.
    @preconcurrency @discardableResult
    public func responseData(
        queue: DispatchQueue = .main,
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods,
        completionHandler: @escaping @Sendable (AFDataResponse<Data>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: DataResponseSerializer(
                dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            completionHandler: completionHandler)
    }

    /// Calls a closure with the body as text.
    ///
    /// Besides the parameters of `responseData`:
    ///
    /// - `encoding`: The body's encoding; nil to use the one that the response declares.
    @preconcurrency @discardableResult
    public func responseString(
        queue: DispatchQueue = .main,
        dataPreprocessor: any DataPreprocessor = StringResponseSerializer.defaultDataPreprocessor,
        encoding: String.Encoding? = nil,
        emptyResponseCodes: Set<Int> = StringResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = StringResponseSerializer.defaultEmptyRequestMethods,
        completionHandler: @escaping @Sendable (AFDataResponse<String>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: StringResponseSerializer(
                dataPreprocessor: dataPreprocessor, encoding: encoding, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            completionHandler: completionHandler)
    }

    /// Calls a closure with the objects that `JSONSerialization` reads from the body. An empty body that is allowed is
    /// `NSNull`.
    ///
    /// Besides the parameters of `responseData`:
    ///
    /// - `options`: Options for reading the body.
    @preconcurrency @discardableResult
    public func responseJSON(
        queue: DispatchQueue = .main,
        dataPreprocessor: any DataPreprocessor = JSONResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = JSONResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = JSONResponseSerializer.defaultEmptyRequestMethods,
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed,
        completionHandler: @escaping @Sendable (AFDataResponse<Any>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: JSONResponseSerializer(
                dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods, options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with the objects that `PropertyListSerialization` reads from the body: the method of Alamofire
    /// 4.
    ///
    /// Besides the parameters of `responseData`:
    ///
    /// - `options`: Options for reading the body.
    @preconcurrency @discardableResult
    public func responsePropertyList(
        queue: DispatchQueue = .main, options: PropertyListSerialization.ReadOptions = [],
        completionHandler: @escaping @Sendable (AFDataResponse<Any>) -> Void
    ) -> Self {
        response(
            queue: queue, responseSerializer: PropertyListResponseSerializer(options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with a value that is decoded from the body. An empty body is a value only if the type is an
    /// ``EmptyResponse``.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/get").responseDecodable(of: Reply.self) { response in
    ///     print(response.value?.origin ?? "no reply")
    /// }
    /// ```
    ///
    /// The type need not be `Sendable`: the value is passed to the closure only.
    ///
    /// Besides the parameters of `responseData`:
    ///
    /// - `type`: The type to decode.
    /// - `decoder`: Decodes the value.
    @preconcurrency @discardableResult
    public func responseDecodable<Value: Decodable>(
        of type: Value.Type = Value.self, queue: DispatchQueue = .main,
        dataPreprocessor: any DataPreprocessor = DecodableResponseSerializer<Value>.defaultDataPreprocessor,
        decoder: any DataDecoder = DefaultDataDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer<Value>.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DecodableResponseSerializer<Value>.defaultEmptyRequestMethods,
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: DecodableResponseSerializer<Value>(
                dataPreprocessor: dataPreprocessor, decoder: decoder, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            completionHandler: completionHandler)
    }
}
