/// The source of the pages of a sequence.
protocol DrupalPageSource<Item, Page>: Sendable {
    associatedtype Item: Sendable
    associatedtype Page: Sendable

    /// Fetches the page after another; the first one for `nil`.
    ///
    /// - Parameter page: What names the page before; what names the fetched one, on return. It is changed in place, so a set
    ///   in it is not copied for each page.
    /// - Returns: The items of the page; `nil` after the last page.
    func items(after page: inout Page?) async throws -> [Item]?

    /// Returns the method and path of the request for a page, for the errors of its items.
    func request(of page: Page) -> String?
}

/// Rows or resources of several pages, which are fetched when they are reached.
///
/// Each iteration fetches the pages again. The elements need not be `Sendable`: they are created by the actor that
/// iterates, which must be the one that has created the sequence. After an error, the iteration is over.
public struct DrupalSequence<Element>: AsyncSequence {
    private let makeFetch: () -> any Fetching<Element>

    init<Source: DrupalPageSource>(
        pages: Source, _ read: @escaping (Source.Item) throws -> Element
    ) {
        makeFetch = { Fetch(source: pages, read: read) }
    }

    /// Returns an iterator that starts at the first page.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(fetch: makeFetch()) }

    /// Fetches a page when the elements of the one before have been returned.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var fetch: (any Fetching<Element>)?

        /// Returns the next element; `nil` after the last one.
        ///
        /// - Throws: ``DrupalError``; `CancellationError`.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Element? {
            guard var fetch else { return nil }
            self.fetch = nil
            guard let element = try await fetch.next(isolation: actor) else { return nil }
            self.fetch = fetch
            return element
        }
    }
}

extension DrupalSequence {
    /// Returns all elements as an array.
    ///
    /// - Parameter limit: The largest number of elements; pages after it are not fetched.
    /// - Throws: ``DrupalError``; `CancellationError`.
    public nonisolated(nonsending) func all(limit: Int = .max) async throws -> [Element] {
        var elements: [Element] = []
        guard limit > 0 else { return elements }
        for try await element in self {
            elements.append(element)
            if elements.count == limit { break }
        }
        return elements
    }
}

/// An iteration over pages.
private protocol Fetching<Element> {
    associatedtype Element
    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element?
}

private struct Fetch<Source: DrupalPageSource, Element>: Fetching {
    let source: Source
    let read: (Source.Item) throws -> Element
    private var items: ArraySlice<Source.Item> = []
    private var page: Source.Page?

    init(source: Source, read: @escaping (Source.Item) throws -> Element) {
        self.source = source
        self.read = read
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
        while items.isEmpty {
            try Task.checkCancellation()
            guard let next = try await source.items(after: &page) else { return nil }
            items = next[...]
        }
        guard let item = items.popFirst() else { return nil }
        do {
            return try read(item)
        } catch let error as DrupalError {
            throw error.of(request: page.flatMap(source.request))
        }
    }
}
