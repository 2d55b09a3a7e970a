internal import NeatlineSystem
public import Foundation
public import NeatlineJSON

/// JSON Lines (NDJSON) that are read on all processors.
///
/// ```swift
/// try await JSONLines.concurrentMap(contentsOf: URL(filePath: "events.ndjson")) { line in
///     try line.get()["id"].int ?? 0
/// } receive: { id in
///     print(id)
/// }
/// ```
///
/// Values, errors and their positions, and their order, are those of `JSON.lines(contentsOf:options:)`.
public enum JSONLines {
    /// The number of tasks unless one is given: that of the processors.
    public static var standardTaskCount: Int { SystemThread.processorCount }

    /// Reads the lines of a file by several tasks, and receives one after another.
    ///
    /// The lines are parsed in blocks of 512 KB, by child tasks of the call, which have ended when it returns or throws. At most
    /// two blocks for each task, and the values in them, are in memory, however slow `receive` is.
    ///
    /// - Parameters:
    ///   - url: the URL of a file, in UTF-8. A pipe is read until it ends.
    ///   - options: what is accepted as a value, how long one may be, and whether the values after an error are read too.
    ///   - tasks: the number of tasks.
    ///   - isolation: the actor on which the file is read and `receive` is called: that of the caller.
    ///   - receive: called with one value or error after another, in the order of the lines. Unless
    ///     `JSONStreamOptions.continuesAfterErrors` is set, an error is the last.
    /// - Throws: what `receive` throws, or `CancellationError` if the task was cancelled: then `receive` is not called again, and
    ///   each task ends before its next 64 KB of text.
    public static func concurrent(
        contentsOf url: URL, options: JSONStreamOptions = JSONStreamOptions(), tasks: Int = standardTaskCount,
        isolation: isolated (any Actor)? = #isolation,
        receive: (Result<JSON, JSONFileError>) async throws -> Void
    ) async throws {
        try await concurrentMap(
            contentsOf: url, options: options, tasks: tasks, isolation: isolation, transform: { $0 }, receive: receive)
    }

    /// Reads and transforms the lines of a file by several tasks, and receives one result after another.
    ///
    /// As `concurrent(contentsOf:options:tasks:isolation:receive:)`; `transform` is called by the tasks, and its results
    /// are in memory instead of the values.
    ///
    /// - Parameters:
    ///   - url: the URL of a file, in UTF-8. A pipe is read until it ends.
    ///   - options: what is accepted as a value, how long one may be, and whether the values after an error are read too.
    ///   - tasks: the number of tasks.
    ///   - isolation: the actor on which the file is read and `receive` is called: that of the caller.
    ///   - transform: called with each value or error, on any thread.
    ///   - receive: called with one result after another, in the order of the lines.
    /// - Throws: the first error of `transform` in the order of the lines, after the results before it; what `receive` throws;
    ///   or `CancellationError`.
    public static func concurrentMap<Output: Sendable>(
        contentsOf url: URL, options: JSONStreamOptions = JSONStreamOptions(), tasks: Int = standardTaskCount,
        isolation: isolated (any Actor)? = #isolation,
        transform: @escaping @Sendable (Result<JSON, JSONFileError>) throws -> Output,
        receive: (Output) async throws -> Void
    ) async throws {
        try await concurrentMap(
            contentsOf: url, options: options, tasks: tasks, isolation: isolation,
            reading: { line, _ in try transform(line) },
            receive: receive)
    }

    /// The same, with a reader of each value, which knows the position of a scalar, too.
    package static func concurrentMap<Output: Sendable>(
        contentsOf url: URL, options: JSONStreamOptions, tasks: Int, blockSize: Int = ConcurrentLines.blockSize,
        isolation: isolated (any Actor)? = #isolation,
        reading transform: @escaping @Sendable (Result<JSON, JSONFileError>, DocumentReader?) throws -> Output,
        receive: (Output) async throws -> Void
    ) async throws {
        let file: InputFile
        let path: String
        do {
            path = try JSONFileError.path(of: url, orThrow: .fileReadUnsupportedScheme)
            do throws(SystemError) { file = try InputFile(path) } catch { throw JSONFileError(path: path, error) }
        } catch {
            let error = error as? JSONFileError ?? JSONFileError(path: url.absoluteString, error)
            return try await receive(transform(.failure(error), nil))
        }
        do {
            try await ConcurrentLines.run(
                options: options, tasks: tasks, blockSize: blockSize, isolation: isolation,
                read: {
                    do throws(SystemError) {
                        let part = try file.readAvailable(ConcurrentLines.blockSize)
                        return part.isEmpty ? nil : part
                    } catch {
                        throw ReadingError(error: JSONFileError(path: path, error))
                    }
                },
                transform: { line, reader in
                    Result { try transform(line.mapError { JSONFileError(path: path, $0) }, reader) }
                }, receive: { try await receive($0.get()) })
        } catch let error as ReadingError {
            try await receive(transform(.failure(error.error), nil))
        }
    }

    /// An error of reading, as opposed to one of the caller's closures.
    private struct ReadingError: Error {
        let error: JSONFileError
    }
}
