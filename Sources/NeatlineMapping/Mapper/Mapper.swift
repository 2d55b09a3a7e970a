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
/// The input is text (`JSONString:`, `data:`, `bytes:`), a `JSON`, a dictionary (`JSON:`) or any object (`JSONObject:`).
/// Values that do not fit are omitted, as each method documents, and listed in `failures`. Methods whose names begin with
/// `try` throw them instead.
///
/// Several threads may use one mapper at once, such as one in a `static let`, because each call has separate state. `failures`
/// are then those of the call that ended last on any thread; the throwing methods throw only the failures of their own call.
/// Set `context`, `shouldIncludeNilValues` and `options` before the mapper is shared.
///
/// Unchecked Sendable, because the settings are variables, and `context` may be of any type: calls only read them. The
/// failures and the memory for the next call are exchanged atomically.
public final class Mapper<N: BaseMappable>: @unchecked Sendable {
    /// The `context` of the models' maps.
    public var context: (any MapContext)?
    /// Whether properties that are nil are written as null.
    public var shouldIncludeNilValues: Bool
    /// How strict the mapper is, and what it reports.
    public var options = MappingOptions()

    /// The run of the call that ended last, if something did not fit in it.
    let last = SharedReference<Mapping>()
    /// Memory that no call uses.
    let idle = SharedReference<RunMemory>()

    /// Creates a mapper with the default options.
    ///
    /// - Parameters:
    ///   - context: The `context` of the maps of the models.
    ///   - shouldIncludeNilValues: Whether nil is written as null.
    public init(context: (any MapContext)? = nil, shouldIncludeNilValues: Bool = false) {
        self.context = context
        self.shouldIncludeNilValues = shouldIncludeNilValues
    }

    /// The failures of the call that ended last, in the order in which they were found: the one at which a model's initializer
    /// stopped comes before those of its other members.
    ///
    /// Any thread may ask.
    ///
    /// - Complexity: O(*n*) in the size of what was mapped, O(*k* log *k*) in the number of failures; O(1) if everything
    ///   fitted.
    public var failures: [MappingFailure] { last.load()?.failures ?? [] }

    /// Whether ``failures`` is not empty. O(1)
    package var hasFailures: Bool { !last.isEmpty }

    /// Whether ``failures`` has some that make a strict call fail.
    package var hasOpenFailures: Bool { last.load()?.hasOpenFailures ?? false }
}
