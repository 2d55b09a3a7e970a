public import Foundation
public import NeatlineFoundation

/// Why what is to be uploaded cannot be read, or not be written down before.
///
/// It stands behind an `AFError`: before anything is sent as the `underlyingError` of `.createUploadableFailed`, or of one of
/// the reasons of `.multipartEncodingFailed`; while the body is sent behind a `URLError.requestBodyStreamExhausted`, under
/// `NSUnderlyingErrorKey` in its `userInfo`.
public enum UploadBodyError: Error, Sendable, Hashable {
    /// The URL is not a file's.
    case fileURLInvalid(URL)
    /// The file could not be opened or read; the code is that of `errno`.
    case fileUnreadable(path: String, code: Int32)
    /// The file could not be made or written; the code is that of `errno`.
    case fileUnwritable(path: String, code: Int32)
    /// There is a directory in the place of a file.
    case fileIsDirectory(path: String)
    /// There is a device, a socket or a pipe in the place of a file.
    case fileNotRegular(path: String)
    /// The file has grown or shrunk since its length, in bytes, was said to the server.
    case fileLengthChanged(path: String, expected: Int64, found: Int64)
    /// The stream could not be read.
    case streamUnreadable
    /// The stream was read, and has to be sent once more.
    case streamAlreadyRead
}

extension UploadBodyError: NSErrorBridgeable, CustomStringConvertible {
    /// The place, and what is wrong with it.
    public var description: String {
        switch self {
        case .fileURLInvalid(let url): "\(url.absoluteString) is not the URL of a file."
        case .fileUnreadable(let path, let code): "\(path) could not be read: \(Self.words(code))."
        case .fileUnwritable(let path, let code): "\(path) could not be written: \(Self.words(code))."
        case .fileIsDirectory(let path): "\(path) is a directory."
        case .fileNotRegular(let path): "\(path) is not a regular file, so nobody knows its length."
        case .fileLengthChanged(let path, let expected, let found):
            "\(path) has changed: it had \(expected) bytes, and now has \(found)."
        case .streamUnreadable: "The stream could not be read."
        case .streamAlreadyRead: "The stream was read before, and a stream can be read only once."
        }
    }

    /// The place, and what is wrong with it.
    public var errorDescription: String? { description }

    /// The system's words for a number of `errno`.
    private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
