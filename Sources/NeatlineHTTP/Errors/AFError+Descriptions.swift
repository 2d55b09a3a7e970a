internal import Foundation
public import NeatlineFoundation

// The messages of `AFError`, in English.

extension AFError: NSErrorBridgeable {
    /// A description of the error and of the contained error, in English.
    public var errorDescription: String? {
        switch self {
        case .createUploadableFailed(let error):
            "Uploadable could not be created because of error:\n\(error.fullDescription)"
        case .createURLRequestFailed(let error):
            "URLRequest could not be created because of error:\n\(error.fullDescription)"
        case .downloadedFileMoveFailed(let error, let source, let destination):
            "Downloaded file could not be moved from \(source.path) to \(destination.path) because of error:\n"
                + error.fullDescription
        case .explicitlyCancelled:
            "Request explicitly cancelled."
        case .invalidURL(let url):
            "URL is not valid: \(InvalidURLReason.shown(url))"
        case .multipartEncodingFailed(let reason): reason.fullDescription
        case .parameterEncodingFailed(let reason): reason.fullDescription
        case .parameterEncoderFailed(let reason): reason.fullDescription
        case .requestAdaptationFailed(let error):
            "Request could not be adapted because of error:\n\(error.fullDescription)"
        case .requestRetryFailed(let retryError, let originalError):
            "Request could not be retried because of error:\n\(retryError.fullDescription)\n"
                + "It would have been retried because of error:\n\(originalError.fullDescription)"
        case .responseValidationFailed(let reason): reason.fullDescription
        case .responseSerializationFailed(let reason): reason.fullDescription
        case .serverTrustEvaluationFailed(let reason): reason.fullDescription
        case .sessionDeinitialized:
            "Session was released while the request was running. Keep a reference to it as long as its requests run."
        case .sessionInvalidated(let error):
            error.map { "Session was invalidated because of error:\n\($0.fullDescription)" }
                ?? "Session was invalidated."
        case .sessionTaskFailed(let error):
            "Request failed with error:\n\(error.fullDescription)"
        case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)):
            "URLRequest is not valid: a GET request must not have a body, and this one has \(data.count) bytes."
        }
    }
}

extension AFError: CustomStringConvertible {
    /// The ``errorDescription``, followed by lines with the ``failureReason``, and with the method and URL of the request,
    /// if known; if a body could not be decoded, also with the status code, content type, length and first 200 bytes.
    ///
    /// User name, password and the query items of `HiddenSecrets.credentials` are replaced by `<hidden>`; bodies are
    /// not searched for secrets. The description of the response contains all this for every error.
    public var description: String {
        [fullDescription, failureReason, underlyingError?.exchangeText].compactMap(\.self).joined(separator: "\n")
    }
}

extension AFError.MultipartEncodingFailureReason {
    var fullDescription: String {
        switch self {
        case .bodyPartURLInvalid(let url):
            "Body part's URL is not a file's: \(HiddenSecrets.credentials.hidden(inURL: url.absoluteString))"
        case .bodyPartFilenameInvalid(let url):
            "Body part's URL has no file name with an extension: \(url)"
        case .bodyPartFileNotReachable(let url):
            "Body part's file is not reachable: \(url)"
        case .bodyPartFileNotReachableWithError(let url, let error):
            "Body part's file is not reachable: \(url), because of error:\n\(error.fullDescription)"
        case .bodyPartFileIsDirectory(let url):
            "Body part's file is a directory: \(url)"
        case .bodyPartFileSizeNotAvailable(let url):
            "Body part's file has no size: \(url)"
        case .bodyPartFileSizeQueryFailedWithError(let url, let error):
            "Body part's file size could not be read: \(url), because of error:\n\(error.fullDescription)"
        case .bodyPartInputStreamCreationFailed(let url):
            "Body part's file could not be opened: \(url)"
        case .outputStreamCreationFailed(let url):
            "Output file could not be opened: \(url)"
        case .outputStreamFileAlreadyExists(let url):
            "Output file exists already: \(url)"
        case .outputStreamURLInvalid(let url):
            "Output URL is not a file's: \(HiddenSecrets.credentials.hidden(inURL: url.absoluteString))"
        case .outputStreamWriteFailed(let error):
            "Multipart body could not be written because of error:\n\(error.fullDescription)"
        case .inputStreamReadFailed(let error):
            "Body part could not be read because of error:\n\(error.fullDescription)"
        }
    }
}

extension AFError.UnexpectedInputStreamLength: NSErrorBridgeable {
    /// A description of the error with both lengths, in English.
    public var errorDescription: String? {
        let part = url.map { "Body part's file \($0.path)" } ?? "Body part"
        return "\(part) has \(bytesRead) bytes, but \(bytesExpected) were announced."
    }
}

extension AFError.ParameterEncodingFailureReason {
    var fullDescription: String {
        switch self {
        case .missingURL:
            "Parameters could not be encoded, because the request has no URL."
        case .jsonEncodingFailed(let error):
            "Parameters could not be encoded as JSON because of error:\n\(error.fullDescription)"
        case .customEncodingFailed(let error):
            "Parameters could not be encoded because of error:\n\(error.fullDescription)"
        }
    }
}

