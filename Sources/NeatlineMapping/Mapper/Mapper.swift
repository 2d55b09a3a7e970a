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
/// A mapper is made for use, not for keeping: it remembers what its last call did, and belongs to one thread.
public final class Mapper<N: BaseMappable> {
    /// What models find as `map.context`.
    public var context: (any MapContext)?
    /// Whether properties that are nil are written as null.
    public var shouldIncludeNilValues: Bool
    /// How strict the mapper is, and what it reports.
    public var options = MappingOptions()

    /// The run of the last call.
    @exclusivity(unchecked)
    private var last: LastRun?

    /// A mapper.
    public init(context: (any MapContext)? = nil, shouldIncludeNilValues: Bool = false) {
        self.context = context
        self.shouldIncludeNilValues = shouldIncludeNilValues
    }

    /// What did not fit in the last call, in the order in which it was found.
    ///
    /// - Complexity: O(*n*) in the size of what was mapped; O(1) if everything fitted.
    public var failures: [MappingFailure] {
        switch last {
        case nil: []
        case .reading(let reading): reading.failures
        case .writing(let writing): writing.failures
        case .failed(let failure): [failure]
        }
    }
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

/// The run of a mapper's last call.
private enum LastRun {
    case reading(Reading)
    case writing(Writing)
    /// There was nothing to run on.
    case failed(MappingFailure)
}

extension Mapper {
    @usableFromInline typealias Source = MappingSource

    /// A run over `source`, and the map of what stands at its root; nil, remembered as a failure, if it is no JSON.
    @usableFromInline
    func begin(_ source: Source, stoppingAtFirst: Bool = false, toObject: Bool = false) -> Map? {
        var options = options
        options.stopsAtFirstFailure = stoppingAtFirst
        let reading: Reading
        do throws(JSONError) {
            switch source {
            case .text(let bytes):
                reading = run(over: try DocumentReader(parsing: bytes, options: options.parsing), options)
            case .json(let json):
                reading = run(over: try DocumentReader(json), options)
            case .object(let object):
                if let json = object as? NeatlineJSON.JSON {
                    return begin(.json(json), stoppingAtFirst: stoppingAtFirst, toObject: toObject)
                }
                reading = Reading(
                    value: object as Any, context: context, includesNil: shouldIncludeNilValues, options: options)
            }
        } catch {
            last = .failed(
                MappingFailure(
                    .invalidJSON, steps: [], expected: error.expected ?? "JSON", found: error.found ?? "none",
                    underlying: error))
            return nil
        }
        last = .reading(reading)
        return Map(reading, object: reading.root, depth: 0, toObject: toObject)
    }

    /// A run over a text, with the tables of the last one, if there was one.
    private func run(over reader: DocumentReader, _ options: MappingOptions) -> Reading {
        guard case .reading(let previous) = last else {
            return Reading(reader, context: context, includesNil: shouldIncludeNilValues, options: options)
        }
        return Reading(
            reader, context: context, includesNil: shouldIncludeNilValues, options: options,
            tables: previous.takeTables())
    }

    /// A run that writes text: the last one again, if nobody else refers to it, with its memory and the names it knows.
    private func runWritingText() -> Writing {
        if case .writing(var writing) = last {
            last = nil
            if writing.isText, isKnownUniquelyReferenced(&writing) {
                writing.restartText(with: context, includesNil: shouldIncludeNilValues)
                return writing
            }
        }
        return Writing(textWith: context, includesNil: shouldIncludeNilValues)
    }

    /// A run that writes text.
    @usableFromInline
    func beginText() -> Map {
        let writing = runWritingText()
        last = .writing(writing)
        return Map(writing, object: 0, depth: 0, toObject: false)
    }

    /// A run that writes a dictionary.
    @usableFromInline
    func beginDictionary() -> Map {
        let writing = Writing(adding: [:], context: context, includesNil: shouldIncludeNilValues)
        last = .writing(writing)
        return Map(writing, object: 0, depth: 0, toObject: false)
    }

    /// What was noted down in the last run, as an error; nil if everything fitted.
    @usableFromInline
    var failure: MappingError? {
        let failures = failures.filter { !$0.reason.isReport }
        return failures.isEmpty ? nil : MappingError(failures: failures)
    }
}
