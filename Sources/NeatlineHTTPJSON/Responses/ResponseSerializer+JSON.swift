package import Foundation
package import NeatlineHTTP
package import NeatlineJSON

extension ResponseSerializer {
    /// The body as JSON; nil if there is none and none is needed.
    ///
    /// A request's handlers share one document, unless the options or the preprocessor make it another one.
    ///
    /// - Throws: The request's error; `AFError` if a body is missing; `ResponseBodyError` if it is no JSON; what the
    ///   preprocessor throws.
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
    /// What stands at a key path.
    ///
    /// - Parameter keyPath: Names and elements' numbers between dots, such as `response.users.0`, or a JSON Pointer, such
    ///   as `/response/users/0`, which can have dots in its names; nil or empty for the value itself.
    /// - Throws: The first step that leads nowhere, with the whole path to it.
    package func value(atKeyPath keyPath: String?) throws -> JSON {
        guard let keyPath, !keyPath.isEmpty else { return self }
        return try get(JSON.pointer(keyPath), as: JSON.self)
    }

    /// The pointer that a key path stands for.
    package static func pointer(_ keyPath: String) throws -> JSONPointer {
        if keyPath.hasPrefix("/") { return try JSONPointer(parsing: keyPath) }
        return JSONPointer(keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
    }
}
