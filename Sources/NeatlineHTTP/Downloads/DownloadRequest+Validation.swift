public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension DownloadRequest {
    /// Says of a response whether it is as it should be. The file is at its destination.
    public typealias Validation =
        @Sendable (
            _ request: URLRequest?, _ response: HTTPURLResponse, _ fileURL: URL?
        ) -> ValidationResult

    /// Fails the request unless a closure finds it valid. The file stays where it is.
    ///
    /// Validators run in the order they were added, until one fails, before retriers and serializers. An `AFError` stays
    /// what it is; any other error goes into `AFError.responseValidationFailed(reason: .customValidationFailed(error:))`.
    @discardableResult
    public func validate(_ validation: @escaping Validation) -> Self {
        add(
            ResponseValidator(isQuick: false) { subject in
                guard let response = subject.head.response else { return nil }
                guard case .failure(let error) = validation(subject.request, response, subject.fileURL) else {
                    return nil
                }
                return error
            })
    }
}
