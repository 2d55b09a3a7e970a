extension Error {
    /// The error as `AFError`, or nil if it is another.
    public var asAFError: AFError? { self as? AFError }

    /// The error as `AFError`; any other is put into `.sessionTaskFailed`.
    ///
    /// Alamofire ends the process where an error is another. Here `message`, `file` and `line` serve a debugger only:
    /// nothing ends, and the error that was found stays readable as `underlyingError`.
    public func asAFError(
        orFailWith message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
    ) -> AFError {
        asAFError(or: .sessionTaskFailed(error: self))
    }

    /// The error as `AFError`, or the given one if it is another.
    func asAFError(or other: @autoclosure () -> AFError) -> AFError {
        self as? AFError ?? other()
    }
}
