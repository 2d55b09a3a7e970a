import NeatlineFoundation
import NeatlineJSON

/// Maps JSON to models of one type, and back.
///
/// ```swift
/// let mapper = Mapper<User>()
/// let user = mapper.map(JSONString: text)
/// let users = mapper.mapArray(JSONString: list)
/// for failure in mapper.failures { print(failure) }
/// ```
///
/// JSON comes as text (`JSONString:`, `data:`, `bytes:`), as `JSON`, as a dictionary (`JSON:`) or as any object
/// (`JSONObject:`). What does not fit is left out, as each method says; `failures` tells what it was. Methods whose names
/// begin with `try` throw it instead.
///
/// Several threads may use one mapper at once, such as one in a `static let`: each call has a run of its own. `failures`
/// then are those of the call that ended last, on whichever thread; the throwing methods throw only the failures of their own call.
/// Set `context`, `shouldIncludeNilValues` and `options` before the mapper is shared.
///
/// Unchecked Sendable, because the settings are variables, and `context` may be of any type: they are only read by calls.
/// What calls leave behind is exchanged atomically.
public final class Mapper<N: BaseMappable>: @unchecked Sendable {
    /// What models find as `map.context`.
    public var context: (any MapContext)?
    /// Whether properties that are nil are written as null.
    public var shouldIncludeNilValues: Bool
    /// How strict the mapper is, and what it reports.
    public var options = MappingOptions()

    /// The run of the call that ended last, if something did not fit in it.
    private let last = SharedReference<Mapping>()
    /// Memory that no call uses.
    private let idle = SharedReference<RunMemory>()

    /// A mapper.
    public init(context: (any MapContext)? = nil, shouldIncludeNilValues: Bool = false) {
        self.context = context
        self.shouldIncludeNilValues = shouldIncludeNilValues
    }

    /// What did not fit in the call that ended last, in the order in which it was found.
    ///
    /// Any thread may ask.
    ///
    /// - Complexity: O(*n*) in the size of what was mapped, O(*k* log *k*) in the number of failures; O(1) if everything
    ///   fitted.
    public var failures: [MappingFailure] { last.load()?.failures ?? [] }

    /// Whether ``failures`` is not empty. O(1)
    package var hasFailures: Bool { !last.isEmpty }
}

// MARK: Runs

// Types of their own: inside the mapper they would be other types for each model, which have to be looked up for each run.

/// What a run is made of.
@usableFromInline
enum MappingSource {
    case text([UInt8])
    case json(JSON)
    case object(Any?)
}

extension Mapper {
    @usableFromInline typealias Source = MappingSource

    /// A run over `source`, and the map of what stands at its root; `end` has to follow.
    ///
    /// - Throws: that it is no JSON; the call has then ended.
    @usableFromInline
    func begin(
        _ source: Source, stoppingAtFirst: Bool = false, toObject: Bool = false
    ) throws(MappingError) -> Map {
        var options = options
        options.stopsAtFirstFailure = stoppingAtFirst
        let reading: MappingReader
        do throws(JSONError) {
            switch source {
            case .text(let bytes):
                reading = run(over: try DocumentReader(parsing: bytes, options: options.parsing), options)
            case .json(let json):
                reading = run(over: try DocumentReader(json), options)
            case .object(let object as NeatlineJSON.JSON):
                reading = run(over: try DocumentReader(object), options)
            case .object(let object):
                reading = MappingReader(
                    value: object as Any, context: context, includesNil: shouldIncludeNilValues, options: options)
            }
        } catch {
            let failure = MappingFailure(
                .invalidJSON, steps: [], expected: error.expected ?? "JSON", found: error.found ?? "none",
                underlying: error)
            last.exchange(FailedRun(failure))
            throw MappingError(failures: [failure])
        }
        return Map(reading, object: reading.root, depth: 0, toObject: toObject)
    }

    /// A run over a text, with the tables of another one, if they are at hand.
    private func run(over reader: DocumentReader, _ options: MappingOptions) -> MappingReader {
        let memory = idle.exchange(nil) ?? RunMemory()
        let reading = MappingReader(
            reader, context: context, includesNil: shouldIncludeNilValues, options: options,
            tables: memory.takeTables())
        reading.memory = memory
        return reading
    }

    /// A run that writes text, with the memory of another one, and the names it knows, if they are at hand; `end` has to
    /// follow.
    @usableFromInline
    func beginText() -> Map {
        let memory = idle.exchange(nil) ?? RunMemory()
        let writing: MappingWriter
        if let idle = memory.takeWriting() {
            writing = idle
            writing.restartText(with: context, includesNil: shouldIncludeNilValues)
        } else {
            writing = MappingWriter(textWith: context, includesNil: shouldIncludeNilValues)
        }
        writing.memory = memory
        return Map(writing, object: 0, depth: 0, toObject: false)
    }

    /// A run that writes a dictionary; `end` has to follow.
    @usableFromInline
    func beginDictionary() -> Map {
        Map(
            MappingWriter(adding: [:], context: context, includesNil: shouldIncludeNilValues), object: 0, depth: 0,
            toObject: false)
    }

    /// Ends a run: makes its failures those of the last call, and gives back its memory.
    ///
    /// Other threads may read it from now on, or write anew where it has written.
    ///
    /// - Returns: Whether what was read may be given away: false if something did not fit and the options are strict.
    @usableFromInline
    @discardableResult
    func end(_ map: Map) -> Bool {
        let run = map.mapping
        let fitted = run.log.records.isEmpty
        if let memory = run.memory {
            run.memory = nil
            if run.isReading {
                memory.keep(map.reading.takeTables())
            } else if fitted {
                memory.keep(map.writing)
            }
            idle.exchange(memory)
        }
        if !fitted {
            last.exchange(run)
        } else if !last.isEmpty {
            last.exchange(nil)
        }
        return fitted || !options.isStrict || !run.log.hasFailures
    }
}

// MARK: Calls

extension Mapper {
    /// What `read` makes of what stands at the root of `source`; nil if that is no JSON.
    @inlinable
    @inline(__always)
    func read<Value>(_ source: Source, toObject: Bool = false, _ read: (Map) -> Value?) -> Value? {
        guard let map = try? begin(source, toObject: toObject) else { return nil }
        let value = read(map)
        return end(map) ? value : nil
    }

    /// What `read` makes of what stands at the root of `source`, if everything fits.
    ///
    /// - Throws: what did not fit.
    @inlinable
    @inline(__always)
    func checked<Value>(
        _ source: Source, _ stoppingAtFirst: Bool, _ read: (Map) -> Value?
    ) throws(MappingError) -> Value {
        let map = try begin(source, stoppingAtFirst: stoppingAtFirst)
        defer { end(map) }
        let value = read(map)
        if let error = map.mapping.error { throw error }
        if let value { return value }
        throw MappingError(failures: map.mapping.failures)
    }

    /// What `take` makes of the text that `write` has written; nil if a value had no form in JSON.
    @inlinable
    @inline(__always)
    func written<Value>(_ write: (Map) -> Void, _ take: (MappingWriter) -> Value) -> Value? {
        let map = beginText()
        defer { end(map) }
        write(map)
        return map.writing.isUnwritable ? nil : take(map.writing)
    }

    /// The text that `write` has written, if everything had a form in JSON.
    ///
    /// - Throws: what had none.
    @inlinable
    @inline(__always)
    func checkedBytes(_ write: (Map) -> Void) throws(MappingError) -> [UInt8] {
        let map = beginText()
        defer { end(map) }
        write(map)
        if let error = map.mapping.error { throw error }
        return map.writing.bytes
    }
}
