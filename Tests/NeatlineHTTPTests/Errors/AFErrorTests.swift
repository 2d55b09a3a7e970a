import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An error of a user's.
enum Trouble: Error, Equatable {
    case here(Int)
}

/// An error of a user's that has words of its own.
struct WordyTrouble: LocalizedError {
    var errorDescription: String? { "No luck today." }
}

@Suite("AFError", .ownThreads) struct AFErrorTests {
    static let url = URL(string: "file:///tmp/a")!

    /// One error of each case and reason, with its text and the one that is behind it.
    static let all: [(error: AFError, text: String, hasUnderlyingError: Bool)] = [
        (.createUploadableFailed(error: trouble), "Uploadable could not be created because of error:\nhere(1)", true),
        (.createURLRequestFailed(error: trouble), "URLRequest could not be created because of error:\nhere(1)", true),
        (
            .downloadedFileMoveFailed(error: trouble, source: url, destination: URL(string: "file:///tmp/b")!),
            "Downloaded file could not be moved from /tmp/a to /tmp/b because of error:\nhere(1)", true
        ),
        (.explicitlyCancelled, "Request explicitly cancelled.", false),
        (.invalidURL(url: "a b"), "URL is not valid: a b", false),
        (
            .multipartEncodingFailed(reason: .bodyPartURLInvalid(url: url)),
            "Body part's URL is not a file's: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .bodyPartFilenameInvalid(in: url)),
            "Body part's URL has no file name with an extension: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .bodyPartFileNotReachable(at: url)),
            "Body part's file is not reachable: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .bodyPartFileNotReachableWithError(atURL: url, error: trouble)),
            "Body part's file is not reachable: file:///tmp/a, because of error:\nhere(1)", true
        ),
        (
            .multipartEncodingFailed(reason: .bodyPartFileIsDirectory(at: url)),
            "Body part's file is a directory: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .bodyPartFileSizeNotAvailable(at: url)),
            "Body part's file has no size: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .bodyPartFileSizeQueryFailedWithError(forURL: url, error: trouble)),
            "Body part's file size could not be read: file:///tmp/a, because of error:\nhere(1)", true
        ),
        (
            .multipartEncodingFailed(reason: .bodyPartInputStreamCreationFailed(for: url)),
            "Body part's file could not be opened: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .outputStreamCreationFailed(for: url)),
            "Output file could not be opened: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .outputStreamFileAlreadyExists(at: url)),
            "Output file exists already: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .outputStreamURLInvalid(url: url)),
            "Output URL is not a file's: file:///tmp/a", false
        ),
        (
            .multipartEncodingFailed(reason: .outputStreamWriteFailed(error: trouble)),
            "Multipart body could not be written because of error:\nhere(1)", true
        ),
        (
            .multipartEncodingFailed(
                reason: .inputStreamReadFailed(
                    error: AFError.UnexpectedInputStreamLength(bytesExpected: 5, bytesRead: 3))),
            "Body part could not be read because of error:\nBody part has 3 bytes, but 5 were announced.", true
        ),
        (
            .parameterEncodingFailed(reason: .missingURL),
            "Parameters could not be encoded, because the request has no URL.", false
        ),
        (
            .parameterEncodingFailed(reason: .jsonEncodingFailed(error: trouble)),
            "Parameters could not be encoded as JSON because of error:\nhere(1)", true
        ),
        (
            .parameterEncodingFailed(reason: .customEncodingFailed(error: trouble)),
            "Parameters could not be encoded because of error:\nhere(1)", true
        ),
        (
            .parameterEncoderFailed(reason: .missingRequiredComponent(.url)),
            "Parameters could not be encoded, because the request has no URL.", false
        ),
        (
            .parameterEncoderFailed(reason: .missingRequiredComponent(.httpMethod(rawValue: "x"))),
            "Parameters could not be encoded, because the request has no known method: x", false
        ),
        (
            .parameterEncoderFailed(reason: .encoderFailed(error: trouble)),
            "Parameters could not be encoded because of error:\nhere(1)", true
        ),
        (.requestAdaptationFailed(error: trouble), "Request could not be adapted because of error:\nhere(1)", true),
        (
            .requestRetryFailed(retryError: trouble, originalError: Trouble.here(2)),
            """
            Request could not be retried because of error:
            here(1)
            It would have been retried because of error:
            here(2)
            """, true
        ),
        (
            .responseValidationFailed(reason: .dataFileNil),
            "Response could not be validated, because there is no downloaded file.", false
        ),
        (
            .responseValidationFailed(reason: .dataFileReadFailed(at: url)),
            "Response could not be validated, because the downloaded file could not be read: file:///tmp/a", false
        ),
        (
            .responseValidationFailed(reason: .missingContentType(acceptableContentTypes: ["a/b", "c/d"])),
            "Response has no content type, and none of the acceptable ones is \"*/*\": a/b,c/d.", false
        ),
        (
            .responseValidationFailed(
                reason: .unacceptableContentType(acceptableContentTypes: ["a/b"], responseContentType: "c/d")),
            "Response Content-Type \"c/d\" does not match any acceptable types: a/b.", false
        ),
        (
            .responseValidationFailed(reason: .unacceptableStatusCode(code: 404)),
            "Response status code was unacceptable: 404.", false
        ),
        (
            .responseValidationFailed(reason: .customValidationFailed(error: trouble)),
            "Response was not accepted because of error:\nhere(1)", true
        ),
        (
            .responseSerializationFailed(reason: .inputDataNilOrZeroLength),
            "Response could not be serialized, because it has no body.", false
        ),
        (
            .responseSerializationFailed(reason: .inputFileNil),
            "Response could not be serialized, because there is no downloaded file.", false
        ),
        (
            .responseSerializationFailed(reason: .inputFileReadFailed(at: url)),
            "Response could not be serialized, because the downloaded file could not be read: file:///tmp/a", false
        ),
        (
            .responseSerializationFailed(reason: .stringSerializationFailed(encoding: .utf8)),
            "String could not be serialized with encoding: Unicode (UTF-8).", false
        ),
        (
            .responseSerializationFailed(reason: .jsonSerializationFailed(error: WordyTrouble())),
            "JSON could not be serialized because of error:\nNo luck today.", true
        ),
        (
            .responseSerializationFailed(reason: .decodingFailed(error: trouble)),
            "Response could not be decoded because of error:\nhere(1)", true
        ),
        (
            .responseSerializationFailed(reason: .customSerializationFailed(error: trouble)),
            "Response could not be serialized because of error:\nhere(1)", true
        ),
        (
            .responseSerializationFailed(reason: .invalidEmptyResponse(type: "User")),
            "Response has no body, which is allowed, but User has no empty value. "
                + "Decode `Empty`, or let the type conform to `EmptyResponse`.", false
        ),
        (
            .sessionDeinitialized,
            "Session was released while the request was running. Keep a reference to it as long as its requests run.",
            false
        ),
        (.sessionInvalidated(error: nil), "Session was invalidated.", false),
        (.sessionInvalidated(error: trouble), "Session was invalidated because of error:\nhere(1)", true),
        (.sessionTaskFailed(error: trouble), "Request failed with error:\nhere(1)", true),
        (
            .urlRequestValidationFailed(reason: .bodyDataInGETRequest(Data("abc".utf8))),
            "URLRequest is not valid: a GET request must not have a body, and this one has 3 bytes.", false
        ),
    ]

