public import Foundation
public import NeatlineFoundation

/// A cache of responses by RFC 9111, for the `urlCache` of a session's configuration.
///
/// ```swift
/// let configuration = URLSessionConfiguration.af.default
/// configuration.urlCache = try HTTPCache(
///     memoryCapacity: 10 << 20, diskCapacity: 200 << 20, directory: URL(fileURLWithPath: "/var/cache/my-program"))
/// let session = Session(configuration: configuration)
/// ```
///
/// It is a `URLCache`, so that code that is written for one can read and remove what it contains; on Linux it is also
/// the only one whose contents a program can read: a session uses only the memory capacity of a plain `URLCache`, which
/// can only be emptied.
///
/// The cache is private, but users who share one do not get each other's responses: a stored response is used only for
/// requests with the same `Authorization`, and with the same `Cookie` unless it is `public` or has an `s-maxage`. Sessions
/// that are given the same cache share it, and processes may share a directory.
///
/// On disk, each response is one file that only the user can read. A process that is killed loses at most the response
/// that it was writing. Files that are damaged are removed when they are found.
///
/// All functions may be called on any thread; with a directory they may wait for the disk. Unchecked Sendable, as its
/// superclass is, and its own properties are constants.
public final class HTTPCache: URLCache, @unchecked Sendable {
    let storage: CacheStorage

