internal import Foundation
internal import NeatlineSystem
internal import Synchronization

/// The responses of a cache, in memory and, if it has a directory, on disk.
///
/// Responses in memory are found on the calling thread. The functions that may use the disk block, and are called on
/// threads of ``WorkPool``.
final class CacheStorage: Sendable {
    /// The part of the capacity that one response may take, as in `URLSession`.
    private static let entryFraction = 20
    /// The largest response that is stored unless the user allows more: it is held in memory until it is complete.
    static let entryLimit = 16 << 20

    let memory: MemoryCacheStore
    let disk: DiskCacheStore?
    /// The largest body that is stored, in bytes.
    let maximumEntrySize: Int
    /// Returns the time in seconds since 1970.
    let clock: @Sendable () -> TimeInterval
    /// Notices that the plain `URLCache` of this storage was emptied.
    private let emptying: URLCacheEmptying?
    /// The responses about which the server is being asked while they are used, though they are stale.
    private let revalidated = Locked<Set<StoredResponse.Variant>>([])

    init(
        memoryCapacity: Int, disk: DiskCacheStore? = nil, maximumEntrySize: Int? = nil,
        emptying: URLCacheEmptying? = nil,
        clock: @escaping @Sendable () -> TimeInterval = { Date().timeIntervalSince1970 }
    ) {
        memory = MemoryCacheStore(capacity: memoryCapacity)
        self.disk = disk
        self.maximumEntrySize =
            maximumEntrySize ?? Self.defaultEntrySize(of: max(memoryCapacity, disk?.capacity ?? 0))
        self.emptying = emptying
        self.clock = clock
    }

    /// Returns the size of the largest body for a capacity.
    static func defaultEntrySize(of capacity: Int) -> Int { min(max(0, capacity) / entryFraction, entryLimit) }

    var now: TimeInterval { clock() }

    /// Returns the responses of a URL that are in memory.
    func responsesInMemory(for key: String) -> [StoredResponse] {
        if emptying?.hasHappened() == true { removeAll() }
        return memory.responses(for: key)
    }

    /// Returns all stored responses of a URL. May block if there is a disk.
    func responses(for key: String) -> [StoredResponse] {
        let moment = moment
        var found = responsesInMemory(for: key)
        for response in disk?.responses(for: key) ?? [] {
            // Another process may have stored a newer one.
            if let known = found.firstIndex(where: response.isVariant) {
                if found[known].parts.responseTime >= response.parts.responseTime { continue }
                found.remove(at: known)
            }
            found.append(response)
            if fitsMemory(response) { memory.store(response, since: moment, isCopy: true) }
        }
        return found
    }

    /// The point that the order of invalidations has reached.
    var moment: CacheOrder.Moment { memory.moment }

    /// Changes what is stored. May block if there is a disk.
    func apply(_ change: CacheChange) {
        switch change {
        case .store(let response, let moment): store(response, since: moment)
        case .remove(let response): remove(response)
        case .invalidate(let keys): for key in keys { invalidate(key) }
        }
    }

    /// Stores a response, unless responses of its URL were invalidated since: then it may be older than the change. May
    /// block if there is a disk.
    func store(_ response: StoredResponse, since moment: CacheOrder.Moment) {
        let key = response.parts.key
        guard let disk else {
            if fitsMemory(response) { return memory.store(response, since: moment) }
            return memory.remove(key, where: response.isVariant)
        }
        disk.exclusively(key) {
            guard memory.isCurrent(key, since: moment) else { return }
            // If the newest one is not in memory, none is, so that all are looked for on disk.
            if fitsMemory(response) { memory.store(response, since: moment) } else { memory.remove(key) }
            if response.parts.isMemoryOnly { disk.remove(response) } else { disk.store(response) }
        }
    }

    /// Removes the response that the same requests choose as a given one. May block if there is a disk.
    func remove(_ response: StoredResponse) {
        invalidate(response.parts.key, where: response.isVariant) { $0.remove(response) }
    }

    /// Removes all responses of a URL. Those that were asked for before are not stored. May block if there is a disk.
    func invalidate(_ key: String) {
        invalidate(key, where: { _ in true }) { $0.remove(key) }
    }

