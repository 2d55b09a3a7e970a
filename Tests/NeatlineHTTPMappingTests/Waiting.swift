import NeatlineHTTPMapping

/// What a handler is called with.
func awaited<T: Sendable>(_ start: (@escaping @Sendable (T) -> Void) -> Void) async -> T {
    await withCheckedContinuation { continuation in
        start { continuation.resume(returning: $0) }
    }
}

extension DataResponse where Failure == AFError {
    /// The error of the body, where the response could not be read.
    var bodyError: ResponseBodyError? { error?.underlyingError as? ResponseBodyError }
}
