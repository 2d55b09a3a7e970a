import Foundation
import NeatlineFoundation
import NeatlineJSON

// The common implementation of all entry points of a mapper: begins a run over a source, reads or writes, and ends the run.

/// The input of a mapper: a text or Swift values. All entry points convert their arguments to it.
///
/// It is not nested in `Mapper`, because then it would be another type for each model, whose metadata each run looks up.
@usableFromInline
enum MappingSource {
    /// The bytes of a JSON text.
    case text([UInt8])
    /// A parsed value.
    case json(JSON)
    /// A dictionary, a `JSON` value, or any other object.
    case object(Any?)

    @usableFromInline
    init(string: String) { self = .text(Array(string.utf8)) }

    /// - Parameter data: A text in UTF-8, UTF-16 or UTF-32.
    @usableFromInline
    init(data: Data) { self = .text(NeatlineJSON.JSON.utf8(data)) }

    /// Whether a single object is mapped as an array of one model, as in a text.
    @usableFromInline var wrapsObjects: Bool {
        if case .text = self { return true }
        return false
    }
}

// MARK: Beginning and ending

/// The size in bytes of the largest text that a mapper keeps after a call, because its failures refer to it.
private let largestKeptText = 64 << 10

extension Mapper {
    /// Begins a run over `source`; `end` has to follow.
    ///
    /// - Throws: A `MappingError` if the source is not JSON; `end` must not follow then.
    @usableFromInline
    func begin(_ source: MappingSource, stoppingAtFirst: Bool = false) throws(MappingError) -> MappingReader {
        var options = options
        options.stopsAtFirstFailure = stoppingAtFirst
        do throws(JSONError) {
            switch source {
            case .text(let bytes):
                return run(over: try DocumentReader(parsing: bytes, options: options.parsing), options)
            case .json(let json), .object(let json as JSON):
                return run(over: try DocumentReader(json), options)
            case .object(let object):
                return MappingReader(
                    value: object as Any, context: context, includesNil: shouldIncludeNilValues, options: options)
            }
        } catch {
            let failure = MappingFailure(
                .invalidJSON, steps: [], expected: error.expected ?? "JSON", found: error.found ?? "none",
                underlying: error)
            last.exchange(FailedRun([failure]))
            throw MappingError(failures: [failure])
        }
    }

    /// Creates a run over a text, with the tables of an earlier one if there are any.
    func run(over reader: DocumentReader, _ options: MappingOptions) -> MappingReader {
        let memory = idle.exchange(nil) ?? RunMemory()
        let reading = MappingReader(
            reader, context: context, includesNil: shouldIncludeNilValues, options: options,
            tables: memory.takeTables())
        reading.memory = memory
        return reading
    }

    /// Begins a run that writes text, with the memory and the cached names of an earlier one if there is one; `end` has to
    /// follow.
    @usableFromInline
    func beginText() -> MappingWriter {
        let memory = idle.exchange(nil) ?? RunMemory()
        let writing: MappingWriter
        if let idle = memory.takeWriting() {
            writing = idle
            writing.restartText(with: context, includesNil: shouldIncludeNilValues)
        } else {
            writing = MappingWriter(textWith: context, includesNil: shouldIncludeNilValues)
        }
        writing.memory = memory
        return writing
    }

    /// Begins a run that writes a dictionary; `end` has to follow.
    @usableFromInline
    func beginDictionary() -> MappingWriter {
        MappingWriter(adding: [:], context: context, includesNil: shouldIncludeNilValues)
    }

    /// Ends a run: makes its failures those of the last call, and gives back its memory.
    ///
    /// Other threads may read it from now on, or write anew where it has written.
    ///
    /// - Returns: Whether what was read may be given away: false if something did not fit and the options are strict.
    @usableFromInline
    @discardableResult
    func end(_ run: Mapping) -> Bool {
        let fitted = run.log.records.isEmpty
        if let memory = run.memory {
            run.memory = nil
            if let reading = run as? MappingReader {
                memory.keep(reading.takeTables())
            } else if fitted, let writing = run as? MappingWriter {
                memory.keep(writing)
            }
            idle.exchange(memory)
        }
        if !fitted {
            last.exchange(kept(run))
        } else if !last.isEmpty {
            last.exchange(nil)
        }
        return fitted || !options.isStrict || !run.log.hasFailures
    }

    /// What is kept of a run for `failures`: the run itself, which works them out when they are asked for, unless its
    /// text is large.
    private func kept(_ run: Mapping) -> Mapping {
        guard let reading = run as? MappingReader, reading.isText, reading.reader.textCount > largestKeptText else {
            return run
        }
        return FailedRun(run.failures.map(\.withoutText))
    }
}

// MARK: Reading

extension Mapper {
    /// Calls `read` with the root of `source`.
    ///
    /// - Returns: The result of `read`; nil if the source is not JSON, or if a value does not fit and the options are strict.
    @inlinable
    @inline(__always)
    func run<Value>(_ source: MappingSource, _ read: (ValueReader) -> Value?) -> Value? {
        guard let reading = try? begin(source) else { return nil }
        let value = read(reading.rootReader)
        return end(reading) ? value : nil
    }

    /// Calls `read` with the root of `source`.
    ///
    /// - Throws: A `MappingError` with all that does not fit.
    @inlinable
    @inline(__always)
    func checkedRun<Value>(
        _ source: MappingSource, _ stoppingAtFirst: Bool, _ read: (ValueReader) -> Value?
    ) throws(MappingError) -> Value {
        let reading = try begin(source, stoppingAtFirst: stoppingAtFirst)
        defer { end(reading) }
        let value = read(reading.rootReader)
        if let error = reading.error { throw error }
        if let value { return value }
        throw MappingError(failures: reading.failures)
    }

