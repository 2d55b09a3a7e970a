public import Dispatch
public import Foundation
public import NeatlineHTTP
public import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// Response handlers and tasks for `JSON`, in the names of Alamofire-SwiftyJSON.

extension DataRequest {
    /// Calls a closure with the body as `JSON` when the request has finished.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/get", parameters: ["foo": "bar"]).responseSwiftyJSON { response in
    ///     print(response.value?["args"]["foo"].stringValue ?? "")  // bar
    /// }
    /// ```
    ///
    /// Handlers share the parsed body; see ``JSONValueResponseSerializer``, also for empty bodies.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called; `nil` for the main queue.
    ///   - options: The options for parsing.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
    @preconcurrency @discardableResult
    public func responseSwiftyJSON(
        queue: DispatchQueue? = nil, options: JSONSerialization.ReadingOptions = .fragmentsAllowed,
        completionHandler: @escaping @Sendable (AFDataResponse<JSON>) -> Void
    ) -> Self {
        response(
            queue: queue ?? .main, responseSerializer: DataRequest.swiftyJSONResponseSerializer(options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with the request, the response, the JSON and the error, as in Alamofire-SwiftyJSON 1.
    ///
    /// If there is an error, the JSON is null.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure is called; `nil` for the main queue.
    ///   - options: The options for parsing.
    ///   - completionHandler: A closure that receives the response. Called once.
    /// - Returns: The request.
    @_disfavoredOverload @preconcurrency @discardableResult
    public func responseSwiftyJSON(
        queue: DispatchQueue? = nil, options: JSONSerialization.ReadingOptions = .fragmentsAllowed,
        completionHandler: @escaping @Sendable (URLRequest?, HTTPURLResponse?, JSON, AFError?) -> Void
    ) -> Self {
        responseSwiftyJSON(queue: queue, options: options) { (response: AFDataResponse<JSON>) in
            completionHandler(response.request, response.response, response.value ?? .null, response.error)
        }
    }

    /// Returns a task whose value is the body as `JSON`.
    ///
    /// ```swift
    /// let json = try await AF.request("https://httpbin.org/get").serializingJSON().value
    /// print(json["url"].stringValue)
    /// ```
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the task that awaits it is cancelled.
    ///   - dataPreprocessor: Changes the body before it is read.
    ///   - emptyResponseCodes: The status codes of responses that may have an empty body, which becomes null.
    ///   - emptyRequestMethods: The methods of requests whose responses may have an empty body.
    ///   - options: The options for parsing.
    public func serializingJSON(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = JSONValueResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = JSONValueResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = JSONValueResponseSerializer.defaultEmptyRequestMethods,
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) -> DataTask<JSON> {
        serializingResponse(
            using: JSONValueResponseSerializer(
                dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
                emptyRequestMethods: emptyRequestMethods, options: options),
            automaticallyCancelling: shouldAutomaticallyCancel)
    }

    /// Returns a serializer for `JSON`, as in Alamofire-SwiftyJSON.
    ///
    /// - Parameter options: The options for parsing.
    public static func swiftyJSONResponseSerializer(
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) -> JSONValueResponseSerializer {
        JSONValueResponseSerializer(options: options)
    }
}

extension Request {
    /// Returns the body as `JSON`, as in Alamofire-SwiftyJSON.
    ///
    /// For the status codes 204 and 205 this is null, regardless of the body.
    ///
    /// - Parameters:
    ///   - options: The options for parsing.
    ///   - response: The head of the response.
    ///   - data: The body.
    ///   - error: The error of the request, or `nil`.
    public static func serializeResponseSwiftyJSON(
        options: JSONSerialization.ReadingOptions, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<JSON, any Error> {
        JSONValueResponseSerializer(options: options).serializeResponse(nil, response, data, error)
    }
}
