internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The error of a file operation.
struct FileFailure: Error, Sendable, Hashable {
    /// The operation that failed.
    enum Operation: String, Sendable, Hashable {
        case create, write, close, move
    }

    let operation: Operation
    let path: String
    /// `errno`
    let code: Int32

    /// Returns the error of the system call that failed last on this thread.
    static func last(_ operation: Operation, _ path: String) -> FileFailure {
        FileFailure(operation: operation, path: path, code: errno)
    }

    /// For example `could not write /tmp/a: No space left on device (28)`.
    var message: String { "could not \(operation.rawValue) \(path): \(String(cString: strerror(code))) (\(code))" }

    private var userInfo: [String: Any] {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message, NSFilePathErrorKey: path]
        if let code = POSIXErrorCode(rawValue: code) { userInfo[NSUnderlyingErrorKey] = POSIXError(code) }
        return userInfo
    }

    /// The `URLError` that `URLSession` uses for files that it cannot write.
    var urlError: URLError {
        let code: URLError.Code =
            switch operation {
            case .create: .cannotCreateFile
            case .write: .cannotWriteToFile
            case .close: .cannotCloseFile
            case .move: .cannotMoveFile
            }
        return URLError(code, userInfo: userInfo)
    }

    /// The `CocoaError` that `FileManager` uses for files that it cannot move.
    var cocoaError: CocoaError {
        let kind: CocoaError.Code =
            switch code {
            case ENOENT, ENOTDIR: .fileNoSuchFile
            case EEXIST, ENOTEMPTY, EISDIR: .fileWriteFileExists
            case EACCES, EPERM: .fileWriteNoPermission
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EROFS: .fileWriteVolumeReadOnly
            case EINVAL, ENAMETOOLONG: .fileWriteInvalidFileName
            default: .fileWriteUnknown
            }
        return CocoaError(kind, userInfo: userInfo)
    }
}
