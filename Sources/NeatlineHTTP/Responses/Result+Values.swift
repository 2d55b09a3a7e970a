extension Result {
    /// Whether there is a value.
    public var isSuccess: Bool {
        if case .success = self { return true }
        return false
    }

    /// Whether there is an error.
    public var isFailure: Bool { !isSuccess }

    /// The value, or nil.
    public var value: Success? {
        if case .success(let value) = self { return value }
        return nil
    }

    /// The error, or nil.
    public var error: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }

    /// The result of turning the value into another. What `transform` throws takes its place.
    func tryMap<NewSuccess>(_ transform: (Success) throws -> NewSuccess) -> Result<NewSuccess, any Error> {
        switch self {
        case .success(let value): Result<NewSuccess, any Error> { try transform(value) }
        case .failure(let error): .failure(error)
        }
    }

    /// The result of turning the error into another. What `transform` throws takes its place.
    func tryMapError<NewFailure: Error>(_ transform: (Failure) throws -> NewFailure) -> Result<Success, any Error> {
        switch self {
        case .success(let value): return .success(value)
        case .failure(let error):
            do {
                return .failure(try transform(error))
            } catch {
                return .failure(error)
            }
        }
    }
}

/// A value or an `AFError`.
public typealias AFResult<Success> = Result<Success, AFError>
