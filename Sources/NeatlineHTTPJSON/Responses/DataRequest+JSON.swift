public import Dispatch
public import Foundation
public import NeatlineHTTP
public import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension DataRequest {
    /// Calls a closure with the body as `JSON`.
    ///
    /// ```swift
    /// AF.request("https://httpbin.org/get", parameters: ["foo": "bar"]).responseSwiftyJSON { response in
    ///     print(response.value?["args"]["foo"].stringValue ?? "")  // bar
    /// }
    /// ```
    ///
    /// See ``JSONValueResponseSerializer`` for what is shared between handlers, and for empty bodies.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; the main queue if nil.
    ///   - options: How the body is read.
    ///   - completionHandler: Called once.
    @preconcurrency @discardableResult
    public func responseSwiftyJSON(
        queue: DispatchQueue? = nil, options: JSONSerialization.ReadingOptions = .fragmentsAllowed,
        completionHandler: @escaping @Sendable (AFDataResponse<JSON>) -> Void
    ) -> Self {
        response(
            queue: queue ?? .main, responseSerializer: DataRequest.swiftyJSONResponseSerializer(options: options),
            completionHandler: completionHandler)
    }

    /// Calls a closure with request, response, JSON and error: the form of Alamofire-SwiftyJSON 1.
    ///
    /// The JSON is null if there is an error.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; the main queue if nil.
    ///   - options: How the body is read.
    ///   - completionHandler: Called once.
    @_disfavoredOverload @preconcurrency @discardableResult
    public func responseSwiftyJSON(
        queue: DispatchQueue? = nil, options: JSONSerialization.ReadingOptions = .fragmentsAllowed,
        completionHandler: @escaping @Sendable (URLRequest?, HTTPURLResponse?, JSON, AFError?) -> Void
    ) -> Self {
        responseSwiftyJSON(queue: queue, options: options) { (response: AFDataResponse<JSON>) in
            completionHandler(response.request, response.response, response.value ?? .null, response.error)
        }
    }

    /// The body as `JSON`: what `responseSwiftyJSON` gives, to be awaited.
    ///
    /// ```swift
    /// let json = try await AF.request("https://httpbin.org/get").serializingJSON().value
    /// print(json["url"].stringValue)
    /// ```
    ///
    /// - Parameters:
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled with the task that awaits it.
    ///   - dataPreprocessor: Changes the body first.
    ///   - emptyResponseCodes: The statuses that come without a body; null stands for it.
    ///   - emptyRequestMethods: The methods that are answered without a body.
    ///   - options: How the body is read.
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

    /// A serializer that gives the body as `JSON`: the spelling of Alamofire-SwiftyJSON.
    public static func swiftyJSONResponseSerializer(
        options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) -> JSONValueResponseSerializer {
        JSONValueResponseSerializer(options: options)
    }
}

extension Request {
    /// The body as `JSON`: the function of Alamofire-SwiftyJSON.
    ///
    /// The statuses 204 and 205 are null, whatever the body is.
    public static func serializeResponseSwiftyJSON(
        options: JSONSerialization.ReadingOptions, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) -> Result<JSON, any Error> {
        JSONValueResponseSerializer(options: options).serializeResponse(nil, response, data, error)
    }
}