    /// Reads a model or a container of models.
    @inlinable
    func read<Form: ModelForm>(_ source: MappingSource) -> Form? { run(source) { Form._read(from: $0) } }

    /// Reads an array of models; a single object in a text gives one.
    @inlinable
    func readArray(_ source: MappingSource) -> [N]? {
        run(source) { $0.models(wrapsObjects: source.wrapsObjects) }
    }

    /// Reads a model or a container of models, all of which have to fit.
    ///
    /// - Throws: A `MappingError` with all that does not fit.
    @inlinable
    func checked<Form: ModelForm>(_ source: MappingSource, _ stoppingAtFirst: Bool) throws(MappingError) -> Form {
        try checkedRun(source, stoppingAtFirst) { Form._read(from: $0) }
    }

    /// Reads an array of models, all of which have to fit; a single object in a text gives one.
    ///
    /// - Throws: A `MappingError` with all that does not fit.
    @inlinable
    func checkedArray(_ source: MappingSource, _ stoppingAtFirst: Bool) throws(MappingError) -> [N] {
        try checkedRun(source, stoppingAtFirst) { $0.models(wrapsObjects: source.wrapsObjects) }
    }

    /// Maps a source into models that exist.
    @inlinable
    func update<Form: ModelForm>(_ models: Form, _ source: MappingSource) -> Form {
        var models = models
        _ = run(source) { models._update(from: $0) }
        return models
    }

    /// Reads models whose initialisers throw, all of which have to fit; a single object in a text gives an array of one.
    ///
    /// - Parameter reason: The reason of the error if there is no such container.
    /// - Throws: `MapError`, and the error of a model's initialiser; `MappingError` if the options are strict, and something
    ///   does not fit although the initialisers have not thrown.
    @inlinable
    func required<Form: ModelForm>(
        _ source: MappingSource, _ reason: String = "Cannot cast to '[String: Any]'"
    ) throws -> Form {
        let reading: MappingReader
        do throws(MappingError) { reading = try begin(source) } catch { throw noJSON(source, error) }
        let noted = reading.noted
        let root = reading.rootReader
        do {
            let isWrapped = source.wrapsObjects && Form.self == [N].self && reading.isObject(root.position)
            let models =
                isWrapped
                ? try root.allModels().flatMap { ($0 as [N]) as? Form }
                : try Form._readAll(from: root, rethrowing: true)
            guard let models else {
                throw reading.error(
                    since: noted, nil, reading.isObject(root.position) ? "Cannot map to '\(N.self)'" : reason, nil,
                    absent: Map(reading, object: root.position, depth: 0, toObject: false), N.self)
            }
            if end(reading) { return models }
        } catch {
            end(reading)
            throw error
        }
        throw reading.error ?? MappingError(failures: reading.failures)
    }

    /// Returns the error that there was nothing to run on.
    @usableFromInline
    func noJSON(_ source: MappingSource, _ reason: MappingError) -> MapError {
        var value: Any?
        if case .text(let bytes) = source { value = String(decoding: bytes.prefix(200), as: UTF8.self) }
        var error = MapError(key: nil, currentValue: value, reason: "Cannot parse into '[String: Any]'")
        error.invalidJSON = reason.failures.first
        return error
    }
}

extension MappingReader {
    /// The position of the root.
    @usableFromInline var rootReader: ValueReader { ValueReader(self, root, depth: 0) }
}

extension ValueReader {
    /// Reads an array of models.
    ///
    /// - Parameter wrapsObjects: Whether a single object counts as an array of one.
    @inlinable
    func models<N: BaseMappable>(wrapsObjects: Bool) -> [N]? {
        if wrapsObjects, reading.isObject(position) {
            let model = reading.element(position, depth: depth) { N._read(from: $0) }
            return model.map { [$0] } ?? (reading.omitsBrokenElements ? [] : nil)
        }
        return [N]._read(from: self)
    }

    /// Reads an object as an array of one model.
    ///
    /// - Throws: The error of the model's initialiser, unless the run omits broken elements.
    @inlinable
    func allModels<N: BaseMappable>() throws -> [N]? {
        let model = try reading.element(position, depth: depth) { try N._readAll(from: $0, rethrowing: true) }
        return model.map { [$0] } ?? (reading.omitsBrokenElements ? [] : nil)
    }
}

// MARK: Writing

extension Mapper {
    /// Writes models as text.
    ///
    /// - Returns: The result of `take` for the text; nil if JSON cannot represent a value.
    @inlinable
    @inline(__always)
    func written<Form: ModelForm, Value>(_ models: Form, _ take: (MappingWriter) -> Value) -> Value? {
        var models = models
        let writing = beginText()
        defer { end(writing) }
        models._append(to: ValueWriter(writing, depth: 0))
        return writing.isUnwritable ? nil : take(writing)
    }

    /// Writes models as text, in UTF-8.
    ///
    /// - Throws: A `MappingError` with the values that JSON cannot represent.
    @inlinable
    @inline(__always)
    func checkedBytes<Form: ModelForm>(_ models: Form) throws(MappingError) -> [UInt8] {
        var models = models
        let writing = beginText()
        defer { end(writing) }
        models._append(to: ValueWriter(writing, depth: 0))
        if let error = writing.error { throw error }
        return writing.bytes
    }
}
