internal import Foundation
internal import NeatlineFoundation

/// The responses that a cache keeps in memory. Those that were used least recently are removed first.
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

    /// Stores a response, which replaces the one that the same requests choose, or the oldest of too many for one URL.
    ///
    /// - Complexity: amortized O(log *n*), where *n* is the number of URLs.
    func store(_ response: StoredResponse) {
        _ = state.withLock { state -> [Entry] in
            let old = state.entries[response.parts.key] ?? Entry()
            var entry = old
            state.cost -= entry.cost
            state.uses += 1
            entry.lastUse = state.uses
            entry.responses.removeAll { $0.parts.selection == response.parts.selection }
            if entry.responses.count >= Self.variantLimit { entry.responses.removeFirst() }
            entry.responses.append(response)
            state.cost += entry.cost
            state.entries[response.parts.key] = entry
            return state.shrink() + [old]
        }
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

    /// Removes all responses that were stored at or after a time, in seconds since 1970.
    ///
    /// - Complexity: O(*n*)
    func removeAll(since time: TimeInterval) {
        for key in state.withLock({ Array($0.entries.keys) }) {
            remove(key) { $0.parts.responseTime >= time }
        }
    }

    /// Removes all responses.
    func removeAll() {
        _ = state.withLock { state in
            state.cost = 0
            defer { state.entries = [:] }
            return state.entries
        }
    }
}
