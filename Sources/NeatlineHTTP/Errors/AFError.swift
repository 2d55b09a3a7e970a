public import Foundation

/// The error type of requests and responses.
///
/// ```swift
/// AF.request(url).validate().responseDecodable(of: User.self) { response in
///     if let code = response.error?.responseCode { print("the server answered \(code)") }
/// }
/// ```
///
/// Errors of adapters, validators and serializers are contained as ``underlyingError``. ``errorDescription`` describes
/// the error and all that it contains.
public enum AFError: Error, Sendable {
    /// An `UploadableConvertible` has thrown an error.
    case createUploadableFailed(error: any Error)
    /// A `URLRequestConvertible` has thrown an error that is not an `AFError`.
    case createURLRequestFailed(error: any Error)
    /// A downloaded file could not be moved to its destination.
    case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
    /// The request was cancelled with `cancel()`.
    case explicitlyCancelled
    /// A `URLConvertible` is not a valid URL.
    case invalidURL(url: any URLConvertible)
    /// A multipart form could not be encoded.
    case multipartEncodingFailed(reason: MultipartEncodingFailureReason)
    /// A `ParameterEncoding` could not encode the parameters.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
    /// A `ParameterEncoder` could not encode the parameters.
    case parameterEncoderFailed(reason: ParameterEncoderFailureReason)
    /// A `RequestAdapter` has failed, with this error.
    case requestAdaptationFailed(error: any Error)
    /// A `RequestRetrier` has ended the request with another error.
    case requestRetryFailed(retryError: any Error, originalError: any Error)
    /// A validator has rejected the response.
    case responseValidationFailed(reason: ResponseValidationFailureReason)
    /// A response serializer has failed.
    case responseSerializationFailed(reason: ResponseSerializationFailureReason)
    /// The server was not trusted.
    case serverTrustEvaluationFailed(reason: ServerTrustFailureReason)
    /// The session was deinitialized while the request was running. Keep sessions while they are in use.
    case sessionDeinitialized
    /// The session was invalidated, by this error if there is one.
    case sessionInvalidated(error: (any Error)?)
    /// The transfer has failed. The error is a `URLError`, or that of a body stream.
    case sessionTaskFailed(error: any Error)
    /// The `URLRequest` is not valid.
    case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)
}

extension AFError {
    /// The reason why a multipart form could not be encoded.
    public enum MultipartEncodingFailureReason: Sendable {
        /// The URL of a part is not a file URL.
        case bodyPartURLInvalid(url: URL)
        /// The URL of a part has no file name with an extension.
        case bodyPartFilenameInvalid(in: URL)
        /// The file of a part cannot be reached. Neatline uses `bodyPartFileNotReachableWithError` instead.
        case bodyPartFileNotReachable(at: URL)
        /// The file of a part does not exist or cannot be read; the error is an ``UploadBodyError``.
        case bodyPartFileNotReachableWithError(atURL: URL, error: any Error)
        /// The file of a part is a directory, which cannot be sent.
        case bodyPartFileIsDirectory(at: URL)
        /// The file of a part has no size: it is a pipe, a socket or a device.
        case bodyPartFileSizeNotAvailable(at: URL)
        /// The size of a part's file could not be read.
        case bodyPartFileSizeQueryFailedWithError(forURL: URL, error: any Error)
        /// The file of a part could not be opened. Neatline uses `bodyPartFileNotReachableWithError` instead.
        case bodyPartInputStreamCreationFailed(for: URL)
        /// The output file could not be opened. Neatline uses `outputStreamWriteFailed` instead.
        case outputStreamCreationFailed(for: URL)
        /// The output file already exists, and is not overwritten.
        case outputStreamFileAlreadyExists(at: URL)
        /// The output URL is not a file URL.
        case outputStreamURLInvalid(url: URL)
        /// The output file could not be created or written, or the form is invalid; the error is an ``UploadBodyError``
        /// or an ``InvalidMultipartBoundary``.
        case outputStreamWriteFailed(error: any Error)
        /// A part could not be read; the error is an ``UnexpectedInputStreamLength`` or an ``UploadBodyError``.
        case inputStreamReadFailed(error: any Error)
    }

    /// The error of a part that does not have its announced length.
    public struct UnexpectedInputStreamLength: Error, Sendable, Hashable {
        /// The announced length in bytes.
        public var bytesExpected: UInt64
        /// The actual length in bytes. If a stream is too long, only the bytes of the next read are counted.
        public var bytesRead: UInt64
        /// The URL of the part's file; `nil` for a stream.
        public var url: URL?

        /// Creates the error for a part. The parameters are the properties of the same names.
        public init(bytesExpected: UInt64, bytesRead: UInt64, url: URL? = nil) {
            self.bytesExpected = bytesExpected
            self.bytesRead = bytesRead
            self.url = url
        }
    }

    /// The reason why a `ParameterEncoding` has failed.
    public enum ParameterEncodingFailureReason: Sendable {
        /// The request has no URL to which parameters can be added.
        case missingURL
        /// The parameters cannot be represented in JSON.
        case jsonEncodingFailed(error: any Error)
        /// A custom encoding, or that of property lists, has thrown an error.
        case customEncodingFailed(error: any Error)
    }

    /// The reason why a `ParameterEncoder` has failed.
    public enum ParameterEncoderFailureReason: Sendable {
        /// A component of the request that an encoder needs.
        public enum RequiredComponent: Sendable {
            /// The URL of the request.
            case url
            /// A known HTTP method, which decides where parameters are encoded.
            case httpMethod(rawValue: String)
        }

