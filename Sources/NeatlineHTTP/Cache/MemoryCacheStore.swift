internal import Foundation
internal import NeatlineSystem

/// The responses that a cache keeps in memory, and the order of its changes. Those that were used least recently are
/// removed first.
///
/// All functions may be called on any thread.
final class MemoryCacheStore: Sendable {
    /// The number of responses that are kept for one URL.
    static let variantLimit = 4

    /// The responses of one URL.
    private struct Entry {
        var responses: [StoredResponse] = []
        /// The number of the last use: the larger, the later.
        var lastUse: UInt64 = 0

        var cost: Int { responses.reduce(0) { $0 + $1.cost } }
    }

    private struct State {
        var order = CacheOrder()
        var entries: [String: Entry] = [:]
        var cost = 0
        var uses: UInt64 = 0
        var capacity: Int

        /// Removes entries until a tenth of the capacity is free, if there is too much: so the entries are sorted only
        /// once for many that are stored.
        ///
        /// - Returns: What was removed. It is released after the lock, because it may contain users' objects.
        mutating func shrink() -> [Entry] {
            guard cost > capacity else { return [] }
            var removed: [Entry] = []
            for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                if cost <= capacity - capacity / 10 { break }
                entries[key] = nil
                cost -= entry.cost
                removed.append(entry)
            }
            return removed
        }
    }

    private let state: Locked<State>

    init(capacity: Int) { state = Locked(State(capacity: max(0, capacity))) }

    /// The size of all responses in bytes, about.
    var cost: Int { state.withLock(\.cost) }

    /// The limit of ``cost``.
    var capacity: Int {
        get { state.withLock(\.capacity) }
        set {
            _ = state.withLock { state in
                state.capacity = max(0, newValue)
                return state.shrink()
            }
        }
    }

    /// Returns the responses of a URL, which count as used.
    ///
    /// - Complexity: O(1)
    func responses(for key: String) -> [StoredResponse] {
        state.withLock { state in
            guard let index = state.entries.index(forKey: key) else { return [] }
            state.uses += 1
            state.entries.values[index].lastUse = state.uses
            return state.entries.values[index].responses
        }
    }

    /// The point that the order of invalidations has reached.
    var moment: CacheOrder.Moment { state.withLock(\.order.now) }

    /// Returns whether no response of a URL was invalidated since a point.
    func isCurrent(_ key: String, since moment: CacheOrder.Moment) -> Bool {
        state.withLock { $0.order.isCurrent(key, since: moment) }
    }

    /// Stores a response, which replaces the one that the same requests choose, or the oldest of too many for one URL;
    /// unless its URL was invalidated since a point.
    ///
    /// - Parameter isCopy: Whether the response was read from disk: then one that the same requests choose is newer.
    /// - Complexity: amortized O(log *n*), where *n* is the number of URLs.
    func store(_ response: StoredResponse, since moment: CacheOrder.Moment? = nil, isCopy: Bool = false) {
        _ = state.withLock { state -> [Entry] in
            let key = response.parts.key
            if let moment, !state.order.isCurrent(key, since: moment) { return [] }
            let old = state.entries[key] ?? Entry()
            if isCopy, old.responses.contains(where: response.isVariant) { return [] }
            var entry = old
            state.cost -= entry.cost
            state.uses += 1
            entry.lastUse = state.uses
            entry.responses.removeAll(where: response.isVariant)
            if entry.responses.count >= Self.variantLimit { entry.responses.removeFirst() }
            entry.responses.append(response)
            state.cost += entry.cost
            state.entries[key] = entry
            return state.shrink() + [old]
        }
    }

    /// Removes the responses of a URL that a closure accepts, and those that were asked for before from what is stored
    /// later.
    func invalidate(_ key: String, where isRemoved: (StoredResponse) -> Bool = { _ in true }) {
        state.withLock { $0.order.invalidate(key) }
        remove(key, where: isRemoved)
    }

    /// Removes the responses of a URL that a closure accepts.
    func remove(_ key: String, where isRemoved: (StoredResponse) -> Bool = { _ in true }) {
        _ = state.withLock { state -> Entry? in
            guard let entry = state.entries[key] else { return nil }
            var rest = entry
            rest.responses.removeAll(where: isRemoved)
            state.cost += rest.cost - entry.cost
            state.entries[key] = rest.responses.isEmpty ? nil : rest
            return entry
        }
    }

    /// Removes all responses that were received at or after a time, in seconds since 1970, and those that were asked for
    /// before from what is stored later.
    ///
    /// - Complexity: O(*n*)
    func invalidateAll(since time: TimeInterval = -.infinity) {
        for key in state.withLock({ state -> [String] in
            state.order.invalidateAll()
            return Array(state.entries.keys)
        }) {
            remove(key) { $0.parts.responseTime >= time }
        }
    }
}
