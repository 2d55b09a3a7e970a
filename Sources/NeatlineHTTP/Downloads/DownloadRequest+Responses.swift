public import Dispatch
public import Foundation

/// Response handlers as those of ``DataRequest``, with the same parameters. They start the request, and return it.
extension DownloadRequest {
    /// Calls a closure with the URL of the file.
    ///
    /// The result is a failure only if the request failed: a status such as 404 is no failure without
    /// ``Request/validate()``.
    @preconcurrency @discardableResult
    public func response(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDownloadResponse<URL?>) -> Void
    ) -> Self {
        add(UnserializedHandler(queue: queue, completion: completionHandler, reading: Self.readingNothing))
        return self
    }

    /// Calls a closure with the value that a serializer creates from the file.
    ///
    /// If the serializer throws an error, the request's retriers are called first.
    @preconcurrency @discardableResult
    public func response<Serializer: DownloadResponseSerializerProtocol>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        respond(by: responseSerializer, Self.reading(by: responseSerializer), on: queue, completionHandler)
    }

    /// Calls a closure with the value that a serializer creates from the file.
    ///
    /// If the serializer throws an error, the request's retriers are called first.
    @preconcurrency @discardableResult
    public func response<Serializer: ResponseSerializer>(
        queue: DispatchQueue = .main, responseSerializer: Serializer,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Serializer.SerializedObject>) -> Void
    ) -> Self {
        respond(by: responseSerializer, Self.reading(by: responseSerializer), on: queue, completionHandler)
    }

    /// Calls a closure with the bytes of the file, which are read into memory. The parameters are those of
    /// ``DataRequest``'s function.
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

    /// Calls a closure with the file as text. The parameters are those of ``DataRequest``'s function.
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

    /// Calls a closure with the objects that `JSONSerialization` reads from the file. The parameters are those of
    /// ``DataRequest``'s function.
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

    /// Calls a closure with the objects that `PropertyListSerialization` reads from the file: the method of Alamofire
    /// 4. The parameters are those of ``DataRequest``'s function.
    @preconcurrency @discardableResult
    public func responsePropertyList(
        queue: DispatchQueue = .main, options: PropertyListSerialization.ReadOptions = [],
        completionHandler: @escaping @Sendable (AFDownloadResponse<Any>) -> Void
    ) -> Self {
        response(
            queue: queue, responseSerializer: PropertyListResponseSerializer(options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with a value that is decoded from the file.
    ///
    /// ```swift
    /// AF.download("https://httpbin.org/get").responseDecodable(of: Reply.self) { response in
    ///     print(response.value?.origin ?? "no reply")
    /// }
    /// ```
    ///
    /// The type need not be `Sendable`: the value is passed to the closure only.
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

/// Handlers and tasks that leave the file on the disk.
extension DownloadRequest {
    /// Calls a closure with the URL of the file, which stays on the disk.
    @preconcurrency @discardableResult
    public func responseURL(
        queue: DispatchQueue = .main, completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        response(queue: queue, responseSerializer: URLResponseSerializer(), completionHandler: completionHandler)
    }

    /// Returns a task whose value is the file's URL. Cancelling a task that awaits it cancels the request by default.
    public func serializingDownloadedFileURL(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> DownloadTask<URL> {
        serializingDownload(using: URLResponseSerializer(), automaticallyCancelling: shouldAutomaticallyCancel)
    }
}
