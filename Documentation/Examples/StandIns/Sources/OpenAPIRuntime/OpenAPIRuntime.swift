// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
public import HTTPTypes
import Synchronization

// A stub of Swift OpenAPI Runtime 1. It declares and implements what the recipe uses. The framework is
// https://github.com/apple/swift-openapi-runtime.

/// Sends the requests of a generated client.
public protocol ClientTransport: Sendable {
    func send(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?)
}

/// A body, in pieces.
public final class HTTPBody: AsyncSequence, Sendable {
    public typealias ByteChunk = ArraySlice<UInt8>
    public typealias Element = ByteChunk

    public enum IterationBehavior: Sendable, Hashable {
        case single, multiple
    }

    public enum Length: Sendable, Hashable {
        case unknown
        case known(Int64)
    }

    public let iterationBehavior: IterationBehavior
    public let length: Length
    private let makeIterator: @Sendable () -> Iterator
    private let isRead = Mutex(false)

    public init<Bytes: AsyncSequence & Sendable>(
        _ sequence: Bytes, length: Length, iterationBehavior: IterationBehavior
    ) where Bytes.Element == ByteChunk {
        self.length = length
        self.iterationBehavior = iterationBehavior
        makeIterator = {
            var iterator = sequence.makeAsyncIterator()
            return Iterator { try await iterator.next() }
        }
    }

    public init(_ data: Data) {
        length = .known(Int64(data.count))
        iterationBehavior = .multiple
        makeIterator = {
            var rest = data.isEmpty ? nil : ArraySlice(data)
            return Iterator {
                defer { rest = nil }
                return rest
            }
        }
    }

    public struct Iterator: AsyncIteratorProtocol {
        let read: () async throws -> ByteChunk?
        public mutating func next() async throws -> ByteChunk? { try await read() }
    }

    public func makeAsyncIterator() -> Iterator {
        let wasRead = isRead.withLock { isRead in
            defer { isRead = true }
            return isRead
        }
        return wasRead && iterationBehavior == .single ? Iterator { throw TooManyIterationsError() } : makeIterator()
    }

    fileprivate func collect(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in self {
            guard bytes.count + chunk.count <= limit else { throw TooManyBytesError() }
            bytes += chunk
        }
        return bytes
    }
}

private struct TooManyIterationsError: Error {}
private struct TooManyBytesError: Error {}

extension Data {
    public init(collecting body: HTTPBody, upTo maxBytes: Int) async throws {
        self.init(try await body.collect(upTo: maxBytes))
    }
}