    private static let trouble: any Error = Trouble.here(1)

    @Test("Each has its text, also as localized description", arguments: all.indices)
    func texts(index: Int) {
        let (error, text, _) = Self.all[index]
        expectEqual(error.errorDescription, text)
        expectEqual(error.localizedDescription, text)
        expectEqual("\(error)", text + (error.failureReason.map { "\n\($0)" } ?? ""))
    }

    @Test("Each gives the error behind it, if there is one", arguments: all.indices)
    func underlyingErrors(index: Int) {
        let (error, _, hasUnderlyingError) = Self.all[index]
        expectEqual(error.underlyingError != nil, hasUnderlyingError)
    }

    @Test("Of the questions about the kind, one is answered with yes", arguments: all.indices)
    func kinds(index: Int) {
        let error = Self.all[index].error
        let answers: [(Bool, String)] = [
            (error.isCreateUploadableError, "createUploadableFailed"),
            (error.isCreateURLRequestError, "createURLRequestFailed"),
            (error.isDownloadedFileMoveError, "downloadedFileMoveFailed"),
            (error.isExplicitlyCancelledError, "explicitlyCancelled"), (error.isInvalidURLError, "invalidURL"),
            (error.isMultipartEncodingError, "multipartEncodingFailed"),
            (error.isParameterEncodingError, "parameterEncodingFailed"),
            (error.isParameterEncoderError, "parameterEncoderFailed"),
            (error.isRequestAdaptationError, "requestAdaptationFailed"),
            (error.isRequestRetryError, "requestRetryFailed"),
            (error.isResponseValidationError, "responseValidationFailed"),
            (error.isResponseSerializationError, "responseSerializationFailed"),
            (error.isSessionDeinitializedError, "sessionDeinitialized"),
            (error.isSessionInvalidatedError, "sessionInvalidated"), (error.isSessionTaskError, "sessionTaskFailed"),
            (error.isURLRequestValidationError, "urlRequestValidationFailed"),
        ]
        let kind =
            switch error {
            case .explicitlyCancelled: "explicitlyCancelled"
            case .sessionDeinitialized: "sessionDeinitialized"
            default: Mirror(reflecting: error).children.first?.label ?? ""
            }
        expectEqual(answers.filter(\.0).map(\.1), [kind])
    }

