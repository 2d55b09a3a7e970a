public import Dispatch
public import Foundation

/// Handlers may be chained, and added at any time: one that comes late is served at once. All are called when each has
/// read the response, in the order they were added.
extension DataRequest {
    /// Calls a closure with the body as it is.
    ///
    /// The result fails only if the request does: a status such as 404 is no failure without ``Request/validate()``.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func response(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDataResponse<Data?>) -> Void
    ) -> Self {
        add(UnserializedHandler(queue: queue, completion: completionHandler, reading: Self.readingNothing))
        return self
    }

    /// Calls a closure with what a serializer makes of the response.
    ///
    /// An error that the serializer throws goes to the retriers first.
    @preconcurrency @discardableResult
    public func response<Serializer: DataResponseSerializerProtocol>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDataResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        read(by: responseSerializer, on: queue, completionHandler)
    }

    /// Calls a closure with what a serializer makes of the response.
    ///
    /// An error that the serializer throws goes to the retriers first.
    @preconcurrency @discardableResult
    public func response<Serializer: ResponseSerializer>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDataResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        read(by: responseSerializer, on: queue, completionHandler)
    }

    private func read<Serializer: DataResponseSerializerProtocol>(
        by serializer: Serializer, on queue: DispatchQueue,
        _ completionHandler: @escaping @Sendable (AFDataResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        add(
            ClosureHandler(
                queue: queue, completion: completionHandler,
                reading: Self.reading { try serializer.serialize($0) }))
        return self
    }

    /// Calls a closure with the body.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - dataPreprocessor: Changes the body first.
    ///   - emptyResponseCodes: The statuses that come without a body.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - completionHandler: Called once.
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
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - dataPreprocessor: Changes the body first.
    ///   - encoding: The body's encoding; nil to go by what the response says.
    ///   - emptyResponseCodes: The statuses that come without a body.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - completionHandler: Called once.
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

    /// Calls a closure with the body as `JSONSerialization` reads it.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - dataPreprocessor: Changes the body first.
    ///   - emptyResponseCodes: The statuses that come without a body; `NSNull` stands for it.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - options: How the body is read.
    ///   - completionHandler: Called once.
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

    /// Calls a closure with the body as `PropertyListSerialization` reads it, as Alamofire 4 does.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - options: How the body is read.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func responsePropertyList(
        queue: DispatchQueue = .main, options: PropertyListSerialization.ReadOptions = [],
        completionHandler: @escaping @Sendable (AFDataResponse<Any>) -> Void
    ) -> Self {
        response(
            queue: queue, responseSerializer: PropertyListResponseSerializer(options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with a value decoded from the body.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/get").responseDecodable(of: Reply.self) { response in
    ///     print(response.value?.origin ?? "no reply")
    /// }
    /// ```
    ///
    /// The type need not be `Sendable`: the closure is the only one that gets the value.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - queue: Where the closure is called.
    ///   - dataPreprocessor: Changes the body first.
    ///   - decoder: What decodes.
    ///   - emptyResponseCodes: The statuses that come without a body; the type then has to be an ``EmptyResponse``.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - completionHandler: Called once.
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
