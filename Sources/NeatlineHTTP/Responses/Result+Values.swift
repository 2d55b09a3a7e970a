// The members that Alamofire adds to `Result`.

extension Result {
    /// Whether the result is a success.
    public var isSuccess: Bool {
        if case .success = self { return true }
        return false
    }

    /// Whether the result is a failure.
    public var isFailure: Bool { !isSuccess }

    /// The value; `nil` if the result is a failure.
    public var value: Success? {
        if case .success(let value) = self { return value }
        return nil
    }

    /// The error; `nil` if the result is a success.
    public var error: Failure? {
        if case .failure(let error) = self { return error }
        return nil
    }

    /// Returns the result with a transformed value; an error that `transform` throws becomes its error.
    func tryMap<NewSuccess>(_ transform: (Success) throws -> NewSuccess) -> Result<NewSuccess, any Error> {
        switch self {
        case .success(let value): Result<NewSuccess, any Error> { try transform(value) }
        case .failure(let error): .failure(error)
        }
    }

    /// Returns the result with a transformed error; an error that `transform` throws replaces it.
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

/// A result whose error is an ``AFError``.
public typealias AFResult<Success> = Result<Success, AFError>
