import Foundation
import NeatlineFoundation
import NeatlineJSON

// The records of streams and files of lines, one at a time.

extension Mapper {
    /// Maps a record of a stream: an element of `JSONStream`, `AsyncJSONStream` or `JSON.lines(contentsOf:)`.
    ///
    /// ```swift
    /// for record in JSONStream(chunks) {
    ///     switch mapper.map(record: record) {
    ///     case .success(let event): use(event)
    ///     case .failure(let error): print(error)   // $.id: expected an integer, found "x" (line 17, column 8)
    ///     }
    /// }
    /// ```
    ///
    /// A record is the element of a stream: with ``MappingOptions/omitsBrokenElements`` it is an error if anything in
    /// it does not fit. Otherwise it is mapped by the rules of `map(json:)`, and what did not fit in a model is in
    /// ``failures``.
    ///
    /// - Parameter record: A value, or the error of a record that is none.
    /// - Returns: The model; or a `MappingError` with all that does not fit, in lines and columns of the stream. A
    ///   record that is a scalar does not know its line.
    public func map<Failure: Error>(record: Result<NeatlineJSON.JSON, Failure>) -> Result<N, MappingError> {
        map(record: record.mapError { $0 as any Error }, nil)
    }

    /// Maps the lines of a file, of which some 64 KB are in memory at a time.
    ///
    /// ```swift
    /// mapper.options.omitsBrokenElements = true
    /// for case .success(let event) in mapper.mapLines(contentsOf: URL(filePath: "events.ndjson")) { use(event) }
    /// ```
    ///
    /// The file is read as by `JSON.lines(contentsOf:options:)`, each line is mapped as by ``map(record:)``. A line
    /// that is not JSON is the last one, unless ``MappingOptions/omitsBrokenElements`` is set.
    ///
    /// - Parameter url: The URL of a file, in UTF-8.
    /// - Returns: A sequence of models and errors, which opens the file when it is iterated.
    public func mapLines(contentsOf url: URL) -> MappedLines<N> {
        var streaming = JSONStreamOptions(framing: .lines)
        streaming.parsing = options.parsing
        streaming.continuesAfterErrors = options.omitsBrokenElements
        return MappedLines(lines: NeatlineJSON.JSON.lines(contentsOf: url, options: streaming), mapper: self)
    }

    /// Maps the lines of a file by several tasks, and receives one model or error after another.
    ///
    /// ```swift
    /// try await mapper.concurrentMapLines(contentsOf: URL(filePath: "events.ndjson")) { event in
    ///     if case .success(let event) = event { use(event) }
    /// }
    /// ```
    ///
    /// The models and errors are those of ``mapLines(contentsOf:)``, in the same order; the lines are read as by
    /// `JSONLines.concurrent(contentsOf:options:tasks:isolation:receive:)`. The mapper maps several lines at a time, so
    /// ``failures`` are then those of any.
    ///
    /// - Parameters:
    ///   - url: The URL of a file, in UTF-8.
    ///   - tasks: The number of tasks.
    ///   - isolation: The actor on which the file is read and `receive` is called: that of the caller.
    ///   - receive: Called with one model or error after another, in the order of the lines.
    /// - Throws: What `receive` throws, or `CancellationError` if the task was cancelled.
    public func concurrentMapLines(
        contentsOf url: URL, tasks: Int = JSONLines.standardTaskCount, isolation: isolated (any Actor)? = #isolation,
        receive: (Result<N, MappingError>) async throws -> Void
    ) async throws where N: Sendable {
        var streaming = JSONStreamOptions(framing: .lines)
        streaming.parsing = options.parsing
        streaming.continuesAfterErrors = options.omitsBrokenElements
        try await JSONLines.concurrentMap(
            contentsOf: url, options: streaming, tasks: tasks, isolation: isolation,
            reading: { line, reader in self.map(record: line.mapError { $0 }, reader) }, receive: receive)
    }

    /// Maps a record.
    ///
    /// - Parameters:
    ///   - record: A value, or the error of a record that is none.
    ///   - reader: A reader of the value in its stream, if there is one; a scalar has its position only there.
    package func map(
        record: Result<NeatlineJSON.JSON, any Error>, _ reader: DocumentReader?
    ) -> Result<N, MappingError> {
        let reading: MappingReader
        do throws(MappingError) {
            switch (record, reader) {
            case (.failure(let error), _): return .failure(unreadable(error))
            case (.success, let reader?): reading = run(over: reader, options)
            case (.success(let json), nil): reading = try begin(.json(json))
            }
        } catch {
            return .failure(error)
        }
        let root = reading.rootReader
        let model = reading.element(root.position, depth: root.depth) { N._read(from: $0) }
        if end(reading), let model { return .success(model) }
        return .failure(MappingError(failures: reading.failures.filter { !$0.reason.isReport }))
    }

    /// Returns the error of a record that is not a value, which becomes the failure of the last call.
    private func unreadable(_ error: any Error) -> MappingError {
        let cause = (error as? JSONFileError)?.cause as? JSONError ?? error as? JSONError
        let failure = MappingFailure(
            .invalidJSON, steps: [], expected: cause?.expected ?? "JSON", found: cause?.found ?? "none",
            underlying: error)
        last.exchange(FailedRun([failure]))
        return MappingError(failures: [failure])
    }
}

/// The lines of a file as models and errors, as `Mapper.mapLines(contentsOf:)` returns them.
public struct MappedLines<N: BaseMappable>: Sequence, Sendable {
    let lines: JSONFileStream
    let mapper: Mapper<N>

    /// Opens the file and returns an iterator over its lines; an error of opening is its first element.
    public func makeIterator() -> Iterator { Iterator(lines: lines.makeIterator(), mapper: mapper) }

    /// Reads a part of the file when the lines before it were returned.
    public struct Iterator: IteratorProtocol {
        var lines: JSONFileStream.Iterator
        let mapper: Mapper<N>

        /// Returns the model of the next line, or its error; nil at the end of the file.
        public mutating func next() -> Result<N, MappingError>? {
            guard let line = lines.next() else { return nil }
            return mapper.map(record: line.mapError { $0 }, lines.lastReader)
        }
    }
}
