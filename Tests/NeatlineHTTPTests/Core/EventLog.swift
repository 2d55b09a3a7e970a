import Dispatch
import Foundation
import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What happened, in order, from any thread; a test can wait until enough has.
final class EventLog<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var elements: [Element] = []
    private var waiting: [(condition: ([Element]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    func append(_ element: Element) {
        lock.lock()
        elements.append(element)
        let ready = waiting.filter { $0.condition(elements) }
        waiting.removeAll { $0.condition(elements) }
        lock.unlock()
        for waiter in ready { waiter.continuation.resume() }
    }

    var all: [Element] { lock.withLock { elements } }

    var count: Int { all.count }

    func wait(until condition: @escaping ([Element]) -> Bool) async {
        await withCheckedContinuation { continuation in
            lock.lock()
            if condition(elements) {
                lock.unlock()
                continuation.resume()
            } else {
                waiting.append((condition, continuation))
                lock.unlock()
            }
        }
    }

    func wait(count: Int) async { await wait { $0.count >= count } }
}

extension DataRequest {
    /// What a handler without a serializer is called with.
    func unserialized() async -> AFDataResponse<Data?> {
        await withCheckedContinuation { continuation in
            response(queue: .global()) { continuation.resume(returning: $0) }
        }
    }
}

/// Makes `https://example.com/` and counts how often.
final class CountingSource: URLRequestConvertible, @unchecked Sendable {
    private let lock = NSLock()
    private var made = 0

    var count: Int { lock.withLock { made } }

    func asURLRequest() throws -> URLRequest {
        lock.withLock { made += 1 }
        return try URLRequest(url: "https://example.com/", method: .get)
    }
}

/// An error of a test's own.
struct TestError: Error, Equatable {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
}
