public import Foundation

/// Why a request did not bring what it was made for: the one error type of responses.
///
/// ```swift
/// AF.request(url).validate().responseDecodable(of: User.self) { response in
///     if let code = response.error?.responseCode { print("the server answered \(code)") }
/// }
/// ```
///
/// Errors of your own, thrown by adapters, validators or serializers, are inside, as ``underlyingError``.
/// ``errorDescription`` says all of it in words.
public enum AFError: Error, Sendable {
    /// An `UploadableConvertible` threw.
    case createUploadableFailed(error: any Error)
    /// A `URLRequestConvertible` threw something that is no `AFError`.
    case createURLRequestFailed(error: any Error)
    /// A downloaded file could not be moved to its destination.
    case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
    /// `cancel()` was called.
    case explicitlyCancelled
    /// A `URLConvertible` is not a URL.
    case invalidURL(url: any URLConvertible)
    /// A multipart body could not be made.
    case multipartEncodingFailed(reason: MultipartEncodingFailureReason)
    /// A `ParameterEncoding` failed.
    case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
    /// A `ParameterEncoder` failed.
    case parameterEncoderFailed(reason: ParameterEncoderFailureReason)
    /// A `RequestAdapter` failed.
    case requestAdaptationFailed(error: any Error)
    /// A `RequestRetrier` ended the request with an error of its own.
    case requestRetryFailed(retryError: any Error, originalError: any Error)
    /// A validator did not accept the response.
    case responseValidationFailed(reason: ResponseValidationFailureReason)
    /// A response serializer failed.
    case responseSerializationFailed(reason: ResponseSerializationFailureReason)
    /// A server's certificates were not accepted.
    case serverTrustEvaluationFailed(reason: ServerTrustFailureReason)
    /// The session was released while the request was running. Sessions have to be kept while they are in use.
    case sessionDeinitialized
    /// The session was invalidated.
    case sessionInvalidated(error: (any Error)?)
    /// The transfer failed. The error is a `URLError`, or what a body stream threw.
    case sessionTaskFailed(error: any Error)
    /// The request cannot be sent as it is.
    case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)
}

extension AFError {
    /// Why a multipart body could not be made.
    public enum MultipartEncodingFailureReason: Sendable {
        /// The part's URL is not a file's.
        case bodyPartURLInvalid(url: URL)
        /// The part's file has no name, or none with an extension.
        case bodyPartFilenameInvalid(in: URL)
        /// The part's file cannot be reached. Neatline knows why, and gives the next one.
        case bodyPartFileNotReachable(at: URL)
        /// The part's file is not there or may not be read; the error, an ``UploadBodyError``, says why.
        case bodyPartFileNotReachableWithError(atURL: URL, error: any Error)
        /// The part's file is a directory.
        case bodyPartFileIsDirectory(at: URL)
        /// The part's file has no size: it is a pipe, a socket or a device.
        case bodyPartFileSizeNotAvailable(at: URL)
        /// The size of the part's file could not be read.
        case bodyPartFileSizeQueryFailedWithError(forURL: URL, error: any Error)
        /// The part's file could not be opened. Neatline knows why, and gives `bodyPartFileNotReachableWithError`.
        case bodyPartInputStreamCreationFailed(for: URL)
        /// The file to write to could not be opened. Neatline knows why, and gives `outputStreamWriteFailed`.
        case outputStreamCreationFailed(for: URL)
        /// The file to write to exists already.
        case outputStreamFileAlreadyExists(at: URL)
        /// The URL to write to is not a file's.
        case outputStreamURLInvalid(url: URL)
        /// The file to write to could not be made or written, or the form cannot be; the error, an ``UploadBodyError`` or
        /// an ``InvalidMultipartBoundary``, says why.
        case outputStreamWriteFailed(error: any Error)
        /// Reading a part failed; the error, an ``UnexpectedInputStreamLength`` or an ``UploadBodyError``, says why.
        case inputStreamReadFailed(error: any Error)
    }

    /// A part of a multipart body is not as long as it was said to be.
    public struct UnexpectedInputStreamLength: Error, Sendable, Hashable {
        /// How long it was said to be.
        public var bytesExpected: UInt64
        /// How long it is. Of a stream that goes on behind what it was said to have, only the next bytes are counted.
        public var bytesRead: UInt64
        /// The part's file; nil if it is a stream.
        public var url: URL?

        /// The error with both numbers.
        public init(bytesExpected: UInt64, bytesRead: UInt64, url: URL? = nil) {
            self.bytesExpected = bytesExpected
            self.bytesRead = bytesRead
            self.url = url
        }
    }

    /// Why a `ParameterEncoding` failed.
    public enum ParameterEncodingFailureReason: Sendable {
        /// The request has no URL to add parameters to.
        case missingURL
        /// The parameters have no form in JSON.
        case jsonEncodingFailed(error: any Error)
        /// An encoding of the user's, or of property lists, threw.
        case customEncodingFailed(error: any Error)
    }

    /// Why a `ParameterEncoder` failed.
    public enum ParameterEncoderFailureReason: Sendable {
        /// What a request lacks for parameters to be encoded into it.
        public enum RequiredComponent: Sendable {
            /// A URL.
            case url
            /// A method that is known.
            case httpMethod(rawValue: String)
        }

        /// The request lacks something.
        case missingRequiredComponent(RequiredComponent)
        /// The encoder inside threw.
        case encoderFailed(error: any Error)
    }

    /// Why a response was not accepted.
    public enum ResponseValidationFailureReason: Sendable {
        /// A download has no file.
        case dataFileNil
        /// A download's file could not be read.
        case dataFileReadFailed(at: URL)
        /// The response names no content type, and not every one is acceptable.
        case missingContentType(acceptableContentTypes: [String])
        /// The response's content type is none of the acceptable ones.
        case unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)
        /// The response's status is none of the acceptable ones.
        case unacceptableStatusCode(code: Int)
        /// A validator of the user's failed, or the body has more bytes than it may: ``BodyTooLarge``.
        case customValidationFailed(error: any Error)
    }

    /// Why a response could not be turned into a value.
    public enum ResponseSerializationFailureReason: Sendable {
        /// There is no body where one is needed.
        case inputDataNilOrZeroLength
        /// A download has no file.
        case inputFileNil
        /// A download's file could not be read.
        case inputFileReadFailed(at: URL)
        /// The body is no text in the encoding.
        case stringSerializationFailed(encoding: String.Encoding)
        /// The body is not JSON.
        case jsonSerializationFailed(error: any Error)
        /// The body does not decode as the type.
        case decodingFailed(error: any Error)
        /// A serializer, or a preprocessor, threw something that is no `AFError`.
        case customSerializationFailed(error: any Error)
        /// An empty body is allowed, but the type is no `EmptyResponse`.
        case invalidEmptyResponse(type: String)
    }

    /// Why a request cannot be sent.
    public enum URLRequestValidationFailureReason: Sendable {
        /// A GET request has a body.
        case bodyDataInGETRequest(Data)
    }
}
