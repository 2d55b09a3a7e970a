#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

import Synchronization

// Reports of changes that the subscripts ignore, as those of SwiftyJSON do.

extension JSON {
    /// Changes the value, and throws if a change is ignored, such as one below a missing object.
    ///
    /// An assignment to a path that does not exist has no effect, and neither has optional chaining on nil. In `body` both are
    /// errors:
    ///
    /// ```swift
    /// var json: JSON = ["name": "Ada"]
    /// json["address", "city"] = "London"  // ignored, because there is no address
    /// try json.tryChange { json in
    ///     json["address", "city"] = "London"  // throws: $.address: expected a member "address", found none
    ///     json["friends"].elements?.append("Charles")
    /// }
    /// ```
    ///
    /// Detected are assignments through subscripts by name, number, path and pointer, and calls of mutating functions through
    /// optional chaining, where the value at the path is missing or has another type, and parts that become an error while they
    /// are changed in place, of which null would be stored. Only changes on the thread that calls `body`, before it returns, are
    /// detected.
    ///
    /// The path of the error begins at the value to which the last subscript was applied: name all steps in one subscript for the
    /// whole path.
    ///
    /// - Parameter body: changes the value. If it throws, the value is as before.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; otherwise the `JSONError` of the first change that was ignored, after the end of `body`. The
    ///   value is then as before. If the value is an error, that error, and `body` is not called.
    /// - Complexity: as `body`; the containers that it changes are copied first, each without its children.
    public mutating func tryChange<Result>(_ body: (inout JSON) throws -> Result) throws -> Result {
        if case .error(let error) = self { throw error }
        var changed = self
        let (result, ignored) = try IgnoredChanges.observe { try body(&changed) }
        if let ignored { throw ignored }
        self = changed
        return result
    }

    /// Sets the handler that is called for each ignored change in the process, except within ``tryChange(_:)``, which throws the
    /// error instead. By default there is none.
    ///
    /// ```swift
    /// #if DEBUG
    /// JSON.setIgnoredChangeHandler { assertionFailure("\($0)") }
    /// #endif
    /// ```
    ///
    /// - Parameter handler: is called with the reason, on the thread of the change; nil to remove the handler.
    public static func setIgnoredChangeHandler(_ handler: (@Sendable (JSONError) -> Void)?) {
        IgnoredChanges.setHandler(handler)
    }
}

/// The observers of ignored changes: the handler of the program, and calls of `tryChange(_:)`.
enum IgnoredChanges {
    private struct Observers {
        var handler: (@Sendable (JSONError) -> Void)?
        /// The calls of `observe` that run, with the first error of each; a thread may have several, the innermost is the last.
        var calls: [(thread: UInt, error: JSONError?)] = []
    }

    private static let observers = Mutex(Observers())
    /// Without observers no error is created for an ignored change.
    private static let hasObservers = Atomic(false)

    private static func withObservers<Result>(_ body: (inout sending Observers) -> sending Result) -> Result {
        observers.withLock { observers in
            let result = body(&observers)
            hasObservers.store(observers.handler != nil || !observers.calls.isEmpty, ordering: .relaxed)
            return result
        }
    }

    static func setHandler(_ handler: (@Sendable (JSONError) -> Void)?) {
        withObservers { $0.handler = handler }
    }

    /// Calls `body`, and returns its result with the error of the first change that was ignored meanwhile on this thread.
    static func observe<Result>(_ body: () throws -> Result) rethrows -> (Result, JSONError?) {
        let thread = currentThread
        withObservers { $0.calls.append((thread, nil)) }
        var ignored: JSONError?
        let result: Result
        do {
            defer {
                ignored = withObservers { observers in
                    guard let call = observers.calls.lastIndex(where: { $0.thread == thread }) else { return nil }
                    return observers.calls.remove(at: call).error
                }
            }
            result = try body()
        }
        return (result, ignored)
    }

    /// Reports an ignored change to the innermost call of `observe` on this thread, or else to the handler.
    @inline(never)
    static func report(_ error: @autoclosure () -> JSONError) {
        guard hasObservers.load(ordering: .relaxed) else { return }
        let error = error()
        let thread = currentThread
        let handler = observers.withLock { observers -> (@Sendable (JSONError) -> Void)? in
            guard let call = observers.calls.lastIndex(where: { $0.thread == thread }) else { return observers.handler }
            if observers.calls[call].error == nil { observers.calls[call].error = error }
            return nil
        }
        handler?(error)
    }

    private static var currentThread: UInt {
        #if canImport(Darwin)
        UInt(bitPattern: pthread_self())
        #else
        UInt(pthread_self())
        #endif
    }
}

extension JSON {
    /// Reports that a change of a property was ignored, because the value has another type. If the value is an error, the
    /// subscript that has returned it reports.
    func reportIgnoredChange(expected: String) {
        if case .error = self { return }
        IgnoredChanges.report(.wrongType(from: self, [], expected: expected, found: self))
    }
}
