internal import Foundation
public import NeatlineHTTP
internal import NeatlineHTTPJSON
public import NeatlineJSON
public import NeatlineMapping

// The records of a stream as models.

extension DataStreamTask {
    /// Returns the records of a body in JSON Lines, or another format of JSON streams, as models, as they arrive.
    ///
    /// ```swift
    /// let mapper = Mapper<Event>()
    /// mapper.options.omitsBrokenElements = true
    /// for try await record in AF.streamRequest(url).validate().streamTask().streamingModels(by: mapper) {
    ///     switch record {
    ///     case .success(let event): use(event)
    ///     case .failure(let error): print(error)   // $.id: expected an integer, found "x" (line 17, column 8)
    ///     }
    /// }
    /// ```
    ///
    /// Each record is mapped as by `Mapper.map(record:)`. One that is not JSON is the last, unless
    /// `MappingOptions.omitsBrokenElements` is set. A slow reader slows the server down.
    ///
    /// - Parameters:
    ///   - mapper: Maps the records, with its options.
    ///   - framing: How the records are separated.
    ///   - shouldAutomaticallyCancel: Whether the request is cancelled when the iteration ends before the stream.
    /// - Returns: An asynchronous sequence of models and errors of records, which throws the error of the request.
    public func streamingModels<T: BaseMappable>(
        by mapper: Mapper<T>, framing: JSONStreamOptions.Framing = .lines,
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true
    ) -> StreamedModels<T> {
        var options = JSONStreamOptions(framing: framing)
        options.parsing = mapper.options.parsing
        options.continuesAfterErrors = mapper.options.omitsBrokenElements
        return StreamedModels(
            values: streamingJSON(options: options, automaticallyCancelling: shouldAutomaticallyCancel), mapper: mapper)
    }
}

/// An asynchronous sequence of the records of a response as models.
public struct StreamedModels<T: BaseMappable>: AsyncSequence, Sendable {
    let values: StreamedJSON
    let mapper: Mapper<T>

    /// Starts the request, and returns an iterator over its records.
    public func makeAsyncIterator() -> Iterator { Iterator(values: values.makeAsyncIterator(), mapper: mapper) }

    /// The iterator, which reads a chunk of the body when the records of the earlier ones were returned.
    public struct Iterator: AsyncIteratorProtocol {
        var values: StreamedJSON.Iterator
        let mapper: Mapper<T>

        /// Returns the next model, or the error of a record; `nil` at the end of the body.
        ///
        /// - Throws: `AFError`, the error of the request, after all received records were returned.
        public mutating func next() async throws -> Result<T, MappingError>? { try await next(isolation: nil) }

        /// Returns the next model, or the error of a record; `nil` at the end of the body.
        ///
        /// - Throws: The error of ``next()``.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Result<T, MappingError>? {
            do {
                guard let value = try await values.next(isolation: actor) else { return nil }
                return mapper.map(record: .success(value), values.lastReader)
            } catch {
                guard let error = (error as? AFError)?.underlyingError as? JSONError else { throw error }
                return mapper.map(record: .failure(error), nil)
            }
        }
    }
}
