package import Foundation
package import NeatlineHTTP
package import NeatlineJSON

extension ResponseSerializer {
    /// Returns the body as JSON; `nil` if it is empty and may be.
    ///
    /// A request's handlers share one document, unless they have different options or preprocessors.
    ///
    /// - Throws: The error of the request; `AFError` if the body is missing; `ResponseBodyError` if it is not JSON; the
    ///   error of the preprocessor.
    package func json(
        of received: ReceivedResponse, options: JSONSerialization.ReadingOptions = .fragmentsAllowed
    ) throws -> JSON? {
        guard let data = try body(of: received) else { return nil }
        do {
            guard dataPreprocessor is PassthroughPreprocessor, options == .fragmentsAllowed else {
                return try JSON(data: data, options: options)
            }
            return try received.parsedBody()
        } catch let error as JSONError {
            throw ResponseBodyError(error, in: received)
        }
    }
}

extension JSON {
    /// Returns the value at a key path.
    ///
    /// - Parameter keyPath: Names and indices separated by dots, such as `response.users.0`, or a JSON Pointer, such as
    ///   `/response/users/0`, whose names may contain dots; `nil` or empty for the value itself.
    /// - Throws: `JSONError` for the first step that does not exist, with its path.
    package func value(atKeyPath keyPath: String?) throws -> JSON {
        guard let keyPath, !keyPath.isEmpty else { return self }
        return try get(JSON.pointer(keyPath), as: JSON.self)
    }

    /// Returns the JSON Pointer of a key path.
    package static func pointer(_ keyPath: String) throws -> JSONPointer {
        if keyPath.hasPrefix("/") { return try JSONPointer(parsing: keyPath) }
        return JSONPointer(keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }
}
