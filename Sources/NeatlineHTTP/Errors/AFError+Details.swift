public import Foundation
public import NeatlineFoundation

// What an `AFError` contains: the values of its cases, as optional properties.

extension AFError {
    /// The value that is not a valid URL, in `.invalidURL`.
    public var urlConvertible: (any URLConvertible)? {
        if case .invalidURL(let url) = self { return url }
        return nil
    }

    /// The URL of the part or output file of a multipart form that could not be encoded.
    public var url: URL? {
        if case .multipartEncodingFailed(let reason) = self { return reason.url }
        return nil
    }

    /// The contained error: a `URLError`, a `DecodingError`, or an error of users' code.
    public var underlyingError: (any Error)? {
        switch self {
        case .createUploadableFailed(let error), .createURLRequestFailed(let error),
            .downloadedFileMoveFailed(let error, _, _), .requestAdaptationFailed(let error),
            .requestRetryFailed(let error, _), .sessionTaskFailed(let error):
            error
        case .sessionInvalidated(let error): error
        case .multipartEncodingFailed(let reason): reason.underlyingError
        case .parameterEncodingFailed(let reason): reason.underlyingError
        case .parameterEncoderFailed(let reason): reason.underlyingError
        case .responseValidationFailed(let reason): reason.underlyingError
        case .responseSerializationFailed(let reason): reason.underlyingError
        case .serverTrustEvaluationFailed(let reason): reason.underlyingError
        case .explicitlyCancelled, .invalidURL, .sessionDeinitialized, .urlRequestValidationFailed: nil
        }
    }

    /// The content types that are acceptable, if the response's was not.
    public var acceptableContentTypes: [String]? {
        if case .responseValidationFailed(let reason) = self { return reason.acceptableContentTypes }
        return nil
    }

    /// The content type that is not acceptable.
    public var responseContentType: String? {
        if case .responseValidationFailed(let reason) = self { return reason.responseContentType }
        return nil
    }

    /// The status code that is not acceptable.
    ///
    /// ```swift
    /// if response.error?.responseCode == 404 { showNotFound() }
    /// ```
    public var responseCode: Int? {
        if case .responseValidationFailed(let reason) = self { return reason.responseCode }
        return nil
    }

    /// The encoding in which the body is not valid.
    public var failedStringEncoding: String.Encoding? {
        if case .responseSerializationFailed(let reason) = self { return reason.failedStringEncoding }
        return nil
    }

    /// The source of a downloaded file that could not be moved.
    public var sourceURL: URL? {
        if case .downloadedFileMoveFailed(_, let source, _) = self { return source }
        return nil
    }

    /// The destination of a downloaded file that could not be moved.
    public var destinationURL: URL? {
        if case .downloadedFileMoveFailed(_, _, let destination) = self { return destination }
        return nil
    }

    /// The data with which a failed download can be resumed.
    public var downloadResumeData: Data? {
        guard let error = underlyingError as? URLError else { return nil }
        return error.userInfo[Self.resumeDataKey] as? Data
    }

    /// Foundation's key for resume data, which is not declared on Linux.
    static let resumeDataKey = "NSURLSessionDownloadTaskResumeData"
}

extension AFError.MultipartEncodingFailureReason {
    var url: URL? {
        switch self {
        case .bodyPartURLInvalid(let url), .bodyPartFilenameInvalid(let url), .bodyPartFileNotReachable(let url),
            .bodyPartFileIsDirectory(let url), .bodyPartFileSizeNotAvailable(let url),
            .bodyPartInputStreamCreationFailed(let url), .outputStreamCreationFailed(let url),
            .outputStreamFileAlreadyExists(let url), .outputStreamURLInvalid(let url),
            .bodyPartFileNotReachableWithError(let url, _), .bodyPartFileSizeQueryFailedWithError(let url, _):
            url
        case .inputStreamReadFailed(let error): (error as? AFError.UnexpectedInputStreamLength)?.url
        case .outputStreamWriteFailed: nil
        }
    }

