public import Foundation

/// The `NSError` that each form of cast makes of an error; nil where a cast fails.
///
/// The last form is `catch let error as NSError`, which stops the process where the other casts give nil; so it is tried only
/// where they do not.
public func castsToNSError(_ error: any Error) -> [NSError?] {
    // In functions, because the compiler warns of casts of which it thinks that they never fail.
    func conditional<Value>(_ value: Value) -> NSError? { value as? NSError }
    func caught(_ error: any Error) -> NSError {
        do { throw error } catch let error as NSError { return error }
    }
    let casts = [error as NSError, conditional(error), conditional(error as Any), conditional(error as AnyObject)]
    return casts.contains(nil) ? casts : casts + [caught(error)]
}

/// What is wrong with the `NSError`s that casts make of an error: its domain, code and description are to be these.
///
/// - Returns: nil if nothing is wrong.
public func flawOfCasts(_ error: any Error, domain: String? = nil, code: Int? = nil, description: String) -> String? {
    for (form, cast) in castsToNSError(error).enumerated() {
        guard let cast else { return "form \(form) of a cast of \(type(of: error)) fails" }
        if cast.domain != domain ?? String(reflecting: type(of: error)) { return "form \(form): domain \(cast.domain)" }
        if let code, cast.code != code { return "form \(form): code \(cast.code)" }
        if cast.localizedDescription != description { return "form \(form): \(cast.localizedDescription)" }
    }
    if error.localizedDescription != description { return "localizedDescription: \(error.localizedDescription)" }
    return nil
}
