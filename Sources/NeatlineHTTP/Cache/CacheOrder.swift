/// The order of invalidations, and of what was begun before them: what was read or asked for before a change may be
/// older than the change, and must not be stored after it.
///
/// A value without side effects. Only the last invalidations are remembered one by one; all that began before those that
/// are forgotten counts as old.
struct CacheOrder: Sendable, Hashable {
    /// A point in the order.
    struct Moment: Sendable, Hashable {
        fileprivate var number: UInt64 = 0
    }

    /// The number of invalidations that are remembered.
    static let limit = 4096

    /// The point that has been reached.
    private(set) var now = Moment()
    /// What began before this point is old, whatever it is about.
    private var oldest = Moment()
    private var invalidated: [String: Moment] = [:]

    /// The responses of a URL were invalidated.
    mutating func invalidate(_ key: String) {
        now.number += 1
        if invalidated.count >= Self.limit { return forget() }
        invalidated[key] = now
    }

    /// All responses were invalidated.
    mutating func invalidateAll() {
        now.number += 1
        forget()
    }

    private mutating func forget() {
        oldest = now
        invalidated = [:]
    }

    /// Returns whether nothing has changed at a URL since a point.
    func isCurrent(_ key: String, since moment: Moment) -> Bool {
        moment.number >= oldest.number && moment.number >= invalidated[key]?.number ?? 0
    }
}