    /// Creates a cache in memory.
    ///
    /// - Parameters:
    ///   - memoryCapacity: The size of all responses in memory, in bytes.
    ///   - maximumEntrySize: The size of the largest body that is stored; `nil` for a twentieth of the capacity, and at
    ///     most 16 MB. A response of unknown length takes as much memory until it is complete or too large.
    public init(memoryCapacity: Int, maximumEntrySize: Int? = nil) {
        storage = CacheStorage(memoryCapacity: memoryCapacity, maximumEntrySize: maximumEntrySize)
        super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: Self.unusedPath)
    }

    /// Creates a cache in memory and in a directory.
    ///
    /// - Parameters:
    ///   - memoryCapacity: The size of all responses in memory, in bytes; 0 for none.
    ///   - diskCapacity: The size of all files, in bytes. Several processes with one directory exceed it by at most a
    ///     twentieth each.
    ///   - directory: The directory, which is created with access for the user only. Other files in it are left alone.
    ///   - maximumEntrySize: The size of the largest body that is stored; `nil` for a twentieth of the larger capacity,
    ///     and at most 16 MB. A response of unknown length takes as much memory until it is complete or too large.
    /// - Throws: ``HTTPCacheError`` if the directory cannot be created or used, belongs to another user, or others may
    ///   write to it: they could then answer requests of this program.
    public init(
        memoryCapacity: Int, diskCapacity: Int, directory: URL, maximumEntrySize: Int? = nil
    ) throws {
        guard directory.isFileURL else {
            throw HTTPCacheError.directoryUnusable(path: directory.absoluteString, reason: "It is no file URL.")
        }
        let size = maximumEntrySize ?? CacheStorage.defaultEntrySize(of: max(memoryCapacity, diskCapacity))
        let limit = max(0, size).addingReportingOverflow(1 << 20)
        let disk = try DiskCacheStore(
            directory.path, capacity: diskCapacity, fileLimit: limit.overflow ? .max : limit.partialValue)
        storage = CacheStorage(memoryCapacity: memoryCapacity, disk: disk, maximumEntrySize: size)
        super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: Self.unusedPath)
    }

    /// Creates a view of a storage.
    init(_ storage: CacheStorage) {
        self.storage = storage
        super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: Self.unusedPath)
    }

    /// Where the superclass cannot create a directory, which it would not use.
    private static let unusedPath = "/dev/null"

    /// The size of the largest body that is stored, in bytes.
    public var maximumEntrySize: Int { storage.maximumEntrySize }

    /// The size of all responses in memory, in bytes. A smaller one removes responses immediately.
    public override var memoryCapacity: Int {
        get { storage.memory.capacity }
        set { storage.memory.capacity = newValue }
    }

    /// The size of all files, in bytes; 0 without a directory. A smaller one removes files immediately.
    public override var diskCapacity: Int {
        get { storage.disk?.capacity ?? 0 }
        set { storage.disk?.capacity = newValue }
    }

    /// The size of the responses in memory, in bytes, about.
    public override var currentMemoryUsage: Int { storage.memory.cost }

    /// The size of the files, in bytes.
    ///
    /// - Complexity: O(*n*), where *n* is the number of files.
    public override var currentDiskUsage: Int { storage.disk?.used ?? 0 }

    /// Returns the stored response that a request chooses, fresh or not; `nil` if there is none.
    ///
    /// - Parameter request: The request. Of the fields that the response's `Vary` names, it may lack those that a session
    ///   adds; a response to a request with `Authorization` or `Cookie` is found only with the same values.
    public override func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
        guard let asked = CacheRequest(request) else { return nil }
        let found = storage.responses(for: asked.key)
        let stored = CacheRules.choices(of: asked, from: found).first ?? found.last { $0.parts.selection.allows(asked) }
        return stored?.cachedResponse(url: request.url)
    }

    /// Stores a response to a request, as if it had just been received, whatever its fields say. It is used for requests
    /// as its fields allow.
    ///
    /// - Parameters:
    ///   - cachedResponse: The response, which must be an `HTTPURLResponse`; others are not stored. A `userInfo` is kept
    ///     in memory only.
    ///   - request: The request. Without a `Cookie`, the response is used for requests with any.
    public override func storeCachedResponse(_ cachedResponse: CachedURLResponse, for request: URLRequest) {
        let (now, moment) = (storage.now, storage.moment)
        guard let asked = CacheRequest(request), asked.method == "GET",
            let response = StoredResponse(
                cachedResponse, to: asked, hasAnyCookie: !asked.headers.contains("cookie"), requestTime: now,
                responseTime: now)
        else { return }
        storage.store(response, since: moment)
    }

    /// Removes all responses of the request's URL.
    public override func removeCachedResponse(for request: URLRequest) {
        if let asked = CacheRequest(request) { storage.invalidate(asked.key) }
    }

    /// Removes all responses, also those that other sessions and processes have stored.
    public override func removeAllCachedResponses() { storage.removeAll() }

    /// Removes the responses that were received at or after a date.
    public override func removeCachedResponses(since date: Date) {
        storage.removeAll(since: date.timeIntervalSince1970)
    }

    /// Stores a response to the task's request.
    ///
    /// - Parameters:
    ///   - cachedResponse: The response.
    ///   - dataTask: The task, whose current request is the key.
    public override func storeCachedResponse(_ cachedResponse: CachedURLResponse, for dataTask: URLSessionDataTask) {
        if let request = dataTask.currentRequest { storeCachedResponse(cachedResponse, for: request) }
    }

    /// Calls a closure with the stored response that the task's request chooses, on the calling thread.
    public override func getCachedResponse(
        for dataTask: URLSessionDataTask, completionHandler: @escaping (CachedURLResponse?) -> Void
    ) {
        completionHandler(dataTask.currentRequest.flatMap { cachedResponse(for: $0) })
    }

    /// Removes all responses of the URL of the task's request.
    public override func removeCachedResponse(for dataTask: URLSessionDataTask) {
        if let request = dataTask.currentRequest { removeCachedResponse(for: request) }
    }
}

/// The reason why a cache cannot be created.
public enum HTTPCacheError: NSErrorBridgeable, Sendable, Hashable {
    /// The directory cannot be created or used.
    ///
    /// - Parameters:
    ///   - path: The path of the directory.
    ///   - reason: The reason, in English or in the words of the system.
    case directoryUnusable(path: String, reason: String)