extension AFError.ParameterEncoderFailureReason {
    var fullDescription: String {
        switch self {
        case .missingRequiredComponent(.url):
            "Parameters could not be encoded, because the request has no URL."
        case .missingRequiredComponent(.httpMethod(let method)):
            "Parameters could not be encoded, because the request has no known method: \(method)"
        case .encoderFailed(let error):
            "Parameters could not be encoded because of error:\n\(error.fullDescription)"
        }
    }
}

extension AFError.ResponseValidationFailureReason {
    var fullDescription: String {
        switch self {
        case .dataFileNil:
            "Response could not be validated, because there is no downloaded file."
        case .dataFileReadFailed(let url):
            "Response could not be validated, because the downloaded file could not be read: \(url)"
        case .missingContentType(let types):
            "Response has no content type, and none of the acceptable ones is \"*/*\": \(types.joined(separator: ","))."
        case .unacceptableContentType(let types, let type):
            "Response Content-Type \"\(type)\" does not match any acceptable types: \(types.joined(separator: ","))."
        case .unacceptableStatusCode(let code):
            "Response status code was unacceptable: \(code)."
        case .customValidationFailed(let error):
            "Response was not accepted because of error:\n\(error.fullDescription)"
        }
    }
}

extension AFError.ResponseSerializationFailureReason {
    var fullDescription: String {
        switch self {
        case .inputDataNilOrZeroLength:
            "Response could not be serialized, because it has no body."
        case .inputFileNil:
            "Response could not be serialized, because there is no downloaded file."
        case .inputFileReadFailed(let url):
            "Response could not be serialized, because the downloaded file could not be read: \(url)"
        case .stringSerializationFailed(let encoding):
            "String could not be serialized with encoding: \(encoding)."
        case .jsonSerializationFailed(let error):
            "JSON could not be serialized because of error:\n\(error.fullDescription)"
        case .decodingFailed(let error):
            "Response could not be decoded because of error:\n\(error.fullDescription)"
        case .customSerializationFailed(let error):
            "Response could not be serialized because of error:\n\(error.fullDescription)"
        case .invalidEmptyResponse(let type):
            "Response has no body, which is allowed, but \(type) has no empty value. "
                + "Decode `Empty`, or let the type conform to `EmptyResponse`."
        }
    }
}

extension AFError.ServerTrustFailureReason {
    var fullDescription: String {
        switch self {
        case .noRequiredEvaluator(let host):
            "Server was not trusted, because no evaluator is set for its host: \(host)"
        case .noCertificatesFound:
            "Server was not trusted, because there are no certificates to compare with."
        case .noPublicKeysFound:
            "Server was not trusted, because there are no public keys to compare with."
        case .trustEvaluationFailed(let error):
            error.map { "Server was not trusted because of error:\n\($0.fullDescription)" } ?? "Server was not trusted."
        case .defaultEvaluationFailed(let output):
            "Server \(output.host) was not trusted by the default evaluation: \(output.fullDescription)."
        case .hostValidationFailed(let output):
            "Server \(output.host) was not trusted, because its certificate is not valid for this host: \(output.fullDescription)."
        case .revocationCheckFailed(let output, _):
            "Server \(output.host) was not trusted, because its revocation check failed: \(output.fullDescription)."
        case .customEvaluationFailed(let error):
            "Server was not trusted because of error:\n\(error.fullDescription)"
        case .evaluationUnavailable(let host, let reason):
            "Server \(host) was sent no request, because its certificate cannot be evaluated: \(reason)"
        #if canImport(Security)
        case .policyApplicationFailed(_, _, let status):
            "Server was not trusted, because a policy could not be set: status \(status)."
        case .settingAnchorCertificatesFailed(let status, let certificates):
            "Server was not trusted, because \(certificates.count) anchors could not be set: status \(status)."
        case .revocationPolicyCreationFailed:
            "Server was not trusted, because the revocation policy could not be created."
        case .certificatePinningFailed(let host, _, let pinned, let server):
            "Server \(host) was not trusted: none of its \(server.count) certificates is among \(pinned.count) pinned ones."
        case .publicKeyPinningFailed(let host, _, let pinned, let server):
            "Server \(host) was not trusted: none of its \(server.count) keys is among \(pinned.count) pinned ones."
        #else
        case .revocationPolicyCreationFailed:
            "Server was not trusted, because the requested revocation check is not supported: only OCSP responses that "
                + "the server staples to its certificate can be checked."
        case .certificatePinningFailed(let host, _, let pinned, let server):
            "Server \(host) was not trusted: none of its certificates is pinned.\n"
                + "Pinned: \(Self.list(pinned.map(\.description)))\nFound: \(Self.list(server.map(\.description)))"
        case .publicKeyPinningFailed(let host, _, let pinned, let server):
            "Server \(host) was not trusted: none of its keys is pinned.\n"
                + "Pinned: \(Self.list(pinned.map(\.pin)))\nFound: \(Self.list(server.map(\.pin)))"
        #endif
        }
    }

    #if !canImport(Security)
    /// Returns the first few items as a list.
    private static func list(_ items: [String]) -> String {
        let limit = 4
        let shown = items.prefix(limit).joined(separator: "; ")
        return items.count > limit ? "\(shown); and \(items.count - limit) more" : shown
    }
    #endif
}

extension AFError.ServerTrustFailureReason.Output {
    /// The system's message.
    fileprivate var fullDescription: String {
        #if canImport(Security)
        "status \(status)"
        #else
        verdict.message
        #endif
    }
}