    @Test("Details are there in the cases that have them, and nowhere else", arguments: all.indices)
    func details(index: Int) {
        let error = Self.all[index].error
        expectEqual(error.urlConvertible as? String, error.isInvalidURLError ? "a b" : nil)
        let isStreamError =
            error.errorDescription?.hasPrefix("Multipart body") == true
            || error.errorDescription?.hasPrefix("Body part could not be read") == true
        expectEqual(error.url, error.isMultipartEncodingError && !isStreamError ? Self.url : nil)
        expectEqual(error.sourceURL, error.isDownloadedFileMoveError ? Self.url : nil)
        expectEqual(error.destinationURL?.path, error.isDownloadedFileMoveError ? "/tmp/b" : nil)
        expect(error.downloadResumeData == nil)
        guard case .responseValidationFailed(let reason) = error else {
            expect(error.acceptableContentTypes == nil && error.responseContentType == nil)
            expect(error.responseCode == nil)
            if case .responseSerializationFailed(.stringSerializationFailed) = error {
                expectEqual(error.failedStringEncoding, .utf8)
            } else {
                expect(error.failedStringEncoding == nil)
            }
            return
        }
        expect(error.failedStringEncoding == nil)
        switch reason {
        case .missingContentType(let types):
            expect(error.acceptableContentTypes == types && error.responseContentType == nil)
        case .unacceptableContentType(let types, let type):
            expect(error.acceptableContentTypes == types && error.responseContentType == type)
        default: expect(error.acceptableContentTypes == nil && error.responseContentType == nil)
        }
        if case .unacceptableStatusCode = reason {
            expectEqual(error.responseCode, 404)
        } else {
            expect(error.responseCode == nil)
        }
    }

    @Test("An error can be asked for as AFError")
    func asAFError() {
        let error: any Error = AFError.explicitlyCancelled
        expectEqual(error.asAFError?.isExplicitlyCancelledError, true)
        expect(error.asAFError(orFailWith: "no").isExplicitlyCancelledError)
        let other: any Error = Trouble.here(1)
        expect(other.asAFError == nil)
        expect(other.asAFError(orFailWith: "no").underlyingError as? Trouble == .here(1))
        expect(other.asAFError(orFailWith: "no").isSessionTaskError)
    }

    @Test("Resume data comes out of the URLError")
    func resumeData() {
        let data = Data("resume".utf8)
        let inner = URLError(.networkConnectionLost, userInfo: ["NSURLSessionDownloadTaskResumeData": data])
        expectEqual(AFError.sessionTaskFailed(error: inner).downloadResumeData, data)
    }
}