    /// The path and the reason.
    public var errorDescription: String? {
        switch self {
        case .directoryUnusable(let path, let reason): "\(path) cannot be the directory of a cache. \(reason)"
        }
    }
}

// MARK: - Foundation's types

extension CacheRequest {
    /// Creates the request of a `URLRequest`; returns `nil` if its URL is not one of HTTP.
    init?(_ request: URLRequest) {
        guard let url = request.url.flatMap({ try? RequestURL($0) }) else { return nil }
        var headers = HTTPHeaders()
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            headers.fields.append(HTTPHeader(name: name, value: value))
        }
        let isIdentity = headers.fields.contains {
            $0.name.isFieldName("accept-encoding") && $0.value.isFieldName("identity")
        }
        self.init(
            method: request.httpMethod ?? "GET", key: url.cacheKey, headers: headers, isDecoded: !isIdentity,
            hasBody: request.httpBody != nil || request.httpBodyStream != nil)
    }
}

extension StoredResponse {
    /// The response for users' code, whose URL is that of the request or the normalized one.
    func cachedResponse(url: URL?) -> CachedURLResponse? {
        guard let url = url ?? URL(string: parts.key),
            let response = ResponseHead(url: url, head: validatedHead).response
        else { return nil }
        return CachedURLResponse(
            response: response, data: Data(parts.body), userInfo: parts.userInfo?.values,
            storagePolicy: parts.isMemoryOnly ? .allowedInMemoryOnly : .allowed)
    }

    /// Creates a response from one of users' code; returns `nil` if it is not to be stored, is none of HTTP, or no
    /// request could choose it.
    convenience init?(
        _ cached: CachedURLResponse, to request: CacheRequest, hasAnyCookie: Bool = false, requestTime: TimeInterval,
        responseTime: TimeInterval
    ) {
        guard cached.storagePolicy != .notAllowed, let response = cached.response as? HTTPURLResponse else {
            return nil
        }
        var lines: [UInt8] = []
        for (name, value) in response.allHeaderFields {
            // A line break would begin another field.
            let line = "\(name): \(value)".utf8.map { $0 < 0x20 ? 0x20 : $0 }
            lines += line + [0x0D, 0x0A]
        }
        let fields = HeaderLines(lines)
        let selection =
            hasAnyCookie
            ? CacheSelection(vary: fields.all("vary"), credentials: ["authorization"], request: request)
            : CacheSelection(of: fields, to: request)
        guard let selection else { return nil }
        let isExcluded = CacheRules.exclusion(of: lines)
        self.init(
            Parts(
                key: request.key, selection: selection, status: response.statusCode, version: .http1_1,
                lines: Self.removing(from: lines, where: isExcluded), body: Array(cached.data),
                requestTime: requestTime, responseTime: responseTime, userInfo: CacheUserInfo(cached.userInfo),
                isMemoryOnly: cached.storagePolicy == .allowedInMemoryOnly))
    }
}

extension StoredResponse {
    /// Creates what a handler has decided to store; returns `nil` if that is nothing.
    convenience init?(
        _ decision: CachedURLResponse, insteadOf proposed: CachedURLResponse, _ parts: Parts, body: [UInt8],
        _ request: CacheRequest
    ) {
        guard decision.storagePolicy != .notAllowed else { return nil }
        guard decision.response === proposed.response else {
            self.init(decision, to: request, requestTime: parts.requestTime, responseTime: parts.responseTime)
            return
        }
        var parts = parts
        parts.userInfo = CacheUserInfo(decision.userInfo)
        parts.isMemoryOnly = decision.storagePolicy == .allowedInMemoryOnly
        self.init(parts, body: decision === proposed ? body : Array(decision.data))
    }
}

extension CacheUserInfo {
    /// - Parameter values: `nil` and empty ones are nothing.
    init?(_ values: [AnyHashable: Any]?) {
        guard let values, !values.isEmpty else { return nil }
        self.init(values: values)
    }
}
