public import Dispatch
public import Foundation

/// Handlers may be chained, and added at any time: one that comes late is served at once. All are called when each has
/// read the file, in the order they were added.
extension DownloadRequest {
    /// Calls a closure with the URL of the file.
    ///
    /// The result fails only if the request does: a status such as 404 is no failure without ``Request/validate()``.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func response(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDownloadResponse<URL?>) -> Void
    ) -> Self {
        add(UnserializedHandler(queue: queue, completion: completionHandler, reading: Self.readingNothing))
        return self
    }

    /// Calls a closure with what a serializer makes of the file.
    ///
    /// An error that the serializer throws goes to the retriers first.
    @preconcurrency @discardableResult
    public func response<Serializer: DownloadResponseSerializerProtocol>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        read(by: responseSerializer, on: queue, completionHandler)
    }

    /// Calls a closure with what a serializer makes of the file.
    ///
    /// An error that the serializer throws goes to the retriers first.
    @preconcurrency @discardableResult
    public func response<Serializer: ResponseSerializer>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        read(by: responseSerializer, on: queue, completionHandler)
    }

    private func read<Serializer: DownloadResponseSerializerProtocol>(
        by serializer: Serializer, on queue: DispatchQueue,
        _ completionHandler: @escaping @Sendable (AFDownloadResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        add(
            ClosureHandler(queue: queue, completion: completionHandler, reading: Self.reading(by: serializer)))
        return self
    }

    /// Calls a closure with the URL of the file.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func responseURL(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        response(queue: queue, responseSerializer: URLResponseSerializer(), completionHandler: completionHandler)
    }

    /// Calls a closure with the bytes of the file, which are read into memory.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - dataPreprocessor: Changes the bytes first.
    ///   - emptyResponseCodes: The statuses that come without a body.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func responseData(
        queue: DispatchQueue = .main,
        dataPreprocessor: any DataPreprocessor = DataResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = DataResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = DataResponseSerializer.defaultEmptyRequestMethods,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Data>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: DataResponseSerializer(
                dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            completionHandler: completionHandler)
    }

    /// Calls a closure with the file as text.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - dataPreprocessor: Changes the bytes first.
    ///   - encoding: The file's encoding; nil to go by what the response says.
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
        completionHandler: @escaping @Sendable (AFDownloadResponse<String>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: StringResponseSerializer(
                dataPreprocessor: dataPreprocessor, encoding: encoding, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            completionHandler: completionHandler)
    }

    /// Calls a closure with the file as `JSONSerialization` reads it.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - dataPreprocessor: Changes the bytes first.
    ///   - emptyResponseCodes: The statuses that come without a body; `NSNull` stands for it.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - options: How the file is read.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func responseJSON(
        queue: DispatchQueue = .main,
        dataPreprocessor: any DataPreprocessor = JSONResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = JSONResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = JSONResponseSerializer.defaultEmptyRequestMethods,
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Any>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: JSONResponseSerializer(
                dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods, options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with the file as `PropertyListSerialization` reads it, as Alamofire 4 does.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called.
    ///   - options: How the file is read.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func responsePropertyList(
        queue: DispatchQueue = .main, options: PropertyListSerialization.ReadOptions = [],
        completionHandler: @escaping @Sendable (AFDownloadResponse<Any>) -> Void
    ) -> Self {
        response(
            queue: queue, responseSerializer: PropertyListResponseSerializer(options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with a value decoded from the file.
    ///
    /// ```swift
    /// AF.download("https://httpbin.org/get").responseDecodable(of: Reply.self) { response in
    ///     print(response.value?.origin ?? "no reply")
    /// }
    /// ```
    ///
    /// The type need not be `Sendable`: the closure is the only one that gets the value.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - queue: Where the closure is called.
    ///   - dataPreprocessor: Changes the bytes first.
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
        completionHandler: @escaping @Sendable (AFDownloadResponse<Value>) -> Void
    ) -> Self {
        response(
            queue: queue,
            responseSerializer: DecodableResponseSerializer<Value>(
                dataPreprocessor: dataPreprocessor, decoder: decoder, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods),
            completionHandler: completionHandler)
    }
}
