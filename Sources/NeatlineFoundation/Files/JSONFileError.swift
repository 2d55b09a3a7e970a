internal import NeatlineSystem
internal import Foundation
internal import NeatlineJSON

/// The error of a file of JSON: the file, the reason, and the position.
///
/// ```swift
/// do {
///     let settings = try JSON(contentsOf: file)
/// } catch {
///     print(error)
///     // settings.json:3:13: expected ',' or '}' after a member, found '"'
///     //       "port": 80 "host": "localhost"
///     //                  ^
/// }
/// ```
public struct JSONFileError: Error, Sendable {
    /// The path of the file.
    public let path: String
    /// The cause: a `JSONError` of the text or the value, a `POSIXError` of the system, or a `CocoaError` for a URL that
    /// is not a file's.
    public let cause: any Error

    init(path: String, _ cause: any Error) {
        self.path = path
        self.cause = cause
    }

    init(path: String, _ error: SystemError) {
        // The system knows more codes than Foundation.
        let error: any Error = POSIXErrorCode(rawValue: error.code).map { POSIXError($0) } ?? error
        self.init(path: path, error)
    }

    /// The line in the file, from 1; nil if the error is not in the text.
    public var line: Int? { (cause as? JSONError)?.line }
    /// The column in the line, in Unicode scalars from 1; nil if the error is not in the text.
    public var column: Int? { (cause as? JSONError)?.column }
}

extension JSONFileError: NSErrorBridgeable, CustomStringConvertible {
    /// The path, with line and column as compilers write them; what is wrong; and for an error of the text its line, and
    /// a second line with a caret.
    public var description: String {
        switch cause {
        case let error as JSONError:
            guard let line = error.line, let column = error.column else { break }
            let excerpt = error.excerpt.map { "\n    " + $0.replacingOccurrences(of: "\n", with: "\n    ") }
            return "\(path):\(line):\(column): \(error.message)\(excerpt ?? "")"
        case let error as POSIXError: return "\(path): \(SystemError(code: error.code.rawValue))"
        case CocoaError.fileReadUnsupportedScheme, CocoaError.fileWriteUnsupportedScheme:
            return "\(path): not the URL of a file"
        default: break
        }
        return "\(path): \(cause)"
    }
}