    private func invalidate(
        _ key: String, where isRemoved: (StoredResponse) -> Bool, onDisk remove: (DiskCacheStore) -> Void
    ) {
        memory.invalidate(key, where: isRemoved)
        guard let disk else { return }
        disk.exclusively(key) { remove(disk) }
        // Who has read the files until now must not bring them back.
        memory.invalidate(key, where: isRemoved)
    }

    /// Removes all responses of URLs from memory, at once; ``invalidate(_:)`` follows.
    func forget(_ keys: [String]) { for key in keys { memory.invalidate(key) } }

    /// Removes all responses that were received at or after a time. May block if there is a disk.
    func removeAll(since time: TimeInterval = -.infinity) {
        memory.invalidateAll(since: time)
        guard let disk else { return }
        disk.waitForChanges()
        disk.removeAll(since: time)
        memory.invalidateAll(since: time)
    }

    /// Returns whether the server is to be asked about a stale response: nobody else does that.
    /// ``endRevalidation(of:)`` follows.
    func beginRevalidation(of response: StoredResponse) -> Bool {
        revalidated.withLock { $0.insert(response.variant).inserted }
    }

    func endRevalidation(of response: StoredResponse) { _ = revalidated.withLock { $0.remove(response.variant) } }

    private func fitsMemory(_ response: StoredResponse) -> Bool {
        response.cost <= memory.capacity && response.bodyLength <= maximumEntrySize
            && (disk == nil || response.bodyLength <= max(Self.defaultEntrySize(of: memory.capacity), 1 << 12))
    }
}

// MARK: - The storage of a configuration

extension CacheStorage {
    /// The storage of a `URLCache` that is not an ``HTTPCache``.
    private struct Assigned {
        weak var cache: URLCache?
        let storage: CacheStorage
    }

    private static let assigned = Locked<[ObjectIdentifier: Assigned]>([:])

    /// Returns the storage of a configuration's cache. All sessions with the same object share it.
    ///
    /// A `URLCache` contributes its limit of memory, and `removeAllCachedResponses()` of it empties the storage. Its own
    /// storage is not used: it ignores the query of URLs on Linux, and where its directory is cannot be known.
    static func of(_ cache: URLCache) -> CacheStorage {
        if let cache = cache as? HTTPCache { return cache.storage }
        let capacity = cache.memoryCapacity
        // What is no longer needed is released after the lock.
        let (storage, _) = assigned.withLock { assigned -> (CacheStorage, [ObjectIdentifier: Assigned]) in
            if let known = assigned[ObjectIdentifier(cache)], known.cache === cache { return (known.storage, [:]) }
            let old = assigned
            assigned = old.filter { $0.value.cache != nil }
            let storage = CacheStorage(memoryCapacity: capacity, emptying: URLCacheEmptying(of: cache))
            assigned[ObjectIdentifier(cache)] = Assigned(cache: cache, storage: storage)
            return (storage, old)
        }
        if storage.memory.capacity != capacity { storage.memory.capacity = capacity }
        return storage
    }
}

/// Notices that a plain `URLCache` was emptied: it contains a mark as long as it was not.
final class URLCacheEmptying: Sendable {
    private weak let cache: URLCache?

    /// Puts a mark into a cache; returns `nil` if the cache does not keep it.
    init?(of cache: URLCache) {
        self.cache = cache
        guard Self.mark(cache) else { return nil }
    }

    /// Returns whether the cache was emptied since the last call.
    func hasHappened() -> Bool {
        guard let cache, cache.currentMemoryUsage == 0 else { return false }
        _ = Self.mark(cache)
        return true
    }

    private static func mark(_ cache: URLCache) -> Bool {
        guard let url = URL(string: "http://neatline.invalid/") else { return false }
        let response = URLResponse(url: url, mimeType: nil, expectedContentLength: 1, textEncodingName: nil)
        let mark = CachedURLResponse(
            response: response, data: Data([0]), userInfo: nil, storagePolicy: .allowedInMemoryOnly)
        cache.storeCachedResponse(mark, for: URLRequest(url: url))
        return cache.currentMemoryUsage > 0
    }
}