    var underlyingError: (any Error)? {
        switch self {
        case .bodyPartFileNotReachableWithError(_, let error), .bodyPartFileSizeQueryFailedWithError(_, let error),
            .outputStreamWriteFailed(let error), .inputStreamReadFailed(let error):
            error
        case .bodyPartURLInvalid, .bodyPartFilenameInvalid, .bodyPartFileNotReachable, .bodyPartFileIsDirectory,
            .bodyPartFileSizeNotAvailable, .bodyPartInputStreamCreationFailed, .outputStreamCreationFailed,
            .outputStreamFileAlreadyExists, .outputStreamURLInvalid:
            nil
        }
    }
}

extension AFError.ParameterEncodingFailureReason {
    var underlyingError: (any Error)? {
        switch self {
        case .jsonEncodingFailed(let error), .customEncodingFailed(let error): error
        case .missingURL: nil
        }
    }
}

extension AFError.ParameterEncoderFailureReason {
    var underlyingError: (any Error)? {
        switch self {
        case .encoderFailed(let error): error
        case .missingRequiredComponent: nil
        }
    }
}

extension AFError.ResponseValidationFailureReason {
    var acceptableContentTypes: [String]? {
        switch self {
        case .missingContentType(let types), .unacceptableContentType(let types, _): types
        case .dataFileNil, .dataFileReadFailed, .unacceptableStatusCode, .customValidationFailed: nil
        }
    }

    var responseContentType: String? {
        if case .unacceptableContentType(_, let type) = self { return type }
        return nil
    }

    var responseCode: Int? {
        if case .unacceptableStatusCode(let code) = self { return code }
        return nil
    }

    var underlyingError: (any Error)? {
        if case .customValidationFailed(let error) = self { return error }
        return nil
    }
}

extension AFError.ResponseSerializationFailureReason {
    var failedStringEncoding: String.Encoding? {
        if case .stringSerializationFailed(let encoding) = self { return encoding }
        return nil
    }

    var underlyingError: (any Error)? {
        switch self {
        case .jsonSerializationFailed(let error), .decodingFailed(let error), .customSerializationFailed(let error):
            error
        case .inputDataNilOrZeroLength, .inputFileNil, .inputFileReadFailed, .stringSerializationFailed,
            .invalidEmptyResponse:
            nil
        }
    }
}

extension AFError.ServerTrustFailureReason {
    var underlyingError: (any Error)? {
        switch self {
        case .trustEvaluationFailed(let error): error
        case .customEvaluationFailed(let error): error
        default: nil
        }
    }
}

extension AFError {
    /// The error of a response body that, after decoding, is larger than the `maximumBodySize` of its request or
    /// session.
    ///
    /// It is the ``underlyingError`` of `.responseValidationFailed(reason: .customValidationFailed(error:))`, and not a
    /// separate case, so that a `switch` over Alamofire's cases remains exhaustive.
    public struct BodyTooLarge: NSErrorBridgeable, Sendable, Hashable {
        /// The allowed number of bytes.
        public var maximumSize: Int64

        /// Creates the error for a limit.
        ///
        /// - Parameter maximumSize: The allowed number of bytes.
        public init(maximumSize: Int64) { self.maximumSize = maximumSize }

        /// A description of the error, in English.
        public var errorDescription: String? { "The body has more than \(maximumSize) bytes." }
    }

    /// The error of a form with an invalid boundary: RFC 2046, section 5.1.1, allows 1 to 70 characters of a given set.
    ///
    /// It is the ``underlyingError`` of `.multipartEncodingFailed(reason: .outputStreamWriteFailed(error:))`.
    public struct InvalidMultipartBoundary: NSErrorBridgeable, Sendable, Hashable {
        /// The boundary that cannot be used.
        public var boundary: String

        /// Creates the error for a boundary.
        ///
        /// - Parameter boundary: The invalid boundary.
        public init(boundary: String) { self.boundary = boundary }

        /// A description of the error, in English.
        public var errorDescription: String? { "The boundary cannot be used: \(String(reflecting: boundary))" }
    }
}
