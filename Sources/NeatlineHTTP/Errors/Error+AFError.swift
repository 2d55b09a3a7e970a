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
