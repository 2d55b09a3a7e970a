import NeatlineJSON

/// One run of a mapper: what all its `Map`s share. Either a `Reading` or a `Writing`.
///
/// A run belongs to one thread; nothing in it is shared with other runs.
@usableFromInline
class Mapping {
    /// Whether it is a `Reading`.
    @usableFromInline let isReading: Bool
    /// Whether absent values are written as null.
    @exclusivity(unchecked)
    @usableFromInline final private(set) var includesNil: Bool
    final private(set) var context: (any MapContext)?
    /// What did not fit, so far.
    var log = FailureLog()

    init(isReading: Bool, context: (any MapContext)?, includesNil: Bool) {
        self.isReading = isReading
        self.context = context
        self.includesNil = includesNil
    }

    /// Makes it another run, of which nothing is known yet.
    final func restart(context: (any MapContext)?, includesNil: Bool) {
        self.context = context
        self.includesNil = includesNil
        if !log.records.isEmpty { log = FailureLog() }
    }

    /// How many objects may stand inside one another: models map each other by recursion, and the stack has an end.
    @usableFromInline static let maximumDepth = 512
}