        /// The request has no such component.
        case missingRequiredComponent(RequiredComponent)
        /// The underlying encoder has thrown an error.
        case encoderFailed(error: any Error)
    }

    /// The reason why a response was rejected.
    public enum ResponseValidationFailureReason: Sendable {
        /// The download has no file.
        case dataFileNil
        /// The file of the download could not be read.
        case dataFileReadFailed(at: URL)
        /// The response has no content type, and not all are acceptable.
        case missingContentType(acceptableContentTypes: [String])
        /// The content type of the response is not acceptable.
        case unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)
        /// The status code of the response is not acceptable.
        case unacceptableStatusCode(code: Int)
        /// A custom validator has rejected the response, or the body is larger than allowed (``BodyTooLarge``).
        case customValidationFailed(error: any Error)
    }

    /// The reason why a response could not be serialized.
    public enum ResponseSerializationFailureReason: Sendable {
        /// The body is missing or empty, and the serializer does not allow that.
        case inputDataNilOrZeroLength
        /// The download has no file.
        case inputFileNil
        /// The file of the download could not be read.
        case inputFileReadFailed(at: URL)
        /// The body is not valid in the encoding.
        case stringSerializationFailed(encoding: String.Encoding)
        /// The body is not JSON.
        case jsonSerializationFailed(error: any Error)
        /// The body could not be decoded.
        case decodingFailed(error: any Error)
        /// A serializer or preprocessor has thrown an error that is not an `AFError`.
        case customSerializationFailed(error: any Error)
        /// An empty body is allowed, but the type does not conform to `EmptyResponse`.
        case invalidEmptyResponse(type: String)
    }

    /// The reason why a `URLRequest` is not valid.
    public enum URLRequestValidationFailureReason: Sendable {
        /// A GET request has a body.
        case bodyDataInGETRequest(Data)
    }
}

extension AFError {
    /// Whether the error is `.sessionDeinitialized`.
    public var isSessionDeinitializedError: Bool {
        if case .sessionDeinitialized = self { return true }
        return false
    }

    /// Whether the error is `.sessionInvalidated`.
    public var isSessionInvalidatedError: Bool {
        if case .sessionInvalidated = self { return true }
        return false
    }

    /// Whether the error is `.explicitlyCancelled`.
    public var isExplicitlyCancelledError: Bool {
        if case .explicitlyCancelled = self { return true }
        return false
    }

    /// Whether the error is `.invalidURL`.
    public var isInvalidURLError: Bool {
        if case .invalidURL = self { return true }
        return false
    }

    /// Whether the error is `.parameterEncodingFailed`.
    public var isParameterEncodingError: Bool {
        if case .parameterEncodingFailed = self { return true }
        return false
    }

    /// Whether the error is `.parameterEncoderFailed`.
    public var isParameterEncoderError: Bool {
        if case .parameterEncoderFailed = self { return true }
        return false
    }

    /// Whether the error is `.multipartEncodingFailed`.
    public var isMultipartEncodingError: Bool {
        if case .multipartEncodingFailed = self { return true }
        return false
    }

    /// Whether the error is `.requestAdaptationFailed`.
    public var isRequestAdaptationError: Bool {
        if case .requestAdaptationFailed = self { return true }
        return false
    }

    /// Whether the error is `.responseValidationFailed`.
    public var isResponseValidationError: Bool {
        if case .responseValidationFailed = self { return true }
        return false
    }

    /// Whether the error is `.responseSerializationFailed`.
    public var isResponseSerializationError: Bool {
        if case .responseSerializationFailed = self { return true }
        return false
    }

    /// Whether the error is `.serverTrustEvaluationFailed`.
    public var isServerTrustEvaluationError: Bool {
        if case .serverTrustEvaluationFailed = self { return true }
        return false
    }

    /// Whether the error is `.requestRetryFailed`.
    public var isRequestRetryError: Bool {
        if case .requestRetryFailed = self { return true }
        return false
    }

    /// Whether the error is `.createUploadableFailed`.
    public var isCreateUploadableError: Bool {
        if case .createUploadableFailed = self { return true }
        return false
    }

    /// Whether the error is `.createURLRequestFailed`.
    public var isCreateURLRequestError: Bool {
        if case .createURLRequestFailed = self { return true }
        return false
    }

    /// Whether the error is `.downloadedFileMoveFailed`.
    public var isDownloadedFileMoveError: Bool {
        if case .downloadedFileMoveFailed = self { return true }
        return false
    }

    /// Whether the error is `.sessionTaskFailed`.
    public var isSessionTaskError: Bool {
        if case .sessionTaskFailed = self { return true }
        return false
    }

    /// Whether the error is `.urlRequestValidationFailed`.
    public var isURLRequestValidationError: Bool {
        if case .urlRequestValidationFailed = self { return true }
        return false
    }
}

extension Error {
    /// The error as an `AFError`; `nil` if it is not one.
    public var asAFError: AFError? { self as? AFError }

    /// Returns the error as an `AFError`; wraps any other error in `.sessionTaskFailed`.
    ///
    /// Unlike Alamofire, this does not terminate the process if the error is not an `AFError`.
    ///
    /// - Parameters:
    ///   - message: Ignored.
    ///   - file: Ignored.
    ///   - line: Ignored.
    /// - Returns: The error; another one remains available as ``AFError/underlyingError``.
    public func asAFError(
        orFailWith message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
    ) -> AFError {
        asAFError(or: .sessionTaskFailed(error: self))
    }

    /// Returns the error as an `AFError`, or the given one if it is not one.
    func asAFError(or other: @autoclosure () -> AFError) -> AFError {
        self as? AFError ?? other()
    }
}
